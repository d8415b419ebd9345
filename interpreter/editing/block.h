// A rectangle of cells that is cut, copied and pasted.
#pragma once

#include "lang/dialect.h"
#include "lang/geometry.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope::editing {

// Rotations and reflections.
enum class Turn : std::uint8_t { clockwise, counter_clockwise, left_right, top_bottom };

// Whether rotating and mirroring also exchange `> v < ^` and `_ |`, so that the code still flows as
// it did.
enum class Arrows : std::uint8_t { keep, turn };

struct Block {
  Size size;
  std::u32string cells;  // row by row

  [[nodiscard]] char32_t at(Point cell) const {
    return cells[static_cast<std::size_t>(cell.y * size.width + cell.x)];
  }

  // A line a row, without the blanks at its end, in the characters of a dialect's sources.
  [[nodiscard]] std::string to_text(const Dialect& dialect = Dialect()) const;
  // Returns the smallest block that contains all lines; LF, CRLF and CR end them. Empty if the text
  // is.
  [[nodiscard]] static Block from_text(std::string_view text, const Dialect& dialect = Dialect());

  friend bool operator==(const Block&, const Block&) = default;
};

// A block and the number of its `_` and `|` that take the other branch now: after a quarter turn
// `_` is `|`, but one of the two then decides the wrong way round, and needs a `!` before it.
struct TurnedBlock {
  Block block;
  std::int64_t reversed_branches = 0;
};

[[nodiscard]] TurnedBlock turn(const Block& block, Turn how, Arrows arrows);

}  // namespace fungescope::editing
