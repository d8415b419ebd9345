// Reads a whole text through PuzzleReader, in pieces of a given size.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/formats/puzzle_reader.h"

namespace fungescope::puzzles::test {

inline std::vector<PuzzleRecord> read_all(std::string_view bytes, std::size_t piece = 4096,
                                          PuzzleReader::Mode mode = PuzzleReader::Mode::detect) {
  PuzzleReader reader("t", mode);
  std::vector<PuzzleRecord> records;
  const auto drain = [&] {
    while (auto record = reader.next()) records.push_back(std::move(*record));
  };
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    reader.feed(bytes.substr(0, piece));
    drain();
  }
  reader.finish();
  drain();
  return records;
}

}  // namespace fungescope::puzzles::test
