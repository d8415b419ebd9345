// The game of cats.b93 solved exactly, and what each level of the program would choose everywhere.
//
// A cat's move takes it a row further, so positions are solved from the cats' last rows back to
// their first. A level's values are those of the level below, one move deeper: its choice in every
// position takes no search.
#include "programs/cats/cats_board.h"
#include "support/test.h"

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

// All positions, with the cats as a set of squares: 32 squares of the mouse by 35,960 sets.
class CatsPositions {
 public:
  static constexpr std::size_t set_count = 35960;
  static constexpr std::size_t count = 32 * set_count;

  // The number of a set is that of the combinatorial number system; a square counts by its half.
  CatsPositions() : by_rows_(set_count) {
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

  [[nodiscard]] std::size_t index(const CatsPieces& pieces) const {
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
    const std::size_t set = binomials[1][cats[0]] + binomials[2][cats[1]] + binomials[3][cats[2]] +
                            binomials[4][cats[3]];
    return static_cast<std::size_t>(pieces[0]) / 2 * set_count + set;
  }
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

  std::vector<CatsPieces> cats_;  // of each set, in the order of their squares, without a mouse
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
  CatsSolution() {
    solve();
    reach();
  }

  [[nodiscard]] const CatsPositions& positions() const { return positions_; }
  [[nodiscard]] bool cats_win(const CatsPieces& pieces, CatsTurn turn) const {
    return cats_win_.of(turn)[positions_.index(pieces)] != 0;
  }
  // Can the position come up in a game?
  [[nodiscard]] bool is_reachable(std::size_t index, CatsTurn turn) const {
    return reachable_.of(turn)[index] != 0;
  }

 private:
  // A side that cannot move has lost, and the cats when the mouse is on rank 8.
  void solve() {
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
  void reach() {
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

  CatsPositions positions_;
  CatsFlags cats_win_;
  CatsFlags reachable_;
};

// What a level chooses in the positions that can come up. Begins with level 1; `deepen` makes it
// the next one.
class CatsLevel {
 public:
  // Counted in levels that are left, where the program counts those that are gone: the same order.
  explicit CatsLevel(const CatsSolution& solution)
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

  void deepen() {
    ++left_;
    Values mouse = one_deeper(CatsTurn::mouse);
    cats_ = one_deeper(CatsTurn::cats);
    mouse_ = std::move(mouse);
  }
  // Returns the board after the chosen move; there must be one.
  [[nodiscard]] CatsPieces choice(const CatsPieces& pieces, CatsTurn turn) const {
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

 private:
  using Values = std::vector<std::int16_t>;
  [[nodiscard]] Values one_deeper(CatsTurn turn) const {
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
  [[nodiscard]] int value(const CatsPieces& pieces, CatsTurn turn) const {
    return (turn == CatsTurn::mouse ? mouse_ : cats_)[solution_.positions().index(pieces)];
  }

  const CatsSolution& solution_;
  int left_ = 0;
  // The values of all positions with so many levels left.
  Values mouse_;
  Values cats_;
};

struct Tally {
  std::size_t positions = 0;
  std::size_t mistakes = 0;
};

// Counts where a level gives a won game away, in the positions that can come up.
Tally mistakes_everywhere(const CatsSolution& solution, const CatsLevel& level, CatsTurn turn) {
  const bool cats = turn == CatsTurn::cats;
  Tally tally;
  for (std::size_t set = 0; set < CatsPositions::set_count; ++set) {
    solution.positions().for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
      if (pieces[0] < 8 || !solution.is_reachable(at, turn)) return;
      if (solution.cats_win(pieces, turn) != cats) return;
      ++tally.positions;
      if (solution.cats_win(level.choice(pieces, turn), other(turn)) != cats) ++tally.mistakes;
    });
  }
  return tally;
}

// Counts where the cats of a level give a won game away, against every play of the mouse.
Tally mistakes_from_start(const CatsSolution& solution, const CatsLevel& level) {
  Tally tally;
  std::set<CatsPieces> seen;
  std::vector<CatsPieces> to_do{cats_start};
  while (!to_do.empty()) {
    const CatsPieces board = to_do.back();
    to_do.pop_back();
    for_each_move(board, CatsTurn::mouse, [&](CatsMove move) {
      const CatsPieces pieces = moved(board, move);
      if (pieces[0] < 8 || !seen.insert(pieces).second) return;
      REQUIRE(solution.cats_win(pieces, CatsTurn::cats));
      ++tally.positions;
      const CatsPieces after = level.choice(pieces, CatsTurn::cats);
      if (solution.cats_win(after, CatsTurn::mouse)) {
        to_do.push_back(after);
      } else {
        ++tally.mistakes;
      }
    });
  }
  return tally;
}

std::size_t below(Random& random, std::size_t n) {
  return static_cast<std::size_t>(random.next() % n);
}

// Plays a game in which a person moves at random, takes moves back and types nonsense, or none if
// `moves` is 0. The program's boards must be those of the level's choices.
void check_game(const CatsLevel& level, int depth, Random& random, int moves) {
  const CatsTurn person = below(random, 2) == 0 ? CatsTurn::mouse : CatsTurn::cats;
  const char* const who = moves == 0 ? "none" : person == CatsTurn::mouse ? "mouse" : "cats";
  const bool any_person = moves > 0;
  std::string input = fmt::format("{} {}\n", who, depth);
  std::vector<CatsPieces> game{cats_start};
  std::vector<CatsPieces> shown{cats_start};
  while (game.back()[0] >= 8) {
    const CatsTurn turn = game.size() % 2 == 1 ? CatsTurn::mouse : CatsTurn::cats;
    std::vector<CatsMove> legal;
    for_each_move(game.back(), turn, [&](CatsMove move) { legal.push_back(move); });
    if (legal.empty()) break;
    if (!any_person || turn != person) {
      game.push_back(level.choice(game.back(), turn));
    } else if (moves-- == 0) {
      break;
    } else {
      constexpr std::array idle{"", "5", "a1b2", "d4 d5", "hm?", "49", "7777", "cats 3"};
      if (below(random, 10) == 0) input += fmt::format("{}\n", idle[below(random, idle.size())]);
      if (below(random, 12) == 0 && game.size() > 2) {
        input += "undo\n";
        game.resize(game.size() - 2);
      } else {
        const CatsMove move = legal[below(random, legal.size())];
        input += keys_of(move) + "\n";
        game.push_back(moved(game.back(), move));
      }
    }
    shown.push_back(game.back());
  }
  CAPTURE(input);
  CHECK(boards_of(run_cats(input)) == shown);
}

std::string with_commas(std::size_t number) {
  return number < 1000 ? std::to_string(number)
                       : fmt::format("{},{:03}", number / 1000, number % 1000);
}

std::string share(const Tally& tally) {
  return fmt::format("{:.2f} %", 100.0 * static_cast<double>(tally.mistakes) /
                                     static_cast<double>(tally.positions));
}

}  // namespace

TEST_CASE("cats: each position has a number of its own, from its set of cats and its mouse") {
  const CatsPositions positions;
  std::vector<char> seen(CatsPositions::count);
  std::size_t numbered = 0;
  for (std::size_t set = 0; set < CatsPositions::set_count; ++set) {
    std::size_t mice = 0;
    positions.for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
      ++mice;
      const bool is_new = at < seen.size() && seen[at] == 0;
      if (is_new && positions.index(pieces) == at) ++numbered;
      if (at < seen.size()) seen[at] = 1;
    });
    REQUIRE(mice == 28);
    REQUIRE(numbered % 28 == 0);
  }
  CHECK(numbered == 28 * CatsPositions::set_count);
}

// The mistakes are counted in the choices of `CatsLevel`, and those compared with the program's.
TEST_CASE("cats: the exact solution and the mistakes of each level are those of the README") {
  const std::string readme = program_bytes("cats/README.md");
  const auto states = [&](const std::string& row) { CHECK(contains(readme, row)); };
  const CatsSolution solution;
  CHECK(solution.cats_win(cats_start, CatsTurn::mouse));
  CHECK(solution.cats_win(cats_start, CatsTurn::cats));

  std::array<std::array<std::size_t, 2>, 4> counts{};
  for (std::size_t set = 0; set < CatsPositions::set_count; ++set) {
    solution.positions().for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
      if (pieces[0] < 8) return;
      for (const std::size_t i : {0U, 1U}) {
        const CatsTurn turn = i == 0 ? CatsTurn::mouse : CatsTurn::cats;
        const bool won = solution.cats_win(pieces, turn);
        ++counts[0][i];
        counts[1][i] += won ? 1 : 0;
        if (!solution.is_reachable(at, turn)) continue;
        ++counts[2][i];
        counts[3][i] += won ? 1 : 0;
      }
    });
  }
  for (const auto& row : counts) {
    states(fmt::format("| {} | {} |\n", with_commas(row[0]), with_commas(row[1])));
  }

  CatsLevel level(solution);
  Random random(1);
  for (int depth = 1; depth <= 11; ++depth) {
    if (depth > 1) level.deepen();
    CAPTURE(depth);
    for (int game = depth < 4 ? 150 : 0; game-- > 0;) check_game(level, depth, random, 13);
    if (depth <= 8) check_game(level, depth, random, 0);
    check_game(level, depth, random, depth <= 8 ? 5 : 1);
    const Tally mouse = mistakes_everywhere(solution, level, CatsTurn::mouse);
    const Tally cats = mistakes_everywhere(solution, level, CatsTurn::cats);
    const Tally start = mistakes_from_start(solution, level);
    if (depth >= 10) CHECK(start.mistakes == 0);
    const std::string lost = start.mistakes == 0 ? "**0**" : std::to_string(start.mistakes);
    states(fmt::format("\n| {} | {} | {} | {} | {} | {} | {} |\n", depth,
                       with_commas(mouse.mistakes), share(mouse), with_commas(cats.mistakes),
                       share(cats), lost, with_commas(start.positions)));
  }
}
