// sudoku1k.b93 and its model, write by write: the same values at the same places in the same order.
#include "lang/annotations.h"
#include "lang/loader.h"
#include "programs/program_run.h"
#include "programs/sudoku1k_model.h"
#include "vm/io.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Compares the program's writes to its two regions with the expected ones.
class Sudoku1kLockstep final : public Observer {
 public:
  Sudoku1kLockstep(const Annotations& annotations, const std::vector<Sudoku1kWrite>& expected)
      : expected_(expected),
        areas_{annotations.find_region("orders")->area, annotations.find_region("board")->area} {}

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t now) override {
    if (!difference_.empty() || !(areas_[0].contains(at) || areas_[1].contains(at))) return;
    const Sudoku1kWrite write{static_cast<std::size_t>(at.x), static_cast<std::size_t>(at.y), now};
    if (position_ < expected_.size() && expected_[position_] == write) {
      ++position_;
    } else {
      difference_ = fmt::format("tick {}, write {}: {} to ({}, {}) is not the model's", tick,
                                position_, now, at.x, at.y);
    }
  }

  [[nodiscard]] std::size_t agreed() const { return position_; }
  // Returns the first difference, or "".
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  const std::vector<Sudoku1kWrite>& expected_;
  std::array<Rectangle, 2> areas_;
  std::size_t position_ = 0;
  std::string difference_;
};

// A move, and its cell erased, for any seed; now and then a whole game, or a board that is dealt
// twice.
std::string input_of(std::uint64_t seed) {
  const std::uint64_t level = seed % 9 + 1;
  std::string input = fmt::format("{}\n", level);
  if (seed % 50 == 17) input += fmt::format("9\n{}{}{}\n{}\n", level - 1, level - 1, level, level);
  if (seed % 10 != 3) return input + fmt::format("{0}{1}5\n{0} {1}\n", seed % 8, seed / 8 % 10);
  if (seed % 100 != 3) return input + "x\n3 4 5 6\n0\n";
  Sudoku1kModel dealt(seed);
  dealt.play(input);
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t column = 0; column < 9; ++column) {
      if (!dealt.is_open(row, column)) continue;
      input += fmt::format("{}{}{}\n", row, column, dealt.solution(row, column));
    }
  }
  return input;
}

}  // namespace

TEST_CASE("sudoku1k: the program and its model agree write by write, seed by seed") {
  const std::uint64_t runs = 1000;
  const Program program = load(program_bytes("sudoku1k/sudoku1k.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const std::string input = input_of(seed);
    INFO("seed ", seed, ": ", input);
    Sudoku1kModel model(seed);
    model.play(input);
    Sudoku1kLockstep lockstep(program.annotations, model.writes());
    MachineOptions options;
    options.seed = seed;
    Machine machine(program.playfield, options);
    engine.forget();
    StringInput bytes(input);
    StringOutput output;
    CHECK(engine.run(machine, {bytes, output}, 1'000'000'000, &lockstep) == StopReason::ended);
    CHECK(lockstep.difference() == "");
    CHECK(lockstep.agreed() == model.writes().size());
    CHECK(output.text == model.output());
  }
}
