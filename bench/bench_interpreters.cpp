// Both interpreters, and the switch loop that most implementations are, on the
// same programs, in ticks a second (`ticks/s`), so that ratios can be read off
// one run:
//
//     ./x bench --benchmark_filter=sudoku --benchmark_repetitions=9
#include "engine/engine.h"
#include "lang/loader.h"

#include <fstream>
#include <iterator>
#include <string>

#include "plain_switch.h"
#include <benchmark/benchmark.h>

namespace {

using namespace fungescope;

// Enough for the fast interpreter's start not to show.
constexpr Tick ticks_each = 20'000'000;

class NullOutput final : public Output {
 public:
  bool write(std::string_view bytes) override {
    benchmark::DoNotOptimize(bytes.data());
    return true;
  }
};

// One of the puzzles in tests/data/puzzles/norvig_top95.txt that take the most
// ticks, drawn into the program's own grid.
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

void run_program(benchmark::State& state, const std::string& path, EngineKind kind) {
  const Playfield field = read_program(path);
  Tick ticks = 0;
  for (auto _ : state) {
    Machine machine(field);
    Engine engine(kind);
    StringInput input("");
    NullOutput output;
    engine.run(machine, {input, output}, ticks_each);
    ticks += machine.tick;
  }
  state.counters["ticks/s"] =
      benchmark::Counter(static_cast<double>(ticks), benchmark::Counter::kIsRate);
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
  state.counters["ticks/s"] =
      benchmark::Counter(static_cast<double>(ticks), benchmark::Counter::kIsRate);
}

void add(const char* name, const std::string& path) {
  benchmark::RegisterBenchmark((std::string(name) + "/plain_switch").c_str(), run_plain, path)
      ->Unit(benchmark::kMillisecond);
  for (const EngineKind kind : {EngineKind::reference, EngineKind::interpreter}) {
    std::string title = name;
    title += '/';
    title += to_string(kind);
    benchmark::RegisterBenchmark(title.c_str(), run_program, path, kind)
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::string programs = FUNGESCOPE_PROGRAMS;
  for (const char* name : {"collatz", "sieve", "text", "rewriting"}) {
    add(name, programs + "/bench/" + name + ".b93");
  }
  add("sudoku", programs + "/sudoku/sudoku.b93");
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
