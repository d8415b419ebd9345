// The tier while the code of a region is compiled concurrently.
#include "jit/evaluator.h"
#include "jit/held_backend.h"
#include "jit/tier/jit_tier.h"
#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

constexpr Size pending_field{40, 10};
// Counts cell (0,9) up, 15 ticks an iteration.
constexpr std::string_view counting_program = ">09g1+09p v\n^         <";

// An interpreter whose native code waits for `state`, and the reference interpreter.
class HeldRun {
 public:
  explicit HeldRun(std::string_view text, Size size = pending_field)
      : machine(program_from_text(text, size)), expected_(machine) {
    JitOptions options{.sample_interval = 64, .unconditional = true};
    auto gate = [this]() -> IsReady {
      const bool held = statistics_->recompilations >= first_held;
      return [this, held] { return held ? state : CodeState::ready; };
    };
    auto tier =
        make_jit_tier(options, std::make_unique<HeldBackend>(make_evaluator(), std::move(gate)));
    statistics_ = &tier->statistics();
    interpreter.emplace(std::move(tier));
  }

  void run(Tick ticks) {
    StringInput input("");
    NullOutput output;
    const Tick until = machine.tick + ticks;
    run_reference(expected_, {input, output}, until);
    interpreter->run(machine, {input, output}, until);
    CHECK(machine == expected_);
  }
  // Sets the cell in the interpreter's machine and in the reference's.
  void poke(Point at, std::int64_t value) {
    Machine next = machine;
    next.field.set(at, value);
    interpreter->load(machine, next);
    expected_ = machine;
  }
  [[nodiscard]] const JitStatistics& statistics() const { return *statistics_; }

  CodeState state = CodeState::pending;
  std::uint64_t first_held = 0;  // code is not held before so many recompilations
  Machine machine;
  std::optional<FastInterpreter> interpreter;

 private:
  Machine expected_;
  const JitStatistics* statistics_ = nullptr;
};

}  // namespace

TEST_CASE("the interpreter goes on until a region's code is ready") {
  HeldRun run(counting_program);
  run.run(20'000);
  CHECK(run.statistics().regions == 1);
  CHECK(run.statistics().native_ticks == 0);
  run.state = CodeState::ready;
  run.run(20'000);
  CHECK(run.statistics().regions == 1);
  CHECK(run.statistics().native_ticks > 19'000);
}

TEST_CASE("a region is dropped if its program changes before its code is ready") {
  HeldRun run(counting_program);
  run.run(20'000);
  REQUIRE(run.statistics().regions == 1);
  run.poke({3, 0}, '2');
  CHECK(run.statistics().invalidations == 1);
  CHECK(run.statistics().code_size == 0);
  run.state = CodeState::ready;
  run.run(20'000);
  CHECK(run.statistics().regions == 2);
  CHECK(run.statistics().native_ticks > 10'000);
}

TEST_CASE("a region remains active while it is recompiled") {
  // Writes and reads outside the field in every second iteration: a speculation that fails. The
  // field is too large for a profile run to find it in advance.
  HeldRun run(">09g1+:09p2%1-0g$09g:2%1-8pv\n^                          <", {300, 300});
  run.first_held = 1;
  while (run.statistics().recompilations == 0) run.run(200);
  const Tick before = run.statistics().native_ticks;
  run.run(2'000);
  CHECK(run.statistics().recompilations == 1);
  CHECK(run.statistics().native_ticks > before + 500);
  run.state = CodeState::ready;
  run.run(1'000);
  const Tick ready = run.statistics().native_ticks;
  run.run(100'000);
  CHECK(run.statistics().native_ticks > ready + 95'000);
}

TEST_CASE("a region whose code cannot be compiled is not tried again") {
  HeldRun run(counting_program);
  run.run(20'000);
  run.state = CodeState::failed;
  run.run(100'000);
  CHECK(run.statistics().regions == 1);
  CHECK(run.statistics().code_size == 0);
  CHECK(run.statistics().native_ticks == 0);
}
