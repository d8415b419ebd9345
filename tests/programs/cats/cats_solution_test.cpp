// cats.b93 against the exact solution of its game.
#include "programs/cats/cats_solution.h"

#include "support/test.h"

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
