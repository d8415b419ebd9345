#include "debugger_ui/panels/common/row_scroller.h"

#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

namespace fungescope::ui {

float RowScroller::update(ImVec2 corner, ImVec2 size, std::uint64_t rows, std::uint64_t visible,
                          float rows_per_notch) {
  const std::uint64_t before = first_;
  const std::uint64_t last = rows > visible ? rows - visible : 0;
  moved_ = false;
  first_ = std::min(first_, last);
  if (last == 0) return 0;

  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, end)) {
    wheel_rest_ += ImGui::GetIO().MouseWheel * rows_per_notch;
    const float whole = std::trunc(wheel_rest_);
    wheel_rest_ -= whole;
    const auto steps = static_cast<std::uint64_t>(std::fabs(whole));
    first_ = whole > 0 ? first_ - std::min(first_, steps) : std::min(first_ + steps, last);
  }

  const float width = ImGui::GetStyle().ScrollbarSize;
  const ImRect bar(end.x - width, corner.y, end.x, end.y);
  const ImGuiID id = ImGui::GetID("##rows");
  auto first = static_cast<ImS64>(first_);
  ImGui::KeepAliveID(id);
  ImGui::ScrollbarEx(bar, id, ImGuiAxis_Y, &first, static_cast<ImS64>(visible),
                     static_cast<ImS64>(rows), 0);
  name_area("bar of rows", {}, {bar.Min, bar.Max});
  first_ = static_cast<std::uint64_t>(first);
  moved_ = first_ != before;
  return width;
}

void RowScroller::reveal(std::uint64_t row, std::uint64_t visible) {
  if (row >= first_ && row - first_ < visible) return;
  first_ = row > visible / 2 ? row - visible / 2 : 0;
}

}  // namespace fungescope::ui
