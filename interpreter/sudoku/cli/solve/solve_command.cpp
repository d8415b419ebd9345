#include "base/escape.h"
#include "base/text_table.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "lang/analysis/static_analysis.h"
#include "vm/run.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "sudoku/cli/engine_totals.h"
#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/batch_input.h"
#include "sudoku/cli/solve/batch_writer.h"
#include "sudoku/cli/sudoku_commands.h"
#include "sudoku/solving/program_host.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

struct SolveOptions {
  std::vector<std::string> files;  // "-" is standard input, and so is an empty list
  std::string program;             // empty: the built-in sudoku.b93
  bool check = false;
  bool unique = false;
  std::string solver = "befunge";  // or "reference"
  std::string format = "auto";
  std::size_t jobs = 0;  // 0: one per core
  std::string engine = "auto";
  Tick max_ticks = no_limit;  // for each puzzle
  std::string stats;          // "", "text" or "json"
  FilterOptions filter;
};

using puzzles::ProgramHost;
using puzzles::SolverProgram;

// Everything that can fail before the first puzzle is read.
struct PreparedBatch {
  std::shared_ptr<const SolverProgram> program;
  std::string program_name;  // for command lines
  puzzles::HostOptions host;
  // Why --check compares no changes, if it does not.
  std::string not_compared = "the first ones are those of neither reference solver";
  bool by_bitmasks = false;
  SolutionFormat format = SolutionFormat::automatic;
  std::size_t jobs = 1;
  std::shared_ptr<EngineTotals> totals = std::make_shared<EngineTotals>();
};

// Returns whether the program, which gets digits only, can solve a puzzle. If not, the task has its
// result, or an error.
bool may_run(BatchTask& task) {
  if (task.marks == nullptr) return true;
  task.result = puzzles::solve_without_program(task.puzzle, false, task.marks.get());
  if (task.result.status != puzzles::SolveStatus::solved) return false;
  const auto digits = task.digits_alone();
  if (digits) return true;
  task.kind = BatchTask::Kind::malformed;
  task.error = digits.error();
  return false;
}

// Returns the word as a shell reads it.
std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// Returns the command that opens a run of the host at its tick.
std::string debug_command(const PreparedBatch& prepared, const BatchTask& task,
                          ProgramHost::PuzzleSource source) {
  std::string line = "fungescope debug " + shell_quoted(prepared.program_name);
  for (const auto& command : start_commands(*prepared.program, task.puzzle, source)) {
    line += " --command " + shell_quoted(command);
  }
  const Machine& start = prepared.program->start;
  const Histogram cells = histogram(start.field, start.dialect);
  if (cells[static_cast<std::size_t>(Op::go_random)] > 0) line += " --seed 0";
  return escape_controls(line + fmt::format(" --goto {}", task.result.ticks));
}

// A host that adds its engine's statistics to the totals at the end.
struct Worker {
  explicit Worker(const PreparedBatch& batch)
      : prepared(batch), host(*batch.program, batch.host), totals(batch.totals) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { totals->add(jit_stats_of(host.engine()), ticks); }

  void solve(BatchTask& task) {
    using enum ProgramHost::PuzzleSource;
    const auto source = task.kind == BatchTask::Kind::source_puzzle ? program : given;
    if (source == program || (task.kind == BatchTask::Kind::puzzle && may_run(task))) {
      task.result = host.solve(task.puzzle, source);
    }
    ticks += task.result.ticks;
    if (task.result.status == puzzles::SolveStatus::difference) {
      task.result.reason += "; to go there: " + debug_command(prepared, task, source);
    }
  }

  const PreparedBatch& prepared;
  ProgramHost host;
  std::shared_ptr<EngineTotals> totals;
  Tick ticks = 0;
};

Result<std::shared_ptr<const SolverProgram>> load_solver(const std::string& file) {
  if (file.empty()) {
    auto built_in = TRY(SolverProgram::load());
    return std::make_shared<const SolverProgram>(std::move(built_in));
  }
  const auto bytes = TRY(read_program(file));
  auto program = TRY(SolverProgram::load(bytes, file));
  return std::make_shared<const SolverProgram>(std::move(program));
}

Result<PreparedBatch> prepare(const SolveOptions& options) {
  PreparedBatch prepared;
  prepared.by_bitmasks = options.solver == "reference";
  if (prepared.by_bitmasks && options.check) {
    return fail({"--check"}, "there is no program to check with --solver reference", "omit one");
  }
  if (prepared.by_bitmasks && !options.program.empty()) {
    return fail({"--program"}, "no program runs with --solver reference", "omit one");
  }
  prepared.host.engine = TRY(parse_engine_option(options.engine));
  prepared.format = TRY(parse_format_option(options.format));
  const bool automatic = prepared.format == SolutionFormat::automatic;
  if (options.filter.each_line && automatic) prepared.format = SolutionFormat::line;
  prepared.program = TRY(load_solver(options.program));
  prepared.host.max_ticks = options.max_ticks;
  prepared.host.unique = options.unique;
  prepared.host.interrupted = &interrupted();
  prepared.program_name = options.program.empty() ? "@sudoku" : options.program;
  if (options.check) {
    auto checked = prepared.program->checked();
    const auto& claim = prepared.program->annotations.method;
    if (!checked && claim && puzzles::find_method(claim->text)) {
      return tl::unexpected(checked.error());
    }
    if (checked) {
      prepared.host.check = std::move(*checked);
    } else {
      prepared.not_compared = checked.error().what;
    }
  }
  prepared.jobs = job_count(options.jobs);
  return prepared;
}

Batch::SolverFactory solver_factory(const PreparedBatch& prepared) {
  return [&prepared]() -> Batch::Solver {
    if (prepared.by_bitmasks) {
      return [unique = prepared.host.unique](BatchTask& task) {
        if (task.has_puzzle()) {
          task.result = puzzles::solve_without_program(task.puzzle, unique, task.marks.get());
        }
      };
    }
    auto worker = std::make_shared<Worker>(prepared);
    return [worker](BatchTask& task) { worker->solve(task); };
  };
}

BatchWriterOptions writer_options(const PreparedBatch& prepared, const FilterOptions& filter,
                                  const BatchInput& input) {
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  return {prepared.format,  grid_style_for_output(is_terminal),
          is_terminal,      filter.exit_zero,
          filter.no_header, [&input] { return input.fraction_read(); }};
}

BatchTask source_puzzle(const SolverProgram& program) {
  return {.kind = BatchTask::Kind::source_puzzle,
          .file = std::make_shared<const std::string>(program.file),
          .puzzle = program.source_puzzle()};
}

// Returns how many puzzles a worker takes at a time. Passing a chunk on costs some 20 us and
// solving a puzzle some hundreds, so a chunk has several if enough chunks remain for all workers to
// finish together. `bytes` is the size of the input; 0 if unknown.
std::size_t chunk_size(const PreparedBatch& prepared, std::uint64_t bytes) {
  if (prepared.by_bitmasks) return 64;
  constexpr std::uint64_t bytes_per_puzzle = 82;
  constexpr std::uint64_t wanted_chunks_per_job = 64;
  const std::uint64_t fair = bytes / (bytes_per_puzzle * wanted_chunks_per_job * prepared.jobs);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(fair, 1, 16));
}

// Reads everything for the batch; with `own`, the puzzle in the program's source instead, and with
// `optional` if the input is empty.
void push_all(const PreparedBatch& prepared, BatchInput& input, bool own, bool optional,
              BatchWriter& writer, Batch& batch) {
  if (own) {
    batch.push({source_puzzle(*prepared.program)});
    return;
  }
  std::uint64_t seen = 0;
  input.read(
      chunk_size(prepared, input.total_bytes()),
      [&](std::vector<BatchTask> tasks) {
        const bool readable = tasks.front().kind != BatchTask::Kind::unreadable;
        if (optional && readable && input.bytes_read() == 0) {
          tasks = {source_puzzle(*prepared.program)};
        }
        if (readable) seen += tasks.size();
        if (seen > 1) writer.note_second_puzzle();
        return batch.push(std::move(tasks));
      },
      [&] { return batch.stopping(); });
}

void print_check_summary(const PreparedBatch& prepared, const CheckCounts& checked) {
  if (checked.compared == 0) {
    write_message("checked: 0 puzzles, for no run came to an end\n");
    return;
  }
  if (!checked.method) {
    std::string answers = "all right";
    if (checked.wrong > 0) answers = with_separators(checked.wrong) + " wrong";
    if (checked.unsolvable > 0 && !prepared.program->reads_input) {
      answers += fmt::format(", but {} without a solution, which the program cannot say",
                             with_separators(checked.unsolvable));
    }
    print_message("checked: {}, answers only, {}; the changes of {} are not compared: {}\n",
                  count_text(checked.compared, "puzzle"), answers,
                  escape_controls(prepared.program->file), prepared.not_compared);
    return;
  }
  std::string result = "all the same";
  if (checked.differences > 0) result = with_separators(checked.differences) + " different";
  if (const std::uint64_t others = checked.compared - checked.followed; others > 0) {
    result += fmt::format(", and of {} the answers only", count_text(others, "puzzle"));
  }
  if (*checked.method != puzzles::ReferenceMethod::tallies) {
    result += fmt::format("; {} {} {}", escape_controls(prepared.program->file),
                          checked.differences > 0 ? "was compared with" : "agrees with",
                          puzzles::reference_name(*checked.method));
  }
  print_message("checked: {}, {} changes, {}\n", count_text(checked.compared, "puzzle"),
                with_separators(checked.changes), result);
}

void print_stats_line(const SolveOptions& options, const PreparedBatch& prepared,
                      const BatchWriter& writer, double seconds) {
  const BatchStats::Run run{.seconds = seconds,
                            .solver = prepared.by_bitmasks ? "reference solver" : "",
                            .engine = prepared.host.engine,
                            .jit = prepared.totals->jit(),
                            .ticks = prepared.totals->ticks(),
                            .jobs = prepared.jobs};
  if (options.stats == "json") {
    print_message("{}\n", writer.stats().to_json(run));
  } else {
    print_message("fungescope: {}\n", writer.stats().to_text(run));
    const std::string jit = to_text(run.jit);
    if (!jit.empty()) print_message("fungescope: {}\n", jit);
  }
}

int solve_command(const SolveOptions& options) {
  const Result<PreparedBatch> prepared = prepare(options);
  if (!prepared) return fail_with(prepared.error(), exit_code::usage);
  const bool no_file = options.files.empty();
  // A filter without input has no output.
  const bool optional = no_file && !options.filter.each_line;
  const bool own = optional && !standard_input_is_redirected();
  BatchInput input(no_file ? std::vector<std::string>{"-"} : options.files,
                   options.filter.reader_mode());
  BatchWriter writer(writer_options(*prepared, options.filter, input));
  const auto start = std::chrono::steady_clock::now();
  Batch batch(prepared->jobs, solver_factory(*prepared), writer);
  batch.run([&] { push_all(*prepared, input, own, optional, writer, batch); });
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.check) print_check_summary(*prepared, writer.checked());
  if (!options.stats.empty()) print_stats_line(options, *prepared, writer, seconds);
  return final_exit_code(writer.output_error(), "the answers are incomplete", writer.exit_code());
}

}  // namespace

void add_solve_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Puzzles come from the files or from standard input, in any usual format; with a\n"
      "terminal or nothing at standard input, the puzzle inside the program is solved.\n"
      "Exit codes: 0 all solved, else that of the first failure: 1 wrong or different,\n"
      "2 usage or unreadable file, 3 --max-ticks, 4 stopped by an error, 10 unsolvable,\n"
      "11 invalid, 12 several solutions (--unique), 13 no puzzle; 130 Ctrl-C. With\n"
      "--exit-zero, 10 to 13 are 0, unless a whole file is no text of puzzles.\n"
      "Examples:\n"
      "  fungescope solve --stats puzzles.txt > solutions.txt\n"
      "  fungescope solve --lines --exit-zero --no-header --format csv < part > rows");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<SolveOptions>();
  command.add_option("FILE", options->files, "Files of puzzles; - is standard input");
  command
      .add_option("--program", options->program,
                  "Another solver: a Befunge program that declares a 9x9 region `grid`")
      ->type_name("FILE");
  command.add_flag("--check", options->check,
                   "Compare every change with those of the reference solver of the program's "
                   "method, if there is one");
  command.add_flag("--unique", options->unique, "Puzzles with several solutions are failures");
  command.add_option("--solver", options->solver, "befunge, or reference: no Befunge at all")
      ->check(CLI::IsMember({"befunge", "reference"}))
      ->capture_default_str();
  command.add_option("--format", options->format, "One of: auto, line, grid, pretty, csv, json")
      ->capture_default_str();
  command.add_option("--jobs", options->jobs, "How many threads solve; without it, the cores")
      ->transform(whole_number(1, 1024));
  command.add_option("--engine", options->engine, "One of: auto, reference, interpreter, jit")
      ->capture_default_str();
  command.add_option("--max-ticks", options->max_ticks, "Give up a puzzle after so many cells")
      ->transform(whole_number(0, no_limit));
  command
      .add_flag("--stats{text}", options->stats,
                "Tell ticks and time on standard error; --stats=json for one JSON object")
      ->check(CLI::IsMember({"text", "json"}));
  add_filter_options(command, options->filter);
  command.callback([options, &exit_code] { exit_code = solve_command(*options); });
}

}  // namespace fungescope
