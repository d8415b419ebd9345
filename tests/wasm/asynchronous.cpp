// The tier with modules that are compiled asynchronously, as in a page: a run in slices, between
// which the engine compiles. The machine must be the reference's after each slice. It has a main
// function of its own, since a test case does not return to the event loop.
#include "jit/tier/jit_tier.h"
#include "jit/wasm/wasm_emitter.h"
#include "programs/catalogue.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <cstdlib>
#include <emscripten.h>
#include <memory>

#include "../bench/workloads.h"
#include <fmt/format.h>

namespace {

using namespace fungescope;

class SlicedRun {
 public:
  explicit SlicedRun(const bench::Workload& workload)
      : machine_(bench::machine_of(workload)),
        expected_(machine_),
        input_(bench::input_of(workload)),
        expected_input_(bench::input_of(workload)) {
    jit::JitOptions options;
    options.sample_interval = 400;
    options.unconditional = true;
    auto tier = jit::make_jit_tier(options, jit::make_wasm_backend(0));
    statistics_ = &tier->statistics();
    interpreter_ = std::make_unique<FastInterpreter>(std::move(tier));
  }

  // Returns whether the run goes on.
  bool step() {
    const Tick until = machine_.tick + 40'000 + machine_.tick % 977;
    run_reference(expected_, {expected_input_, expected_output_}, until);
    const Tick before = statistics_->native_ticks;
    interpreter_->run(machine_, {input_, output_}, until);
    const bool same = machine_ == expected_ && output_.text == expected_output_.text &&
                      machine_.stack.high_water() == expected_.stack.high_water();
    if (!same) fail("the machines differ");
    if (statistics_->regions == 0 && before != 0) fail("native ticks without a region");
    return machine_.tick < 6'000'000 && machine_.status == Status::running;
  }

  void check_end() const {
    fmt::print("{} ticks, {} native, {} regions, {} recompilations\n", machine_.tick,
               statistics_->native_ticks, statistics_->regions, statistics_->recompilations);
    constexpr Tick worth_compiling = 1'000'000;
    if (machine_.tick < worth_compiling) return;
    if (statistics_->native_ticks < machine_.tick / 4) fail("hardly any native ticks");
  }

 private:
  void fail(const char* what) const {
    fmt::print("at tick {}: {}\n", machine_.tick, what);
    std::exit(1);
  }

  Machine machine_;
  Machine expected_;
  StringInput input_;
  StringInput expected_input_;
  StringOutput output_;
  StringOutput expected_output_;
  std::unique_ptr<FastInterpreter> interpreter_;
  const jit::JitStatistics* statistics_ = nullptr;
};

std::size_t next_workload = 0;
std::unique_ptr<SlicedRun> run_now;

void step(void* /*unused*/) {
  if (run_now && !run_now->step()) {
    run_now->check_end();
    run_now.reset();
  }
  if (!run_now) {
    if (next_workload == bench::workloads.size()) emscripten_force_exit(0);
    run_now = std::make_unique<SlicedRun>(bench::workloads.at(next_workload++));
  }
  emscripten_async_call(step, nullptr, 0);
}

}  // namespace

int main() {
  step(nullptr);
  emscripten_exit_with_live_runtime();
}
