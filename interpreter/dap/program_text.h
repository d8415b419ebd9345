// A program's file as editors show it: lines and columns for cells.
//
// A cell is a byte of the file, and an editor's column is a character. In a file of ASCII they
// are the same but for the 1 that editors begin with; in one of UTF-8 a character may be several
// cells; a file that is not UTF-8 is taken for Latin-1, where each byte is a character.
#pragma once

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
  // The lines are split as the loader does.
  explicit ProgramText(std::string bytes);

  // The file in UTF-8.
  [[nodiscard]] std::string decoded() const;

  // At least 1.
  [[nodiscard]] std::int64_t line_count() const { return static_cast<std::int64_t>(lines_.size()); }
  // In columns; `line` is in 1 .. line_count().
  [[nodiscard]] std::int64_t line_size(std::int64_t line) const;

  // Of a cell anywhere in the field: never behind the last line, nor behind the last column of a
  // line; an empty line has column 1.
  [[nodiscard]] EditorPosition position_of(Point cell) const;
  // A column behind the line's end means its last cell. Nothing for a line that is not there.
  [[nodiscard]] std::optional<Point> cell_at(const EditorPosition& place) const;

  // The columns of a line that is there, each with the x of its cell; an empty line has one.
  // Cost: the line's length, where the two above take that for one place.
  struct Column {
    std::int64_t column = 1;
    std::int64_t x = 0;
  };
  [[nodiscard]] std::vector<Column> cells_of(std::int64_t line) const;

  // The name of the part of the program that a cell lies in: that of the nearest heading above
  // it, a line of the form `---- NAME ----`. Empty if there is none.
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
  std::vector<Line> lines_;
  std::vector<Heading> headings_;
};

}  // namespace fungescope::dap
