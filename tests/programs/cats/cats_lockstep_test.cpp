// cats.b93 and its model, write by write: the same tree, the same values, the same move.
#include "base/random.h"
#include "lang/annotations.h"
#include "lang/loader.h"
#include "programs/cats/cats_model.h"
#include "programs/program_run.h"
#include "vm/io.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Compares the program's writes to five of its regions with the expected ones.
class Lockstep final : public Observer {
 public:
  Lockstep(const Annotations& annotations, const std::vector<CatsWrite>& expected)
      : expected_(expected) {
    // In the order of `CatsRegion`.
    constexpr std::array names{"tree", "game", "board", "steps", "queue"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      areas_[i] = annotations.find_region(names[i])->area;
    }
  }

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t now) override {
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      if (!areas_[i].contains(at) || different_at) continue;
      const CatsWrite write{static_cast<CatsRegion>(i), static_cast<int>(at.x - areas_[i].corner.x),
                            static_cast<int>(at.y - areas_[i].corner.y), now};
      if (same < expected_.size() && expected_[same] == write) {
        ++same;
      } else {
        different_at = tick;
      }
    }
  }

  std::size_t same = 0;
  std::optional<Tick> different_at;

 private:
  const std::vector<CatsWrite>& expected_;
  std::array<Rectangle, 5> areas_;
};

std::size_t below(Random& random, std::size_t n) {
  return static_cast<std::size_t>(random.next() % n);
}

// Returns a random line that changes nothing on the board.
std::string idle_line(Random& random) {
  constexpr std::array lines{"board", "", "5", "a1b2", "d4 d5", "hm?", "49", "7777", "cats 3"};
  return lines[below(random, lines.size())];
}

// Plays a side of a game at random, against the program on a level, for some moves. Returns the
// input that does it.
std::string random_game(Random& random, int level, std::size_t moves) {
  CatsLog log;
  CatsTree tree(log);
  const CatsTurn person = below(random, 2) == 0 ? CatsTurn::mouse : CatsTurn::cats;
  std::string input = fmt::format("{} {}\n", person == CatsTurn::mouse ? "mouse" : "cats", level);
  std::vector<CatsPieces> game{cats_start};
  while (moves > 0 && game.back()[0] >= 8) {
    const CatsPieces& pieces = game.back();
    const CatsTurn turn = game.size() % 2 == 1 ? CatsTurn::mouse : CatsTurn::cats;
    if (turn != person) {
      if (!tree.search(pieces, turn, level, 0)) break;
      game.push_back(tree.best());
      continue;
    }
    std::vector<CatsMove> legal;
    for (const CatsMove move : cats_moves) {
      if ((move.piece == 0) == (turn == CatsTurn::mouse) && is_legal(pieces, move)) {
        legal.push_back(move);
      }
    }
    if (legal.empty()) break;
    if (below(random, 10) == 0) input += idle_line(random) + "\n";
    if (below(random, 12) == 0 && game.size() > 2) {
      input += "undo\n";
      game.resize(game.size() - 2);
      continue;
    }
    const CatsMove move = legal[below(random, legal.size())];
    const int key = move.step == -9 ? 7 : move.step == -7 ? 9 : move.step == 7 ? 1 : 3;
    input += move.piece == 0 ? fmt::format("{}\n", key) : fmt::format("{}{}\n", move.piece, key);
    game.push_back(moved(pieces, move));
    --moves;
  }
  return input;
}

}  // namespace

TEST_CASE("cats: the program and its model agree write by write, in a thousand random games") {
  const std::size_t games = 1000;
  const Program program = load(program_bytes("cats/cats.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  Random random(1);
  std::size_t choices = 0;
  for (std::size_t game = 0; game < games; ++game) {
    const int level = game % 200 == 9 ? 3 : game % 20 == 7 ? 2 : 1;
    const std::string input = random_game(random, level, 13);
    CAPTURE(input);
    CatsModel model(input, true);
    model.run();
    choices += model.choices();
    Machine machine(program.playfield, {});
    engine.forget();
    Lockstep lockstep(program.annotations, model.writes());
    StringInput bytes(input);
    StringOutput output;
    CHECK(engine.run(machine, {bytes, output}, 1'000'000'000, &lockstep) == StopReason::ended);
    CHECK(!lockstep.different_at);
    CHECK(lockstep.same == model.writes().size());
    CHECK(output.text == model.output());
  }
  CHECK(choices >= 10 * games);
}

TEST_CASE("cats: the program and its model choose the same on the higher levels") {
  for (const int level : {4, 5, 6, 7, 8}) {
    CAPTURE(level);
    const std::string input = fmt::format("none {}\n", level);
    CatsModel model(input);
    model.run();
    ProgramOptions options;
    options.until = 10'000'000'000;
    CHECK(run_program("cats/cats.b93", input, options).output == model.output());
  }
}
