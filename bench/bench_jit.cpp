// Compares the JIT with the fast interpreter: each program of programs/bench from start to end, and
// the built-in programs with the input of workloads.h, more than fits into the run for some. Rounds
// alternate between the tiers, so that a change of the machine's speed affects both, and medians
// are compared:
//
//     ./x bench jit --jit-rounds=9 --jit-only=sudoku
//
// Times include a new engine for every run, its warm-up and its compilation.
#include "base/text_table.h"
#include "jit/tier/engine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "workloads.h"
#include <fmt/format.h>

namespace {

using namespace fungescope;

// The tick limit: more than the longest of programs/bench takes; the others are stopped there.
constexpr Tick max_ticks = 2'000'000'000;

struct Run {
  Tick ticks = 0;
  double seconds = 0;
  jit::JitStatistics jit;
};

Run run_once(const Machine& start, const std::string& input_text, EngineKind kind) {
  Machine machine = start;
  StringInput input(input_text);
  NullOutput output;
  const auto begin = std::chrono::steady_clock::now();
  Engine engine(kind);
  engine.run(machine, {input, output}, max_ticks);
  Run run;
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.ticks = machine.tick;
  if (engine.jit_statistics() != nullptr) run.jit = *engine.jit_statistics();
  return run;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Prints a line and returns the speedup of the JIT.
double compare(std::string_view name, const Machine& start, const std::string& input, int rounds) {
  std::vector<double> interpreted;
  std::vector<double> compiled;
  std::vector<double> compiling;
  Run last;
  for (int round = 0; round < rounds; ++round) {
    interpreted.push_back(run_once(start, input, EngineKind::interpreter).seconds);
    last = run_once(start, input, EngineKind::automatic);
    compiled.push_back(last.seconds);
    compiling.push_back(last.jit.compile_seconds);
  }
  const double ratio = median(interpreted) / median(compiled);
  const auto ticks = static_cast<double>(last.ticks);
  fmt::print("{:<16}{:>16}{:>10.2f}{:>10.2f}{:>8.2f}{:>10.2f}{:>9}{:>10}{:>10.1f}\n", name,
             with_separators(last.ticks), ticks / median(interpreted) / 1e9,
             ticks / median(compiled) / 1e9, ratio, median(compiling) * 1e3, last.jit.regions,
             last.jit.code_size, 100 * static_cast<double>(last.jit.native_ticks) / ticks);
  return ratio;
}

// `path` is relative to programs/, without its extension.
Machine machine_of(const std::string& path) {
  std::ifstream file(FUNGESCOPE_PROGRAMS "/" + path + ".b93", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return Machine(std::move(load(bytes, {}).value().playfield));
}

std::string_view option(int count, char** arguments, std::string_view name) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument.substr(0, name.size()) == name) return argument.substr(name.size());
  }
  return {};
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view rounds_given = option(count, arguments, "--jit-rounds=");
  const std::string_view only = option(count, arguments, "--jit-only=");
  const int rounds = rounds_given.empty() ? 5 : std::max(1, std::atoi(rounds_given.data()));
  fmt::print("{:<16}{:>16}{:>10}{:>10}{:>8}{:>10}{:>9}{:>10}{:>10}\n", "program", "ticks",
             "interp.", "JIT", "ratio", "compiling", "regions", "code", "native");
  fmt::print("{:<16}{:>16}{:>10}{:>10}{:>8}{:>10}{:>9}{:>10}{:>10}\n", "", "", "G/s", "G/s", "",
             "ms", "", "bytes", "% ticks");
  constexpr std::array names{"collatz", "factorial", "mandelbrot", "matrix",
                             "primes",  "recursion", "rewriting",  "sieve",
                             "sorting", "text",      "walk"};
  double logs = 0;
  int programs = 0;
  const auto add = [&](const char* name, const Machine& start, const std::string& input) {
    if (!only.empty() && only != name) return;
    logs += std::log(compare(name, start, input, rounds));
    ++programs;
  };
  for (const bench::Workload& workload : bench::workloads) {
    add(workload.name, bench::machine_of(workload), bench::input_of(workload));
  }
  for (const char* name : names) add(name, machine_of(std::string("bench/") + name), "");
  if (programs > 0) {
    fmt::print("geometric mean of the ratios: {:.2f}\n", std::exp(logs / programs));
  }
}
