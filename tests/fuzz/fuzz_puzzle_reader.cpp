// Feeds any bytes, in pieces of any size, to the puzzle reader.
//
// The first byte chooses the size of the pieces. Invariants: every input gives at least one record,
// or, if it is read line by line, one for each line; each is a grid of digits or an error with a
// message; line numbers do not decrease; the size of the pieces makes no difference.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "sudoku/formats/reading.h"

using namespace fungescope::puzzles;
using test::read_all;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const PuzzleRecord& record, std::uint64_t lines) {
  require(record.line <= lines);
  if (!record.puzzle) {
    const auto& error = record.puzzle.error();
    require(!error.what.empty() && error.where.file == "t");
    require(error.where.line <= lines);
    return;
  }
  require(record.line > 0);
  const Puzzle& puzzle = *record.puzzle;
  for (const auto cell : puzzle.grid.cells) require(cell <= 9);
  if (puzzle.marks == nullptr) return;
  for (const auto mask : *puzzle.marks) require(mask <= all_candidates);
}

void check_reading(std::string_view bytes, std::size_t piece, PuzzleReader::Mode mode) {
  const auto whole = read_all(bytes, bytes.size() + 1, mode);
  const auto pieces = read_all(bytes, piece, mode);
  const bool each_line = mode == PuzzleReader::Mode::each_line;
  require(each_line ? whole.empty() == bytes.empty() : !whole.empty());
  require(whole.size() == pieces.size());
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    check(whole[i], bytes.size() + 1);
    require(whole[i].line == 0 || whole[i].line >= last);
    require(!each_line || whole[i].line == i + 1);
    last = std::max(last, whole[i].line);
    require(whole[i].line == pieces[i].line);
    require(whole[i].puzzle.has_value() == pieces[i].puzzle.has_value());
    if (whole[i].puzzle) {
      require(*whole[i].puzzle == *pieces[i].puzzle);
    } else {
      require(whole[i].puzzle.error() == pieces[i].puzzle.error());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t piece = std::size_t{1} + data[0];
  check_reading(bytes, piece, PuzzleReader::Mode::detect);
  check_reading(bytes, piece, PuzzleReader::Mode::each_line);
  return 0;
}
