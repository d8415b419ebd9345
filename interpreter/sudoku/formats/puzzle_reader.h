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

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/formats/grid_block.h"
#include "sudoku/formats/puzzle_line.h"
#include "sudoku/formats/text_decoder.h"
#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

struct PuzzleRecord {
  std::uint64_t line = 0;  // where it starts, from 1
  Result<Puzzle> puzzle;   // the error's location has the file
};

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
  void add_unreadable(std::uint64_t line, LineError error);
  void detect_layout(std::string_view text, std::uint64_t line);
  void handle_in_lines(std::string_view text, std::uint64_t line);
  void handle_in_blocks(std::string_view text, std::uint64_t line);
  void handle_in_table(std::string_view text, std::uint64_t line);
  [[nodiscard]] bool handle_section(std::string_view text);
  void switch_to_lines();
  void collect_xml();
  void finish_xml();

  void add(std::uint64_t line, ParsedPuzzle result);
  void add(std::optional<GridBlock::CompletedBlock> block);
  void add_error(std::uint64_t line, std::uint64_t error_line, LineError error);
  void stop(SourceLocation where, std::string what, std::string advice);

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

}  // namespace fungescope::puzzles
