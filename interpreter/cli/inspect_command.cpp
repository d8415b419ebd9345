#include "cli/inspect_command.h"

#include "base/escape.h"
#include "base/json.h"
#include "base/text_table.h"
#include "cli/run_stats.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/file_input.h"
#include "front_end/interrupt.h"
#include "front_end/options/number_option.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"

#include <limits>
#include <map>
#include <memory>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

using jit::RegionListing;
using Align = TextTable::Align;

class Regions final : public jit::RegionListener {
 public:
  void compiled(std::uint32_t id, RegionListing listing) override {
    regions_[id] = std::move(listing);
  }
  void dropped(std::uint32_t id) override { regions_.erase(id); }
  [[nodiscard]] const std::map<std::uint32_t, RegionListing>& all() const { return regions_; }

 private:
  std::map<std::uint32_t, RegionListing> regions_;
};

std::string_view ending_of(StopReason reason) {
  switch (reason) {
    case StopReason::ended:
      return "the program ended";
    case StopReason::faulted:
      return "an error stopped the program";
    case StopReason::input_wait:
      return "interrupted";
    default:
      return "stopped";
  }
}

struct JitReport {
  std::string file;
  std::string dialect;
  Tick ticks = 0;
  StopReason reason = StopReason::tick_reached;
  JitStats jit;
  Regions regions;
};

std::string entries_of(const RegionListing& region) {
  std::string text;
  for (const Point at : region.entries) text += fmt::format(" {},{}", at.x, at.y);
  return text;
}

std::string section(std::string_view title, const std::string& lines) {
  return fmt::format("\n{}\n{}", title, lines);
}

std::string report_as_text(const JitReport& report) {
  TextTable table({Align::left, Align::left});
  table.add_row({"dialect", report.dialect});
  table.add_row({"ticks", fmt::format("{}, then {}", with_separators(report.ticks),
                                      ending_of(report.reason))});
  table.add_row({"engine", format_engine(EngineKind::jit, report.jit, report.ticks)});
  const std::string compiled = to_text(report.jit);
  const std::string nothing = "jit: nothing was hot enough to be compiled";
  std::string text = fmt::format("{}\n{}  {}\n", escape_controls(report.file), table.to_string(),
                                 compiled.empty() ? nothing : compiled);
  std::size_t number = 0;
  for (const auto& [id, region] : report.regions.all()) {
    text += fmt::format("\nregion {}: {} block{}, {} bytes, entered at{}\n", ++number,
                        region.superblocks, region.superblocks == 1 ? "" : "s",
                        with_separators(region.code_bytes), entries_of(region));
    text += section("nodes", region.nodes) + section("lifted", region.lifted) +
            section("after the passes", region.optimised) + section("machine code", region.code);
  }
  return text;
}

std::string report_as_json(const JitReport& report) {
  Json json{{"file", report.file}, {"dialect", report.dialect}, {"ticks", report.ticks}};
  add_tier_fields(json, EngineKind::jit, report.jit, report.ticks);
  json["regions"] = Json::array();
  for (const auto& [id, region] : report.regions.all()) {
    Json entries = Json::array();
    for (const Point at : region.entries) entries.push_back({{"x", at.x}, {"y", at.y}});
    json["regions"].push_back({{"entries", std::move(entries)},
                               {"blocks", region.superblocks},
                               {"code_bytes", region.code_bytes},
                               {"nodes", region.nodes},
                               {"lifted", region.lifted},
                               {"optimised", region.optimised},
                               {"code", region.code}});
  }
  return json_text(json, 2) + '\n';
}

InspectResult failure(const Error& error) {
  return {exit_code::usage, "", "fungescope: " + to_string(error) + '\n'};
}

// Shows the regions that exist at the end of a run, each with its blocks, its graph before and
// after the passes, and its code next to the cells.
InspectResult inspect_jit(const InspectOptions& options) {
  Result<OpenedProgram> opened = open_program(options.source);
  if (!opened) return failure(opened.error());
  Engine engine(EngineKind::jit);
  if (engine.kind() != EngineKind::jit) {
    return failure({{"--jit"}, "there is no JIT in this build", "it takes an x86-64 processor"});
  }
  DescriptorOutput unused(STDOUT_FILENO);
  std::unique_ptr<Input> input = std::make_unique<DescriptorInput>(STDIN_FILENO, unused);
  if (!options.input.empty()) {
    Result<std::string> bytes = read_file(options.input);
    if (!bytes) return failure(bytes.error());
    input = std::make_unique<StringInput>(std::move(*bytes));
  } else if (auto link = read_link(options.source.file); link && *link && (*link)->input) {
    input = std::make_unique<StringInput>(std::string((*link)->input->bytes()));
  }
  JitReport report;
  report.file = program_display_name(options.source.file, StandardInput::accept);
  report.dialect = opened->dialect.name;
  engine.set_jit_listener(&report.regions);
  Machine machine(std::move(opened->program.playfield),
                  {opened->dialect, run_seed(options.source, options.seed)});
  NullOutput output;
  report.reason =
      engine.run_interruptible(machine, {*input, output}, options.max_ticks, interrupted());
  engine.set_jit_listener(nullptr);
  // Ctrl-C ends the run; the next one, the report.
  if (report.reason == StopReason::interrupted) clear_interrupt();
  report.ticks = machine.tick;
  report.jit = jit_stats_of(engine);
  return {exit_code::done, options.json ? report_as_json(report) : report_as_text(report), ""};
}

}  // namespace

InspectResult inspect(const InspectOptions& options) {
  if (options.jit) return inspect_jit(options);
  Result<OpenedProgram> opened = open_program(options.source);
  if (!opened) return failure(opened.error());
  const InspectReport report = make_inspect_report(
      program_display_name(options.source.file, StandardInput::accept), std::move(*opened));
  return {0, options.json ? to_json(report) : to_text(report), ""};
}

namespace {

int inspect_command(const InspectOptions& options) {
  const InspectResult outcome = inspect(options);
  write_message(outcome.err);
  if (interrupted().load(std::memory_order_relaxed)) return exit_code::interrupted;
  return write_report(outcome.out, "the report is incomplete", outcome.exit_code);
}

}  // namespace

void add_inspect_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Exit codes: 0 done, 2 usage or unreadable file, 4 the report cannot be written,\n"
      "130 Ctrl-C, but for the run of --jit, which it ends.\n"
      "Example: fungescope inspect --json programs/sudoku/sudoku.b93\n"
      "         fungescope inspect --jit programs/bench/primes.b93");
  // Shared with the callback, which runs after this function returns.
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
  command
      .add_option("--seed", options->seed,
                  "The seed of `?` in that run; default: 0, or that of a link")
      ->needs(jit)
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  command.add_option("--input", options->input, "A file for its input, in place of standard input")
      ->type_name("FILE")
      ->needs(jit);
  command.callback([options, &exit_code] { exit_code = inspect_command(*options); });
}

}  // namespace fungescope
