// Measures time travel over sudoku.b93 with a puzzle that takes tens of billions of ticks:
//
//     ./x bench --benchmark_filter=history --benchmark_repetitions=5
//
// `recorded` compared with `unrecorded` shows the cost of recording. The others seek in one
// recording of 10^9 ticks (and, for `…/10G`, of 10^10), which is made once.
#include "history/history.h"
#include "jit/tier/engine.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "busy_program.h"
#include <benchmark/benchmark.h>

namespace {

using namespace fungescope;
using namespace fungescope::bench;
using Clock = std::chrono::steady_clock;

void set_rate(benchmark::State& state, Tick ticks) {
  state.counters["ticks/s"] =
      benchmark::Counter(static_cast<double>(ticks), benchmark::Counter::kIsRate);
}

void unrecorded(benchmark::State& state, Tick ticks) {
  const Machine start = busy_machine();
  for ([[maybe_unused]] auto _ : state) {
    Machine machine = start;
    Engine engine;
    StringInput input(busy_puzzle);
    NullOutput output;
    engine.run(machine, {input, output}, ticks);
  }
  set_rate(state, ticks * state.iterations());
}

void recorded(benchmark::State& state, Tick ticks) {
  const Machine start = busy_machine();
  for ([[maybe_unused]] auto _ : state) {
    History history(start, busy_input());
    history.run(ticks);
  }
  set_rate(state, ticks * state.iterations());
}

History& recording_of(Tick ticks) {
  static std::map<Tick, std::unique_ptr<History>> recordings;
  auto& history = recordings[ticks];
  if (!history) {
    history = std::make_unique<History>(busy_machine(), busy_input());
    history->run(ticks);
  }
  return *history;
}

class Durations {
 public:
  template <class Function>
  void measure(Function function) {
    const auto begin = Clock::now();
    function();
    ms_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  // `part` of 0.5 is the median.
  double quantile(double part) {
    std::sort(ms_.begin(), ms_.end());
    return ms_[static_cast<std::size_t>(part * static_cast<double>(ms_.size() - 1))];
  }
  void report(benchmark::State& state) {
    state.counters["median_ms"] = quantile(0.5);
    state.counters["p95_ms"] = quantile(0.95);
    state.counters["max_ms"] = quantile(1);
  }

 private:
  std::vector<double> ms_;
};

void report_usage(benchmark::State& state, const History& history) {
  state.counters["peak_MB"] = static_cast<double>(history.usage().peak_bytes) / 1e6;
  state.counters["checkpoints"] = static_cast<double>(history.usage().checkpoints);
}

void seek(benchmark::State& state, Tick ticks) {
  History& history = recording_of(ticks);
  Random random(1);
  Durations durations;
  for ([[maybe_unused]] auto _ : state) {
    const Tick target = random.next() % ticks;
    durations.measure([&] { history.seek(target); });
  }
  durations.report(state);
  report_usage(state, history);
}

// After each seek, steps back twice.
void step_back(benchmark::State& state, Tick ticks) {
  History& history = recording_of(ticks);
  Random random(2);
  Durations durations;
  for ([[maybe_unused]] auto _ : state) {
    history.seek(2 + random.next() % (ticks - 2));
    durations.measure([&] { history.seek(history.tick() - 1); });
    durations.measure([&] { history.seek(history.tick() - 1); });
  }
  durations.report(state);
}

// Steps back once from the end of a run, without a seek before.
void step_back_from_end(benchmark::State& state, Tick ticks) {
  History& history = recording_of(ticks);
  Random random(3);
  Durations durations;
  for ([[maybe_unused]] auto _ : state) {
    history.seek(history.end());
    history.run(history.end() + random.next() % 10'000'000);
    durations.measure([&] { history.seek(history.tick() - 1); });
  }
  durations.report(state);
}

void add(const char* name, void (*function)(benchmark::State&, Tick), Tick ticks, int count) {
  const std::string title =
      std::string("history/") + name + "/" + std::to_string(ticks / giga) + "G";
  benchmark::RegisterBenchmark(title.c_str(), function, ticks)
      ->Iterations(count)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const Tick ticks : {giga, 10 * giga}) {
    add("unrecorded", unrecorded, ticks, 1);
    add("recorded", recorded, ticks, 1);
    add("seek", seek, ticks, 400);
    add("step_back", step_back, ticks, 400);
    add("step_back_from_end", step_back_from_end, ticks, 50);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
