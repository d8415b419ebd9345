#include "debugger_ui/app/messages.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/modal.h"

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

void MessageLog::add(std::string text, Tone tone, bool is_shown) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.empty()) return;
  if (all_.empty() || all_.front().text != text) all_.push_front({std::move(text), tone, {}});
  if (all_.size() > max_messages) all_.pop_back();
  all_.front().shown_at = is_shown ? std::nullopt : std::optional(-problem_for);
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

void NoticeBars::show(Notice notice) {
  remove(notice.id);
  notices_.push_back(std::move(notice));
}

bool NoticeBars::has(std::string_view id) const {
  return std::any_of(notices_.begin(), notices_.end(),
                     [id](const Notice& notice) { return notice.id == id; });
}

void NoticeBars::draw(const Context& context) {
  if (notices_.empty()) return;
  const Notice& notice = notices_.back();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);  // the background has the size of what is drawn after it
  list.ChannelsSetCurrent(1);
  ImGui::BeginGroup();
  ImGui::AlignTextToFramePadding();
  wrapped_coloured_text(context.theme.text, notice.text);
  name_item("notice text " + notice.text);
  const auto button = [&](const std::string& label, const std::string& hint) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < button_width(label.c_str())) ImGui::NewLine();
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
  const bool shows_next =
      notices_.size() > 1 && button(fmt::format("{} more", notices_.size() - 1), "show the next");
  ImGui::EndGroup();
  list.ChannelsSetCurrent(0);
  const ImVec2 right{ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x,
                     ImGui::GetItemRectMax().y};
  list.AddRectFilled(ImGui::GetItemRectMin(), right, with_alpha(context.theme.warning, 0.18F));
  list.ChannelsMerge();
  if (shows_next) std::rotate(notices_.begin(), notices_.end() - 1, notices_.end());
  if (!chosen) return;
  notices_.pop_back();
  if (then) then();
}

}  // namespace fungescope::ui
