// Puzzles that are written as nine lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sudoku/formats/candidate_text.h"
#include "sudoku/formats/puzzle_line.h"

namespace fungescope::puzzles {

// Parses one line of a puzzle that is written as nine lines: a row of cells, a ruled line of a
// drawing, or something else.
//
//     53..7....        5 3 . | . 7 . | . . .        │ 5 │ 3 │   │ ... │
//       3 2 6          +-------+-------+-------+    |5 3  |  7  |     |
//
// Rows may have spaces, commas and bars between cells; if spaces are blanks, the column of a
// character decides which cell it is. A line of nine dashes or nine spaces is a row in some puzzles
// only: GridBlock decides.
struct ParsedRow {
  enum class Kind : std::uint8_t {
    row,
    malformed_row,  // intended as a row: see `error`
    dashes,         // nine dashes: a row or a rule
    spaces,         // nine or more spaces: a row or an empty line
    empty,
    rule,  // a line of a drawing without cells
    text,  // any other line
  };
  Kind kind = Kind::text;
  std::array<std::uint8_t, 9> cells{};
  CandidateRow candidates{};     // in place of the cells, if `of_candidates`
  bool of_candidates = false;    // a row, or malformed, of a grid of candidates
  bool positional = false;       // spaces are blanks
  bool shortened = false;        // positional, and trailing spaces are missing
  bool has_blank_marks = false;  // has blanks other than spaces
  bool has_dash_blanks = false;  // has dashes as blanks among other cells
  std::optional<LineError> error;
};

// Cost: linear in the line.
[[nodiscard]] ParsedRow parse_grid_row(std::string_view line);

// Collects the rows of a puzzle that is written as nine lines, and detects when it is complete or
// malformed.
//
// Lines without cells are skipped. Empty lines may follow every third row (or every row); elsewhere
// they end the block, so that a grid with a missing row does not absorb rows of the next one.
class GridBlock {
 public:
  // A puzzle that starts at `line`, or the error at `error_line`.
  struct CompletedBlock {
    std::uint64_t line = 0;
    std::uint64_t error_line = 0;
    ParsedPuzzle result;
  };

  // Adds a line of any kind except `text`. Returns the block that this line completes: the current
  // one, or the one that an empty line should have ended.
  [[nodiscard]] std::optional<CompletedBlock> add(const ParsedRow& row, std::uint64_t line);

  // Adds a line that is not a row where a row is expected.
  [[nodiscard]] std::optional<CompletedBlock> add_unrecognised(std::uint64_t line, LineError error);

  // Ends the block. Returns nothing if it has no row.
  [[nodiscard]] std::optional<CompletedBlock> end();

  // Returns whether the block has a row.
  [[nodiscard]] bool has_rows() const { return !rows(entries_.size()).empty(); }

 private:
  struct Entry {
    ParsedRow row;
    std::uint64_t line = 0;
  };

  // Returns the rows among the first `entries`. Whether lines of dashes or spaces are rows depends
  // on the style of the block.
  [[nodiscard]] std::vector<const Entry*> rows(std::size_t entries) const;
  [[nodiscard]] bool is_row_in_block(const Entry& entry) const;
  [[nodiscard]] std::optional<CompletedBlock> check_gaps();
  [[nodiscard]] CompletedBlock finish(std::size_t entries);
  void remove_first(std::size_t entries);
  [[nodiscard]] static Puzzle puzzle_of_rows(const std::vector<const Entry*>& rows);
  // The first fault of the rows, as a completed block.
  [[nodiscard]] static std::optional<CompletedBlock> error_in_rows(
      const std::vector<const Entry*>& rows);

  std::vector<Entry> entries_;
  bool dashes_are_blanks_ = false;
  bool spaces_are_blanks_ = false;
};

}  // namespace fungescope::puzzles
