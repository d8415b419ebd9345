#include "sudoku/solving/program_host.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "lang/analysis/static_analysis.h"
#include "programs/catalogue.h"

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

Point point_of(const Rectangle& area, std::size_t cell) {
  return {area.corner.x + static_cast<std::int64_t>(cell % 9),
          area.corner.y + static_cast<std::int64_t>(cell / 9)};
}

Grid read_grid(const Playfield& field, const Rectangle& area) {
  Grid grid;
  for (std::size_t i = 0; i < cell_count; ++i) {
    const std::int64_t value = field.at(point_of(area, i));
    if (value >= '1' && value <= '9') grid.cells[i] = static_cast<std::uint8_t>(value - '0');
  }
  return grid;
}

std::string trimmed_output(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \r\n") + 1);
  return std::string(text.substr(std::min(text.find_first_not_of(" \r\n"), text.size())));
}

// Parses nine lines of nine digits, the last one without its end.
std::optional<Grid> parse_printed_grid(std::string_view text) {
  if (text.size() != 89) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line_end = i % 10 == 9;
    if (line_end ? text[i] != '\n' : text[i] < '1' || text[i] > '9') return std::nullopt;
    if (!line_end) digits += text[i];
  }
  return grid_from_line(digits);
}

std::string shorten(const std::string& text) {
  return text.size() <= 100 ? text : text.substr(0, 100) + "...";
}

}  // namespace

char blank_in(const Playfield& source, const Rectangle& grid) {
  for (std::size_t i = 0; i < cell_count; ++i) {
    const std::int64_t cell = source.at(point_of(grid, i));
    if (cell == '0' || cell == ' ') return static_cast<char>(cell);
  }
  return ' ';
}

std::string_view embedded_solver() {
  return find_built_in("@sudoku").value()->source;
}

Result<SolverProgram> SolverProgram::load(std::string_view bytes, const std::string& file) {
  LoadOptions options;
  options.file = file;
  options.has_size_options = false;
  auto program = TRY(fungescope::load(bytes, options));
  const auto* region = program.annotations.find_region("grid");
  if (region == nullptr) {
    const std::vector<Error>& warnings = program.warnings;
    return fail({file}, "the program declares no region `grid` of 9x9 cells",
                warnings.empty() ? "add a line like #$region[9,1](9x9):ascii = grid"
                                 : "a warning may tell why: " + to_string(warnings.front()));
  }
  if (const Size size = region->area.size; size != Size{9, 9}) {
    return fail(region->where,
                fmt::format("the region `grid` has {}x{} cells, not 9x9", size.width, size.height),
                "declare it like #$region[9,1](9x9):ascii = grid");
  }
  const Rectangle area = region->area;
  Machine start(std::move(program.playfield));
  const char blank = blank_in(start.field, area);
  const bool reads_input = fungescope::reads_input(start.field, start.dialect);
  return SolverProgram{file,       std::move(program.annotations), area, std::move(start), blank,
                       reads_input};
}

Grid SolverProgram::source_puzzle() const {
  return read_grid(start.field, grid_area);
}

Result<CheckedProgram> SolverProgram::checked() const {
  const auto regions = TRY(find_checked_regions(annotations, file));
  const auto& claim = annotations.method;
  return CheckedProgram{regions, claim ? find_method(claim->text) : std::nullopt,
                        phases_of(annotations, start.field)};
}

// Input that is not read yet is replaced, since a debugger may have given a sample.
std::vector<std::string> start_commands(const SolverProgram& program, const Grid& puzzle,
                                        ProgramHost::PuzzleSource source) {
  const bool given = source == ProgramHost::PuzzleSource::given;
  if (program.reads_input) {
    // A debugger adds the line end.
    return {"input replace " + (given ? to_line(puzzle, '0') : R"("")"), "input end"};
  }
  if (!given) return {};
  return {"set grid = " + double_quoted(to_line(puzzle, program.blank))};
}

struct ProgramHost::Run {
  StopReason stopped = StopReason::ended;
  std::string output;
  Grid region;  // at the end
  std::optional<std::string> difference;
  Tick difference_tick = 0;
  std::optional<ReferenceMethod> method;
  std::size_t changes = 0;
  std::string comparison;  // for a run that was stopped without a difference: how far it got
};

ProgramHost::ProgramHost(const SolverProgram& program, HostOptions options)
    : program_(program),
      options_(options),
      prepared_(program.start),
      machine_(program.start),
      written_(static_cast<std::size_t>(machine_.field.size().area())),
      stores_(machine_.field.size()),
      engine_(options_.engine) {
  if (!options_.check) return;
  for (const Rectangle& region : options_.check->regions.values) stores_.set(region, Access::write);
}

namespace {

SolveResult failure(SolveStatus status, std::string reason) {
  SolveResult result;
  result.status = status;
  result.reason = std::move(reason);
  return result;
}
SolveResult invalid(const Contradiction& contradiction) {
  return failure(SolveStatus::invalid, describe(contradiction));
}
SolveResult unsolvable() {
  return failure(SolveStatus::unsolvable, "there is no solution");
}
SolveResult multiple() {
  return failure(SolveStatus::multiple, "there is more than one solution");
}

// Returns the result if it is known without a run: for programs that cannot print `invalid puzzle`,
// and for puzzles that must have one solution.
std::optional<SolveResult> result_without_run(const Grid& puzzle, bool can_print_invalid,
                                              bool unique) {
  if (const auto contradiction = find_contradiction(puzzle)) {
    if (can_print_invalid) return std::nullopt;
    return invalid(*contradiction);
  }
  if (unique && solve_with_bitmasks(puzzle).count > 1) return multiple();
  return std::nullopt;
}

enum class Claim : std::uint8_t { grid, no_solution, invalid };

// Verifies a program's claim. `grid` is the claimed solution, if any. A program without output
// cannot claim `no solution`: it leaves a wrong grid (`silent`).
SolveResult verify(Claim claim, const Grid& grid, const Grid& puzzle, Tick ticks, bool silent) {
  if (claim == Claim::grid && is_solution_of(grid, puzzle)) {
    SolveResult result;
    result.solution = grid;
    return result;
  }
  if (const auto contradiction = find_contradiction(puzzle);
      contradiction && claim != Claim::grid) {
    return invalid(*contradiction);
  }
  if ((claim == Claim::no_solution || silent) && solve_with_bitmasks(puzzle).count == 0) {
    return unsolvable();
  }
  const char* const claimed = claim == Claim::no_solution ? "`no solution`, but there is one"
                              : claim == Claim::invalid
                                  ? "`invalid puzzle`, but no givens contradict"
                                  : "a grid that is not a solution";
  std::string reason = fmt::format("at tick {} the program ended with {}: the puzzle is {}", ticks,
                                   claimed, to_line(puzzle));
  if (claim == Claim::grid) reason += fmt::format(", the answer {}", to_line(grid));
  return failure(SolveStatus::wrong, std::move(reason));
}

}  // namespace

SolveResult ProgramHost::solve(const Grid& puzzle, PuzzleSource source) {
  if (auto known = result_without_run(puzzle, program_.reads_input, options_.unique)) {
    return *known;
  }
  const Run run = this->run(puzzle, source);
  SolveResult result;
  if (auto error = run_error(run)) {
    result = std::move(*error);
  } else if (program_.reads_input) {
    result = check_output(trimmed_output(run.output), run.region, puzzle);
  } else {
    result = verify(Claim::grid, run.region, puzzle, machine_.tick, true);
  }
  result.ticks = run.difference ? run.difference_tick : machine_.tick;
  result.method = run.method;
  result.changes = run.changes;
  return result;
}

// Returns why the run has no answer; nothing if the program ended.
std::optional<SolveResult> ProgramHost::run_error(const Run& run) const {
  const Tick tick = machine_.tick;
  if (run.difference) return failure(SolveStatus::difference, *run.difference);
  switch (run.stopped) {
    case StopReason::ended:
      return std::nullopt;
    case StopReason::faulted:
      return failure(SolveStatus::error,
                     fmt::format("at tick {} the program was stopped: {}, at {}", tick,
                                 describe(machine_.fault), to_string(machine_.fault.at)) +
                         run.comparison);
    case StopReason::output_closed:
      return failure(SolveStatus::error,
                     fmt::format("at tick {} the program had printed more than {} bytes", tick,
                                 BoundedOutput::limit) +
                         run.comparison);
    default:
      break;
  }
  return failure(tick < options_.max_ticks ? SolveStatus::interrupted : SolveStatus::max_ticks,
                 fmt::format("no answer after {} ticks{}", tick, run.comparison));
}

// Verifies the program's output, and that its grid region holds the same.
SolveResult ProgramHost::check_output(const std::string& text, const Grid& held,
                                      const Grid& puzzle) const {
  const Tick tick = machine_.tick;
  if (text == "no solution") return verify(Claim::no_solution, held, puzzle, tick, false);
  if (text == "invalid puzzle") return verify(Claim::invalid, held, puzzle, tick, false);
  const auto printed = parse_printed_grid(text);
  if (!printed) {
    return failure(SolveStatus::wrong,
                   fmt::format("at tick {} the program ended without an answer; it printed \"{}\"",
                               tick, shorten(text)));
  }
  if (*printed != held) {
    return failure(SolveStatus::wrong,
                   fmt::format("at tick {} the program printed {}, but its grid holds {}", tick,
                               to_line(*printed), to_line(held)));
  }
  return verify(Claim::grid, held, puzzle, tick, false);
}

ProgramHost::Run ProgramHost::run(const Grid& puzzle, PuzzleSource source) {
  const bool own = source == PuzzleSource::program;
  const bool from_input = program_.reads_input && !own;
  if (own || from_input) {
    restart(program_.start);
  } else {
    const std::string text = to_line(puzzle, program_.blank);
    for (std::size_t i = 0; i < cell_count; ++i) {
      prepared_.field.set(point_of(program_.grid_area, i), text[i]);
    }
    restart(prepared_);
  }
  StringInput input(from_input ? to_line(puzzle, '0') + "\n" : "");
  BoundedOutput output;
  Run run;
  if (options_.check) {
    const auto read = from_input ? std::optional<Grid>(puzzle) : std::nullopt;
    ReferenceChecker checker(*options_.check, contents_of(machine_.field, options_.check->regions),
                             read);
    run.stopped = run_machine({input, output}, &checker);
    if (run.stopped == StopReason::ended) checker.finish(machine_.tick);
    run.method = checker.method();
    if (run.method) run.changes = checker.changes();
    if (checker.difference()) {
      run.difference = checker.describe_difference();
      run.difference_tick = checker.difference()->tick;
    } else if (run.stopped != StopReason::ended && run.method) {
      run.comparison = "; " + checker.describe_progress();
    }
  } else {
    run.stopped = run_machine({input, output}, nullptr);
  }
  run.output = std::move(output.text);
  run.region = read_grid(machine_.field, program_.grid_area);
  return run;
}

// Both kinds of starts differ at most in the grid.
void ProgramHost::restart(const Machine& start) {
  for (std::size_t i = 0; i < cell_count; ++i) {
    written_.add(start.field.index_of(point_of(program_.grid_area, i)));
  }
  engine_.restore(machine_, start, written_);
}

// Rare stores to the compared regions are trapped, so that native code runs between them; frequent
// ones are observed, which costs less for each. Runs that end at a store are too short for the
// engine to poll `interrupted`, so they are grouped into slices.
StopReason ProgramHost::run_machine(const Ports& ports, ReferenceChecker* checker) {
  static const std::atomic<bool> never{false};
  const auto& interrupted = options_.interrupted != nullptr ? *options_.interrupted : never;
  constexpr Tick slice = 1'000'000;
  constexpr Tick rare = 400;  // ticks for each change
  Probe probe;
  probe.written = &written_;
  for (;;) {
    const bool compares = checker != nullptr && !checker->is_of_neither();
    probe.observer = compares && !stores_are_rare_ ? checker : nullptr;
    probe.traps = compares && stores_are_rare_ ? &stores_ : nullptr;
    const Tick left = options_.max_ticks - std::min(options_.max_ticks, machine_.tick);
    const Tick until = compares && left > slice ? machine_.tick + slice : options_.max_ticks;
    StopReason why = engine_.run_interruptible(machine_, ports, until, interrupted, probe);
    while (why == StopReason::trapped) {
      const TrapEvent& store = probe.event;
      checker->on_write(machine_.tick, store.by, store.at, store.before, store.now);
      if (checker->difference()) return why;
      why = engine_.run_interruptible(machine_, ports, until, interrupted, probe);
    }
    if (why != StopReason::tick_reached || machine_.tick >= options_.max_ticks) return why;
    if (interrupted.load(std::memory_order_relaxed)) return why;
    if (checker != nullptr && checker->difference()) return why;
    // Once: other traps would discard the code.
    if (compares && machine_.tick > rare * checker->changes()) stores_are_rare_ = true;
  }
}

SolveResult solve_without_program(const Grid& puzzle, bool unique, const PencilMarks* marks) {
  if (const auto contradiction = find_contradiction(puzzle)) return invalid(*contradiction);
  const SolutionCount solutions = solve_with_bitmasks(puzzle, nullptr, marks);
  if (solutions.count == 0) return unsolvable();
  if (unique && solutions.count > 1) return multiple();
  SolveResult result;
  result.solution = solutions.solution;
  return result;
}

}  // namespace fungescope::puzzles
