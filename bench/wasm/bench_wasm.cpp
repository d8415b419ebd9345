// Compares the tiers as WebAssembly under Node. bench/web does so in a browser.
//
//     cmake --preset web -DFUNGESCOPE_BENCH=ON
//     cmake --build build-web-objects --target bench_wasm
//     node --no-experimental-fetch build-web-objects/bench/wasm/bench_wasm.js \
//       [PROGRAM [TICKS [ROUNDS]]]
//
// Without a program, sudoku.b93 with the impossible puzzle of workloads.h. Each run has a new
// engine, and rounds alternate between the tiers. The first round is printed, too: the JavaScript
// engine still compiles this program then. On Linux the times are the main thread's alone, as the
// kernel counts them, so neither other processes nor the engine's own threads distort them.
#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "vm/io.h"
#include "vm/machine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "workloads.h"
#include <fmt/format.h>

namespace {

using namespace fungescope;

double seconds_now() {
  // The first number: nanoseconds on a processor.
  if (std::ifstream file("/proc/self/schedstat"); file) {
    double nanoseconds = 0;
    file >> nanoseconds;
    return nanoseconds / 1e9;
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Measurement {
  Tick ticks = 0;
  double seconds = 0;
  jit::JitStatistics jit;
};

Measurement measure(const Machine& start, const std::string& input_text, EngineKind kind,
                    Tick until) {
  Machine machine = start;
  StringInput input(input_text);
  NullOutput output;
  const double begin = seconds_now();
  Engine engine(kind);
  engine.run(machine, {input, output}, until);
  Measurement result{machine.tick, seconds_now() - begin, {}};
  if (engine.jit_statistics() != nullptr) result.jit = *engine.jit_statistics();
  return result;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  Machine start = bench::machine_of(bench::workloads[0]);
  std::string input = bench::input_of(bench::workloads[0]);
  if (count > 1) {
    std::ifstream file(arguments[1], std::ios::binary);
    auto loaded = load(std::string((std::istreambuf_iterator<char>(file)), {}), {});
    if (!file || !loaded) {
      fmt::print(stderr, "{} cannot be loaded\n", arguments[1]);
      return 1;
    }
    start = Machine(std::move(loaded->playfield));
    input.clear();
  }
  const Tick until = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1'000'000'000;
  const int rounds = count > 3 ? std::max(1, std::atoi(arguments[3])) : 5;
  constexpr std::array kinds{EngineKind::interpreter, EngineKind::automatic, EngineKind::jit};
  std::array<std::vector<double>, kinds.size()> seconds;
  std::array<Measurement, kinds.size()> last;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      last[i] = measure(start, input, kinds[i], until);
      seconds[i].push_back(last[i].seconds);
    }
  }
  fmt::print("{} ticks; first round and median of {}\n", last[0].ticks, rounds);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const double middle = median(seconds[i]);
    fmt::print("{:<12}{:>9.1f} ms{:>9.1f} ms{:>8.2f} G/s{:>7.2f}x", to_string(kinds[i]),
               1e3 * seconds[i][0], 1e3 * middle, static_cast<double>(last[i].ticks) / middle / 1e9,
               median(seconds[0]) / middle);
    if (last[i].jit.regions != 0) {
      fmt::print(
          "  {:.1f}% native, {} regions of {} bytes, compiled in {:.1f} ms",
          100 * static_cast<double>(last[i].jit.native_ticks) / static_cast<double>(last[i].ticks),
          last[i].jit.regions, last[i].jit.code_size, 1e3 * last[i].jit.compile_seconds);
    }
    fmt::print("\n");
  }
}
