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
#include <benchmark/benchmark.h>

namespace {

using namespace fungescope;

// Enough to make the fast interpreter's warm-up negligible.
constexpr Tick ticks_each = 20'000'000;

// One of the puzzles in tests/data/puzzles/norvig_top95.txt that take the most ticks, written into
// the program's own grid.
constexpr std::string_view hard_puzzle =
    ".98.1....2......6.............3.2.5..84.........6.........4.8.93..5...........1..";

void draw_puzzle(Program& program) {
  const Region* grid = program.annotations.find_region("grid");
  if (grid == nullptr) return;
  for (std::size_t i = 0; i < hard_puzzle.size(); ++i) {
    const Point offset{static_cast<std::int64_t>(i % 9), static_cast<std::int64_t>(i / 9)};
    const Point at{grid->area.corner.x + offset.x, grid->area.corner.y + offset.y};
    program.playfield.set(at, hard_puzzle[i] == '.' ? ' ' : hard_puzzle[i]);
  }
}

Playfield read_program(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  auto program = load(bytes, {});
  if (!program) return {};
  draw_puzzle(*program);
  return std::move(program->playfield);
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
Traps traps_beside(const Playfield& field) {
  Touched touched(field.size());
  Machine machine(field);
  StringInput input("");
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

void run_field(benchmark::State& state, const Playfield& field, Tick limit, EngineKind kind,
               Watching watching) {
  const Traps traps = watching == Watching::traps ? traps_beside(field) : Traps(field.size());
  WriteMap written(static_cast<std::size_t>(field.size().area()));
  Tick ticks = 0;
  for (auto _ : state) {
    Machine machine(field);
    Engine engine(kind);
    StringInput input("");
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

void run_file(benchmark::State& state, const std::string& path, EngineKind kind,
              Watching watching) {
  run_field(state, read_program(path), ticks_each, kind, watching);
}

void run_plain(benchmark::State& state, const std::string& path) {
  const Playfield field = read_program(path);
  const Size size = field.size();
  bench::PlainField start{size.width, size.height, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(size.area()); ++i) {
    start.cells.push_back(field.at(i));
  }
  Tick ticks = 0;
  for (auto _ : state) {
    bench::PlainField plain = start;
    std::string output;
    ticks += bench::run_plain_switch(plain, ticks_each, output);
    benchmark::DoNotOptimize(output.data());
  }
  count_ticks(state, ticks);
}

void add(const char* name, const std::string& path) {
  benchmark::RegisterBenchmark((std::string(name) + "/plain_switch").c_str(), run_plain, path)
      ->Unit(benchmark::kMillisecond);
  const auto add_run = [&](const char* how, EngineKind kind, Watching watching) {
    const std::string title = std::string(name) + "/" + how;
    benchmark::RegisterBenchmark(title.c_str(), run_file, path, kind, watching)
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
    benchmark::RegisterBenchmark(title.c_str(), run_field, program->playfield, shape.ticks, kind,
                                 Watching::nothing)
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::string programs = FUNGESCOPE_PROGRAMS;
  for (const char* name : {"collatz", "factorial", "mandelbrot", "matrix", "primes", "recursion",
                           "rewriting", "sieve", "sorting", "text", "walk"}) {
    add(name, programs + "/bench/" + name + ".b93");
  }
  add("sudoku", programs + "/sudoku/sudoku.b93");
  for (const bench::OddShape& shape : bench::odd_shapes()) add(shape);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
