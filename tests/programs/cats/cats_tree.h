// The tree of cats.b93 as a class: the same records, the same values and the same moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope::test {

// The squares of the mouse and of the cats 1 to 4, from 0 (a8) to 63 (h1).
using CatsPieces = std::array<int, 5>;

inline constexpr CatsPieces cats_start{59, 0, 2, 4, 6};

// A move of the mouse or of a cat: which of the five pieces, and by how much its square changes.
struct CatsMove {
  std::size_t piece;
  int step;
};

// The mouse's four, then two for each cat: the order in which the tree looks at them.
inline constexpr std::array<CatsMove, 12> cats_moves{{{0, -9},
                                                      {0, -7},
                                                      {0, 7},
                                                      {0, 9},
                                                      {1, 7},
                                                      {1, 9},
                                                      {2, 7},
                                                      {2, 9},
                                                      {3, 7},
                                                      {3, 9},
                                                      {4, 7},
                                                      {4, 9}}};

// Is it one of the board's squares on which pieces stand? Any number may be asked for.
[[nodiscard]] bool is_cats_square(int square);

[[nodiscard]] bool is_legal(const CatsPieces& pieces, CatsMove move);

[[nodiscard]] CatsPieces moved(const CatsPieces& pieces, CatsMove move);

// Whose turn it is; the mouse wants high values.
enum class CatsTurn : int { mouse = 1, cats = -1 };

// Returns the value of a board on the last level of a tree, which is `level`.
[[nodiscard]] int cats_value(const CatsPieces& pieces, CatsTurn turn, int level);

// The value of a game won by the mouse on a board of a level.
[[nodiscard]] constexpr int cats_win(int level) {
  return 1000 - level;
}

enum class CatsRegion { tree, game, board, steps, queue };

// A value that the program stores in a region, at a column and a line of the region.
struct CatsWrite {
  CatsRegion region = CatsRegion::tree;
  int x = 0;
  int y = 0;
  std::int64_t value = 0;

  bool operator==(const CatsWrite&) const = default;
};

// The writes of a run in their order; none are kept unless asked for, for speed.
class CatsLog {
 public:
  explicit CatsLog(bool keeps = false) : keeps_(keeps) {}

  void add(CatsRegion region, int x, int y, std::int64_t value) {
    if (keeps_) writes_.push_back({region, x, y, value});
  }
  // Adds the write of a character to a square of `board` or `steps`.
  void add_square(CatsRegion region, int square, char mark) {
    add(region, square % 8, square / 8, mark);
  }

  [[nodiscard]] const std::vector<CatsWrite>& writes() const { return writes_; }
  [[nodiscard]] bool keeps() const { return keeps_; }

 private:
  bool keeps_;
  std::vector<CatsWrite> writes_;
};

class CatsTree {
 public:
  explicit CatsTree(CatsLog& log) : log_(log) {}

  // Makes the moves from a board, without a value. Returns whether there are any.
  bool make_moves(const CatsPieces& pieces, CatsTurn turn);

  // Searches to a depth of `level` moves. Returns whether there is a move. `column` is the column
  // of `game` after that of the board.
  bool search(const CatsPieces& pieces, CatsTurn turn, int level, int column);

  // Of the last search: the board after the best move, how many boards it looked at, and the
  // columns of the root's children in the order in which their values were known.
  [[nodiscard]] const CatsPieces& best() const { return best_; }
  [[nodiscard]] std::int64_t boards() const { return boards_; }
  [[nodiscard]] const std::vector<int>& worked_at() const { return worked_at_; }

 private:
  struct Record {
    int level = 0;
    int turn = 0;
    int value = 0;
    std::size_t parent = 0;
    int children = 0;
    CatsPieces pieces{};
  };

  void plant(const CatsPieces& pieces, CatsTurn turn);
  void back_up(int column);
  void visit_new(int level);
  void add_children();
  void value_leaf();
  void set_value(std::size_t record, int value);
  void set_children(std::size_t record, int children);
  void write_field(std::size_t record, int field, std::int64_t value);
  void write_pieces(std::size_t record);

  CatsLog& log_;
  std::array<Record, 80> records_{};
  std::size_t newest_ = 0;
  std::int64_t boards_ = 0;
  CatsPieces best_{};
  std::vector<int> worked_at_;
};

}  // namespace fungescope::test
