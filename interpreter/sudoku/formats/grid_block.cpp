#include "sudoku/formats/grid_block.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

using Kind = ParsedRow::Kind;

// Enough for nine rows with an ambiguous line before and after each.
constexpr std::size_t max_entries = 40;

}  // namespace

bool GridBlock::is_row_in_block(const Entry& entry) const {
  switch (entry.row.kind) {
    case Kind::row:
    case Kind::malformed_row:
      return true;
    case Kind::dashes:
      return dashes_are_blanks_;
    case Kind::spaces:
      return spaces_are_blanks_;
    default:
      return false;
  }
}

std::vector<const GridBlock::Entry*> GridBlock::rows(std::size_t entries) const {
  std::vector<const Entry*> result;
  for (std::size_t i = 0; i < entries; ++i) {
    if (is_row_in_block(entries_[i])) result.push_back(&entries_[i]);
  }
  return result;
}

std::optional<GridBlock::CompletedBlock> GridBlock::add(const ParsedRow& row, std::uint64_t line) {
  if (row.kind == Kind::rule) return std::nullopt;
  if (entries_.empty() && row.kind == Kind::empty) return std::nullopt;
  dashes_are_blanks_ |= row.has_dash_blanks;
  spaces_are_blanks_ |= row.positional;
  entries_.push_back({row, line});
  if (!has_rows()) {
    // Only ambiguous lines so far: at most the last nine can be rows.
    if (entries_.size() > 9) entries_.erase(entries_.begin());
    return std::nullopt;
  }
  if (auto block = check_gaps()) return block;
  const bool full = rows(entries_.size()).size() == 9 || entries_.size() > max_entries;
  if (full) return finish(entries_.size());
  return std::nullopt;
}

std::optional<GridBlock::CompletedBlock> GridBlock::add_unrecognised(std::uint64_t line,
                                                                     LineError error) {
  ParsedRow row;
  row.kind = Kind::malformed_row;
  row.error = std::move(error);
  return add(row, line);
}

std::optional<GridBlock::CompletedBlock> GridBlock::end() {
  if (!has_rows()) {
    entries_.clear();
    return std::nullopt;
  }
  return finish(entries_.size());
}

// The first gap sets the number of rows between gaps: three or one. A group of another size means
// that the block ended at the previous gap.
std::optional<GridBlock::CompletedBlock> GridBlock::check_gaps() {
  std::size_t group = 0;     // rows between gaps; 0: unknown
  std::size_t since = 0;     // rows since the last gap
  std::size_t last_gap = 0;  // index of the last gap's entry
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (is_row_in_block(entries_[i])) {
      ++since;
      if (group != 0 && since > group) return finish(last_gap + 1);
      continue;
    }
    if (entries_[i].row.kind == Kind::dashes || since == 0) continue;
    if (group == 0 && since != 3 && since != 1) return finish(i + 1);
    if (group != 0 && since != group) return finish(i + 1);
    group = since;
    since = 0;
    last_gap = i;
  }
  return std::nullopt;
}

// Makes a puzzle of the first `entries` entries and keeps the rest.
GridBlock::CompletedBlock GridBlock::finish(std::size_t entries) {
  const auto block_rows = rows(entries);
  CompletedBlock block;
  if (auto error = error_in_rows(block_rows)) {
    block = std::move(*error);
  } else {
    block.result = puzzle_of_rows(block_rows);
  }
  block.line = block_rows.front()->line;
  remove_first(entries);
  return block;
}

// A grid of candidates may have rows of single cells.
Puzzle GridBlock::puzzle_of_rows(const std::vector<const Entry*>& rows) {
  Grid grid;
  PencilMarks marks{};
  bool has_candidates = false;
  for (std::size_t i = 0; i < cell_count; ++i) {
    const ParsedRow& row = rows[i / 9]->row;
    const std::uint8_t digit = row.cells[i % 9];
    grid.cells[i] = digit;
    marks[i] = row.of_candidates ? row.candidates[i % 9]
               : digit == 0      ? all_candidates
                                 : static_cast<CandidateMask>(1U << (digit - 1U));
    has_candidates |= row.of_candidates;
  }
  if (has_candidates) return puzzle_of(marks);
  return Puzzle{grid, nullptr};
}

std::optional<GridBlock::CompletedBlock> GridBlock::error_in_rows(
    const std::vector<const Entry*>& rows) {
  for (const Entry* entry : rows) {
    if (entry->row.error) return CompletedBlock{0, entry->line, *entry->row.error};
  }
  if (rows.size() != 9) {
    const auto message =
        fmt::format("the grid has {} row{}, not 9", rows.size(), rows.size() == 1 ? "" : "s");
    return CompletedBlock{
        0, rows.front()->line,
        LineError{0, message, "a puzzle is one line of 81 cells or nine lines of nine"}};
  }
  if (std::any_of(rows.begin(), rows.end(),
                  [](const Entry* e) { return e->row.has_blank_marks; })) {
    for (const Entry* entry : rows) {
      if (!entry->row.shortened) continue;
      return CompletedBlock{0, entry->line,
                            LineError{0, "the row has fewer than 9 cells",
                                      "a space is a blank only in grids without other blanks"}};
    }
  }
  return std::nullopt;
}

void GridBlock::remove_first(std::size_t entries) {
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(entries));
  const auto any_row = [this](bool ParsedRow::*style) {
    return std::any_of(entries_.begin(), entries_.end(),
                       [style](const Entry& e) { return e.row.*style; });
  };
  dashes_are_blanks_ = any_row(&ParsedRow::has_dash_blanks);
  spaces_are_blanks_ = any_row(&ParsedRow::positional);
}

}  // namespace fungescope::puzzles
