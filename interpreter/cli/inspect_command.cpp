// `fungescope inspect FILE`: reports on a program without running it; with --jit, runs it and shows
// the regions that the JIT compiled.
#include "base/escape.h"
#include "base/rows.h"
#include "cli/run_stats.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"
#include "lang/analysis/static_analysis.h"
#include "vm/run.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

using jit::RegionListing;
using Align = TextTable::Align;

struct InspectOptions {
  SourceOptions source;
  bool json = false;
  bool jit = false;
  // For the run of --jit.
  Tick max_ticks = 5'000'000;
  std::optional<std::uint64_t> seed;
  std::string input;  // a file; empty: standard input
};

std::string section(std::string_view title, const std::string& lines) {
  return fmt::format("\n{}\n{}", title, lines);
}

// ---- The tables of the report on a program

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// Returns "line 3", or the option that declared it.
std::string origin(const SourceLocation& where) {
  return where.line == 0 ? where.file : fmt::format("line {}", where.line);
}

template <class Row>
constexpr auto line_of = [](const Row& row) -> Json { return row.where.line; };
template <class Row>
constexpr auto origin_of = [](const Row& row) { return origin(row.where); };

constexpr std::array<Column<Region>, 8> region_columns{{
    {"name", as_json<&Region::name>, [](const Region& row) { return row.name; }},
    {"x", [](const Region& row) -> Json { return row.area.corner.x; }},
    {"y", [](const Region& row) -> Json { return row.area.corner.y; },
     [](const Region& row) { return to_string(row.area.corner); }, Align::right},
    {"width", [](const Region& row) -> Json { return row.area.size.width; }},
    {"height", [](const Region& row) -> Json { return row.area.size.height; },
     [](const Region& row) {
       return fmt::format("{}x{}", row.area.size.width, row.area.size.height);
     },
     Align::right},
    {"encoding", [](const Region& row) -> Json { return to_string(row.encoding); },
     [](const Region& row) { return to_string(row.encoding); }},
    {"line", line_of<Region>, origin_of<Region>},
    {"board",
     [](const Region& row) -> std::optional<Json> {
       if (!row.board) return std::nullopt;
       return Json{{"style", to_string(*row.board)}, {"line", row.board->where.line}};
     }},
}};

// Of regions that are drawn as boards.
constexpr std::array<Column<Region>, 3> board_columns{{
    {"", nullptr, [](const Region& row) { return row.name; }},
    {"", nullptr, [](const Region& row) { return to_string(*row.board); }},
    {"", nullptr, [](const Region& row) { return origin(row.board->where); }},
}};

constexpr std::array<Column<Watch>, 6> watch_columns{{
    {"name", as_json<&Watch::name>, [](const Watch& row) { return row.full_name(); }},
    {"scope", as_json<&Watch::scope>},
    {"x", [](const Watch& row) -> Json { return row.at.x; }},
    {"y", [](const Watch& row) -> Json { return row.at.y; },
     [](const Watch& row) { return to_string(row.at); }, Align::right},
    {"type", [](const Watch& row) -> Json { return to_string(row.type); },
     [](const Watch& row) { return std::string(to_string(row.type)); }},
    {"line", line_of<Watch>, origin_of<Watch>},
}};

constexpr std::array<Column<SourceBreakpoint>, 3> breakpoint_columns{{
    {"x", [](const SourceBreakpoint& row) -> Json { return row.at.x; }},
    {"y", [](const SourceBreakpoint& row) -> Json { return row.at.y; },
     [](const SourceBreakpoint& row) { return to_string(row.at); }, Align::right},
    {"line", line_of<SourceBreakpoint>, origin_of<SourceBreakpoint>},
}};

constexpr std::array<Column<Button>, 2> button_columns{{
    {"name", as_json<&Button::name>, [](const Button& row) { return row.name; }},
    {"line", line_of<Button>, origin_of<Button>},
}};

constexpr std::array<Column<Replacement>, 4> replacement_columns{{
    {"from", as_json<&Replacement::from>, [](const Replacement& row) { return row.from; }},
    {"", nullptr, [](const Replacement&) { return std::string("->"); }},
    {"to", as_json<&Replacement::to>, [](const Replacement& row) { return row.to; }},
    {"line", line_of<Replacement>, origin_of<Replacement>},
}};

constexpr std::array<Column<Constant>, 4> constant_columns{{
    {"name", as_json<&Constant::name>, [](const Constant& row) { return row.name; }},
    {"value", as_json<&Constant::value>,
     [](const Constant& row) { return fmt::to_string(row.value); }, Align::right},
    {"code", as_json<&Constant::code>, [](const Constant& row) { return row.code; }},
    {"line", line_of<Constant>, origin_of<Constant>},
}};

constexpr std::array<Column<Error>, 4> warning_columns{{
    {"line", line_of<Error>},
    {"column", [](const Error& row) -> Json { return row.where.column; }},
    {"what", as_json<&Error::what>},
    {"advice", as_json<&Error::advice>},
}};

// How many cells of the field have an instruction.
struct Count {
  const Instruction* instruction = nullptr;
  std::uint64_t cells = 0;
  std::uint64_t all = 0;  // the cells of the field
};

// Empty for what is no instruction.
std::string glyph(const Count& row) {
  return row.instruction->op == Op::unknown ? "" : std::string(1, row.instruction->glyph);
}

constexpr std::array<Column<Count>, 6> count_columns{{
    {"name", [](const Count& row) -> Json { return row.instruction->name; }},
    {"glyph", [](const Count& row) -> Json { return glyph(row); },
     [](const Count& row) {
       return row.instruction->op == Op::unknown ? "" : fmt::format("'{}'", glyph(row));
     }},
    {"cells", as_json<&Count::cells>, [](const Count& row) { return with_separators(row.cells); },
     Align::right},
    {"", nullptr, [](const Count& row) { return percent(row.cells, row.all); }, Align::right},
    {"", nullptr, [](const Count& row) { return std::string(row.instruction->name); }},
    {"", nullptr, [](const Count& row) { return std::string(row.instruction->summary); }},
}};

// Returns the instructions that occur, the most frequent first.
std::vector<Count> ranking(const Playfield& field, const Dialect& dialect) {
  const Histogram cells = histogram(field, dialect);
  std::vector<Count> counts;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == 0) continue;
    counts.push_back({&instructions[i], cells[i], static_cast<std::uint64_t>(field.size().area())});
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const Count& a, const Count& b) { return a.cells > b.cells; });
  return counts;
}

// ---- The report on a program

std::string overview(const OpenedProgram& opened, std::uint64_t reachable) {
  const Size size = opened.playfield.size();
  const auto cells = static_cast<std::uint64_t>(size.area());
  TextTable table({Align::left, Align::left});
  table.add_row({"dialect", std::string(opened.dialect.name)});
  if (opened.notice) table.add_row({"", to_string(*opened.notice)});
  table.add_row({"source", with_separators(opened.source_bytes) + " bytes"});
  table.add_row(
      {"field", fmt::format("{}x{}, {} cells", size.width, size.height, with_separators(cells))});
  table.add_row({"reachable", fmt::format("{} cells, {}", with_separators(reachable),
                                          percent(reachable, cells))});
  const Annotations& found = opened.annotations;
  for (const auto& [name, said] :
       {std::pair("method", &found.method), std::pair("prompt", &found.prompt)}) {
    if (*said) table.add_row({name, escape_controls((*said)->text)});
  }
  return table.to_string();
}

// A section of the text; nothing without rows.
template <class Row>
std::string rows_section(std::string_view title, std::span<const Column<Row>> columns,
                         const std::vector<Row>& rows) {
  return rows.empty() ? "" : section(title, rows_to_text<Row>(columns, rows));
}

std::string program_as_text(const OpenedProgram& program, std::uint64_t reachable) {
  const Annotations& found = program.annotations;
  std::string text = escape_controls(program.file) + '\n' + overview(program, reachable);
  if (!program.warnings.empty()) text += "\nwarnings\n";
  for (const Error& warning : program.warnings) text += fmt::format("  {}\n", to_string(warning));
  std::vector<Region> boards;
  std::copy_if(found.regions.begin(), found.regions.end(), std::back_inserter(boards),
               [](const Region& region) { return region.board.has_value(); });
  return text + rows_section<Region>("regions", region_columns, found.regions) +
         rows_section<Region>("boards", board_columns, boards) +
         rows_section<Watch>("watches", watch_columns, found.watches) +
         rows_section<SourceBreakpoint>("breakpoints", breakpoint_columns, found.breakpoints) +
         rows_section<Button>("buttons", button_columns, found.buttons) +
         rows_section<Replacement>("replacements", replacement_columns, found.replacements) +
         rows_section<Constant>("constants", constant_columns, found.constants) +
         rows_section<Count>("cells by instruction", count_columns,
                             ranking(program.playfield, program.dialect));
}

std::string program_as_json(const OpenedProgram& program, std::uint64_t reachable) {
  const Annotations& found = program.annotations;
  const Size size = program.playfield.size();
  Json json{{"file", program.file},
            {"dialect", program.dialect.name},
            {"bytes", program.source_bytes},
            {"width", size.width},
            {"height", size.height},
            {"cells", size.area()},
            {"reachable", reachable},
            {"warnings", rows_to_json<Error>(warning_columns, program.warnings)},
            {"regions", rows_to_json<Region>(region_columns, found.regions)},
            {"watches", rows_to_json<Watch>(watch_columns, found.watches)},
            {"breakpoints", rows_to_json<SourceBreakpoint>(breakpoint_columns, found.breakpoints)},
            {"replacements", rows_to_json<Replacement>(replacement_columns, found.replacements)},
            {"constants", rows_to_json<Constant>(constant_columns, found.constants)},
            {"buttons", rows_to_json<Button>(button_columns, found.buttons)},
            {"method", found.method ? Json(found.method->text) : Json()},
            {"prompt", found.prompt ? Json(found.prompt->text) : Json()},
            {"instructions",
             rows_to_json<Count>(count_columns, ranking(program.playfield, program.dialect))}};
  if (program.notice) json["notice"] = row_to_json<Error>(warning_columns, *program.notice);
  return json_text(json, 2) + '\n';
}

Result<std::string> program_report(const InspectOptions& options) {
  const auto opened = TRY(open_program(options.source));
  const std::uint64_t reachable = compute_reachability(opened.playfield, opened.dialect).count;
  return options.json ? program_as_json(opened, reachable) : program_as_text(opened, reachable);
}

// ---- The report on the JIT's regions

std::string_view ending_of(StopReason reason) {
  if (reason == StopReason::ended) return "the program ended";
  if (reason == StopReason::faulted) return "an error stopped the program";
  return reason == StopReason::input_wait ? "interrupted" : "stopped";
}

// The end of a run, with the regions that exist then.
struct JitReport {
  std::string file;
  const Machine& machine;
  StopReason reason = StopReason::tick_reached;
  JitStats jit;
  const jit::RegionListings& regions;
};

std::string report_as_text(const JitReport& report) {
  const Tick ticks = report.machine.tick;
  TextTable table({Align::left, Align::left});
  table.add_row({"dialect", std::string(report.machine.dialect.name)});
  table.add_row(
      {"ticks", fmt::format("{}, then {}", with_separators(ticks), ending_of(report.reason))});
  table.add_row({"engine", format_engine(EngineKind::jit, report.jit, ticks)});
  const std::string compiled = to_text(report.jit);
  const std::string nothing = "jit: nothing was hot enough to be compiled";
  std::string text = fmt::format("{}\n{}  {}\n", escape_controls(report.file), table.to_string(),
                                 compiled.empty() ? nothing : compiled);
  std::size_t number = 0;
  for (const auto& [id, region] : report.regions) {
    text +=
        fmt::format("\nregion {}: {} block{}, {} bytes, entered at", ++number, region.superblocks,
                    region.superblocks == 1 ? "" : "s", with_separators(region.code_bytes));
    for (const Point at : region.entries) text += ' ' + to_string(at);
    text += '\n' + section("nodes", region.nodes) + section("lifted", region.lifted) +
            section("after the passes", region.optimised) + section("machine code", region.code);
  }
  return text;
}

std::string report_as_json(const JitReport& report) {
  const Tick ticks = report.machine.tick;
  Json json{{"file", report.file}, {"dialect", report.machine.dialect.name}, {"ticks", ticks}};
  add_tier_fields(json, EngineKind::jit, report.jit, ticks);
  json["regions"] = json_array(report.regions, [](const auto& entry) -> Json {
    const RegionListing& region = entry.second;
    const auto point = [](Point at) -> Json { return {{"x", at.x}, {"y", at.y}}; };
    return {{"entries", json_array(region.entries, point)},
            {"blocks", region.superblocks},
            {"code_bytes", region.code_bytes},
            {"nodes", region.nodes},
            {"lifted", region.lifted},
            {"optimised", region.optimised},
            {"code", region.code}};
  });
  return json_text(json, 2) + '\n';
}

// Shows the regions that exist at the end of a run, each with its blocks, its graph before and
// after the passes, and its code next to the cells.
Result<std::string> jit_report(const InspectOptions& options) {
  auto opened = TRY(open_program(options.source));
  Engine engine(EngineKind::jit);
  if (engine.kind() != EngineKind::jit) {
    return fail({"--jit"}, "there is no JIT in this build", "it takes an x86-64 processor");
  }
  DescriptorOutput unused(STDOUT_FILENO);
  const auto input = TRY(open_run_input(options.input, options.source.file, unused));
  jit::RegionListings regions;
  engine.set_jit_listings(&regions);
  Machine machine(std::move(opened.playfield),
                  {opened.dialect, options.seed.value_or(opened.seed)});
  NullOutput output;
  const StopReason reason =
      engine.run_interruptible(machine, {*input, output}, options.max_ticks, interrupted());
  engine.set_jit_listings(nullptr);
  // Ctrl-C ends the run; the next one, the report.
  if (reason == StopReason::interrupted) clear_interrupt();
  const JitReport report{opened.file, machine, reason, jit_stats_of(engine), regions};
  return options.json ? report_as_json(report) : report_as_text(report);
}

int inspect_command(const InspectOptions& options) {
  const Result<std::string> report = options.jit ? jit_report(options) : program_report(options);
  if (!report) return fail_with(report.error(), exit_code::usage);
  if (interrupted().load(std::memory_order_relaxed)) return exit_code::interrupted;
  return write_report(*report, "the report is incomplete", exit_code::done);
}

}  // namespace

void add_inspect_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Exit codes: 0 done, 2 usage or unreadable file, 4 the report cannot be written,\n"
      "130 Ctrl-C, but for the run of --jit, which it ends.\n"
      "Example: fungescope inspect --json programs/sudoku/sudoku.b93\n"
      "         fungescope inspect --jit programs/bench/primes.b93");
  const auto options = std::make_shared<InspectOptions>();
  add_source_options(command, options->source);
  command.add_flag("--json", options->json, "Print one JSON object");
  CLI::Option* const jit = command.add_flag(
      "--jit", options->jit,
      "Run the program, and show the regions that the JIT compiles: their blocks, their graphs "
      "before and after the passes, and their machine code beside the cells");
  command.add_option("--max-ticks", options->max_ticks, "How long to run for --jit")
      ->needs(jit)
      ->transform(whole_number(0, no_limit))
      ->capture_default_str();
  add_seed_option(command, options->seed, "The seed of `?` in that run; default: 0, or the link's")
      ->needs(jit);
  add_file_option(command, "--input", options->input,
                  "A file for its input, in place of standard input")
      ->needs(jit);
  command.callback([options, &exit_code] { exit_code = inspect_command(*options); });
}

}  // namespace fungescope
