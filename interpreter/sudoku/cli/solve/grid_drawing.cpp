#include "sudoku/cli/solve/grid_drawing.h"

#include "base/text_table.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace fungescope {
namespace {

bool colours_allowed() {
  const char* const no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* const term = std::getenv("TERM");
  return term != nullptr && std::string_view(term) != "dumb";
}

// Returns whether the locale's character set has line-drawing characters.
bool locale_is_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string upper(value);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return upper.find("UTF-8") != std::string::npos || upper.find("UTF8") != std::string::npos;
  }
  return false;
}

// The left end, the middle and the right end of a line between boxes.
using Joints = std::array<std::string_view, 3>;

std::string rule(const Joints& joints, std::string_view dash, std::size_t box_width) {
  std::string text;
  for (std::size_t box = 0; box < 3; ++box) {
    text += joints[box == 0 ? 0 : 1];
    for (std::size_t i = 0; i < box_width; ++i) text += dash;
  }
  return text.append(joints[2]).append("\n");
}

}  // namespace

GridStyle grid_style_for_output(bool is_terminal) {
  return {is_terminal && colours_allowed(), locale_is_utf8()};
}

std::string draw_grid(const GridDrawing& grid, const GridStyle& style) {
  std::size_t width = 1;
  for (const std::string& cell : grid.cells) width = std::max(width, display_width(cell));
  const std::size_t box_width = 3 * (width + 1) + 1;
  const std::string_view dash = style.unicode ? "─" : "-";
  const std::string_view bar = style.unicode ? "│" : "|";
  const Joints plain{"+", "+", "+"};
  std::string text = rule(style.unicode ? Joints{"┌", "┬", "┐"} : plain, dash, box_width);
  for (std::size_t y = 0; y < 9; ++y) {
    if (y > 0 && y % 3 == 0) {
      text += rule(style.unicode ? Joints{"├", "┼", "┤"} : plain, dash, box_width);
    }
    for (std::size_t x = 0; x < 9; ++x) {
      const std::size_t cell = y * 9 + x;
      if (x % 3 == 0) text.append(bar).append(" ");
      const bool bold = style.bold_givens && cell < grid.givens.size() && grid.givens[cell];
      text.append(width - display_width(grid.cells[cell]), ' ');
      if (bold) text += "\x1b[1m";
      text += grid.cells[cell];
      if (bold) text += "\x1b[0m";
      text += ' ';
    }
    text.append(bar).append("\n");
  }
  return text + rule(style.unicode ? Joints{"└", "┴", "┘"} : plain, dash, box_width);
}

}  // namespace fungescope
