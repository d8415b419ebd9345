// Measures breakpoints and queries over long runs:
//
//     ./x bench --benchmark_filter=session --benchmark_repetitions=5
#include "session/comparison/run_comparison.h"
#include "session/queries/history_queries.h"
#include "session/run_control/run_controller.h"
#include "session/run_control/steps.h"
#include "session/why/control/control.h"
#include "session/why/control/why_not.h"
#include "session/why/why.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "busy_program.h"
#include "sudoku/board/board_why.h"
#include <benchmark/benchmark.h>

namespace {

using namespace fungescope;
using namespace fungescope::bench;

std::unique_ptr<Session> open_busy() {
  return std::move(Session::open(busy_source(), busy_input(), {}).value());
}

void set_rate(benchmark::State& state, Tick ticks) {
  state.counters["ticks/s"] =
      benchmark::Counter(static_cast<double>(ticks), benchmark::Counter::kIsRate);
}

// The interpreter alone: the baseline.
void unarmed_interpreter(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    Machine machine = busy_machine();
    Engine engine;
    StringInput input(busy_puzzle);
    NullOutput output;
    engine.run(machine, {input, output}, giga);
  }
  set_rate(state, giga * state.iterations());
}

void add_stop(Session& session, const std::string& text) {
  const Size size = session.machine().field.size();
  session.breakpoints().add(parse_breakpoint(text, session.symbols(), size).value());
}

// A recorded run with ten watchpoints and five breakpoints that are never hit. The last stop ends
// it.
void armed(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    const auto session = open_busy();
    for (const char* text :
         {"read 70,40", "read 71,41", "read 72,42", "read 73,43", "read 74,44", "write 100,60",
          "change 101,61", "change grid(4,4) if new == 'x'", "100,62 becomes 7", "write 103,63",
          "120,37", "121,37", "122,37", "63,36 west", "100,140", "tick 1000000000"}) {
      add_stop(*session, text);
    }
    const StopInfo stopped = run_to_breakpoint(*session, RunDirection::forward, nullptr, {});
    if (stopped.tick != giga) throw std::logic_error("a stop was hit");
  }
  set_rate(state, giga * state.iterations());
}

Session& recorded() {
  static const std::unique_ptr<Session> session = [] {
    auto fresh = open_busy();
    fresh->history().run(giga);
    return fresh;
  }();
  return *session;
}

// A given of the puzzle: written once, a billion ticks earlier.
void last_write(benchmark::State& state) {
  Session& session = recorded();
  const Rectangle given{{14, 1}, {1, 1}};
  for ([[maybe_unused]] auto _ : state) {
    const auto write = fungescope::last_write(session, given, nullptr);
    state.counters["ticks_ago"] = static_cast<double>(giga - write.value().value().tick);
  }
}

void back_to_change(benchmark::State& state, const char* stop) {
  Session& session = recorded();
  session.breakpoints().clear();
  add_stop(session, stop);
  Tick ticks = 0;
  for ([[maybe_unused]] auto _ : state) {
    session.history().seek(giga);
    ticks += giga - run_to_breakpoint(session, RunDirection::reverse, nullptr, {}).tick;
  }
  session.breakpoints().clear();
  session.history().seek(giga);
  set_rate(state, ticks);
}

void when_last_true(benchmark::State& state, const char* text, Tick from) {
  Session& session = recorded();
  const Size size = session.machine().field.size();
  const Expression expression = Expression::parse(text, session.symbols(), size).value();
  session.history().seek(from);
  for ([[maybe_unused]] auto _ : state) {
    const auto tick = when(session, RunDirection::reverse, expression, nullptr);
    if (tick.value().has_value()) throw std::logic_error("it was true");
  }
  session.history().seek(giga);
  set_rate(state, from * state.iterations());
}

// Changes that happened at different instants, some close to the ends of the run.
void bisect_changes(benchmark::State& state) {
  Session& session = recorded();
  const Size size = session.machine().field.size();
  std::vector<double> times;
  double seeks = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (const char* text :
         {"tick >= 500000", "tick >= 123456789", "tick >= 500000001", "tick > 999999990",
          "solvedCells > 40", "solvedCells == 49", "recursionLevel < 10", "trailHead < 18500",
          "count(grid, v > '0') > 40", "sum(cells) > -2000000", "max(trail) > 18878"}) {
      const Expression expression = Expression::parse(text, session.symbols(), size).value();
      const auto begin = std::chrono::steady_clock::now();
      const auto change = bisect(session, expression, 300'000, nullptr);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      if (!change) continue;  // not true at the end
      times.push_back(time.count());
      seeks += static_cast<double>(change->seeks);
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["changes"] = static_cast<double>(times.size());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
  state.counters["seeks"] = seeks / static_cast<double>(times.size());
}

// The causes of every `stride`-th of the 81 digits of the grid, at the end of the run.
void why_grid(benchmark::State& state, std::size_t depth, std::int64_t stride) {
  Session& session = recorded();
  const Rectangle grid = session.symbols().region("grid")->area;
  WhyOptions options;
  options.depth = depth;
  std::vector<double> times;
  double causes = 0;
  double cut = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (std::int64_t cell = 0; cell < grid.size.area(); cell += stride) {
      const Point at{grid.corner.x + cell % grid.size.width,
                     grid.corner.y + cell / grid.size.width};
      const auto begin = std::chrono::steady_clock::now();
      const auto answer = why(session, {AskedCell{at}, "digit"}, options, nullptr);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      causes += static_cast<double>(answer.value().causes.size());
      cut += answer.value().cut ? 1 : 0;
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
  state.counters["causes"] = causes / static_cast<double>(times.size());
  state.counters["cut"] = cut;
}

// The last decisions before instants all over the run.
void why_here_at_instants(benchmark::State& state) {
  Session& session = recorded();
  WhyOptions options;
  options.depth = 2;
  std::vector<double> times;
  for ([[maybe_unused]] auto _ : state) {
    for (Tick instant = giga / 41; instant < giga; instant += giga / 41) {
      session.history().seek(instant);
      const auto begin = std::chrono::steady_clock::now();
      const auto answer = why_here(session, 4, options, nullptr);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      if (!answer) throw std::logic_error("there was no answer");
    }
  }
  session.history().seek(giga);
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
}

// The reasons of all 81 cells of the board, down to givens and guesses, at instants all over the
// run.
void why_board(benchmark::State& state) {
  Session& session = recorded();
  const BoardMap map = find_board(session.symbols()).value();
  std::vector<double> times;
  double facts = 0;
  for ([[maybe_unused]] auto _ : state) {
    for (std::int64_t cell = 0; cell < 81; ++cell) {
      session.history().seek(giga / 81 * static_cast<Tick>(cell * 37 % 81 + 1));
      const auto begin = std::chrono::steady_clock::now();
      const auto answer = why_on_board(session, map, {cell % 9, cell / 9}, {81}, nullptr);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      facts += static_cast<double>(answer.value().facts.size());
    }
  }
  session.history().seek(giga);
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
  state.counters["facts"] = facts / static_cast<double>(times.size());
}

// Why each 10th cell of the grid does not hold some digit, at the end of the run.
void why_not_values(benchmark::State& state) {
  Session& session = recorded();
  const Size size = session.machine().field.size();
  WhyOptions options;
  options.depth = 2;
  std::vector<double> times;
  for ([[maybe_unused]] auto _ : state) {
    for (int cell = 0; cell < 81; cell += 10) {
      const std::string text = "grid(" + std::to_string(cell % 9) + "," + std::to_string(cell / 9) +
                               ") == '" + std::to_string(1 + cell % 9) + "'";
      const Expression expression = Expression::parse(text, session.symbols(), size).value();
      const auto begin = std::chrono::steady_clock::now();
      const auto answer = why_not_true(session, expression, options, nullptr);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      if (!answer) throw std::logic_error("there was no answer");
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
}

// Why cells all over the field were not executed.
void why_not_cells(benchmark::State& state) {
  Session& session = recorded();
  const Size size = session.machine().field.size();
  WhyOptions options;
  options.depth = 2;
  std::vector<double> times;
  for ([[maybe_unused]] auto _ : state) {
    for (std::int64_t cell = 0; cell < size.area(); cell += size.area() / 20) {
      const Point at{cell % size.width, cell / size.width};
      const auto begin = std::chrono::steady_clock::now();
      const auto answer = why_not_executed(session, at, options, nullptr);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      if (!answer) throw std::logic_error("there was no answer");
    }
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
}

// Follows a change of a cell at tick 1,000,000 for a number of ticks.
void what_if_cell(benchmark::State& state, const char* place, std::int64_t value, Tick ticks) {
  Session& session = recorded();
  const Size size = session.machine().field.size();
  const Point at = parse_place(place, session.symbols(), size).value().area.corner;
  WhatIfOptions options;
  options.at = 1'000'000;
  options.ticks = ticks;
  for ([[maybe_unused]] auto _ : state) {
    const auto make_change = [&]() -> Result<ValueEdit> {
      return ValueEdit{SetCell{at, value}, place, session.machine().field.at(at), value};
    };
    const auto answer = what_if(session, make_change, options, nullptr);
    if (!answer || !answer->comparison) throw std::logic_error("there was no change");
    const Divergence& found = answer->comparison->divergence;
    state.counters["parted_after"] =
        found.parting ? static_cast<double>(found.parting->step.tick - *options.at) : -1;
  }
  set_rate(state, ticks * state.iterations());
}

// Compares with a program in which one cell is another one that is never executed.
void against_mutant(benchmark::State& state, Tick ticks) {
  Session& session = recorded();
  std::string mutant = busy_source();
  mutant[mutant.find('\n') - 1] = 'z';  // the last cell of the first line
  AgainstOptions options;
  options.ticks = ticks;
  for ([[maybe_unused]] auto _ : state) {
    const auto other = open_against(session, mutant, "mutant.b93", nullptr);
    if (!other) throw std::logic_error(to_string(other.error()));
    const auto compared = against_session(session, **other, options, nullptr);
    if (!compared) throw std::logic_error(to_string(compared.error()));
  }
  set_rate(state, ticks * state.iterations());
}

void add_what_if(const char* name, const char* place, std::int64_t value, Tick ticks) {
  benchmark::RegisterBenchmark(name, what_if_cell, place, value, ticks)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
}

void add(const char* name, void (*function)(benchmark::State&)) {
  benchmark::RegisterBenchmark(name, function)->Iterations(1)->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  add("session/unarmed_interpreter/1G", unarmed_interpreter);
  add("session/armed/1G", armed);
  add("session/last_write/1G", last_write);
  benchmark::RegisterBenchmark("session/back_continue/no_hit/1G", back_to_change,
                               "change pspace if new == 5")
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("session/when_last/cells/1G", when_last_true,
                               "solvedCells < 0 || grid(4,4) == 'x'", giga)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  // The first condition of each pair has the traps of the second, and a value that costs little.
  for (const auto& [name, text] :
       {std::pair{"grid_plain", "grid(solvedCells * 0, 0) == 'x'"},
        std::pair{"grid_all", "all(grid, v > '0') && solvedCells >= 0"},
        std::pair{"pspace_plain", "pspace(solvedCells * 0, 0) == 77"},
        std::pair{"pspace_any", "any(pspace, v == 77) && solvedCells >= 0"},
        std::pair{"pspace_max", "max(pspace) > 10000 && solvedCells >= 0"}}) {
    const std::string row = std::string("session/when_last/") + name + "/1G";
    benchmark::RegisterBenchmark(row.c_str(), when_last_true, text, giga)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  }
  // Visits all elements at each store.
  benchmark::RegisterBenchmark("session/when_last/pspace_visited/100M", when_last_true,
                               "any(pspace, v == 77 + solvedCells * 0)", giga / 10)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("session/when_last/every_tick_grid/5M", when_last_true,
                               "all(grid, v > '0') && depth < 1000", Tick{5'000'000})
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("session/when_last/every_tick_visited/5M", when_last_true,
                               "any(grid, v == depth + 1000)", Tick{5'000'000})
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  add("session/bisect/1G", bisect_changes);
  benchmark::RegisterBenchmark("session/when_last/every_tick/20M", when_last_true,
                               "depth > 1000 && top == 7", Tick{20'000'000})
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("session/why_grid/depth_6/1G", why_grid, std::size_t{6}, 1)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("session/why_grid/complete/1G", why_grid, ~std::size_t{0}, 20)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  add("session/why_here/1G", why_here_at_instants);
  add("session/why_board/1G", why_board);
  add("session/why_not/values/1G", why_not_values);
  add("session/why_not/cells/1G", why_not_cells);
  add_what_if("session/what_if/unused/100M", "150,120", 'z', giga / 10);
  add_what_if("session/what_if/unused/1G", "150,120", 'z', giga);
  add_what_if("session/what_if/digit/1G", "grid(2,5)", '7', giga);
  add_what_if("session/what_if/counter/100M", "solvedCells", 5, giga / 10);
  add_what_if("session/what_if/counter/1G", "solvedCells", 5, giga);
  benchmark::RegisterBenchmark("session/against/program/1G", against_mutant, giga)
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
