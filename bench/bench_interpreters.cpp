// Measures both interpreters, and the switch loop of most implementations, on the same programs in
// ticks per second (`ticks/s`). The fast one is also run with a write map, as history records, and
// with ten data traps and five others that do not fire, as for breakpoints:
//
//     ./x bench --benchmark_filter=sudoku --benchmark_repetitions=9
//
// `odd/...` are the programs of odd_shapes.h, on the two interpreters.
#include "jit/tier/engine.h"
#include "lang/loader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "odd_shapes.h"
#include "plain_switch.h"
#include "workloads.h"
#include <benchmark/benchmark.h>

namespace {

using namespace fungescope;

// Enough to make the fast interpreter's warm-up negligible.
constexpr Tick ticks_each = 20'000'000;

struct Work {
  Machine start;
  std::string input;
  std::uint64_t seed = 0;
};

Work read_program(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return {Machine(std::move(load(bytes, {}).value().playfield)), "", 0};
}

enum class Watching {
  nothing,
  writes,  // the write map is filled
  traps,   // data and cell breakpoints are armed
};

// Records the cells that a run accesses, to set traps elsewhere.
class Touched final : public Observer {
 public:
  explicit Touched(Size field) : map_(static_cast<std::size_t>(field.area())), field_(field) {}
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    add(at);
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override { add(at); }
  void on_execute(Tick /*tick*/, Point at) override { add(at); }
  [[nodiscard]] bool contains(std::size_t index) const { return map_.contains(index); }

 private:
  void add(Point at) { map_.add(static_cast<std::size_t>(at.y * field_.width + at.x)); }
  WriteMap map_;
  Size field_;
};

// Returns ten data traps and five on cells of code, spread over the cells that a run does not
// access.
Traps traps_beside(const Work& work) {
  const Playfield& field = work.start.field;
  Touched touched(field.size());
  Machine machine = work.start;
  StringInput input(work.input);
  NullOutput output;
  Engine().run(machine, {input, output}, ticks_each, &touched);
  std::vector<Point> free;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      if (!touched.contains(field.index_of({x, y}))) free.push_back({x, y});
    }
  }
  Traps traps(field.size());
  constexpr std::size_t wanted = 15;
  for (std::size_t i = 0; i < wanted && !free.empty(); ++i) {
    constexpr std::array kinds{Access::write, Access::read, Access::execute};
    traps.set(free[i * free.size() / wanted], kinds[i % kinds.size()]);
  }
  return traps;
}

void count_ticks(benchmark::State& state, Tick ticks) {
  state.counters["ticks/s"] =
      benchmark::Counter(static_cast<double>(ticks), benchmark::Counter::kIsRate);
}

void run_work(benchmark::State& state, const Work& work, Tick limit, EngineKind kind,
              Watching watching) {
  const Playfield& field = work.start.field;
  const Traps traps = watching == Watching::traps ? traps_beside(work) : Traps(field.size());
  WriteMap written(static_cast<std::size_t>(field.size().area()));
  Tick ticks = 0;
  for ([[maybe_unused]] auto _ : state) {
    Machine machine = work.start;
    Engine engine(kind);
    StringInput input(work.input);
    NullOutput output;
    Probe probe;
    if (watching == Watching::writes) probe.written = &written;
    if (watching == Watching::traps) probe.traps = &traps;
    const StopReason reason = engine.run(machine, {input, output}, limit, probe);
    if (reason == StopReason::trapped) state.SkipWithError("met a trap that nobody should meet");
    ticks += machine.tick;
    written.clear();
  }
  count_ticks(state, ticks);
}

void run_plain(benchmark::State& state, const Work& work) {
  const Playfield& field = work.start.field;
  const Size size = field.size();
  bench::PlainField start{size.width, size.height, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(size.area()); ++i) {
    start.cells.push_back(field.at(i));
  }
  Tick ticks = 0;
  for ([[maybe_unused]] auto _ : state) {
    bench::PlainField plain = start;
    std::string output;
    ticks += bench::run_plain_switch(plain, ticks_each, work.input, work.seed, output);
    benchmark::DoNotOptimize(output.data());
  }
  count_ticks(state, ticks);
}

void add(const char* name, const Work& work) {
  benchmark::RegisterBenchmark((std::string(name) + "/plain_switch").c_str(), run_plain, work)
      ->Unit(benchmark::kMillisecond);
  const auto add_run = [&](const char* how, EngineKind kind, Watching watching) {
    const std::string title = std::string(name) + "/" + how;
    benchmark::RegisterBenchmark(title.c_str(), run_work, work, ticks_each, kind, watching)
        ->Unit(benchmark::kMillisecond);
  };
  add_run("reference", EngineKind::reference, Watching::nothing);
  add_run("interpreter", EngineKind::interpreter, Watching::nothing);
  add_run("jit", EngineKind::jit, Watching::nothing);
  add_run("automatic", EngineKind::automatic, Watching::nothing);
  add_run("interpreter_tracked", EngineKind::interpreter, Watching::writes);
  add_run("interpreter_traps", EngineKind::interpreter, Watching::traps);
}

void add(const bench::OddShape& shape) {
  auto program = load(shape.source, {});
  if (!program) return;
  for (const EngineKind kind : {EngineKind::reference, EngineKind::interpreter}) {
    const std::string title = "odd/" + shape.name + "/" + std::string(to_string(kind));
    benchmark::RegisterBenchmark(title.c_str(), run_work, Work{Machine(program->playfield), "", 0},
                                 shape.ticks, kind, Watching::nothing)
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::string programs = FUNGESCOPE_PROGRAMS;
  for (const char* name : {"collatz", "factorial", "mandelbrot", "matrix", "primes", "recursion",
                           "rewriting", "sieve", "sorting", "text", "walk"}) {
    add(name, read_program(programs + "/bench/" + name + ".b93"));
  }
  for (const bench::Workload& workload : bench::workloads) {
    add(workload.name, {bench::machine_of(workload), bench::input_of(workload), workload.seed});
  }
  for (const bench::OddShape& shape : bench::odd_shapes()) add(shape);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
