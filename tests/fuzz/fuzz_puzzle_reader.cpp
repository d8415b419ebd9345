// Feeds any bytes, in pieces of any size, to the puzzle reader.
//
// The first byte chooses the size of the pieces. Invariants: every input gives at least one record,
// or, if it is read line by line, one for each line; each is a grid of digits or an error with a
// message; line numbers do not decrease; the size of the pieces makes no difference.
#include <algorithm>
#include <cstdint>

#include "fuzz_check.h"
#include "sudoku/formats/reading.h"

using namespace fungescope::puzzles;
using test::read_all;

namespace {

void check(const PuzzleRecord& record, std::uint64_t lines) {
  FUZZ_CHECK(record.line <= lines);
  if (!record.puzzle) {
    const auto& error = record.puzzle.error();
    FUZZ_CHECK(!error.what.empty() && error.where.file == "t");
    FUZZ_CHECK(error.where.line <= lines);
    return;
  }
  FUZZ_CHECK(record.line > 0);
  const Puzzle& puzzle = *record.puzzle;
  for (const auto cell : puzzle.grid.cells) FUZZ_CHECK(cell <= 9);
  if (puzzle.marks == nullptr) return;
  for (const auto mask : *puzzle.marks) FUZZ_CHECK(mask <= all_candidates);
}

void check_reading(std::string_view bytes, std::size_t piece, PuzzleReader::Mode mode) {
  const auto whole = read_all(bytes, bytes.size() + 1, mode);
  const auto pieces = read_all(bytes, piece, mode);
  const bool each_line = mode == PuzzleReader::Mode::each_line;
  FUZZ_CHECK(each_line ? whole.empty() == bytes.empty() : !whole.empty());
  FUZZ_CHECK(whole.size() == pieces.size());
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    check(whole[i], bytes.size() + 1);
    FUZZ_CHECK(whole[i].line == 0 || whole[i].line >= last);
    FUZZ_CHECK(!each_line || whole[i].line == i + 1);
    last = std::max(last, whole[i].line);
    FUZZ_CHECK(whole[i].line == pieces[i].line);
    FUZZ_CHECK(whole[i].puzzle.has_value() == pieces[i].puzzle.has_value());
    if (whole[i].puzzle) {
      FUZZ_CHECK(*whole[i].puzzle == *pieces[i].puzzle);
    } else {
      FUZZ_CHECK(whole[i].puzzle.error() == pieces[i].puzzle.error());
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
