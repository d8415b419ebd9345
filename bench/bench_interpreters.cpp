// Both interpreters on the same programs, in ticks a second (`ticks/s`), so that
// ratios can be read off one run:
//
//     build/bench/bench_interpreters --benchmark_filter=collatz
#include "engine/engine.h"
#include "lang/loader.h"

#include <fstream>
#include <iterator>
#include <string>

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

Playfield read_program(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  auto program = load(bytes, {});
  return program ? std::move(program->playfield) : Playfield();
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

void add(const char* name, const std::string& path) {
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
#ifdef FUNGESCOPE_SUDOKU
  add("sudoku", programs + "/sudoku/sudoku.b93");
#endif
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
