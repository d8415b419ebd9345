// Reads puzzles in any common format from bytes that come in pieces:
//
//     PuzzleReader reader("puzzles.txt");
//     while (...) {
//       reader.feed(bytes);
//       while (auto record = reader.next()) use(*record);
//     }
//     reader.finish();
//     while (auto record = reader.next()) use(*record);
//
// The format is detected from the content; docs/solving.md lists the formats. Each puzzle, and each
// text that should have been one, is a record with its line; a malformed one does not affect those
// after it. Text that is not a file of puzzles at all ends the reading with one error.
//
// Memory is bounded for every input: a line is at most 64 KB, an XML document at most 64 MB
// with 2.5 million elements and attributes; beyond that, only the argument of the last `feed` is
// kept.
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/formats/puzzle_line.h"
#include "sudoku/formats/text_decoder.h"
#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

struct PuzzleRecord {
  std::uint64_t line = 0;  // where it starts, from 1
  Result<Puzzle> puzzle;   // the error's location has the file
};

// ---- Puzzles that are written as nine lines (grid_block.cpp)

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
  std::optional<Error> error;
};

// Cost: linear in the line.
[[nodiscard]] ParsedRow parse_grid_row(std::string_view line);

// Returns the row for a line that is not one where a row is expected.
[[nodiscard]] ParsedRow malformed_row(Error error);

// Collects the rows of a puzzle that is written as nine lines, and detects when it is complete or
// malformed.
//
// Lines without cells are skipped. Empty lines may follow every third row (or every row); elsewhere
// they end the block, so that a grid with a missing row does not absorb rows of the next one.
class GridBlock {
 public:
  // Adds a line of any kind except `text`. Returns the block that this line completes: the current
  // one, or the one that an empty line should have ended.
  [[nodiscard]] std::optional<PuzzleRecord> add(const ParsedRow& row, std::uint64_t line);

  // Ends the block. Returns nothing if it has no row.
  [[nodiscard]] std::optional<PuzzleRecord> end();

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
  [[nodiscard]] std::optional<PuzzleRecord> check_gaps();
  [[nodiscard]] PuzzleRecord finish(std::size_t entries);
  void remove_first(std::size_t entries);
  [[nodiscard]] static Result<Puzzle> puzzle_of_rows(const std::vector<const Entry*>& rows);

  std::vector<Entry> entries_;
  bool dashes_are_blanks_ = false;
  bool spaces_are_blanks_ = false;
};

// ---- XML files of OpenSudoku, of every version (puzzle_xml.cpp)
//
// The puzzles are the `data` attributes of all `game` elements: 81 digits, or `version: N` followed
// by records of value, notes and editability of each cell, with a bar after each (two bars after
// the notes of version 2). The cells that are not editable are the givens. What the player has
// entered or noted is not part of the puzzle.

// Returns all puzzles of the document, or an error if it is not well-formed XML or has no game.
// Cost: linear; memory is twice the document and up to 128 bytes for each element or attribute.
[[nodiscard]] Result<std::vector<PuzzleRecord>> parse_puzzle_xml(std::string document,
                                                                 const std::string& file);

// ---- The reader

class PuzzleReader {
 public:
  static constexpr std::size_t xml_limit = std::size_t{64} << 20U;  // bytes
  // Elements and attributes of an XML document: in memory each takes many times its text.
  static constexpr std::size_t max_xml_items = 2'500'000;
  // A file that begins with this many lines without a puzzle is rejected.
  static constexpr std::size_t max_lines_without_puzzle = 1000;

  enum class Mode : std::uint8_t {
    detect,  // the format, from the content
    // Each line is one record, whatever it is, and independent of the others: the reader never
    // stops, and no input is too little. The encoding is ASCII.
    each_line,
  };

  // `file` is for messages only.
  explicit PuzzleReader(std::string file, Mode mode = Mode::detect);

  // Parses the next bytes. Does nothing after `finish` or when `stopped`.
  void feed(std::string_view bytes);
  // Ends the input. If the format is detected, every input gives at least one record: an error if
  // there is no puzzle.
  void finish();

  // Returns the next record in the order of the input, or nothing until more is fed.
  [[nodiscard]] std::optional<PuzzleRecord> next();

  // Returns whether an error has ended the reading: the rest of the input is ignored. The error is
  // the last record.
  [[nodiscard]] bool stopped() const { return layout_ == Layout::stopped; }
  // Returns whether `next` has returned all records so far.
  [[nodiscard]] bool is_drained() const { return records_.empty(); }
  // Returns whether no byte has been fed.
  [[nodiscard]] bool empty() const { return bytes_ == 0; }

 private:
  enum class Layout : std::uint8_t {
    unknown,
    lines,   // every line should be a puzzle
    blocks,  // nine lines per puzzle, among titles and comments
    table,
    xml,
    stopped,
  };

  [[nodiscard]] bool each_line() const { return mode_ == Mode::each_line; }
  void consume_text();
  void handle_line(const TextLine& line);
  void add_unreadable(std::uint64_t line, Error error);
  void detect_layout(std::string_view text, std::uint64_t line);
  void handle_in_blocks(std::string_view text, std::uint64_t line);
  [[nodiscard]] bool handle_section(std::string_view text);
  void switch_to_lines();
  void collect_xml();
  void finish_xml();

  void add(std::uint64_t line, Result<Puzzle> result);
  void add(std::optional<PuzzleRecord> block);
  void stop(Error error);

  std::string file_;
  Mode mode_;
  TextDecoder decoder_;
  LineSplitter splitter_;
  std::string text_;  // decoded but not parsed; the whole document for XML
  Layout layout_ = Layout::unknown;
  std::size_t xml_scanned_ = 0;  // bytes of `text_` whose elements are counted
  std::size_t xml_items_ = 0;
  bool sniffed_ = false;  // after the first character that is not white space: XML or not is known
  bool finished_ = false;
  std::uint64_t bytes_ = 0;

  std::vector<std::uint64_t> unclassified_lines_;  // lines of text before the layout is known
  bool number_seen_ = false;  // a number alone on a line, before the layout is known
  TableHeader header_;
  GridBlock block_;
  bool completed_a_block_ = false;
  bool other_section_ = false;  // in a [Section] other than [Puzzle]
  std::uint64_t found_ = 0;     // records so far

  std::deque<PuzzleRecord> records_;
};

// Returns the digits of the first puzzle of a text. `name` is the text's in errors; `advice` is for
// a puzzle that needs its candidates too (digits_alone).
[[nodiscard]] Result<Grid> read_first_puzzle(std::string_view text, const std::string& name,
                                             std::string advice);

}  // namespace fungescope::puzzles
