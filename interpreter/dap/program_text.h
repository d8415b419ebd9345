// Maps the cells of a program's file to the lines and columns of editors, and back.
//
// A cell is a byte of the file, or a character in a dialect with `utf8_source`, and an editor's
// column is a character. In ASCII they differ only by the 1 that editors count from. In UTF-8 a
// character may be several cells. A file that is not UTF-8 is taken for Latin-1, where each byte is
// a character.
#pragma once

#include "lang/dialect.h"
#include "lang/geometry.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::dap {

// Both count from 1; columns count UTF-16 units.
struct EditorPosition {
  std::int64_t line = 1;
  std::int64_t column = 1;
  friend bool operator==(const EditorPosition&, const EditorPosition&) = default;
};

class ProgramText {
 public:
  // Splits lines as the loader does.
  explicit ProgramText(std::string bytes, const Dialect& dialect = Dialect());

  // Returns the file in UTF-8.
  [[nodiscard]] std::string decoded() const;

  [[nodiscard]] std::int64_t line_count() const { return static_cast<std::int64_t>(lines_.size()); }

  // The row of the field that a line is; negative, or beyond the field, if it is none.
  [[nodiscard]] std::int64_t row_of(std::int64_t line) const { return line - first_line_; }

  // Returns the position of a cell anywhere in the field, clamped to the last line and to the last
  // column of its line; an empty line has column 1.
  [[nodiscard]] EditorPosition position_of(Point cell) const;
  // Returns the cell at a position; a column past the end of the line means its last cell. Nothing
  // for a line that does not exist.
  [[nodiscard]] std::optional<Point> cell_at(const EditorPosition& position) const;

  // Returns the columns of an existing line, each with the x of its cell; an empty line has one.
  // Cost: the length of the line, as for one position above.
  struct Column {
    std::int64_t column = 1;
    std::int64_t x = 0;
  };
  [[nodiscard]] std::vector<Column> cells_of(std::int64_t line) const;

  // Returns the name of the nearest heading above a cell, a line of the form `---- NAME ----`;
  // empty if there is none.
  [[nodiscard]] std::string heading_above(Point cell) const;

 private:
  struct Line {
    std::size_t begin = 0;  // in bytes_
    std::size_t size = 0;
  };
  struct Heading {
    std::int64_t y = 0;
    std::string name;
  };

  [[nodiscard]] std::string_view bytes_of(std::int64_t line) const;

  std::string bytes_;  // without a byte-order mark
  bool utf8_ = true;
  bool cells_are_bytes_ = true;
  std::int64_t first_line_ = 1;  // of the field's first row
  std::vector<Line> lines_;
  std::vector<Heading> headings_;
};

}  // namespace fungescope::dap
