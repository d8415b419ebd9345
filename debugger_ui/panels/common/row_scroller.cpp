#include "debugger_ui/panels/common/row_scroller.h"

#include <algorithm>
#include <cmath>

namespace fungescope::ui {

float ScrollTrack::handle_length() const {
  if (!needed()) return length;
  const double share = static_cast<double>(visible) / static_cast<double>(rows);
  return std::clamp(static_cast<float>(share) * length, std::min(min_handle_length, length),
                    length);
}

float ScrollTrack::handle_at(std::uint64_t first) const {
  if (!needed()) return 0;
  const double share = static_cast<double>(std::min(first, last())) / static_cast<double>(last());
  return static_cast<float>(share * static_cast<double>(length - handle_length()));
}

std::uint64_t ScrollTrack::first_at(float y) const {
  const float way = length - handle_length();
  if (!needed() || way <= 0) return 0;
  const double share = std::clamp(static_cast<double>(y) / static_cast<double>(way), 0.0, 1.0);
  if (share >= 1) return last();
  return std::min(last(),
                  static_cast<std::uint64_t>(std::round(share * static_cast<double>(last()))));
}

float RowScroller::update(const Theme& theme, float scale, ImVec2 corner, ImVec2 size,
                          std::uint64_t rows, std::uint64_t visible, float rows_per_notch) {
  const ScrollTrack track{size.y, rows, visible, 16 * scale};
  const std::uint64_t before = first_;
  moved_ = false;
  first_ = std::min(first_, track.last());
  if (!track.needed()) return 0;

  if (ImGui::IsWindowHovered() &&
      ImGui::IsMouseHoveringRect(corner, {corner.x + size.x, corner.y + size.y})) {
    wheel_rest_ += ImGui::GetIO().MouseWheel * rows_per_notch;
    const float whole = std::trunc(wheel_rest_);
    wheel_rest_ -= whole;
    const auto steps = static_cast<std::uint64_t>(std::fabs(whole));
    if (whole > 0) first_ -= std::min(first_, steps);
    if (whole < 0) first_ = std::min(first_ + steps, track.last());
  }

  const float width = std::floor(10 * scale);
  const float left = corner.x + size.x - width;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({left, corner.y});
  ImGui::InvisibleButton("##rows", {width, size.y});
  const float mouse = ImGui::GetIO().MousePos.y - corner.y;
  if (ImGui::IsItemActivated()) {
    const float handle = track.handle_at(first_);
    const bool on_it = mouse >= handle && mouse < handle + track.handle_length();
    grabbed_ = on_it ? mouse - handle : track.handle_length() / 2;
  }
  if (ImGui::IsItemActive()) first_ = track.first_at(mouse - grabbed_);
  const ImU32 colour = ImGui::IsItemActive()    ? theme.dim
                       : ImGui::IsItemHovered() ? theme.active
                                                : theme.hovered;
  const float top = corner.y + track.handle_at(first_);
  ImGui::GetWindowDrawList()->AddRectFilled(
      {left + 2 * scale, top + 1}, {left + width - 2 * scale, top + track.handle_length() - 1},
      colour, 2 * scale);
  ImGui::SetCursorScreenPos(cursor);
  moved_ = first_ != before;
  return width;
}

void RowScroller::reveal(std::uint64_t row, std::uint64_t visible) {
  if (row >= first_ && row - first_ < visible) return;
  first_ = row > visible / 2 ? row - visible / 2 : 0;
}

}  // namespace fungescope::ui
