#include "base/escape.h"
#include "base/json.h"
#include "base/numbers.h"
#include "base/text_table.h"
#include "cli/run_stats.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/file_input.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"
#include "jit/tier/engine.h"
#include "lang/line_reader.h"
#include "lang/value_format.h"
#include "vm/arithmetic.h"
#include "vm/run.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
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
  std::optional<std::uint64_t> seed;  // unset: see seed_of
  Tick max_ticks = no_limit;
  std::size_t max_stack = ValueStack::default_limit;
  std::string input;               // a file; empty: a link's, or standard input
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

// ---- Regions as text
//
// Row by row, in the region's encoding:
//
//   ascii    one byte per cell; formats 0 as a blank, and other control characters and values that
//            are not bytes as `?`
//   decimal  numbers separated by blanks
//   hex      the same in base 16, without a prefix
//   bool     `0` or `1` per cell; formats any third value as `?`
//
// The decimal and hex formats are lossless.

std::int64_t blank_value(const Encoding& encoding) {
  if (encoding.kind == Encoding::Kind::ascii) return ' ';
  return encoding.kind == Encoding::Kind::boolean ? encoding.false_value : 0;
}

// Parses the cells of one line, at most `width`.
Result<std::vector<std::int64_t>> parse_row(std::string_view line, const Encoding& encoding,
                                            std::size_t width, SourceLocation where) {
  const bool has_words = is_blank_separated(encoding);
  const bool decimal = encoding.kind == Encoding::Kind::decimal;
  std::vector<std::int64_t> cells;
  for (std::size_t at = 0;;) {
    if (has_words) at = std::min(line.find_first_not_of(" \t", at), line.size());
    if (at == line.size()) return cells;
    where.column = at + 1;
    if (cells.size() == width) {
      return fail(where, fmt::format("the row has more than the region's {} cells", width),
                  "shorten it");
    }
    std::int64_t value = 0;
    if (has_words) {
      const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
      const auto number = parse_integer<std::int64_t>(line.substr(at, end - at), decimal ? 10 : 16);
      if (!number) {
        return fail(where,
                    decimal ? "this is not a decimal number of 64 bits"
                            : "this is not a hexadecimal number of 64 bits",
                    "separate the cells' numbers by blanks");
      }
      value = *number;
      at = end;
    } else {
      const char c = line[at++];
      const bool is_text = encoding.kind == Encoding::Kind::ascii;
      if (!is_text && c != '0' && c != '1') {
        return fail(where, "this is not a boolean", "write 0 or 1 for each cell");
      }
      value = is_text    ? static_cast<unsigned char>(c)
              : c == '1' ? encoding.true_value
                         : encoding.false_value;
    }
    cells.push_back(value);
  }
}

// Returns the lines, which end in LF or CRLF, without empty ones at the end. A single line that has
// all cells of the region, such as a puzzle of 81 characters, is split into rows.
std::vector<std::string_view> rows_of(std::string_view text, const Region& region) {
  std::vector<std::string_view> rows;
  LineReader lines(text, LineEndings::lf);
  while (auto line = lines.next()) {
    if (line->ends_with('\r')) line->remove_suffix(1);
    rows.push_back(*line);
  }
  while (!rows.empty() && rows.back().empty()) rows.pop_back();
  const auto width = static_cast<std::size_t>(region.area.size.width);
  const auto height = static_cast<std::size_t>(region.area.size.height);
  const bool whole = rows.size() == 1 && rows.front().size() == width * height;
  if (!whole || is_blank_separated(region.encoding)) return rows;
  const std::string_view line = rows.front();
  rows.clear();
  for (std::size_t y = 0; y < height; ++y) rows.push_back(line.substr(y * width, width));
  return rows;
}

// Each row has a line end.
std::string format_region(const Playfield& field, const Region& region) {
  std::string text;
  const Rectangle& area = region.area;
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      if (x > 0 && is_blank_separated(region.encoding)) text += ' ';
      const Point at{area.corner.x + x, area.corner.y + y};
      text += format_cell(field.at(at), region.encoding);
    }
    text += '\n';
  }
  return text;
}

// Missing cells and rows become blank: a space in ascii, 0 in decimal and hex, false in bool. Too
// many cells or rows, and invalid cells, are errors at their line and column of `file`. With
// `signed_bytes`, cells get the low byte of the value, signed.
Result<void> parse_into_region(Playfield& field, const Region& region, std::string_view bytes,
                               const std::string& file, bool signed_bytes) {
  const auto& [corner, size] = region.area;
  const auto width = static_cast<std::size_t>(size.width);
  const auto height = static_cast<std::size_t>(size.height);
  const std::vector<std::string_view> rows = rows_of(bytes, region);
  for (std::size_t y = 0; y < std::max(height, rows.size()); ++y) {
    const std::string_view row = y < rows.size() ? rows[y] : "";
    const SourceLocation where{file, y + 1, 0};
    if (y >= height && row.empty()) continue;
    if (y >= height) {
      return fail(where, fmt::format("the region has only {} rows", height), "remove the rest");
    }
    auto cells = TRY(parse_row(row, region.encoding, width, where));
    cells.resize(width, blank_value(region.encoding));
    Point at{corner.x, corner.y + static_cast<std::int64_t>(y)};
    for (const std::int64_t cell : cells) {
      field.set(at, signed_bytes ? low_byte_signed(cell) : cell);
      ++at.x;
    }
  }
  return {};
}

// ---- The run

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
  const auto region = TRY(find_region(opened.annotations, argument.substr(0, equals), "--poke"));
  const auto text = TRY(read_file(path));
  return parse_into_region(opened.playfield, *region, text, path,
                           opened.dialect.signed_8_bit_cells);
}

// Everything that can fail before the program runs.
struct PreparedRun {
  OpenedProgram opened;
  EngineKind engine = EngineKind::automatic;
  std::vector<Region> dumps;
  std::unique_ptr<Input> input;
  std::uint64_t seed = 0;
};

// Returns the seed, which is drawn for somebody who plays the program.
std::uint64_t seed_of(const RunOptions& options, const OpenedProgram& opened) {
  const bool decided = options.seed || is_link(options.source.file) || !options.input.empty();
  const auto drawn =
      decided || !at_terminal() ? std::nullopt : draw_seed(opened.playfield, opened.dialect);
  if (!drawn) return options.seed.value_or(opened.seed);
  if (!options.quiet) report_seed(*drawn);
  return *drawn;
}

Result<PreparedRun> prepare(const RunOptions& options, DescriptorOutput& output) {
  const EngineKind engine = TRY(parse_engine_option(options.engine));
  auto opened = TRY(open_program(options.source));
  if (options.strict_edges) {
    if (opened.dialect.edge_wrap == OnUndefined::ignore) {
      return fail({"--strict-edges"},
                  fmt::format("the dialect {} lets the pointer cross edges", opened.dialect.name),
                  "use it with --dialect strict");
    }
    opened.dialect.edge_wrap = OnUndefined::stop;
  }
  for (const std::string& argument : options.pokes) TRY(poke(argument, opened));
  std::vector<Region> dumps;
  for (const std::string& name : options.dumps) {
    const auto region = TRY(find_region(opened.annotations, name, "--dump"));
    dumps.push_back(*region);
  }
  auto input = TRY(open_run_input(options.input, options.source.file, output));
  const std::uint64_t seed = seed_of(options, opened);
  return PreparedRun{std::move(opened), engine, std::move(dumps), std::move(input), seed};
}

// The end of a run, as `--stats` and the exit code report it.
struct ReportedEnd {
  std::string_view name;
  int code = exit_code::done;
};

ReportedEnd run_end(StopReason reason, const DescriptorOutput& output) {
  if (!output.error().empty() || reason == StopReason::faulted) {
    return {"error", exit_code::stopped_by_error};
  }
  if (reason == StopReason::ended) return {"end", exit_code::done};
  if (!interrupted().load(std::memory_order_relaxed)) {
    if (reason == StopReason::output_closed) return {"output-closed", exit_code::done};
    if (reason == StopReason::tick_reached) return {"max-ticks", exit_code::max_ticks};
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

void print_stats(const std::string& form, const Engine& engine, const Machine& machine,
                 double seconds, std::uint64_t seed, std::string_view exit) {
  const JitStats jit = jit_stats_of(engine);
  const Size size = machine.field.size();
  const double speed = seconds > 0 ? static_cast<double>(machine.tick) / seconds : 0;
  if (form == "json") {
    Json json{{"ticks", machine.tick}, {"seconds", seconds}, {"ticks_per_second", speed}};
    add_tier_fields(json, engine.kind(), jit, machine.tick);
    json.update({{"width", size.width},
                 {"height", size.height},
                 {"max_stack", machine.stack.high_water()},
                 {"seed", seed},
                 {"exit", exit}});
    print_message("{}\n", json.dump());
  }
  if (form != "text") return;
  print_message(
      "fungescope: {} ticks in {:.3f} s ({:.1f} million a second), engine {}, field {}x{}, "
      "deepest stack {}, seed {}, exit: {}\n",
      with_separators(machine.tick), seconds, speed / 1e6,
      format_engine(engine.kind(), jit, machine.tick), size.width, size.height,
      with_separators(machine.stack.high_water()), seed, exit);
  if (const std::string line = to_text(jit); !line.empty()) print_message("fungescope: {}\n", line);
}

int run_command(const RunOptions& options) {
  DescriptorOutput output(STDOUT_FILENO);
  Result<PreparedRun> prepared = prepare(options, output);
  if (!prepared) return fail_with(prepared.error(), exit_code::usage);
  const std::string file = prepared->opened.file;
  if (!options.quiet) {
    const Program& program = prepared->opened;
    if (program.notice) print_note(*program.notice);
    for (const Error& warning : program.warnings) print_warning(warning);
  }
  Machine machine(std::move(prepared->opened.playfield),
                  {prepared->opened.dialect, prepared->seed, options.max_stack});
  Engine engine(prepared->engine);
  PrintedWarnings warnings(file, output);

  const auto start = std::chrono::steady_clock::now();
  const StopReason reason =
      run_to_end(engine, machine, {*prepared->input, output, options.quiet ? nullptr : &warnings},
                 options.max_ticks, output);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  if (reason != StopReason::output_closed) print_dumps(prepared->dumps, machine.field, output);
  output.flush();
  const ReportedEnd end = run_end(reason, output);
  if (const Fault& fault = machine.fault; reason == StopReason::faulted) {
    print_error({location_of(file, fault.at),
                 place_and_time(fault.at, fault.tick) + ": " + describe(fault),
                 {}});
  }
  if (!output.error().empty()) {
    print_error({{"<stdout>", 0, 0}, output.error(), "the rest of the output is lost"});
  }
  if (end.code == exit_code::max_ticks && options.stats.empty() && !options.quiet) {
    print_error({{file, 0, 0},
                 fmt::format("stopped after {} ticks, before the end", machine.tick),
                 "raise --max-ticks"});
  }
  print_stats(options.stats, engine, machine, elapsed.count(), prepared->seed, end.name);
  return end.code;
}

}  // namespace

void add_run_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Standard input and output are the program's.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 3 --max-ticks reached,\n"
      "4 stopped by an error, 130 Ctrl-C.\n"
      "Example: fungescope run --stats --max-ticks 1000000 hello.b93");
  const auto options = std::make_shared<RunOptions>();
  add_source_options(command, options->source);
  add_engine_option(command, options->engine);
  add_seed_option(command, options->seed,
                  "The seed of `?`: the same one, the same run; default: a link's, else 0, or at "
                  "a terminal without --input one that is drawn");
  add_max_ticks_option(command, options->max_ticks);
  add_max_stack_option(command, options->max_stack);
  add_file_option(command, "--input", options->input, "Read the program's input from a file");
  add_repeatable_option(command, "--poke", options->pokes,
                        "Fill a region from a text file before the run: REGION=FILE; repeatable");
  add_repeatable_option(command, "--dump", options->dumps,
                        "Print a region after the run; repeatable");
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
