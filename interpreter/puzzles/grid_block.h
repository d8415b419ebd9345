// Collects the rows of a puzzle that is written as nine lines, and says when it
// is complete or broken.
//
// Lines without cells are taken as they come; empty lines may stand after every
// third row (or after every row), but elsewhere they end the block, so that a
// grid with a missing row does not swallow rows of the next one.
#pragma once

#include "puzzles/grid.h"
#include "puzzles/grid_row.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace fungescope::puzzles {

class GridBlock {
 public:
  // A puzzle that starts at `line`, or what is wrong with it, at `error_line`.
  struct CompletedBlock {
    std::uint64_t line = 0;
    std::uint64_t error_line = 0;
    std::variant<Grid, LineError> result;
  };

  // Takes a line of any kind but `text`. Returns what this line finishes: the
  // block itself, or the one that an empty line should have ended.
  [[nodiscard]] std::optional<CompletedBlock> add(const ParsedRow& row, std::uint64_t line);

  // Takes a line that is no row where a row should be.
  [[nodiscard]] std::optional<CompletedBlock> add_unrecognised(std::uint64_t line, LineError fault);

  // No more rows for this block. Nothing if it has no row.
  [[nodiscard]] std::optional<CompletedBlock> end();

  // Has it a row?
  [[nodiscard]] bool begun() const { return !rows(entries_.size()).empty(); }

 private:
  struct Entry {
    ParsedRow row;
    std::uint64_t line = 0;
  };

  // Those of the first `entries` that are rows, given the style of the block:
  // are dashes, are spaces blanks in it?
  [[nodiscard]] std::vector<const Entry*> rows(std::size_t entries) const;
  [[nodiscard]] bool is_row_in_block(const Entry& entry) const;
  [[nodiscard]] std::optional<CompletedBlock> check_gaps();
  [[nodiscard]] CompletedBlock finish(std::size_t entries);
  void forget(std::size_t entries);
  // The first fault of the rows, as a Finished.
  [[nodiscard]] static std::optional<CompletedBlock> error_in_rows(
      const std::vector<const Entry*>& rows);

  std::vector<Entry> entries_;
  bool dashes_are_blanks_ = false;
  bool spaces_are_blanks_ = false;
};

}  // namespace fungescope::puzzles
