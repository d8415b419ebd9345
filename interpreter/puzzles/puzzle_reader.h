// Reads puzzles from bytes that come in pieces, in whatever format they are:
//
//     PuzzleReader reader("puzzles.txt");
//     while (...) {
//       reader.feed(bytes);
//       while (auto record = reader.next()) use(*record);
//     }
//     reader.finish();
//     while (auto record = reader.next()) use(*record);
//
// The format is told by the content; docs/solving.md lists what is understood.
// Each puzzle, and each text that should have been one, is a record with its
// line; a broken one does not disturb those after it. Text that cannot be a file
// of puzzles at all ends the reading with one error.
//
// Memory is bounded whatever comes in: a line is at most 64 KB, an XML document
// at most 64 MB; beyond that, only what `feed` was just given.
#pragma once

#include "base/result.h"
#include "puzzles/grid.h"
#include "puzzles/grid_block.h"
#include "puzzles/line_splitter.h"
#include "puzzles/puzzle_table.h"
#include "puzzles/text_decoder.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::puzzles {

struct PuzzleRecord {
  std::uint64_t line = 0;  // where it starts, from 1
  Result<Grid> puzzle;     // the error's location has the file
};

class PuzzleReader {
 public:
  static constexpr std::size_t xml_limit = std::size_t{64} << 20U;  // bytes
  // So many lines without a puzzle are taken for another kind of file.
  static constexpr std::size_t max_lines_without_puzzle = 1000;

  // `file` is for messages only.
  explicit PuzzleReader(std::string file) : file_(std::move(file)) {}

  // Takes the next bytes. Does nothing after `finish` or when `stopped`.
  void feed(std::string_view bytes);
  // The end of the input. Every input gives at least one record: an error if
  // there was no puzzle.
  void finish();

  // The next record in the order of the input; nothing until more is fed.
  [[nodiscard]] std::optional<PuzzleRecord> next();

  // The rest of the input is not worth reading: an error said why.
  [[nodiscard]] bool stopped() const { return layout_ == Layout::stopped; }
  // Has any byte come?
  [[nodiscard]] bool empty() const { return bytes_ == 0; }

 private:
  enum class Layout : std::uint8_t {
    unknown,
    lines,   // one puzzle a line: every line should be one
    blocks,  // nine lines a puzzle, among titles and comments
    table,
    xml,
    stopped,
  };

  void take_text();
  void take_line(const TextLine& line);
  void add_unreadable(std::uint64_t line, LineError fault);
  void take_unknown(std::string_view text, std::uint64_t line);
  void take_in_lines(std::string_view text, std::uint64_t line);
  void take_in_blocks(std::string_view text, std::uint64_t line);
  void take_in_table(std::string_view text, std::uint64_t line);
  [[nodiscard]] bool take_bracketed(std::string_view text);
  void switch_to_lines();
  void finish_xml();

  void add(std::uint64_t line, std::variant<Grid, LineError> result);
  void add(std::optional<GridBlock::CompletedBlock> finished);
  void add_error(std::uint64_t line, std::uint64_t error_line, LineError fault);
  void stop(SourceLocation where, std::string what, std::string advice);

  std::string file_;
  TextDecoder decoder_;
  LineSplitter splitter_;
  std::string text_;  // decoded, not yet taken; the whole document for XML
  Layout layout_ = Layout::unknown;
  bool begun_ = false;  // something other than white space has come: XML or not is known
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
