#include "editing/block.h"

#include "lang/line_reader.h"

#include <algorithm>

namespace fungescope::editing {
namespace {

// The instructions as they are after an operation, and the branch that is then reversed.
struct TurnTable {
  std::string_view from;
  std::string_view to;
  char reversed = 0;
};
// A `_` goes east if the value is 0 and a `|` south. A turn to the right takes east to south, so a
// `_` becomes a `|` exactly; a `|` would go west if 0, which no instruction does.
constexpr TurnTable clockwise{">v<^_|", "v<^>|_", '|'};
constexpr TurnTable counter_clockwise{">v<^_|", "^>v<|_", '_'};
constexpr TurnTable left_right{"><", "<>", '_'};
constexpr TurnTable top_bottom{"^v", "v^", '|'};

void turn(TurnedBlock& turned, const TurnTable& table) {
  for (char& cell : turned.block.cells) {
    if (cell == table.reversed) ++turned.reversed_branches;
    const std::size_t found = table.from.find(cell);
    if (found != std::string_view::npos) cell = table.to[found];
  }
}

// Fills a block of `size` with the cells that `source_of` names.
template <class SourceOf>
TurnedBlock rearranged(const Block& block, Size size, const SourceOf& source_of) {
  TurnedBlock result{{size, {}}, 0};
  result.block.cells.reserve(block.cells.size());
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      result.block.cells += block.at(source_of(Point{x, y}));
    }
  }
  return result;
}

}  // namespace

std::string Block::to_text() const {
  std::string text;
  const auto width = static_cast<std::size_t>(size.width);
  for (std::size_t row = 0; row < static_cast<std::size_t>(size.height); ++row) {
    if (row > 0) text += '\n';
    const std::string_view line = std::string_view(cells).substr(row * width, width);
    text += line.substr(0, line.find_last_not_of(' ') + 1);
  }
  return text;
}

Block Block::from_text(std::string_view text) {
  Block block;
  const LineReader lines(text, LineEndings::any);
  LineReader measured = lines;
  while (const auto line = measured.next()) {
    block.size.width = std::max(block.size.width, static_cast<std::int64_t>(line->size()));
    ++block.size.height;
  }
  if (block.size.width == 0) return {};
  LineReader read = lines;
  while (const auto line = read.next()) {
    block.cells += *line;
    block.cells.append(static_cast<std::size_t>(block.size.width) - line->size(), ' ');
  }
  return block;
}

TurnedBlock rotated(const Block& block, Rotation rotation, Arrows arrows) {
  const bool right = rotation == Rotation::clockwise;
  const Point last{block.size.width - 1, block.size.height - 1};
  TurnedBlock result =
      rearranged(block, {block.size.height, block.size.width}, [right, last](Point cell) {
        return right ? Point{cell.y, last.y - cell.x} : Point{last.x - cell.y, cell.x};
      });
  if (arrows == Arrows::turn) turn(result, right ? clockwise : counter_clockwise);
  return result;
}

TurnedBlock mirrored(const Block& block, Mirror mirror, Arrows arrows) {
  const bool sideways = mirror == Mirror::left_right;
  const Point last{block.size.width - 1, block.size.height - 1};
  TurnedBlock result = rearranged(block, block.size, [sideways, last](Point cell) {
    return sideways ? Point{last.x - cell.x, cell.y} : Point{cell.x, last.y - cell.y};
  });
  if (arrows == Arrows::turn) turn(result, sideways ? left_right : top_bottom);
  return result;
}

}  // namespace fungescope::editing
