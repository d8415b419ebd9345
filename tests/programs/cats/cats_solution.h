// The game of cats.b93 solved exactly, and what each level of the program would choose everywhere.
//
// A cat's move takes it a row further, so positions are solved from the cats' last rows back to
// their first. A level's values are those of the level below, one move deeper: its choice in every
// position takes no search.
#pragma once

#include "programs/cats/cats_board.h"
#include "support/test.h"

namespace fungescope::test {

// All positions, with the cats as a set of squares: 32 squares of the mouse by 35,960 sets.
class CatsPositions {
 public:
  static constexpr std::size_t set_count = 35960;
  static constexpr std::size_t count = 32 * set_count;

  CatsPositions();

  [[nodiscard]] std::size_t index(const CatsPieces& pieces) const;
  // Returns the pieces of a set of cats, in the order of their squares, without a mouse.
  [[nodiscard]] const CatsPieces& cats(std::size_t set) const { return cats_[set]; }
  // Returns the sets in the order of the rows their cats have gone, the fewest first.
  [[nodiscard]] const std::vector<std::size_t>& by_rows() const { return by_rows_; }
  // Calls `use(pieces, index)` for each position of a set of cats.
  template <class Use>
  void for_each_mouse(std::size_t set, Use use) const {
    CatsPieces pieces = cats_[set];
    for (int mouse = 0; mouse < 64; ++mouse) {
      if (!is_cats_square(mouse) || has_cat(pieces, mouse)) continue;
      pieces[0] = mouse;
      use(pieces, static_cast<std::size_t>(mouse / 2) * set_count + set);
    }
  }

 private:
  [[nodiscard]] static bool has_cat(const CatsPieces& pieces, int square) {
    return pieces[1] == square || pieces[2] == square || pieces[3] == square || pieces[4] == square;
  }

  std::vector<CatsPieces> cats_;
  std::vector<std::size_t> by_rows_;
};

// A byte for each position, for the mouse to move and for the cats.
struct CatsFlags {
  std::vector<char> mouse = std::vector<char>(CatsPositions::count);
  std::vector<char> cats = std::vector<char>(CatsPositions::count);

  [[nodiscard]] std::vector<char>& of(CatsTurn turn) {
    return turn == CatsTurn::mouse ? mouse : cats;
  }
  [[nodiscard]] const std::vector<char>& of(CatsTurn turn) const {
    return turn == CatsTurn::mouse ? mouse : cats;
  }
};

class CatsSolution {
 public:
  CatsSolution();

  [[nodiscard]] const CatsPositions& positions() const { return positions_; }
  [[nodiscard]] bool cats_win(const CatsPieces& pieces, CatsTurn turn) const {
    return cats_win_.of(turn)[positions_.index(pieces)] != 0;
  }
  // Can the position come up in a game?
  [[nodiscard]] bool is_reachable(std::size_t index, CatsTurn turn) const {
    return reachable_.of(turn)[index] != 0;
  }

 private:
  void solve();
  void reach();

  CatsPositions positions_;
  CatsFlags cats_win_;
  CatsFlags reachable_;
};

// What a level chooses in the positions that can come up. Begins with level 1; `deepen` makes it
// the next one.
class CatsLevel {
 public:
  explicit CatsLevel(const CatsSolution& solution);

  void deepen();
  // Returns the board after the chosen move; there must be one.
  [[nodiscard]] CatsPieces choice(const CatsPieces& pieces, CatsTurn turn) const;

 private:
  using Values = std::vector<std::int16_t>;
  [[nodiscard]] Values one_deeper(CatsTurn turn) const;
  [[nodiscard]] int value(const CatsPieces& pieces, CatsTurn turn) const {
    return (turn == CatsTurn::mouse ? mouse_ : cats_)[solution_.positions().index(pieces)];
  }

  const CatsSolution& solution_;
  int left_ = 0;
  // The values of all positions with so many levels left.
  Values mouse_;
  Values cats_;
};

}  // namespace fungescope::test
