// setter.b93 in lock step with its mirror: every change of grid, clues and digits is the same one.
#include "lang/annotations.h"
#include "lang/loader.h"
#include "programs/program_run.h"
#include "programs/setter_model.h"
#include "support/test.h"
#include "vm/io.h"

namespace {

// Compares the writes of the program, one by one, with the changes of the mirror.
class Comparison final : public Observer {
 public:
  Comparison(const Annotations& annotations, const std::vector<SetterChange>& expected)
      : expected_(expected) {
    constexpr std::array names{"grid", "clues", "digits"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      areas_[i] = annotations.find_region(names[i])->area;
    }
  }

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t before, std::int64_t now) override {
    if (before == now || different_at) return;
    for (std::size_t i = 0; i < areas_.size(); ++i) {
      if (!areas_[i].contains(at)) continue;
      const std::int64_t cell =
          (at.y - areas_[i].corner.y) * areas_[i].size.width + (at.x - areas_[i].corner.x);
      const SetterChange change{static_cast<SetterRegion>(i), static_cast<std::uint8_t>(cell), now};
      if (same < expected_.size() && expected_[same] == change) {
        ++same;
      } else {
        different_at = tick;
      }
    }
  }

  std::size_t same = 0;
  std::optional<Tick> different_at;

 private:
  const std::vector<SetterChange>& expected_;
  std::array<Rectangle, 3> areas_;
};

// Compares a run that makes `count` puzzles of a kind.
void compare(const Program& program, Engine& engine, std::uint64_t seed, int count,
             const std::string& name, SetterKind kind) {
  CAPTURE(seed);
  CAPTURE(name);
  SetterModel mirror(seed);
  std::string expected;
  for (int i = 0; i < count; ++i) expected += mirror.next(kind) + "\n";

  MachineOptions options;
  options.seed = seed;
  Machine machine(program.playfield, options);
  engine.forget();
  Comparison comparison(program.annotations, mirror.changes());
  StringInput input(std::to_string(count) + " " + name + "\n");
  StringOutput output;
  CHECK(engine.run(machine, {input, output}, 1'000'000'000, &comparison) == StopReason::ended);
  CHECK(output.text == expected);
  CHECK(!comparison.different_at);
  CHECK(comparison.same == mirror.changes().size());
  CHECK(comparison.same > 3 * cell_count);
}

constexpr std::uint64_t seeds = 1000;

// Returns the number of clues that a run asks for. The fewer they are, the longer it takes: up to
// four times as long as filling the grid, so that one in ten has few.
std::int64_t clues_of(std::uint64_t seed) {
  const std::uint64_t n = seed / 10;
  return static_cast<std::int64_t>(seed % 10 == 8 ? 26 + n % 14 : 40 + (seed + n) % 33);
}

}  // namespace

TEST_CASE("setter.b93 and its mirror make the same changes") {
  const Program program = load(program_bytes("setter/setter.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    // Every tenth run makes a second puzzle, which starts from what the first one left.
    const int count = seed % 10 == 5 ? 2 : 1;
    if (seed % 100 == 5) {
      compare(program, engine, seed, count, "minimal", {SetterKind::minimal});
    } else if (seed % 200 == 106) {
      compare(program, engine, seed, count, "rows", {SetterKind::rows});
    } else {
      const std::int64_t clues = clues_of(seed);
      compare(program, engine, seed, count, std::to_string(clues), {clues});
    }
  }
}

// The search for a guess goes as far as the last cell, but rarely ends there.
TEST_CASE("setter.b93 and its mirror guess in the last cell") {
  const Program program = load(program_bytes("setter/setter.b93"), {}).value();
  Engine engine(EngineKind::interpreter);
  for (const std::uint64_t seed : {116, 535}) {
    compare(program, engine, seed, 1, "minimal", {SetterKind::minimal});
  }
}
