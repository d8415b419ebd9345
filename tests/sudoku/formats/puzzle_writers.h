// Writes puzzles in every format that the reader knows, in random variations:
// for the round-trip properties only.
#pragma once

#include "support/test.h"

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles::test {

// Returns 0..80 known cells of any digits, possibly contradictory.
[[nodiscard]] Grid random_grid(Random& random);

// Writes the puzzles of one file in format `writer`, 0..writer_count - 1.
inline constexpr int writer_count = 17;
[[nodiscard]] std::string write_puzzles(int writer, const std::vector<Grid>& puzzles,
                                        Random& random);

// Returns one candidate in half of the cells, and any others in the rest.
[[nodiscard]] PencilMarks random_marks(Random& random);

// Writes the grids of one file in format `writer`, 0..marks_writer_count - 1.
inline constexpr int marks_writer_count = 7;
[[nodiscard]] std::string write_marks(int writer, const std::vector<PencilMarks>& grids);

// Re-encodes ASCII or UTF-8 text with other line ends, marks and encodings.
[[nodiscard]] std::string disguise(const std::string& text, Random& random);

// Returns a uniform value in 0..bound-1.
[[nodiscard]] inline std::size_t below(Random& random, std::size_t bound) {
  return static_cast<std::size_t>(random.next() % bound);
}

}  // namespace fungescope::puzzles::test
