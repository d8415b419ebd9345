#include "session/views/region_board.h"

#include "base/escape.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/views/views.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t max_marks_on_any_board = 8;
// Larger boards are not drawn: nobody would see a square, and a variable may hold anything.
constexpr std::int64_t max_squares = 1 << 16;

// The cells of the field at one instant.
struct CellReader {
  const Playfield& field;
  const Snapshot* earlier = nullptr;  // instead of the present
  // 0 outside the field.
  [[nodiscard]] std::int64_t operator()(Point at) const {
    if (!field.contains(at)) return 0;
    return earlier == nullptr ? field.at(at) : earlier->cell(at);
  }
  // Whether the value differs from the source's.
  [[nodiscard]] bool is_set(Point at) const {
    if (!field.contains(at)) return false;
    return earlier == nullptr ? !is_unset(field, at)
                              : earlier->cell(at) != field.source()[field.index_of(at)];
  }
};

std::int64_t value_of(const BoardExtent& extent, const Symbols& symbols, const CellReader& cells) {
  if (extent.variable.empty()) return extent.number;
  const auto variable = symbols.variable(extent.variable);
  return variable ? cells((*variable)->at) : 0;
}

// Returns 0x0 unless both extents are from 1 to the ones of `max`.
Size value_of(const BoardSize& size, const Symbols& symbols, const CellReader& cells, Size max) {
  const Size result{value_of(size.width, symbols, cells), value_of(size.height, symbols, cells)};
  const bool fits = result.width >= 1 && result.height >= 1 && result.width <= max.width &&
                    result.height <= max.height;
  return fits ? result : Size{0, 0};
}

Size size_of(const Region& region, const Symbols& symbols, const CellReader& cells) {
  const BoardStyle& style = *region.board;
  Size size = region.area.size;
  if (style.size) {
    const Size max = style.pieces.empty() ? size : Size{max_squares, max_squares};
    size = value_of(*style.size, symbols, cells, max);
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

void add_cells(RegionBoardView& view, const Region& region, const CellReader& cells) {
  for (std::size_t i = 0; i < view.squares.size(); ++i) {
    const Point at = view.size.point_at(i);
    BoardSquare& square = view.squares[i];
    square.cell = {region.area.corner.x + at.x, region.area.corner.y + at.y};
    square.has_cell = true;
    square.value = cells(square.cell);
    square.text = square_text(square.value, region.encoding);
  }
}

// Returns the cells that hold positions; none before the program has set them, and if the variable
// for their column is outside the region.
std::vector<Point> cells_of_pieces(const Region& region, const Symbols& symbols,
                                   const CellReader& cells) {
  Rectangle area = region.area;
  if (const std::string& name = region.board->column; !name.empty()) {
    const auto variable = symbols.variable(name);
    if (!variable || !cells.is_set((*variable)->at)) return {};
    area.corner.x = cells((*variable)->at);
    area.size.width = 1;
    if (!region.area.contains(area.corner)) return {};
  }
  std::vector<Point> found;
  bool any_set = false;
  for (std::int64_t i = 0; i < area.size.area(); ++i) {
    found.push_back({area.corner.x + i % area.size.width, area.corner.y + i / area.size.width});
    any_set = any_set || cells.is_set(found.back());
  }
  return any_set ? found : std::vector<Point>();
}

void add_pieces(RegionBoardView& view, const Region& region, const Symbols& symbols,
                const CellReader& cells) {
  const std::string& pieces = region.board->pieces;
  const std::vector<Point> found = cells_of_pieces(region, symbols, cells);
  for (std::size_t i = 0; i < std::min(pieces.size(), found.size()); ++i) {
    const std::int64_t position = cells(found[i]);
    if (position < 0 || position >= view.size.area()) {
      view.off_board += pieces[i];
      continue;
    }
    BoardSquare& square = view.squares[static_cast<std::size_t>(position)];
    square.text += pieces[i];
    if (std::exchange(square.has_cell, true)) continue;
    square.cell = found[i];
    square.value = position;
  }
}

std::vector<std::string> values_on(const RegionBoardView& view) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (const BoardSquare& square : view.squares) {
    if (!square.text.empty()) found.emplace_back(square.value, square.text);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> values;
  for (auto& [value, text] : found) values.push_back(std::move(text));
  return values;
}

void hide(RegionBoardView& view, const Region& mask, const CellReader& cells) {
  for (std::size_t i = 0; i < view.squares.size(); ++i) {
    const Point at = view.size.point_at(i);
    const Point cell{mask.area.corner.x + at.x, mask.area.corner.y + at.y};
    BoardSquare& square = view.squares[i];
    square.hidden = square_text(cells(cell), mask.encoding).empty();
    if (!square.hidden) continue;
    square.text.clear();
    square.value = 0;
  }
}

RegionBoardView decode(const Region& region, const Symbols& symbols, const CellReader& cells) {
  const BoardStyle& style = *region.board;
  RegionBoardView view;
  view.name = region.name;
  view.size = size_of(region, symbols, cells);
  view.columns = style.columns;
  view.rows = style.rows;
  view.pieces = !style.pieces.empty();
  view.text = region.encoding.kind == Encoding::Kind::ascii && !style.boxes && !view.pieces;
  view.squares.resize(static_cast<std::size_t>(view.size.area()));
  if (view.pieces) {
    add_pieces(view, region, symbols, cells);
  } else {
    add_cells(view, region, cells);
  }
  if (style.boxes) view.boxes = value_of(*style.boxes, symbols, cells, {max_squares, max_squares});
  for (const BoardSquare& square : view.squares) {
    view.width = std::max(view.width, square.text.size());
  }
  if (std::any_of(style.click.begin(), style.click.end(),
                  [](const TypedPart& part) { return part.values; })) {
    view.values = values_on(view);
  }
  const Region* const mask = style.mask.empty() ? nullptr : symbols.region(style.mask);
  if (mask != nullptr) hide(view, *mask, cells);
  return view;
}

// The characters of the longest of `count` labels, which is at one of the ends.
std::size_t widest(const BoardLabels& labels, std::int64_t count) {
  return std::max(labels.at(0).size(), labels.at(count - 1).size());
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
  RegionBoardView view = decode(region, symbols, {field});
  if (earlier == nullptr || earlier->field_size() != field.size()) return view;
  const RegionBoardView before = decode(region, symbols, {field, earlier});
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

std::string square_name(const RegionBoardView& view, Point at) {
  const std::string column = view.columns.at(at.x);
  const std::string row = view.rows.at(at.y);
  if (view.columns.written.empty() || column.empty() || row.empty()) {
    return "square " + to_string(at);
  }
  return is_letter(column.front()) ? column + row : fmt::format("column {}, row {}", column, row);
}

namespace {

// As it stands in the field, below a ruler.
std::string text_board(const RegionBoardView& view) {
  const std::size_t digits = fmt::formatted_size("{}", view.size.height - 1);
  std::string text = column_ruler(0, view.size.width, std::string(digits + 5, ' '));
  std::string changed;
  for (std::size_t i = 0; i < view.squares.size(); ++i) {
    const Point at = view.size.point_at(i);
    const BoardSquare& square = view.squares[i];
    if (at.x == 0) text += fmt::format("  {:>{}} | ", at.y, digits);
    text += square.hidden ? "?" : square.text.empty() ? " " : square.text;
    if (square.changed) changed += fmt::format(" {}({},{})", view.name, at.x, at.y);
    if (at.x + 1 < view.size.width) continue;
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return changed.empty() ? text : text + "  changed:" + changed + '\n';
}

}  // namespace

std::string to_text(const RegionBoardView& view) {
  std::string text =
      fmt::format("{}, {}x{}\n", escape_controls(view.name), view.size.width, view.size.height);
  if (view.squares.empty()) return text + "  the board has no squares yet\n";
  if (view.text) return text + text_board(view);
  const bool marks = std::any_of(view.squares.begin(), view.squares.end(),
                                 [](const BoardSquare& square) { return square.changed; });
  const std::size_t cell =
      std::max(view.width, widest(view.columns, view.size.width)) + (marks ? 2 : 1);
  const std::size_t margin = 3 + widest(view.rows, view.size.height);
  const auto box_begins = [](std::int64_t at, std::int64_t box) {
    return at == 0 || (box > 0 && at % box == 0);
  };
  std::string heading(margin, ' ');
  for (std::int64_t x = 0; x < view.size.width; ++x) {
    if (box_begins(x, view.boxes.width)) heading += x == 0 ? " " : "  ";
    heading +=
        fmt::format("{:>{}}{}", view.columns.at(x), cell - (marks ? 1 : 0), marks ? " " : "");
  }
  text += heading.substr(0, heading.find_last_not_of(' ') + 1) + '\n';
  for (std::int64_t y = 0; y < view.size.height; ++y) {
    if (box_begins(y, view.boxes.height)) text += box_rule(view, margin, cell);
    text += fmt::format("{:>{}} ", view.rows.at(y), margin - 1);
    for (std::int64_t x = 0; x < view.size.width; ++x) {
      const BoardSquare& square = view.at({x, y});
      if (box_begins(x, view.boxes.width)) text += x == 0 ? "|" : " |";
      const std::string shown = escape_controls(square.hidden         ? "?"
                                                : square.text.empty() ? "."
                                                                      : square.text) +
                                (square.changed ? "*" : "");
      text += fmt::format("{:>{}}", shown + (marks && !square.changed ? " " : ""), cell);
    }
    text += " |\n";
  }
  text += box_rule(view, margin, cell);
  if (!view.off_board.empty()) text += fmt::format("  off the board: {}\n", view.off_board);
  return text;
}

}  // namespace fungescope
