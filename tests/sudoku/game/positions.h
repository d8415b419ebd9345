// Puzzles and boards for the tests of games, and random operations on them.
#pragma once

#include "support/test.h"

#include "sudoku/game/game.h"

namespace fungescope::test {

// Of Wikipedia's article on sudoku; easy.
inline constexpr std::string_view easy_puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline constexpr std::string_view easy_solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

inline game::Game easy_game() {
  return game::Game(game::examine(puzzles::grid_from_line(easy_puzzle)));
}

// Rows and columns from 1, as players name cells.
constexpr techniques::Cell at(int row, int column) {
  return static_cast<techniques::Cell>((row - 1) * 9 + column - 1);
}

inline techniques::CellSet cells(std::initializer_list<techniques::Cell> list) {
  techniques::CellSet set;
  for (const techniques::Cell cell : list) set.insert(cell);
  return set;
}

inline std::size_t below(Random& random, std::size_t limit) {
  return static_cast<std::size_t>(random.next() % limit);
}

// Returns up to five cells.
inline techniques::CellSet random_cells(Random& random) {
  techniques::CellSet set;
  for (std::size_t i = below(random, 6); i > 0; --i) {
    set.insert(static_cast<techniques::Cell>(below(random, game::board_cells)));
  }
  return set;
}

// Does one of the operations that change the board; returns what it returned.
inline bool random_operation(game::Game& played, Random& random) {
  const techniques::CellSet chosen = random_cells(random);
  const auto digit = static_cast<techniques::Digit>(1 + below(random, 9));
  switch (below(random, 16)) {
    case 0:
      return played.fill_marks();
    case 1:
      return played.clean_marks();
    case 2:
    case 3:
      return played.erase(chosen);
    case 4:
    case 5:
      return played.toggle_centre_mark(chosen, digit);
    case 6:
    case 7:
      return played.toggle_corner_mark(chosen, digit);
    case 8:
    case 9:
      return played.toggle_colour(chosen, digit);
    case 10:
      return below(random, 4) == 0 && played.restart();
    case 11:
      return below(random, 8) == 0 && played.show_solution();
    case 12:
    case 13:
      return played.enter_digit(chosen, digit, game::PeerMarks::clean);
    default:
      return played.enter_digit(chosen, digit);
  }
}

}  // namespace fungescope::test
