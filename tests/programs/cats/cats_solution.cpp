#include "programs/cats/cats_solution.h"

#include "support/test.h"

namespace fungescope::test {
namespace {

constexpr std::size_t choose(std::size_t n, std::size_t k) {
  std::size_t result = 1;
  for (std::size_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

constexpr auto binomials = [] {
  std::array<std::array<std::size_t, 32>, 5> table{};
  for (std::size_t k = 1; k < table.size(); ++k) {
    for (std::size_t n = k; n < 32; ++n) table[k][n] = choose(n, k);
  }
  return table;
}();

int rows_gone(const CatsPieces& pieces) {
  return pieces[1] / 8 + pieces[2] / 8 + pieces[3] / 8 + pieces[4] / 8;
}

bool is_over(const CatsPieces& pieces) {
  return pieces[0] < 8;
}

int square_of(std::size_t number) {
  const int row = static_cast<int>(number) / 4;
  return row * 8 + static_cast<int>(number) % 4 * 2 + row % 2;
}

// The value of a game won by the mouse on a board of a level.
constexpr int value_of_win(int level) {
  return 1000 - level;
}

// Returns the value of a board on the last level of a tree: how freely the mouse moves, how far it
// is to rank 8 while the cats stand still, and how far the cats have gone.
int value_of_leaf(const CatsPieces& pieces, CatsTurn turn) {
  std::array<int, 64> steps{};  // from the mouse's square, which has 1
  std::vector<int> queue{pieces[0]};
  steps.at(static_cast<std::size_t>(pieces[0])) = 1;
  for (std::size_t cat = 1; cat < pieces.size(); ++cat) {
    steps.at(static_cast<std::size_t>(pieces[cat])) = -1;
  }
  std::size_t free = 0;
  int way = 0;
  for (std::size_t head = 0; head < queue.size() && way == 0; ++head) {
    const int square = queue[head];
    const int so_far = steps.at(static_cast<std::size_t>(square));
    if (square < 8) way = so_far;
    for (const int step : {-9, -7, 7, 9}) {
      const int next = square + step;
      if (!is_cats_square(next) || steps.at(static_cast<std::size_t>(next)) != 0) continue;
      steps.at(static_cast<std::size_t>(next)) = so_far + 1;
      queue.push_back(next);
    }
    if (head == 0) free = queue.size() - 1;
  }
  if (turn == CatsTurn::mouse && free == 0) return -value_of_win(0);
  int value = 3 * static_cast<int>(free);
  for (std::size_t cat = 1; cat < pieces.size(); ++cat) {
    value += (pieces[cat] / 8) * (pieces[cat] / 8);
  }
  return way > 0 ? value + 100 - 4 * (way - 1) : value;
}

// Calls `use(child)` for each board after a move.
template <class Use>
void for_each_child(const CatsPieces& pieces, CatsTurn turn, Use use) {
  for_each_move(pieces, turn, [&](CatsMove move) { use(moved(pieces, move)); });
}

}  // namespace

// The number of a set is that of the combinatorial number system; a square counts by its half.
CatsPositions::CatsPositions() : by_rows_(set_count) {
  for (std::size_t d = 3; d < 32; ++d) {
    for (std::size_t c = 2; c < d; ++c) {
      for (std::size_t b = 1; b < c; ++b) {
        for (std::size_t a = 0; a < b; ++a) {
          cats_.push_back({0, square_of(a), square_of(b), square_of(c), square_of(d)});
        }
      }
    }
  }
  std::iota(by_rows_.begin(), by_rows_.end(), std::size_t{0});
  std::stable_sort(by_rows_.begin(), by_rows_.end(), [&](std::size_t a, std::size_t b) {
    return rows_gone(cats_[a]) < rows_gone(cats_[b]);
  });
}

std::size_t CatsPositions::index(const CatsPieces& pieces) const {
  std::array<std::size_t, 4> cats{};
  for (std::size_t i = 0; i < 4; ++i) cats[i] = static_cast<std::size_t>(pieces[i + 1]) / 2;
  const auto order = [&](std::size_t i, std::size_t j) {
    if (cats[i] > cats[j]) std::swap(cats[i], cats[j]);
  };
  order(0, 1);
  order(2, 3);
  order(0, 2);
  order(1, 3);
  order(1, 2);
  const std::size_t set =
      binomials[1][cats[0]] + binomials[2][cats[1]] + binomials[3][cats[2]] + binomials[4][cats[3]];
  return static_cast<std::size_t>(pieces[0]) / 2 * set_count + set;
}

CatsSolution::CatsSolution() {
  solve();
  reach();
}

// A side that cannot move has lost, and the cats when the mouse is on rank 8.
void CatsSolution::solve() {
  const auto& sets = positions_.by_rows();
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    positions_.for_each_mouse(*set, [&](const CatsPieces& pieces, std::size_t at) {
      if (is_over(pieces)) return;
      for_each_child(pieces, CatsTurn::cats, [&](const CatsPieces& child) {
        if (cats_win(child, CatsTurn::mouse)) cats_win_.cats[at] = 1;
      });
    });
    positions_.for_each_mouse(*set, [&](const CatsPieces& pieces, std::size_t at) {
      if (is_over(pieces)) return;
      cats_win_.mouse[at] = 1;
      for_each_child(pieces, CatsTurn::mouse, [&](const CatsPieces& child) {
        if (!cats_win(child, CatsTurn::cats)) cats_win_.mouse[at] = 0;
      });
    });
  }
}

void CatsSolution::reach() {
  reachable_.mouse[positions_.index(cats_start)] = 1;
  for (const std::size_t set : positions_.by_rows()) {
    for (const CatsTurn turn : {CatsTurn::mouse, CatsTurn::cats}) {
      positions_.for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
        if (reachable_.of(turn)[at] == 0 || is_over(pieces)) return;
        for_each_child(pieces, turn, [&](const CatsPieces& child) {
          reachable_.of(other(turn))[positions_.index(child)] = 1;
        });
      });
    }
  }
}

// Counted in levels that are left, where the program counts those that are gone: the same order.
CatsLevel::CatsLevel(const CatsSolution& solution)
    : solution_(solution), mouse_(CatsPositions::count), cats_(CatsPositions::count) {
  for (std::size_t set = 0; set < CatsPositions::set_count; ++set) {
    solution_.positions().for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
      for (const CatsTurn turn : {CatsTurn::mouse, CatsTurn::cats}) {
        if (!solution_.is_reachable(at, turn)) continue;
        const int value = is_over(pieces) ? value_of_win(0) : value_of_leaf(pieces, turn);
        (turn == CatsTurn::mouse ? mouse_ : cats_)[at] = static_cast<std::int16_t>(value);
      }
    });
  }
}

void CatsLevel::deepen() {
  ++left_;
  Values mouse = one_deeper(CatsTurn::mouse);
  cats_ = one_deeper(CatsTurn::cats);
  mouse_ = std::move(mouse);
}

CatsLevel::Values CatsLevel::one_deeper(CatsTurn turn) const {
  const int sign = static_cast<int>(turn);
  const int win = value_of_win(-left_);
  Values values(CatsPositions::count);
  for (std::size_t set = 0; set < CatsPositions::set_count; ++set) {
    solution_.positions().for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
      if (!solution_.is_reachable(at, turn)) return;
      int best = -win;
      if (is_over(pieces)) {
        best = win * sign;
      } else {
        for_each_child(pieces, turn, [&](const CatsPieces& child) {
          best = std::max(best, sign * value(child, other(turn)));
        });
      }
      values[at] = static_cast<std::int16_t>(best * sign);
    });
  }
  return values;
}

CatsPieces CatsLevel::choice(const CatsPieces& pieces, CatsTurn turn) const {
  const int sign = static_cast<int>(turn);
  int best = -2 * value_of_win(-left_);
  CatsPieces result = pieces;
  for_each_child(pieces, turn, [&](const CatsPieces& child) {
    const int value_of_child = sign * value(child, other(turn));
    if (value_of_child <= best) return;
    best = value_of_child;
    result = child;
  });
  return result;
}

}  // namespace fungescope::test
