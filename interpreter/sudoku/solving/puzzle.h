// Grids of sudoku, and puzzles as files and links give them: digits, and sometimes the candidates
// that are left.
//
// Pencil marks are part of a puzzle if they exclude more than its digits do: they may be what makes
// its solution unique. Whatever takes digits only, as Befunge programs do, asks `digits_alone`.
#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

// A grid has 81 cells, row by row: 0 for unknown or a digit 1..9.
inline constexpr std::size_t cell_count = 81;

struct Grid {
  std::array<std::uint8_t, cell_count> cells{};

  [[nodiscard]] std::uint8_t at(std::size_t x, std::size_t y) const { return cells[y * 9 + x]; }
  friend bool operator==(const Grid&, const Grid&) = default;
};

// Parses exactly 81 characters, '1'..'9' or any other for unknown. For literals and the host's own
// text; user input is parsed by formats/puzzle_reader.h.
[[nodiscard]] Grid grid_from_line(std::string_view line);

// Formats as 81 characters; unknown cells become `blank`.
[[nodiscard]] std::string to_line(const Grid& grid, char blank = '.');

[[nodiscard]] int count_clues(const Grid& puzzle);

// Two equal digits in a row, column or box.
struct Contradiction {
  std::size_t first = 0;  // cell indices, first < second
  std::size_t second = 0;
  std::uint8_t digit = 0;
};

// Returns the contradiction whose second cell comes first in reading order, or nothing if the known
// cells are consistent.
[[nodiscard]] std::optional<Contradiction> find_contradiction(const Grid& grid);

// "the digit 5 is twice in row 1, at columns 1 and 4".
[[nodiscard]] std::string describe(const Contradiction& contradiction);

// Returns whether `solution` is a complete valid grid that keeps every given of `puzzle`.
[[nodiscard]] bool is_solution_of(const Grid& solution, const Grid& puzzle);

// ---- Puzzles

using CandidateMask = std::uint16_t;  // bit d-1: the digit d
inline constexpr CandidateMask all_candidates = 0x1ff;
[[nodiscard]] constexpr CandidateMask candidate_bit(int digit) {
  return static_cast<CandidateMask>(1U << static_cast<unsigned>(digit - 1));
}

// The candidates of each cell; of a cell with a digit, that digit alone.
using PencilMarks = std::array<CandidateMask, cell_count>;

// Returns for each cell the digits that no other cell in its row, column and box has.
[[nodiscard]] PencilMarks candidates_of(const Grid& grid);

struct Puzzle {
  Grid grid;
  std::shared_ptr<const PencilMarks> marks;  // null if the digits exclude as much

  friend bool operator==(const Puzzle& a, const Puzzle& b) {
    return a.grid == b.grid && (a.marks == nullptr) == (b.marks == nullptr) &&
           (a.marks == nullptr || *a.marks == *b.marks);
  }
};

// Returns the puzzle of a grid of candidates: a cell with one of them holds that digit. A cell
// without any makes the puzzle unsolvable.
[[nodiscard]] Puzzle puzzle_of(const PencilMarks& candidates);

// Returns the digits of a puzzle, or an error at `where` if its marks exclude solutions that these
// have. Digits with one solution or none never need marks. Cost: a solution if the puzzle
// has marks, else none.
[[nodiscard]] Result<Grid> digits_alone(const Puzzle& puzzle, SourceLocation where,
                                        std::string advice);

// ---- The bit-mask solver (bitmask_solver.cpp)
//
// An independent sudoku solver for verifying other solvers. It shares no code with sudoku.b93, the
// reference solver or any other part, so that a common mistake cannot hide. It also implements
// `solve --solver reference`.
//
// Each row, column and box has a 9-bit mask of its digits. Naked singles (a cell with one
// candidate) and hidden singles (a digit with one cell in a row, column or box) are filled until
// none is left; then the cell with the fewest candidates is guessed. The search continues after a
// solution until it knows whether there is a second one.
// Cost: a few microseconds for an easy puzzle, tens for a hard one; a puzzle with few givens and no
// solution may take far longer.

// The number of solutions of a puzzle.
struct SolutionCount {
  int count = 0;  // 0, 1, or 2 for two or more
  Grid solution;  // the first one found, if count > 0
};

// Contradicting givens have no solution. `stopped` may be empty; it is polled about every
// millisecond of a long search, and true ends it with an incomplete result. If `marks` is not null,
// solutions have no other digits than its candidates.
[[nodiscard]] SolutionCount solve_with_bitmasks(const Grid& puzzle,
                                                const std::function<bool()>& stopped = {},
                                                const PencilMarks* marks = nullptr);

}  // namespace fungescope::puzzles
