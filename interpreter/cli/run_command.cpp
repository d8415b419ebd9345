#include "base/escape.h"
#include "cli/region_text.h"
#include "cli/run_stats.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/file_input.h"
#include "front_end/interrupt.h"
#include "front_end/options/number_option.h"
#include "front_end/options/source_options.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "history/input_log.h"
#include "jit/tier/engine.h"
#include "vm/run.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

struct RunOptions {
  SourceOptions source;
  std::string engine = "auto";
  std::optional<std::uint64_t> seed;  // unset: 0, or that of a link
  Tick max_ticks = no_limit;
  std::size_t max_stack = ValueStack::default_limit;
  std::string input;               // a file; empty: that of a link, or standard input
  std::vector<std::string> pokes;  // REGION=FILE
  std::vector<std::string> dumps;  // region names
  std::string stats;               // "", "text" or "json"
  bool quiet = false;
  bool strict_edges = false;
};

// The interval between flushes of the output: short for a reader, long for the machine.
constexpr std::chrono::milliseconds flush_interval{50};
constexpr Tick ticks_between_clocks = 8'000'000;

// Returns the line and column of a cell, from 1.
SourceLocation location_of(const std::string& file, Point at) {
  return {file, static_cast<std::uint64_t>(at.y) + 1, static_cast<std::uint64_t>(at.x) + 1};
}

std::string place_and_time(Point at, Tick tick) {
  return fmt::format("cell {}, tick {}", to_string(at), tick);
}

// Prints warnings on standard error, at most one for each cell, since loops repeat them.
class PrintedWarnings final : public Warnings {
 public:
  PrintedWarnings(std::string file, DescriptorOutput& output)
      : file_(std::move(file)), output_(output) {}
  void warn(Point at, std::uint64_t tick, std::string_view what) override {
    if (!warned_.emplace(at.x, at.y).second) return;
    output_.flush();  // keeps the order of output and warning
    print_message("fungescope: {}: warning: {}: {}\n", to_string(location_of(file_, at)),
                  place_and_time(at, tick), what);
  }

 private:
  std::string file_;
  DescriptorOutput& output_;
  std::set<std::pair<std::int64_t, std::int64_t>> warned_;
};

// Owns a descriptor, except standard input.
class InputFile {
 public:
  static Result<InputFile> open(const std::string& path) {
    if (path.empty()) return InputFile(STDIN_FILENO);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return tl::unexpected(unreadable_file(path, errno));
    InputFile file(descriptor);
    struct stat status = {};
    if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
      return tl::unexpected(unreadable_file(path, EISDIR));
    }
    return file;
  }
  InputFile(InputFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  explicit InputFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

Result<const Region*> find_region(const Annotations& annotations, const std::string& name,
                                  const char* option) {
  if (const Region* region = annotations.find_region(name)) return region;
  std::string known;
  for (const Region& region : annotations.regions) {
    known += (known.empty() ? "" : ", ") + region.name;
  }
  return fail({option}, fmt::format("there is no region {}", single_quoted(name)),
              known.empty() ? "declare one with --region NAME=X,Y,W,H" : "there are: " + known);
}

Result<void> poke(const std::string& argument, OpenedProgram& opened) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals + 1 == argument.size()) {
    return fail({"--poke"}, fmt::format("{} names no file", single_quoted(argument)),
                "write REGION=FILE");
  }
  const std::string path = argument.substr(equals + 1);
  const auto region =
      TRY(find_region(opened.program.annotations, argument.substr(0, equals), "--poke"));
  const auto text = TRY(read_file(path));
  return parse_into_region(opened.program.playfield, *region, text, path,
                           opened.dialect.signed_8_bit_cells);
}

// Everything that can fail before the program runs.
struct PreparedRun {
  OpenedProgram opened;
  EngineKind engine = EngineKind::automatic;
  std::vector<Region> dumps;
  InputFile input;
  std::optional<InputLog> shared_input;  // in place of it: that of a link
  std::uint64_t seed = 0;
};

Result<PreparedRun> prepare(const RunOptions& options) {
  const auto engine = parse_engine(options.engine);
  if (!engine) {
    return fail({"--engine"}, fmt::format("there is no engine {}", single_quoted(options.engine)),
                "use one of auto, reference, interpreter, jit");
  }
  auto opened = TRY(open_program(options.source));
  if (options.strict_edges) {
    if (opened.dialect.edge_wrap == OnUndefined::ignore) {
      return fail({"--strict-edges"},
                  fmt::format("the dialect {} lets the pointer cross edges", opened.dialect.name),
                  "use it with --dialect strict");
    }
    opened.dialect.edge_wrap = OnUndefined::stop;
  }
  for (const std::string& argument : options.pokes) {
    TRY(poke(argument, opened));
  }
  std::vector<Region> dumps;
  for (const std::string& name : options.dumps) {
    const auto region = TRY(find_region(opened.program.annotations, name, "--dump"));
    dumps.push_back(*region);
  }
  auto input = TRY(InputFile::open(options.input));
  PreparedRun run{std::move(opened), *engine, std::move(dumps), std::move(input), {}, 0};
  run.seed = run_seed(options.source, options.seed);
  // What could be typed later in a debugger ends here.
  if (const auto link = read_link(options.source.file);
      link && *link && (*link)->input && options.input.empty()) {
    run.shared_input = InputLog((*link)->input->bytes, InputLog::End::closed);
  }
  return run;
}

// The end of a run, as `--stats` and the exit code report it.
struct RunEnd {
  std::string_view name;
  int code = exit_code::done;
};

RunEnd run_end(StopReason reason, const DescriptorOutput& output) {
  if (!output.error().empty()) return {"error", exit_code::stopped_by_error};
  const bool ctrl_c = interrupted().load(std::memory_order_relaxed);
  switch (reason) {
    case StopReason::ended:
      return {"end", exit_code::done};
    case StopReason::faulted:
      return {"error", exit_code::stopped_by_error};
    case StopReason::output_closed:
      if (!ctrl_c) return {"output-closed", exit_code::done};
      break;
    case StopReason::tick_reached:
      if (!ctrl_c) return {"max-ticks", exit_code::max_ticks};
      break;
    case StopReason::input_wait:
    case StopReason::trapped:  // `run` sets no traps
    case StopReason::interrupted:
      break;
  }
  return {"interrupted", exit_code::interrupted};
}

// Runs to the end, and flushes the output at intervals, so that a line is visible even if the
// program then computes for an hour.
StopReason run_to_end(Engine& engine, Machine& machine, const Ports& ports, Tick until,
                      DescriptorOutput& output) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point flushed = Clock::now();
  for (;;) {
    const Tick left = until - machine.tick;
    const Tick stop = left > ticks_between_clocks ? machine.tick + ticks_between_clocks : until;
    const StopReason reason = engine.run_interruptible(machine, ports, stop, interrupted());
    const bool ctrl_c = interrupted().load(std::memory_order_relaxed);
    if (reason != StopReason::tick_reached || stop == until || ctrl_c) return reason;
    const Clock::time_point now = Clock::now();
    if (now - flushed < flush_interval) continue;
    if (!output.flush()) return StopReason::output_closed;
    flushed = now;
  }
}

void print_dumps(const std::vector<Region>& regions, const Playfield& field,
                 DescriptorOutput& output) {
  if (!regions.empty() && output.in_line()) output.write("\n");
  for (const Region& region : regions) output.write(format_region(field, region));
}

void print_fault(const Fault& fault, const std::string& file) {
  const Error error{location_of(file, fault.at),
                    place_and_time(fault.at, fault.tick) + ": " + describe(fault),
                    {}};
  print_error(error);
}

void print_output_error(const DescriptorOutput& output) {
  print_error({{"<stdout>", 0, 0}, output.error(), "the rest of the output is lost"});
}

void print_stats(const std::string& form, const RunStats& stats) {
  if (form == "text") {
    print_message("fungescope: {}\n", to_text(stats));
    const std::string jit = to_text(stats.jit);
    if (!jit.empty()) print_message("fungescope: {}\n", jit);
  }
  if (form == "json") print_message("{}\n", to_json(stats));
}

int run_command(const RunOptions& options) {
  Result<PreparedRun> prepared = prepare(options);
  if (!prepared) return fail_with(prepared.error(), exit_code::usage);
  const std::string file = program_display_name(options.source.file, StandardInput::accept);
  if (!options.quiet) {
    for (const Error& warning : prepared->opened.program.warnings) {
      print_warning(warning);
    }
  }
  Machine machine(std::move(prepared->opened.program.playfield),
                  {prepared->opened.dialect, prepared->seed, options.max_stack});
  Engine engine(prepared->engine);
  DescriptorOutput output(STDOUT_FILENO);
  DescriptorInput standard_input(prepared->input.descriptor(), output);
  const InputLog no_input;
  LogInput shared_input(prepared->shared_input ? *prepared->shared_input : no_input);
  Input& input = prepared->shared_input ? static_cast<Input&>(shared_input) : standard_input;
  PrintedWarnings warnings(file, output);

  const auto start = std::chrono::steady_clock::now();
  const StopReason reason =
      run_to_end(engine, machine, {input, output, options.quiet ? nullptr : &warnings},
                 options.max_ticks, output);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  if (reason != StopReason::output_closed) print_dumps(prepared->dumps, machine.field, output);
  output.flush();
  const RunEnd end = run_end(reason, output);
  if (reason == StopReason::faulted) print_fault(machine.fault, file);
  if (!output.error().empty()) print_output_error(output);
  if (end.code == exit_code::max_ticks && options.stats.empty() && !options.quiet) {
    print_error({{file, 0, 0},
                 fmt::format("stopped after {} ticks, before the end", machine.tick),
                 "raise --max-ticks"});
  }
  print_stats(options.stats,
              {machine.tick, elapsed.count(), engine.kind(), jit_stats_of(engine),
               machine.field.size(), machine.stack.high_water(), prepared->seed, end.name});
  return end.code;
}

}  // namespace

void add_run_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Standard input and output are the program's.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 3 --max-ticks reached,\n"
      "4 stopped by an error, 130 Ctrl-C.\n"
      "Example: fungescope run --stats --max-ticks 1000000 hello.b93");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<RunOptions>();
  add_source_options(command, options->source);
  command.add_option("--engine", options->engine, "One of: auto, reference, interpreter, jit")
      ->capture_default_str();
  command
      .add_option("--seed", options->seed,
                  "The seed of `?`: the same one, the same run; default: 0, or that of a link")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  command.add_option("--max-ticks", options->max_ticks, "Stop after so many executed cells")
      ->transform(whole_number(0, no_limit));
  command.add_option("--max-stack", options->max_stack, "Stop when the stack would hold more")
      ->transform(whole_number(0, std::numeric_limits<std::size_t>::max()))
      ->capture_default_str();
  command.add_option("--input", options->input, "Read the program's input from a file")
      ->type_name("FILE");
  command
      .add_option("--poke", options->pokes,
                  "Fill a region from a text file before the run: REGION=FILE; repeatable")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--dump", options->dumps, "Print a region after the run; repeatable")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_flag("--stats{text}", options->stats,
                "Tell ticks, time and more on standard error; --stats=json for one JSON object")
      ->check(CLI::IsMember({"text", "json"}));
  command.add_flag("--quiet", options->quiet, "No warnings");
  command.add_flag("--strict-edges", options->strict_edges,
                   "With --dialect strict: crossing an edge stops the run");
  command.callback([options, &exit_code] { exit_code = run_command(*options); });
}

}  // namespace fungescope
