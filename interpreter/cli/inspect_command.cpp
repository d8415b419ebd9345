#include "cli/inspect_command.h"

#include "cli/subcommands.h"
#include "front_end/exit_codes.h"
#include "front_end/file_input.h"
#include "front_end/interrupt.h"
#include "front_end/options/number_option.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"

#include <limits>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

namespace fungescope {

InspectResult inspect(const InspectOptions& options) {
  if (options.jit) return inspect_jit(options);
  Result<OpenedProgram> opened = open_program(options.source);
  if (!opened) return {2, "", "fungescope: " + to_string(opened.error()) + '\n'};
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
