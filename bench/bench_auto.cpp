// Compares `auto` with both interpreters: it must never cost much more CPU time than the better of
// them. Runs programs/bench, the built-in programs with the input of workloads.h and the generated
// programs of odd_shapes.h, or the files given on the command line with their input ended:
//
//     ./x bench auto --rounds=5 --seconds=0.5
//     ./x bench auto --match=walk --ticks=1e9           # some of them, for longer
//     ./x bench auto --only=auto --ticks=1e8 FILE...    # one engine, for a profiler
//
// Each program runs for as many ticks as take the fast interpreter `--seconds`, or to its end.
// Rounds alternate between the engines, each with a new engine, and the minimum CPU time of each is
// compared. The reference interpreter is stopped (">") once it has taken four times as long as the
// fast one. A row is marked `!` if `auto` takes more than 1.05 times the better interpreter plus
// 10 ms. Programs that take less than `--min` seconds are counted, not printed.
#include "base/text_table.h"
#include "jit/tier/engine.h"
#include "lang/loader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odd_shapes.h"
#include "workloads.h"
#include <fmt/format.h>

namespace {

using namespace fungescope;

constexpr Tick slice = 1'000'000;  // ticks between two looks at the clock
constexpr Tick unlimited_ticks = std::numeric_limits<Tick>::max();
constexpr double allowed_ratio = 1.05;
constexpr double allowed_seconds = 0.010;

struct Settings {
  int rounds = 3;
  double seconds = 0.3;
  double min_seconds = 0.002;
};

struct Case {
  std::string name;
  Machine start;
  Tick max_ticks = unlimited_ticks;
  std::string input = {};
};

struct Measured {
  double seconds = 0;
  Tick ticks = 0;
  bool stopped = false;  // by the limit of seconds
  jit::JitStatistics jit;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Measured measure(const Case& program, EngineKind kind, Tick until, double max_seconds) {
  Machine machine = program.start;
  StringInput input(program.input);
  NullOutput output;
  Measured result;
  const double begin = cpu_seconds();
  {
    Engine engine(kind);
    while (machine.tick < until && machine.status == Status::running && !result.stopped) {
      const Tick stop = std::min(until, machine.tick + slice);
      if (engine.run(machine, {input, output}, stop) != StopReason::tick_reached) break;
      result.stopped = machine.tick < until && cpu_seconds() - begin > max_seconds;
    }
    if (engine.jit_statistics() != nullptr) result.jit = *engine.jit_statistics();
  }
  result.seconds = cpu_seconds() - begin;
  result.ticks = machine.tick;
  return result;
}

struct Row {
  std::string name;
  Tick ticks = 0;
  Measured reference;
  Measured interpreter;
  Measured jit;
  Measured automatic;

  [[nodiscard]] double better() const { return std::min(reference.seconds, interpreter.seconds); }
  [[nodiscard]] double ratio() const { return automatic.seconds / better(); }
  [[nodiscard]] bool passes() const {
    return automatic.seconds <= allowed_ratio * better() + allowed_seconds;
  }
};

constexpr double unlimited = std::numeric_limits<double>::infinity();

// Measures a program; `ticks` is 0 if it takes too little time.
Row compare(const Case& program, const Settings& settings) {
  Row row;
  row.name = program.name;
  const Measured probe =
      measure(program, EngineKind::interpreter, program.max_ticks, settings.seconds);
  if (probe.seconds < settings.min_seconds) return row;
  row.ticks = probe.ticks;
  for (int round = 0; round < settings.rounds; ++round) {
    const auto take = [&](Measured& least, EngineKind kind, double max_seconds) {
      const Measured now = measure(program, kind, row.ticks, max_seconds);
      if (round == 0 || now.seconds < least.seconds) least = now;
    };
    take(row.interpreter, EngineKind::interpreter, unlimited);
    if (round == 0 || !row.reference.stopped)
      take(row.reference, EngineKind::reference, 4 * row.interpreter.seconds);
    take(row.automatic, EngineKind::automatic, unlimited);
    take(row.jit, EngineKind::jit, unlimited);
  }
  return row;
}

void print(const Row& row) {
  const jit::JitStatistics& jit = row.automatic.jit;
  fmt::print("{:<44}{:>16}{:>2}{:>8.3f}{:>9.3f}{:>9.3f}{:>9.3f}{:>7.2f}{:>2}{:>9}{:>10.1f}\n",
             row.name, with_separators(row.ticks), row.reference.stopped ? ">" : "",
             row.reference.seconds, row.interpreter.seconds, row.jit.seconds, row.automatic.seconds,
             row.ratio(), row.passes() ? "" : "!", jit.regions,
             100 * static_cast<double>(jit.native_ticks) / static_cast<double>(row.ticks));
  std::fflush(stdout);
}

void add_file(std::vector<Case>& programs, const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  Result<Program> loaded = load(bytes, {});
  if (!file || !loaded) {
    fmt::print(stderr, "{}: cannot be loaded\n", path.string());
    return;
  }
  programs.push_back({path.filename().string(), Machine(std::move(loaded.value().playfield))});
}

double number(std::string_view text) {
  return std::atof(std::string(text).c_str());
}

// For a profiler: runs one engine.
int run_only(const std::vector<Case>& cases, EngineKind kind) {
  for (const Case& program : cases) {
    const Measured run = measure(program, kind, program.max_ticks, unlimited);
    fmt::print(
        "{}: {} ticks, {:.3f} s, {} native; entered {} times; {} regions in {:.2f} ms, {} of them "
        "again, {} invalidated, {} given up; {} searches in {:.2f} ms, {} refused\n",
        program.name, run.ticks, run.seconds, run.jit.native_ticks, run.jit.entries,
        run.jit.regions, run.jit.compile_seconds * 1e3, run.jit.recompilations,
        run.jit.invalidations, run.jit.given_up, run.jit.searches, run.jit.search_seconds * 1e3,
        run.jit.refused);
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings;
  std::vector<Case> programs;
  std::optional<EngineKind> only;
  std::string_view match;
  Tick ticks = unlimited_ticks;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    const std::string_view value =
        argument.substr(std::min(argument.find('=') + 1, argument.size()));
    if (argument.starts_with("--rounds=")) {
      settings.rounds = std::max(1, static_cast<int>(number(value)));
    } else if (argument.starts_with("--seconds=")) {
      settings.seconds = number(value);
    } else if (argument.starts_with("--min=")) {
      settings.min_seconds = number(value);
    } else if (argument.starts_with("--only=")) {
      only = parse_engine(value);
    } else if (argument.starts_with("--ticks=")) {
      ticks = static_cast<Tick>(number(value));
    } else if (argument.starts_with("--match=")) {
      match = value;
    } else {
      add_file(programs, argument);
    }
  }
  if (programs.empty()) {
    for (const bench::Workload& workload : bench::workloads) {
      programs.push_back(
          {workload.name, bench::machine_of(workload), unlimited_ticks, bench::input_of(workload)});
    }
    for (const bench::OddShape& shape : bench::odd_shapes()) {
      Machine start(std::move(load(shape.source, {}).value().playfield));
      programs.push_back({shape.name, std::move(start), shape.ticks});
    }
    for (const auto& entry : std::filesystem::directory_iterator(FUNGESCOPE_PROGRAMS "/bench"))
      if (entry.path().extension() == ".b93") add_file(programs, entry.path());
    std::sort(programs.begin(), programs.end(),
              [](const Case& a, const Case& b) { return a.name < b.name; });
  }
  std::erase_if(programs, [match](const Case& program) {
    return program.name.find(match) == std::string::npos;
  });
  if (ticks != unlimited_ticks) {
    for (Case& program : programs) program.max_ticks = ticks;
  }
  if (only) return run_only(programs, *only);
  fmt::print("{:<44}{:>16}{:>10}{:>9}{:>9}{:>9}{:>7}{:>11}{:>10}\n",
             "program (seconds of CPU time)", "ticks", "reference", "interp.", "jit", "auto",
             "ratio", "regions", "native %");
  std::size_t brief = 0;
  std::size_t failed = 0;
  std::vector<double> ratios;
  const Row* worst = nullptr;
  std::vector<Row> rows;
  rows.reserve(programs.size());
  for (const Case& program : programs) {
    Row row = compare(program, settings);
    if (row.ticks == 0) {
      ++brief;
      continue;
    }
    print(row);
    failed += row.passes() ? 0 : 1;
    ratios.push_back(row.ratio());
    rows.push_back(std::move(row));
    if (worst == nullptr || rows.back().ratio() > worst->ratio()) worst = &rows.back();
  }
  if (worst == nullptr) return 0;
  std::sort(ratios.begin(), ratios.end());
  fmt::print(
      "{} programs, and {} that take less than {} s; ratio: median {:.2f}, worst {:.2f} ({}); "
      "{} above {} plus {} ms\n",
      ratios.size(), brief, settings.min_seconds, ratios[ratios.size() / 2], worst->ratio(),
      worst->name, failed, allowed_ratio, allowed_seconds * 1e3);
}
