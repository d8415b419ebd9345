// Makes the squares of squares.b93 by the same decisions, and logs what it writes to the regions.
//
// The order of loops and writes is the program's; see programs/squares/README.md for the reasons.
#pragma once

#include "base/random.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope::test {

enum class SquaresRegion : std::uint8_t { square, visible, pairs };

struct SquaresWrite {
  SquaresRegion region = SquaresRegion::square;
  std::size_t x = 0;
  std::size_t y = 0;
  std::int64_t value = 0;

  friend bool operator==(const SquaresWrite&, const SquaresWrite&) = default;
};

// A line of the program's table.
struct SquaresKind {
  std::size_t lowest;
  std::size_t step;
  std::size_t choices;
  std::size_t box;  // of the lowest order; 0: as large as the square
  std::size_t last_stage;
};
inline constexpr std::array<SquaresKind, 5> squares_kinds{{{1, 2, 50, 0, 0},    // magic
                                                           {1, 2, 50, 0, 2},    // latin
                                                           {2, 1, 98, 0, 4},    // true-latin
                                                           {9, 16, 2, 3, 6},    // sudoku
                                                           {21, 6, 2, 7, 6}}};  // pseudo

class SquaresMaker {
 public:
  static constexpr std::size_t side = 99;

  explicit SquaresMaker(std::uint64_t seed) : random_(seed) {}

  // Returns a number below `n`, which must not be 0.
  std::size_t draw(std::size_t n);
  // `index` is that of the order among those of the kind.
  void make(const SquaresKind& kind, std::size_t index);
  // Hides so many per cent of the cells, and returns how many those are.
  std::size_t hide(std::size_t share);
  void set_visible(std::size_t x, std::size_t y, bool value);

  [[nodiscard]] std::size_t order() const { return order_; }
  [[nodiscard]] std::size_t largest() const;
  [[nodiscard]] std::int64_t at(std::size_t x, std::size_t y) const { return square_[y][x]; }
  [[nodiscard]] bool visible(std::size_t x, std::size_t y) const { return visible_[y][x]; }
  [[nodiscard]] const std::vector<SquaresWrite>& writes() const { return writes_; }

 private:
  void set(std::size_t x, std::size_t y, std::int64_t value);
  void swap(std::size_t x1, std::size_t y1, std::size_t x2, std::size_t y2);
  void fill_magic();
  void fill_cyclic();
  void shuffle_rows();
  void refine_rows();
  void follow(std::size_t p, std::size_t q, std::size_t x);
  bool has_easy_pairs(std::size_t stage);
  void transpose();
  void replicate();

  Random random_;
  std::array<std::array<std::int64_t, side>, side> square_{};
  std::array<std::array<bool, side>, side> visible_{};
  std::vector<SquaresWrite> writes_;
  std::size_t order_ = 0;
  std::size_t box_ = 0;
  std::size_t size_ = 0;  // of the square so far
  std::size_t last_stage_ = 0;
};

}  // namespace fungescope::test
