#include "debugger_ui/app/messages.h"

#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

namespace {

constexpr std::size_t max_messages = 500;
constexpr double shown_for = 6;  // seconds
constexpr double problem_for = 12;
constexpr double fades_for = 0.5;
constexpr int max_visible = 4;

double time_of(const MessageLog::Message& message) {
  return message.tone == Tone::bad || message.tone == Tone::warning ? problem_for : shown_for;
}

}  // namespace

void MessageLog::add(std::string text, Tone tone) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.empty()) return;
  if (!all_.empty() && all_.front().text == text) {
    all_.front().shown_at.reset();
    return;
  }
  all_.push_front({std::move(text), tone, {}});
  if (all_.size() > max_messages) all_.pop_back();
}

void MessageLog::add_to_list(std::string text, Tone tone) {
  add(std::move(text), tone);
  if (!all_.empty()) all_.front().shown_at = -problem_for;
}

void MessageLog::draw_latest(const Theme& theme, float scale, float bottom, double now,
                             FrameSchedule& schedule) {
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float right = ImGui::GetIO().DisplaySize.x - 10 * scale;
  const float wrap = std::min(560 * scale, right - 20 * scale);
  float y = bottom - 8 * scale;
  for (Message& message : all_) {
    if (message.shown_at) break;  // and so are all before it
    message.shown_at = now;
  }
  int shown = 0;
  for (const Message& message : all_) {
    const double left = time_of(message) - (now - *message.shown_at);
    if (left <= 0 || ++shown > max_visible) break;
    schedule.within(left - fades_for);
    const auto alpha = static_cast<float>(std::min(1.0, left / fades_for));
    const char* const begin = message.text.c_str();
    const ImVec2 size = ImGui::CalcTextSize(begin, nullptr, false, wrap);
    const ImVec2 padding{10 * scale, 6 * scale};
    const ImVec2 from{right - size.x - 2 * padding.x, y - size.y - 2 * padding.y};
    list.AddRectFilled(from, {right, y}, with_alpha(theme.raised, alpha));
    list.AddRect(from, {right, y}, with_alpha(theme.border, alpha));
    const ImU32 colour = colour_of(message.tone, theme);
    if (message.tone != Tone::plain) {
      list.AddRectFilled(from, {from.x + 3 * scale, y}, with_alpha(colour, alpha));
    }
    list.AddText(nullptr, 0, {from.x + padding.x, from.y + padding.y},
                 with_alpha(theme.text, alpha), begin, nullptr, wrap);
    name_area("message", message.text, {from, {right, y}});
    y = from.y - 5 * scale;
  }
}

void MessageLog::draw_list(const Theme& theme, float scale) {
  if (!open_) return;
  // Fits into the window, however small, also after it has shrunk.
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 room{display.x - 20 * scale, display.y - 20 * scale};
  const ImVec2 size{std::min(560 * scale, room.x), std::min(320 * scale, room.y)};
  ImGui::SetNextWindowSize(size, ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowPos({std::min(60 * scale, display.x - 10 * scale - size.x),
                           std::min(60 * scale, display.y - 10 * scale - size.y)},
                          ImGuiCond_FirstUseEver);
  if (list_size_.x > display.x || list_size_.y > display.y) ImGui::SetNextWindowSize(size);
  const ImVec2 inside{std::clamp(list_corner_.x, 0.0F, std::max(0.0F, display.x - list_size_.x)),
                      std::clamp(list_corner_.y, 0.0F, std::max(0.0F, display.y - list_size_.y))};
  if (list_size_.x > 0 && (inside.x != list_corner_.x || inside.y != list_corner_.y)) {
    ImGui::SetNextWindowPos(inside);
  }
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  if (ImGui::Begin("messages", &open_, ImGuiWindowFlags_NoCollapse)) {
    if (all_.empty()) ImGui::TextDisabled("no messages");
    for (const Message& message : all_) {
      ImGui::PushStyleColor(ImGuiCol_Text, colour_of(message.tone, theme));
      ImGui::TextWrapped("%s", message.text.c_str());
      ImGui::PopStyleColor();
    }
  }
  list_corner_ = ImGui::GetWindowPos();
  list_size_ = ImGui::GetWindowSize();
  name_area("messages", "",
            {list_corner_, {list_corner_.x + list_size_.x, list_corner_.y + list_size_.y}});
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void NoticeBars::show(Notice notice) {
  remove(notice.id);
  notices_.push_back(std::move(notice));
}

void NoticeBars::remove(std::string_view id) {
  std::erase_if(notices_, [id](const Notice& notice) { return notice.id == id; });
}

bool NoticeBars::has(std::string_view id) const {
  return std::any_of(notices_.begin(), notices_.end(),
                     [id](const Notice& notice) { return notice.id == id; });
}

std::string NoticeBars::more_label() const {
  return notices_.size() > 1 ? fmt::format("{} more", notices_.size() - 1) : std::string();
}

void NoticeBars::draw_text(const Context& context, const Notice& notice) const {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float gap = 8 * context.scale;
  const float margin = 6 * context.scale;
  const auto width_of = [&](const std::string& label) {
    return gap + ImGui::CalcTextSize(label.c_str()).x + 2 * style.FramePadding.x;
  };
  float buttons = width_of("dismiss");
  if (const std::string more = more_label(); !more.empty()) buttons += width_of(more);
  for (const Notice::Choice& choice : notice.choices) buttons += width_of(choice.label);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetFrameHeight();
  const char* const text = notice.text.c_str();
  const float wrap = std::max(width - 2 * margin, 1.0F);
  const bool one_line = ImGui::CalcTextSize(text).x + margin + buttons <= width;
  const float height = one_line ? line
                                : ImGui::CalcTextSize(text, nullptr, false, wrap).y +
                                      2 * style.FramePadding.y + line;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height},
                                            with_alpha(context.theme.warning, 0.18F));
  const float left = ImGui::GetCursorPosX() + margin;
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({left, top + style.FramePadding.y});
  ImGui::PushTextWrapPos(one_line ? -1.0F : left + wrap);
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  name_item("notice text " + notice.text);
  ImGui::SetCursorPos({one_line ? left + ImGui::CalcTextSize(text).x + gap : left,
                       one_line ? top : top + height - line});
}

void NoticeBars::draw(const Context& context) {
  if (notices_.empty()) return;
  const Notice& notice = notices_.back();
  draw_text(context, notice);
  bool first = true;
  const auto button = [&](const std::string& label, const std::string& hint) {
    if (!std::exchange(first, false)) ImGui::SameLine(0, 8 * context.scale);
    const bool pressed = ImGui::Button((label + "##" + notice.id).c_str());
    name_item("notice " + label);
    if (!hint.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint.c_str());
    return pressed;
  };
  bool chosen = false;
  std::function<void()> then;
  for (const Notice::Choice& choice : notice.choices) {
    if (!button(choice.label, choice.hint)) continue;
    chosen = true;
    then = choice.then;
  }
  chosen = button("dismiss", "") || chosen;
  const std::string more = more_label();
  if (!more.empty() && button(more, "show the next")) {
    std::rotate(notices_.begin(), notices_.end() - 1, notices_.end());
    return;
  }
  if (!chosen) return;
  notices_.pop_back();
  if (then) then();
}

}  // namespace fungescope::ui
