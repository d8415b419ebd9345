// Measures a batch of puzzles on one core as `solve` runs it: one host, one puzzle after another.
// The puzzles are made by @setter from a fixed seed, minimal ones of 21 to 29 givens, or come from
// a file with one puzzle of 81 characters a line:
//
//     ./x bench batch --puzzles=2000 --rounds=5
//     ./x bench batch FILE
//
// Prints what part of the ticks and of the CPU time native code takes, how often it is entered, and
// puzzles a second of CPU time, warm-up and compilation included: each round has a new host. The
// part of the time is found by sampling the instruction pointer (ITIMER_PROF); all code that is not
// in a file is native code.
#include "base/text_table.h"
#include "jit/tier/engine.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/time.h>
#include <ucontext.h>
#include <vector>

#include "sudoku/solving/program_host.h"
#include "workloads.h"
#include <fmt/format.h>

namespace {

using namespace fungescope;
using puzzles::Grid;

// ---- Samples of the instruction pointer

constexpr std::size_t max_samples = 100'000;
std::array<std::uintptr_t, max_samples> samples;
volatile std::size_t sample_count = 0;

void take_sample(int /*signal*/, siginfo_t* /*info*/, void* context) {
  const std::size_t next = sample_count;
  if (next == max_samples) return;
#ifdef __x86_64__
  const auto* const state = static_cast<const ucontext_t*>(context);
  samples[next] = static_cast<std::uintptr_t>(state->uc_mcontext.gregs[REG_RIP]);
#else
  static_cast<void>(context);
#endif
  sample_count = next + 1;
}

void start_sampling() {
  sample_count = 0;
  struct sigaction action = {};
  action.sa_sigaction = take_sample;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigaction(SIGPROF, &action, nullptr);
  const itimerval interval{{0, 1'000}, {0, 1'000}};
  ::setitimer(ITIMER_PROF, &interval, nullptr);
}

struct Mapping {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

// Returns the executable mappings of the program and its libraries.
std::vector<Mapping> mapped_files() {
  std::vector<Mapping> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find('/');
    const bool is_file = path != std::string::npos && line.find(" (deleted)") == std::string::npos;
    const bool is_kernel = line.find("[v") != std::string::npos;  // [vdso], [vsyscall]
    if (!is_file && !is_kernel) continue;
    const std::size_t dash = line.find('-');
    found.push_back({std::stoull(line.substr(0, dash), nullptr, 16),
                     std::stoull(line.substr(dash + 1), nullptr, 16)});
  }
  return found;
}

// Stops sampling, and returns the part of the samples in native code.
double stop_sampling() {
  const itimerval never = {};
  ::setitimer(ITIMER_PROF, &never, nullptr);
  const std::vector<Mapping> files = mapped_files();
  const auto in_file = [&](std::uintptr_t address) {
    return std::any_of(files.begin(), files.end(), [address](const Mapping& file) {
      return file.begin <= address && address < file.end;
    });
  };
  const std::size_t count = sample_count;
  const auto native =
      static_cast<std::ptrdiff_t>(count) -
      std::count_if(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(count), in_file);
  return count == 0 ? 0 : static_cast<double>(native) / static_cast<double>(count);
}

// ---- Puzzles

std::vector<Grid> puzzles_of_lines(std::string_view text) {
  std::vector<Grid> grids;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end >= puzzles::cell_count)
      grids.push_back(puzzles::grid_from_line(text.substr(0, puzzles::cell_count)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return grids;
}

std::vector<Grid> make_puzzles(int count) {
  Machine machine = bench::machine_of({"setter", "setter", "", 1});
  StringInput input(fmt::format("{} minimal\n", count));
  StringOutput output;
  Engine().run(machine, {input, output}, no_limit);
  return puzzles_of_lines(output.text);
}

std::vector<Grid> read_puzzles(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return puzzles_of_lines(std::string((std::istreambuf_iterator<char>(file)), {}));
}

// ---- Rounds

double cpu_seconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Round {
  double seconds = 0;
  double native_time = 0;  // part of `seconds`
  Tick ticks = 0;
  std::size_t solved = 0;
  jit::JitStatistics jit;
};

Round solve_all(const puzzles::SolverProgram& program, const std::vector<Grid>& grids,
                EngineKind engine) {
  Round round;
  start_sampling();
  const double begin = cpu_seconds();
  puzzles::HostOptions options;
  options.engine = engine;
  puzzles::ProgramHost host(program, options);
  for (const Grid& grid : grids) {
    const puzzles::SolveResult result = host.solve(grid);
    round.ticks += result.ticks;
    round.solved += result.status == puzzles::SolveStatus::solved ? 1 : 0;
  }
  round.seconds = cpu_seconds() - begin;
  if (host.engine().jit_statistics() != nullptr) round.jit = *host.engine().jit_statistics();
  round.native_time = stop_sampling();
  return round;
}

void print_rounds(std::string_view name, std::vector<Round> rounds, std::size_t puzzle_count) {
  std::sort(rounds.begin(), rounds.end(),
            [](const Round& a, const Round& b) { return a.seconds < b.seconds; });
  const Round& median = rounds[rounds.size() / 2];
  const auto count = static_cast<double>(puzzle_count);
  const auto ticks = static_cast<double>(median.ticks);
  double native_time = 0;
  for (const Round& round : rounds) native_time += round.native_time;
  native_time /= static_cast<double>(rounds.size());
  fmt::print("{:<12}{:>9}{:>12.0f}{:>10.1f}{:>9.2f}{:>9.1f}{:>9.1f}{:>10.1f}{:>11.1f}\n", name,
             median.solved, count / median.seconds, median.seconds / count * 1e6,
             ticks / median.seconds / 1e9,
             100 * static_cast<double>(median.jit.native_ticks) / ticks, 100 * native_time,
             static_cast<double>(median.jit.entries) / count,
             (median.jit.compile_seconds + median.jit.search_seconds) * 1e3);
}

std::string_view option(int count, char** arguments, std::string_view name) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument.substr(0, name.size()) == name) return argument.substr(name.size());
  }
  return {};
}

int number(std::string_view text, int otherwise) {
  return text.empty() ? otherwise : std::max(1, std::atoi(text.data()));
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = number(option(count, arguments, "--rounds="), 5);
  const int wanted = number(option(count, arguments, "--puzzles="), 2000);
  const char* const file =
      count > 1 && arguments[count - 1][0] != '-' ? arguments[count - 1] : nullptr;
  const std::vector<Grid> grids = file == nullptr ? make_puzzles(wanted) : read_puzzles(file);
  const auto program =
      puzzles::SolverProgram::load(puzzles::embedded_solver(), "sudoku.b93").value();
  if (grids.empty()) {
    fmt::print("no puzzles\n");
    return 1;
  }
  fmt::print("{} puzzles, medians of {} rounds\n", with_separators(grids.size()), rounds);
  fmt::print("{:<12}{:>9}{:>12}{:>10}{:>9}{:>9}{:>9}{:>10}{:>11}\n", "engine", "solved",
             "puzzles/s", "us each", "G/s", "native", "native", "entries", "compiling");
  fmt::print("{:<12}{:>9}{:>12}{:>10}{:>9}{:>9}{:>9}{:>10}{:>11}\n", "", "", "", "", "ticks",
             "% ticks", "% time", "a puzzle", "ms");
  std::vector<Round> interpreted;
  std::vector<Round> compiled;
  for (int round = 0; round < rounds; ++round) {
    interpreted.push_back(solve_all(program, grids, EngineKind::interpreter));
    compiled.push_back(solve_all(program, grids, EngineKind::automatic));
  }
  print_rounds("interpreter", std::move(interpreted), grids.size());
  print_rounds("auto", std::move(compiled), grids.size());
}
