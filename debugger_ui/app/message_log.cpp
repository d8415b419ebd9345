#include "debugger_ui/app/message_log.h"

#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

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

}  // namespace fungescope::ui
