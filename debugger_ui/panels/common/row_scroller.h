// A scrollbar for more rows than ImGui can address.
//
// Positions are whole rows in 64 bits, so a list of a hundred million rows scrolls smoothly, where
// ImGui's float positions would lose precision.
#pragma once

#include "debugger_ui/widgets/theme.h"

#include <cstdint>

namespace fungescope::ui {

// Maps between scrollbar positions and rows.
struct ScrollTrack {
  float length = 0;  // of the track, pixels
  std::uint64_t rows = 0;
  std::uint64_t visible = 0;
  float min_handle_length = 16;  // minimum length of the handle, pixels

  [[nodiscard]] bool needed() const { return rows > visible; }
  [[nodiscard]] std::uint64_t last() const { return needed() ? rows - visible : 0; }
  [[nodiscard]] float handle_length() const;
  [[nodiscard]] float handle_at(std::uint64_t first) const;
  // Returns the first row when the top of the handle is at `y`.
  [[nodiscard]] std::uint64_t first_at(float y) const;
};

class RowScroller {
 public:
  // Handles the wheel and draws the bar at the right edge of the area, which lies in the current
  // window. Clamps the first row. Returns the width of the bar, 0 without one.
  float update(const Theme& theme, float scale, ImVec2 corner, ImVec2 size, std::uint64_t rows,
               std::uint64_t visible, float rows_per_notch = 3);

  [[nodiscard]] std::uint64_t first() const { return first_; }
  void set_first(std::uint64_t row) { first_ = row; }
  // Scrolls until the row is visible, centring it if it was not.
  void reveal(std::uint64_t row, std::uint64_t visible);
  // Has the user scrolled in this frame?
  [[nodiscard]] bool moved() const { return moved_; }

 private:
  std::uint64_t first_ = 0;
  float grabbed_ = 0;  // offset within the handle
  float wheel_rest_ = 0;
  bool moved_ = false;
};

}  // namespace fungescope::ui
