// The tiers as functions for a page, which calls them in slices: between two of them, the browser
// compiles what the JIT has asked for. tiers.html has the loop, bench.js calls that.
#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "vm/io.h"

#include <cstddef>
#include <emscripten/emscripten.h>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace fungescope;

struct TimedRun {
  Machine machine;
  StringInput input;
  NullOutput output;
  Engine engine;
};

std::unique_ptr<TimedRun>& run() {
  static std::unique_ptr<TimedRun> instance;
  return instance;
}

}  // namespace

extern "C" {

// Loads a program for one run. Returns false if it or the engine's name is not valid.
EMSCRIPTEN_KEEPALIVE bool begin_run(const char* source, std::size_t size, const char* input,
                                    const char* engine) {
  auto loaded = load(std::string(source, size), {});
  const auto kind = parse_engine(engine);
  if (!loaded || !kind) return false;
  run() = std::make_unique<TimedRun>(TimedRun{Machine(std::move(loaded->playfield)),
                                              StringInput(input), NullOutput(), Engine(*kind)});
  return true;
}

// Runs up to a tick. Returns the tick reached, or its negative where the program has ended.
EMSCRIPTEN_KEEPALIVE double run_to(double until) {
  TimedRun& now = *run();
  const StopReason reason =
      now.engine.run(now.machine, {now.input, now.output}, static_cast<Tick>(until));
  const auto tick = static_cast<double>(now.machine.tick);
  return reason == StopReason::tick_reached ? tick : -tick;
}

EMSCRIPTEN_KEEPALIVE double native_ticks() {
  const jit::JitStatistics* const statistics = run()->engine.jit_statistics();
  return statistics == nullptr ? 0 : static_cast<double>(statistics->native_ticks);
}

}  // extern "C"
