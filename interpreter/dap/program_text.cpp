#include "dap/program_text.h"

#include "base/escape.h"
#include "lang/line_reader.h"
#include "lang/source_text.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

namespace fungescope::dap {
namespace {

// Returns the name in a heading, a line of dashes that columns of the program may cross; empty if
// the line is not one.
std::string heading_in(std::string_view line) {
  constexpr std::size_t min_dashes = 8;
  std::string name;
  std::size_t dashes = 0;
  bool closed = false;  // after the end of the name
  for (const char c : line) {
    if (is_letter(c) || is_digit_character(c) || c == '_') {
      if (closed) return {};
      name += c;
    } else if (c == '-' || c == ' ' || c == '|') {
      dashes += c == '-' ? 1 : 0;
      closed = !name.empty();
    } else {
      return {};
    }
  }
  return dashes >= min_dashes ? name : std::string();
}

}  // namespace

ProgramText::ProgramText(std::string bytes, const Dialect& dialect) : bytes_(std::move(bytes)) {
  first_line_ = static_cast<std::int64_t>(split_source(bytes_, dialect).first_line);
  bytes_.erase(0, split_source(bytes_, Dialect()).before.size());  // a byte-order mark
  utf8_ = valid_utf8_prefix(bytes_) == bytes_.size();
  cells_are_bytes_ = !utf8_ || !dialect.utf8_source;
  LineReader reader(bytes_, LineEndings::any);
  while (const auto line = reader.next()) {
    lines_.push_back({static_cast<std::size_t>(line->data() - bytes_.data()), line->size()});
    if (std::string name = heading_in(*line); !name.empty()) {
      headings_.push_back({row_of(line_count()), std::move(name)});
    }
  }
  if (lines_.empty()) lines_.emplace_back();
}

std::string ProgramText::decoded() const {
  return utf8_ ? bytes_ : latin1_to_utf8(bytes_);
}

std::string_view ProgramText::bytes_of(std::int64_t line) const {
  const Line& found = lines_[static_cast<std::size_t>(line - 1)];
  return std::string_view(bytes_).substr(found.begin, found.size);
}

EditorPosition ProgramText::position_of(Point cell) const {
  const std::int64_t wanted = cell.y + first_line_;
  const std::int64_t line = std::min(wanted, line_count());
  const std::vector<Column> columns = cells_of(line);
  const auto after = std::find_if(columns.begin(), columns.end(), [&](const Column& one) {
    return line == wanted && one.x > cell.x;
  });
  return {line, std::prev(after)->column};
}

std::vector<ProgramText::Column> ProgramText::cells_of(std::int64_t line) const {
  const std::string_view bytes = bytes_of(line);
  if (bytes.empty()) return {{1, 0}};
  std::vector<Column> cells;
  std::int64_t column = 1;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t units = utf8_ ? utf16_length(bytes.substr(i, 1)) : 1;
    if (units == 0) continue;  // inside a character
    cells.push_back({column, static_cast<std::int64_t>(cells_are_bytes_ ? i : cells.size())});
    column += static_cast<std::int64_t>(units);
  }
  return cells;
}

std::optional<Point> ProgramText::cell_at(const EditorPosition& position) const {
  if (position.line < 1 || position.line > line_count()) return std::nullopt;
  const std::string_view bytes = bytes_of(position.line);
  const std::int64_t row = row_of(position.line);
  if (bytes.empty()) return Point{0, row};
  const std::size_t units = utf8_ ? utf16_length(bytes) : bytes.size();
  if (cells_are_bytes_ && position.column > static_cast<std::int64_t>(units)) {
    return Point{static_cast<std::int64_t>(bytes.size()) - 1, row};
  }
  const std::vector<Column> columns = cells_of(position.line);
  const auto after = std::find_if(columns.begin() + 1, columns.end(),
                                  [&](const Column& one) { return one.column > position.column; });
  return Point{std::prev(after)->x, row};
}

std::string ProgramText::heading_above(Point cell) const {
  const auto next =
      std::upper_bound(headings_.begin(), headings_.end(), cell.y,
                       [](std::int64_t y, const Heading& heading) { return y < heading.y; });
  return next == headings_.begin() ? std::string() : std::prev(next)->name;
}

}  // namespace fungescope::dap
