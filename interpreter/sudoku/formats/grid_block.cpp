#include "base/text_table.h"

#include <algorithm>

#include "sudoku/formats/puzzle_reader.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

using Kind = ParsedRow::Kind;

// Enough for nine rows with an ambiguous line before and after each.
constexpr std::size_t max_entries = 40;

bool is_between_cells(char c) {
  return is_space(c) || c == '|' || c == '+' || c == '=' || c == ':' || c == ',' || c == ';' ||
         c == '\x1a';
}

// Counts of the kinds of characters in a line.
struct Census {
  std::size_t digits = 0;  // 1..9
  std::size_t dashes = 0;
  std::size_t stars = 0;
  std::size_t blanks = 0;  // other blanks
  std::size_t bars = 0;
  std::size_t crossings = 0;  // + and =
  std::size_t invalid = 0;
  std::size_t first_invalid = 0;
  [[nodiscard]] std::size_t cells() const { return digits + dashes + stars + blanks; }
};

Census count_characters(std::string_view text) {
  Census census;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '1' && c <= '9') {
      ++census.digits;
    } else if (c == '-') {
      ++census.dashes;
    } else if (c == '*') {
      ++census.stars;
    } else if (parse_cell(c) == 0) {
      ++census.blanks;
    } else if (c == '|') {
      ++census.bars;
    } else if (c == '+' || c == '=') {
      ++census.crossings;
    } else if (!is_between_cells(c) && census.invalid++ == 0) {
      census.first_invalid = i;
    }
  }
  return census;
}

// A comment starts with '#' at the beginning or after a space.
std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || is_space(line[i - 1]))) return line.substr(0, i);
  }
  return line;
}

std::string_view trimmed(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

// Splits at bars, without the empty ends of a framed line.
std::vector<std::string_view> split_frame(std::string_view text) {
  if (const auto framed = trimmed(text); !framed.empty() && framed.front() == '|') {
    text = framed.substr(1);
    if (!text.empty() && text.back() == '|') text.remove_suffix(1);
  }
  std::vector<std::string_view> pieces;
  for (;;) {
    const std::size_t bar = text.find('|');
    pieces.push_back(text.substr(0, bar));
    if (bar == std::string_view::npos) return pieces;
    text.remove_prefix(bar + 1);
  }
}

// Returns the offsets of three cells in a piece of this width, or nothing for an unusual width.
std::optional<std::array<std::size_t, 3>> cell_offsets(std::size_t width, bool first) {
  switch (width) {
    case 3:
      return {{0, 1, 2}};
    case 5:
      return {{0, 2, 4}};
    case 6:
      return first ? std::array<std::size_t, 3>{0, 2, 4} : std::array<std::size_t, 3>{1, 3, 5};
    case 7:
      return {{1, 3, 5}};
    case 9:
      return {{1, 4, 7}};
    default:
      return std::nullopt;
  }
}

// Reads a cell or a space, which is a blank; false for any other character.
bool read_cell(char c, std::uint8_t& cell) {
  if (is_space(c)) return true;
  const int value = parse_cell(c);
  if (value < 0) return false;
  cell = static_cast<std::uint8_t>(value);
  return true;
}

// Reads the cells at `offsets` of a piece; false if there is a character elsewhere.
bool read_at_offsets(std::string_view piece, const std::array<std::size_t, 3>& offsets,
                     std::uint8_t* cells) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const char c = piece[offsets[i]];
    if (!read_cell(c, cells[i])) return false;
    seen += is_space(c) ? 0 : 1;
  }
  return seen == static_cast<std::size_t>(std::count_if(piece.begin(), piece.end(),
                                                        [](char c) { return !is_space(c); }));
}

// Reads a drawn row in which spaces are blanks: nine pieces of one cell, or three of three.
bool read_drawn_row(std::string_view text, ParsedRow& row) {
  const auto pieces = split_frame(text);
  if (pieces.size() == 9) {
    for (std::size_t i = 0; i < 9; ++i) {
      const auto cell = trimmed(pieces[i]);
      if (cell.size() > 1) return false;
      if (!cell.empty() && !read_cell(cell[0], row.cells[i])) return false;
    }
    return true;
  }
  if (pieces.size() != 3) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto offsets = cell_offsets(pieces[i].size(), i == 0);
    if (!offsets || !read_at_offsets(pieces[i], *offsets, &row.cells[3 * i])) return false;
  }
  return true;
}

// Reads a row in which spaces are blanks; false if the characters are not at cell positions.
bool read_positional(std::string_view text, const Census& census, ParsedRow& row) {
  row.positional = true;
  if (census.bars > 0) return read_drawn_row(text, row);
  if (text.size() > 9) return false;
  row.shortened = text.size() < 9;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!read_cell(text[i], row.cells[i])) return false;
  }
  return true;
}

// A ruled line of any drawing, with corners such as .-----. :-----: '-----'. A row has nine cells.
bool is_ruled_line(std::string_view text) {
  return text.find_first_not_of("-=+*.:'| \t") == std::string_view::npos &&
         std::count(text.begin(), text.end(), '-') > 9;
}

ParsedRow row_of_kind(Kind kind) {
  ParsedRow row;
  row.kind = kind;
  return row;
}

ParsedRow row_of_candidates(const Result<CandidateRow>& parsed) {
  ParsedRow row = parsed ? row_of_kind(Kind::row) : malformed_row(parsed.error());
  row.of_candidates = true;
  if (parsed) row.candidates = *parsed;
  return row;
}

// Parses a line without digits and without blanks other than '-' and '*'.
ParsedRow parse_rule(std::string_view text, const Census& census) {
  if (census.crossings > 0) return row_of_kind(Kind::rule);
  if (census.dashes == 9 && census.stars == 0) return row_of_kind(Kind::dashes);
  if (census.stars == 9 && census.dashes == 0) {
    ParsedRow row = row_of_kind(Kind::row);
    row.has_blank_marks = true;
    return row;
  }
  if (census.cells() == 0 && census.bars >= 2) {
    ParsedRow row = row_of_kind(Kind::row);
    if (read_positional(text, census, row)) return row;
  }
  return row_of_kind(Kind::rule);
}

ParsedRow parse_cells(std::string_view text, const Census& census) {
  ParsedRow row = row_of_kind(Kind::row);
  row.has_blank_marks = census.cells() > census.digits;
  row.has_dash_blanks = census.dashes > 0;
  if (census.cells() == 9) {
    std::size_t next = 0;
    for (const char c : text) {
      if (parse_cell(c) < 0) continue;
      row.cells[next++] = static_cast<std::uint8_t>(parse_cell(c));
    }
    return row;
  }
  const bool spaces_may_be_blanks = census.cells() == census.digits && census.cells() < 9;
  if (spaces_may_be_blanks && read_positional(text, census, row)) return row;
  return malformed_row(
      {{}, fmt::format("the row has {}, not 9", format_cell_count(census.cells())), {}});
}

}  // namespace

ParsedRow malformed_row(Error error) {
  ParsedRow row = row_of_kind(Kind::malformed_row);
  row.error = std::move(error);
  return row;
}

ParsedRow parse_grid_row(std::string_view line) {
  const std::string_view content = without_comment(line);
  const PlainLine plain = to_plain(content);
  if (trimmed(plain.text).empty()) {
    return row_of_kind(plain.text.size() >= 9 && content.size() == line.size() ? Kind::spaces
                                                                               : Kind::empty);
  }
  if (is_ruled_line(plain.text)) return row_of_kind(Kind::rule);
  if (const auto candidates = parse_candidate_row(plain)) return row_of_candidates(*candidates);
  const Census census = count_characters(plain.text);
  if (census.invalid > 0) {
    if (census.cells() < 4 || census.cells() > 18 || census.invalid * 2 > census.cells()) {
      return row_of_kind(Kind::text);
    }
    const std::size_t at = plain.origin[census.first_invalid];
    return malformed_row({{{}, 0, at + 1},
                          quoted_character(line, at) + " is neither a digit nor a blank",
                          std::string(cell_advice)});
  }
  if (census.digits == 0 && census.blanks == 0) return parse_rule(plain.text, census);
  return parse_cells(plain.text, census);
}

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

std::optional<PuzzleRecord> GridBlock::add(const ParsedRow& row, std::uint64_t line) {
  if (row.kind == Kind::rule) return std::nullopt;
  if (entries_.empty() && row.kind == Kind::empty) return std::nullopt;
  dashes_are_blanks_ |= row.has_dash_blanks;
  spaces_are_blanks_ |= row.positional;
  entries_.push_back({row, line});
  if (row.error) entries_.back().row.error->where.line = line;
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

std::optional<PuzzleRecord> GridBlock::end() {
  if (!has_rows()) {
    entries_.clear();
    return std::nullopt;
  }
  return finish(entries_.size());
}

// The first gap sets the number of rows between gaps: three or one. A group of another size means
// that the block ended at the previous gap.
std::optional<PuzzleRecord> GridBlock::check_gaps() {
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
PuzzleRecord GridBlock::finish(std::size_t entries) {
  const auto block_rows = rows(entries);
  PuzzleRecord block{block_rows.front()->line, puzzle_of_rows(block_rows)};
  remove_first(entries);
  return block;
}

// A grid of candidates may have rows of single cells. Fails with the first fault of the rows.
Result<Puzzle> GridBlock::puzzle_of_rows(const std::vector<const Entry*>& rows) {
  for (const Entry* entry : rows) {
    if (entry->row.error) return tl::unexpected(*entry->row.error);
  }
  if (rows.size() != 9) {
    return fail({{}, rows.front()->line},
                fmt::format("the grid has {}, not 9", count_text(rows.size(), "row")),
                "a puzzle is one line of 81 cells or nine lines of nine");
  }
  const bool has_marks = std::any_of(rows.begin(), rows.end(),
                                     [](const Entry* entry) { return entry->row.has_blank_marks; });
  for (const Entry* entry : rows) {
    if (!has_marks || !entry->row.shortened) continue;
    return fail({{}, entry->line}, "the row has fewer than 9 cells",
                "a space is a blank only in grids without other blanks");
  }
  Grid grid;
  PencilMarks marks{};
  bool has_candidates = false;
  for (std::size_t i = 0; i < cell_count; ++i) {
    const ParsedRow& row = rows[i / 9]->row;
    const std::uint8_t digit = row.cells[i % 9];
    grid.cells[i] = digit;
    marks[i] = row.of_candidates ? row.candidates[i % 9]
               : digit == 0      ? all_candidates
                                 : candidate_bit(digit);
    has_candidates |= row.of_candidates;
  }
  if (has_candidates) return puzzle_of(marks);
  return Puzzle{grid, nullptr};
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
