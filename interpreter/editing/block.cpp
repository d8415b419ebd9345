#include "editing/block.h"

#include "lang/line_reader.h"
#include "lang/source_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace fungescope::editing {
namespace {

// The instructions as they are after an operation, and the branch that is then reversed.
struct TurnTable {
  std::u32string_view from;
  std::u32string_view to;
  char32_t reversed = 0;
};
// A `_` goes east if the value is 0 and a `|` south. A turn to the right takes east to south, so a
// `_` becomes a `|` exactly; a `|` would go west if 0, which no instruction does.
constexpr std::array<TurnTable, 4> turn_tables{{{U">v<^_|", U"v<^>|_", U'|'},
                                                {U">v<^_|", U"^>v<|_", U'_'},
                                                {U"><", U"<>", U'_'},
                                                {U"^v", U"v^", U'|'}}};

}  // namespace

std::string Block::to_text(const Dialect& dialect) const {
  std::string text;
  const auto width = static_cast<std::size_t>(size.width);
  for (std::size_t row = 0; row < static_cast<std::size_t>(size.height); ++row) {
    if (row > 0) text += '\n';
    const std::u32string_view line = std::u32string_view(cells).substr(row * width, width);
    text += encode_characters(line.substr(0, line.find_last_not_of(U' ') + 1), dialect);
  }
  return text;
}

Block Block::from_text(std::string_view text, const Dialect& dialect) {
  Block block;
  std::vector<std::u32string> rows;
  LineReader lines(text, LineEndings::any);
  while (const auto line = lines.next()) {
    rows.push_back(decode_characters(*line, dialect));
    block.size.width = std::max(block.size.width, static_cast<std::int64_t>(rows.back().size()));
    ++block.size.height;
  }
  if (block.size.width == 0) return {};
  for (const std::u32string& row : rows) {
    block.cells += row;
    block.cells.append(static_cast<std::size_t>(block.size.width) - row.size(), U' ');
  }
  return block;
}

TurnedBlock turn(const Block& block, Turn how, Arrows arrows) {
  const bool quarter = how == Turn::clockwise || how == Turn::counter_clockwise;
  const Size size = quarter ? Size{block.size.height, block.size.width} : block.size;
  TurnedBlock result{{size, {}}, 0};
  const TurnTable& table = turn_tables[static_cast<std::size_t>(how)];
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    Point from = size.point_at(i);
    if (quarter) std::swap(from.x, from.y);
    if (how == Turn::clockwise || how == Turn::top_bottom) {
      from.y = block.size.height - 1 - from.y;
    } else {
      from.x = block.size.width - 1 - from.x;
    }
    char32_t cell = block.at(from);
    if (arrows == Arrows::turn) {
      if (cell == table.reversed) ++result.reversed_branches;
      const std::size_t found = table.from.find(cell);
      if (found != std::u32string_view::npos) cell = table.to[found];
    }
    result.block.cells += cell;
  }
  return result;
}

}  // namespace fungescope::editing
