// Scrolling through more rows than pixels can count.
//
// Positions are whole rows in 64 bits: a list of a hundred million rows scrolls as one of
// ten does, where ImGui's own scrolling, in floats, would jump and then stand still.
#pragma once

#include "debugger_ui/widgets/theme.h"

#include <cstdint>

namespace fungescope::ui {

// Where the handle of a scrollbar is, and what dragging it means. Pure, for the tests.
struct ScrollTrack {
  float length = 0;  // of the track, pixels
  std::uint64_t rows = 0;
  std::uint64_t visible = 0;
  float least = 16;  // length of the handle, pixels

  [[nodiscard]] bool needed() const { return rows > visible; }
  [[nodiscard]] std::uint64_t last() const { return needed() ? rows - visible : 0; }
  [[nodiscard]] float handle_length() const;
  [[nodiscard]] float handle_at(std::uint64_t first) const;
  // The first row when the handle's upper end is at `y`.
  [[nodiscard]] std::uint64_t first_at(float y) const;
};

class RowScroller {
 public:
  // Takes the wheel, and draws the bar into the right edge of the area, which lies in the current
  // window. Keeps the first row in range. Returns the width that the bar took, 0 without one.
  float update(const Theme& theme, float scale, ImVec2 corner, ImVec2 size, std::uint64_t rows,
               std::uint64_t visible, float rows_per_notch = 3);

  [[nodiscard]] std::uint64_t first() const { return first_; }
  void set_first(std::uint64_t row) { first_ = row; }
  // So that the row is visible; in the middle if it was not.
  void reveal(std::uint64_t row, std::uint64_t visible);
  // Has the person scrolled in this frame?
  [[nodiscard]] bool moved() const { return moved_; }

 private:
  std::uint64_t first_ = 0;
  float grabbed_ = 0;  // where in the handle
  float wheel_rest_ = 0;
  bool moved_ = false;
};

}  // namespace fungescope::ui
