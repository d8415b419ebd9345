// squares.b93 and its model, write by write: the same values at the same places in the same order.
#include "lang/loader.h"
#include "programs/program_run.h"
#include "programs/squares/squares_model.h"
#include "vm/io.h"

#include <cstddef>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Compares the program's writes to its three regions with the expected ones.
class SquaresLockstep final : public Observer {
 public:
  explicit SquaresLockstep(const std::vector<SquaresWrite>& expected) : expected_(expected) {}

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t now) override {
    compare(tick, SquaresRegion::square, at, {{9, 9}, {99, 99}}, now);
    compare(tick, SquaresRegion::visible, at, {{110, 9}, {99, 99}}, now);
    compare(tick, SquaresRegion::pairs, at, {{110, 4}, {81, 2}}, now);
  }

  [[nodiscard]] std::size_t agreed() const { return position_; }
  // Returns the first difference, or "".
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  void compare(Tick tick, SquaresRegion region, Point at, const Rectangle& area, std::int64_t now) {
    if (!area.contains(at) || !difference_.empty()) return;
    const SquaresWrite write{region, static_cast<std::size_t>(at.x - area.corner.x),
                             static_cast<std::size_t>(at.y - area.corner.y), now};
    if (position_ < expected_.size() && expected_[position_] == write) {
      ++position_;
    } else {
      difference_ = fmt::format("tick {}, write {}: {} to ({}, {}) is not the model's", tick,
                                position_, now, at.x, at.y);
    }
  }

  const std::vector<SquaresWrite>& expected_;
  std::size_t position_ = 0;
  std::string difference_;
};

// Adds moves: every third hidden cell is revealed, the others are tried, some of them wrongly
// first.
std::string with_moves(const std::string& request, std::uint64_t seed) {
  SquaresModel model(request, seed);
  model.run();
  const SquaresMaker& square = model.square();
  std::string input = request;
  std::size_t count = 0;
  for (std::size_t y = 0; y < square.order(); ++y) {
    for (std::size_t x = 0; x < square.order(); ++x) {
      if (square.visible(x, y) || ++count > 4) continue;
      if (count % 3 == 0) {
        input += fmt::format("reveal {} {}\n", y + 1, x + 1);
      } else {
        input += fmt::format("{} {} 0\n", y + 1, x + 1);
        input += fmt::format("{} {} {}\n", y + 1, x + 1, square.at(x, y));
      }
    }
  }
  return input;
}

// Mostly small squares, in rotation; the long runs are those of sudokus.
std::string request_of(std::size_t seed) {
  const std::size_t n = seed / 8;
  if (seed == 999) return "pseudo 21 2\n";
  if (seed % 100 == 7) return fmt::format("sudoku 9 {}\n", n % 101);
  switch (seed % 4) {
    case 0:
      return fmt::format("magic {} {}\n", 2 * (n % 4) + 1, n % 3);
    case 1:
      return fmt::format("latin {} {}\n", 2 * (n % 4) + 1, 50 * (n % 3));
    default:
      return fmt::format("true-latin {} {}\n", n % 6 + 2, 25 * (n % 5));
  }
}

}  // namespace

TEST_CASE("squares: the program and its model agree write by write, seed by seed") {
  const std::size_t runs = 1000;
  const Program program = load(program_bytes("squares/squares.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  for (std::size_t seed = 0; seed < runs; ++seed) {
    const std::string input = with_moves(request_of(seed), seed);
    INFO("seed ", seed, ": ", input);
    SquaresModel model(input, seed);
    model.run();
    SquaresLockstep lockstep(model.square().writes());
    MachineOptions options;
    options.seed = seed;
    Machine machine(program.playfield, options);
    engine.forget();
    StringInput bytes(input);
    StringOutput output;
    CHECK(engine.run(machine, {bytes, output}, 1'000'000'000, &lockstep) == StopReason::ended);
    CHECK(lockstep.difference() == "");
    CHECK(lockstep.agreed() == model.square().writes().size());
    CHECK(output.text == model.output());
  }
}

TEST_CASE("squares: the program and its model print the same, for larger squares") {
  for (const char* request : {"magic 99\n", "latin 99\n", "true-latin 30 20\n", "sudoku 25 30\n",
                              "pseudo 27\n", "sudoku\n", "pseudo\n", "magic\n"}) {
    CAPTURE(request);
    const std::uint64_t seed = 4;
    const std::string input = with_moves(request, seed);
    SquaresModel model(input, seed);
    model.run();
    ProgramOptions options;
    options.seed = seed;
    CHECK(run_program("squares/squares.b93", input, options).output == model.output());
  }
}
