// Writes puzzles in every format that the reader knows, in random variations:
// for the round-trip properties only.
#pragma once

#include "base/random.h"
#include "puzzles/grid.h"

#include <string>
#include <vector>

namespace fungescope::puzzles::test {

// 0..80 known cells of any digits: a reader does not ask for sense.
[[nodiscard]] Grid random_grid(Random& random);

// How the puzzles of one file are written.
inline constexpr int writer_count = 14;
[[nodiscard]] std::string write_puzzles(int writer, const std::vector<Grid>& puzzles,
                                        Random& random);

// Other line ends, marks and encodings for the same ASCII or UTF-8 text.
[[nodiscard]] std::string disguise(const std::string& text, Random& random);

// Uniform over 0..bound-1.
[[nodiscard]] inline std::size_t below(Random& random, std::size_t bound) {
  return static_cast<std::size_t>(random.next() % bound);
}

}  // namespace fungescope::puzzles::test
