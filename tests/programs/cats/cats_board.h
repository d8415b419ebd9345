// The board of cats.b93, the rules of its game, and what the program prints as boards and words.
#pragma once

#include "programs/program_run.h"
#include "support/test.h"

namespace fungescope::test {

// The squares of the mouse and of the cats 1 to 4, from 0 (a8) to 63 (h1).
using CatsPieces = std::array<int, 5>;

inline constexpr CatsPieces cats_start{59, 0, 2, 4, 6};

// A move of the mouse or of a cat: which of the five pieces, and by how much its square changes.
struct CatsMove {
  std::size_t piece;
  int step;
};

// Whose turn it is; the mouse wants high values.
enum class CatsTurn : int { mouse = 1, cats = -1 };

[[nodiscard]] constexpr CatsTurn other(CatsTurn turn) {
  return turn == CatsTurn::mouse ? CatsTurn::cats : CatsTurn::mouse;
}

// Is it one of the board's squares on which pieces stand? Any number may be asked for.
[[nodiscard]] constexpr bool is_cats_square(int square) {
  return square >= 0 && square < 64 && (square / 8 + square % 8) % 2 == 0;
}

// Calls `use(move)` for each move of a side, in the order in which the program looks at them.
template <class Use>
void for_each_move(const CatsPieces& pieces, CatsTurn turn, Use use) {
  const bool mouse = turn == CatsTurn::mouse;
  for (std::size_t piece = mouse ? 0 : 1; piece < (mouse ? 1U : pieces.size()); ++piece) {
    for (const int step : {-9, -7, 7, 9}) {
      const int target = pieces[piece] + step;
      if ((!mouse && step < 0) || !is_cats_square(target)) continue;
      if (std::find(pieces.begin(), pieces.end(), target) != pieces.end()) continue;
      use(CatsMove{piece, step});
    }
  }
}

[[nodiscard]] inline CatsPieces moved(CatsPieces pieces, CatsMove move) {
  pieces[move.piece] += move.step;
  return pieces;
}

// Returns all moves of a side, as they are typed.
[[nodiscard]] Lines moves_of(const CatsPieces& board, CatsTurn turn);
[[nodiscard]] std::string keys_of(CatsMove move);

// Runs the program in the strict dialect, to its end.
[[nodiscard]] std::string run_cats(const std::string& input);

// Returns all boards that were printed, and checks their form.
[[nodiscard]] std::vector<CatsPieces> boards_of(const std::string& output);

// Returns the lines that are not part of a board or of the title.
[[nodiscard]] Lines words_of(const std::string& output);

}  // namespace fungescope::test
