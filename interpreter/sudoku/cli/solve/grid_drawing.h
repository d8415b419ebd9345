// Draws a grid with its boxes, for terminals and text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fungescope {

struct GridStyle {
  bool bold_givens = false;  // with terminal escapes
  bool unicode = false;      // line-drawing characters, else + - |
};

// Returns the style that standard output and the locale allow.
[[nodiscard]] GridStyle grid_style_for_output(bool is_terminal);

struct GridDrawing {
  std::vector<std::string> cells;  // 81, row by row
  std::vector<bool> givens;        // empty: none
};
// Returns lines with their ends.
[[nodiscard]] std::string draw_grid(const GridDrawing& grid, const GridStyle& style);

}  // namespace fungescope
