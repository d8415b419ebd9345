// A scrollbar for more rows than an ImGui window can address.
//
// Positions are whole rows in 64 bits, so a list of a hundred million rows scrolls smoothly, where
// ImGui's float positions would lose precision.
#pragma once

#include <cstdint>

#include <imgui/imgui.h>

namespace fungescope::ui {

class RowScroller {
 public:
  // Handles the wheel and draws the bar at the right edge of the area, which lies in the current
  // window. Clamps the first row. Returns the width of the bar, 0 without one.
  float update(ImVec2 corner, ImVec2 size, std::uint64_t rows, std::uint64_t visible,
               float rows_per_notch = 3);

  [[nodiscard]] std::uint64_t first() const { return first_; }
  void set_first(std::uint64_t row) { first_ = row; }
  // Scrolls until the row is visible, centring it if it was not.
  void reveal(std::uint64_t row, std::uint64_t visible);
  // Has the user scrolled in this frame?
  [[nodiscard]] bool moved() const { return moved_; }

 private:
  std::uint64_t first_ = 0;
  float wheel_rest_ = 0;
  bool moved_ = false;
};

}  // namespace fungescope::ui
