#include "session/views/region_board.h"

#include "base/escape.h"
#include "lang/value_format.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using CellValue = std::function<std::int64_t(Point)>;

constexpr std::size_t max_marks_on_any_board = 8;
// Larger boards are not drawn: nobody would see a square, and a variable may hold anything.
constexpr std::int64_t max_squares = 1 << 16;

std::int64_t value_of(const BoardExtent& extent, const Symbols& symbols, const CellValue& values) {
  if (extent.variable.empty()) return extent.number;
  const auto variable = symbols.variable(extent.variable);
  return variable ? values((*variable)->at) : 0;
}

// Returns 0x0 unless both extents are from 1 to the ones of `max`.
Size value_of(const BoardSize& size, const Symbols& symbols, const CellValue& values, Size max) {
  const Size result{value_of(size.width, symbols, values), value_of(size.height, symbols, values)};
  const bool fits = result.width >= 1 && result.height >= 1 && result.width <= max.width &&
                    result.height <= max.height;
  return fits ? result : Size{0, 0};
}

Size size_of(const Region& region, const Symbols& symbols, const CellValue& values) {
  const BoardStyle& style = *region.board;
  Size size = region.area.size;
  if (style.size) {
    const Size max = style.pieces.empty() ? size : Size{max_squares, max_squares};
    size = value_of(*style.size, symbols, values, max);
  }
  return size.area() <= max_squares ? size : Size{0, 0};
}

// Zero, a blank and a false value leave a square empty.
std::string square_text(std::int64_t value, const Encoding& encoding) {
  switch (encoding.kind) {
    case Encoding::Kind::ascii:
      return is_visible_ascii(value) ? std::string(1, static_cast<char>(value)) : std::string();
    case Encoding::Kind::boolean:
      return value == encoding.false_value ? std::string() : format_cell(value, encoding);
    case Encoding::Kind::decimal:
    case Encoding::Kind::hex:
      break;
  }
  return value == 0 ? std::string() : format_cell(value, encoding);
}

RegionBoardView squares_of_cells(const Region& region, Size size, const CellValue& values) {
  RegionBoardView view;
  view.size = size;
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      BoardSquare square;
      square.cell = {region.area.corner.x + x, region.area.corner.y + y};
      square.has_cell = true;
      square.value = values(square.cell);
      square.text = square_text(square.value, region.encoding);
      view.squares.push_back(std::move(square));
    }
  }
  return view;
}

// Returns the cells that hold positions; none if the variable for their column is outside the
// region.
std::vector<Point> cells_of_pieces(const Region& region, const Symbols& symbols,
                                   const CellValue& values) {
  Rectangle area = region.area;
  if (const std::string& name = region.board->column; !name.empty()) {
    area.corner.x = value_of(BoardExtent{0, name}, symbols, values);
    area.size.width = 1;
    if (!region.area.contains(area.corner)) return {};
  }
  std::vector<Point> cells;
  for (std::int64_t i = 0; i < area.size.area(); ++i) {
    cells.push_back({area.corner.x + i % area.size.width, area.corner.y + i / area.size.width});
  }
  return cells;
}

RegionBoardView squares_of_pieces(const Region& region, Size size, const Symbols& symbols,
                                  const CellValue& values) {
  RegionBoardView view;
  view.pieces = true;
  view.size = size;
  view.squares.resize(static_cast<std::size_t>(size.area()));
  const std::string& pieces = region.board->pieces;
  const std::vector<Point> cells = cells_of_pieces(region, symbols, values);
  for (std::size_t i = 0; i < std::min(pieces.size(), cells.size()); ++i) {
    const Point cell = cells[i];
    const std::int64_t position = values(cell);
    if (position < 0 || position >= size.area()) {
      view.off_board += pieces[i];
      continue;
    }
    BoardSquare& square = view.squares[static_cast<std::size_t>(position)];
    square.text += pieces[i];
    if (std::exchange(square.has_cell, true)) continue;
    square.cell = cell;
    square.value = position;
  }
  return view;
}

RegionBoardView decode(const Region& region, const Symbols& symbols, const CellValue& values) {
  const BoardStyle& style = *region.board;
  const Size size = size_of(region, symbols, values);
  RegionBoardView view = style.pieces.empty() ? squares_of_cells(region, size, values)
                                              : squares_of_pieces(region, size, symbols, values);
  view.name = region.name;
  if (style.boxes) view.boxes = value_of(*style.boxes, symbols, values, {max_squares, max_squares});
  for (const BoardSquare& square : view.squares) {
    view.width = std::max(view.width, square.text.size());
  }
  return view;
}

// A rule between rows of boxes: one character a column, `+` where a box ends.
std::string box_rule(const RegionBoardView& view, std::size_t margin, std::size_t cell) {
  std::string text(margin, ' ');
  text += '+';
  for (std::int64_t x = 0; x < view.size.width; ++x) {
    text.append(cell, '-');
    const bool box_ends = view.boxes.width > 0 && (x + 1) % view.boxes.width == 0;
    if (box_ends || x + 1 == view.size.width) text += "-+";
  }
  return text + '\n';
}

}  // namespace

RegionBoardView view_region_board(const Region& region, const Symbols& symbols,
                                  const Playfield& field, const Snapshot* earlier) {
  if (!fits_into(region.area, field.size())) {
    RegionBoardView view;
    view.name = region.name;
    return view;
  }
  const auto now = [&field](Point at) { return field.contains(at) ? field.at(at) : 0; };
  RegionBoardView view = decode(region, symbols, now);
  if (earlier == nullptr || earlier->field_size() != field.size()) return view;
  const RegionBoardView before =
      decode(region, symbols, [&](Point at) { return field.contains(at) ? earlier->cell(at) : 0; });
  // A board of another size is a new one.
  if (before.size != view.size) return view;
  std::size_t changes = 0;
  for (std::size_t i = 0; i < view.squares.size(); ++i) {
    view.squares[i].changed = view.squares[i].text != before.squares[i].text;
    changes += view.squares[i].changed ? 1 : 0;
  }
  // Marks on most of the squares are useless.
  if (changes > max_marks_on_any_board && 2 * changes > view.squares.size()) {
    for (BoardSquare& square : view.squares) square.changed = false;
  }
  return view;
}

std::vector<RegionBoardView> view_region_boards(const Symbols& symbols, const Playfield& field,
                                                const Snapshot* earlier) {
  std::vector<RegionBoardView> views;
  for (const Region& region : symbols.regions()) {
    if (region.board) views.push_back(view_region_board(region, symbols, field, earlier));
  }
  return views;
}

std::string to_text(const RegionBoardView& view) {
  std::string text =
      fmt::format("{}, {}x{}\n", escape_controls(view.name), view.size.width, view.size.height);
  if (view.squares.empty()) return text + "  the board has no squares yet\n";
  const bool marks = std::any_of(view.squares.begin(), view.squares.end(),
                                 [](const BoardSquare& square) { return square.changed; });
  const std::size_t digits = fmt::formatted_size("{}", view.size.width - 1);
  const std::size_t cell = std::max(view.width, digits) + (marks ? 2 : 1);
  const std::size_t margin = 3 + fmt::formatted_size("{}", view.size.height - 1);
  const auto box_begins = [](std::int64_t at, std::int64_t box) {
    return at == 0 || (box > 0 && at % box == 0);
  };
  std::string heading(margin, ' ');
  for (std::int64_t x = 0; x < view.size.width; ++x) {
    if (box_begins(x, view.boxes.width)) heading += x == 0 ? " " : "  ";
    heading += fmt::format("{:>{}}{}", x, cell - (marks ? 1 : 0), marks ? " " : "");
  }
  text += heading.substr(0, heading.find_last_not_of(' ') + 1) + '\n';
  for (std::int64_t y = 0; y < view.size.height; ++y) {
    if (box_begins(y, view.boxes.height)) text += box_rule(view, margin, cell);
    text += fmt::format("{:>{}} ", y, margin - 1);
    for (std::int64_t x = 0; x < view.size.width; ++x) {
      const BoardSquare& square = view.at({x, y});
      if (box_begins(x, view.boxes.width)) text += x == 0 ? "|" : " |";
      const std::string shown =
          escape_controls(square.text.empty() ? "." : square.text) + (square.changed ? "*" : "");
      text += fmt::format("{:>{}}", shown + (marks && !square.changed ? " " : ""), cell);
    }
    text += " |\n";
  }
  text += box_rule(view, margin, cell);
  if (!view.off_board.empty()) text += fmt::format("  off the board: {}\n", view.off_board);
  return text;
}

}  // namespace fungescope
