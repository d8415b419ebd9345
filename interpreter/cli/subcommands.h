// The commands of `fungescope`, one table: what --help lists, what the first argument selects, and
// what manual pages and completions are made from.
//
// A process registers the options of one command only: all of them would take longer than a short
// program runs.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct Subcommand {
  std::string_view name;
  std::string_view description;
  std::string_view example;  // without "fungescope "
  // Adds its help and options to the subcommand of that name. Parsing then runs the command, which
  // sets `exit_code` (front_end/standard_streams.h). Errors and warnings go to standard error. The
  // options are shared with the parser's callback, which runs after this function has returned.
  void (*add_options)(CLI::App& command, int& exit_code);
};

// Adds the commands of a room such as sudoku/, after `run`.
void register_subcommands(std::span<const Subcommand> commands);

// In the order of --help.
[[nodiscard]] std::span<const Subcommand> subcommands();

// Registers a command with its options.
void add_subcommand(CLI::App& app, const Subcommand& command, int& exit_code);

// Replaces this process by the window's program, with the arguments after `debug`. Returns only on
// failure: the exit code, after printing the reason.
int exec_debugger(int argc, char** argv);

// ---- The options of each command, in a file of its own

void add_run_options(CLI::App& command, int& exit_code);
void add_inspect_options(CLI::App& command, int& exit_code);
void add_compile_options(CLI::App& command, int& exit_code);
void add_programs_options(CLI::App& command, int& exit_code);
void add_link_options(CLI::App& command, int& exit_code);
void add_repl_options(CLI::App& command, int& exit_code);
// For its manual page: the window's program parses them.
void add_debug_options(CLI::App& command, int& exit_code);
void add_dap_options(CLI::App& command, int& exit_code);

}  // namespace fungescope
