// cats.b93 against the exact solution of its game, through its model.
#include "programs/cats/cats_solution.h"

#include "programs/program_run.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

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
    for_each_move(board, CatsTurn::mouse, [&](const CatsPieces& pieces) {
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

// Compares the choices of a tree with those of the same level, for every so manieth set of cats.
void check_tree(const CatsSolution& solution, const CatsLevel& level, int depth) {
  CatsLog log;
  CatsTree tree(log);
  const std::size_t stride = depth < 3 ? 599 : depth < 5 ? 2999 : 11999;
  for (auto set = static_cast<std::size_t>(depth); set < CatsPositions::set_count; set += stride) {
    solution.positions().for_each_mouse(set, [&](const CatsPieces& pieces, std::size_t at) {
      if (solution.positions().index(pieces) != at) FAIL("the number of a position is wrong");
      if (pieces[0] < 8) return;
      for (const CatsTurn turn : {CatsTurn::mouse, CatsTurn::cats}) {
        if (!solution.is_reachable(at, turn)) continue;
        if (!tree.search(pieces, turn, depth, 0)) continue;
        if (tree.best() != level.choice(pieces, turn)) FAIL("set ", set, " mouse ", pieces[0]);
      }
    });
  }
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

// The mistakes are counted in the choices of `CatsLevel`, and those compared with the tree's.
TEST_CASE("cats: the exact solution and the mistakes of each level are those of the README") {
  const std::string readme = program_bytes("cats/README.md");
  const auto states = [&](const std::string& row) { CHECK(readme.find(row) != std::string::npos); };
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
  for (int depth = 1; depth <= 11; ++depth) {
    if (depth > 1) level.deepen();
    CAPTURE(depth);
    if (depth <= 5) check_tree(solution, level, depth);
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
