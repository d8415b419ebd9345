// A sudoku grid: 81 cells, row by row, 0 for unknown or a digit 1..9.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

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

}  // namespace fungescope::puzzles
