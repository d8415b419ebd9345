#include "cli/subcommands.h"

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

constexpr std::array all_subcommands = {
    Subcommand{"run", "Run a Befunge-93 program", add_run_options},
    Subcommand{"solve", "Solve sudokus with a Befunge program", add_solve_options},
    Subcommand{"generate", "Make sudokus with a Befunge program", add_generate_options},
    Subcommand{"rate", "Rate sudokus by the techniques that a person needs", add_rate_options},
    Subcommand{"explain", "Solve a sudoku step by step, in words, or give a hint",
               add_explain_options},
    Subcommand{"inspect", "Field size, annotations, warnings, instructions and reachable cells",
               add_inspect_options},
    Subcommand{"compile", "Make a C program of a Befunge-93 program", add_compile_options},
    Subcommand{"programs", "List the programs that are built in, or print one",
               add_programs_options},
    Subcommand{"link", "Print a link to a program and an instant of its run", add_link_options},
    Subcommand{"repl", "Debug a program, forwards and backwards, as text", add_repl_options},
    Subcommand{"debug", "Debug a program in a window; without one, the sudoku solver",
               add_debug_options},
    Subcommand{"dap", "Debug from an editor, by the Debug Adapter Protocol", add_dap_options},
};

}  // namespace

std::span<const Subcommand> subcommands() {
  return all_subcommands;
}

const Subcommand* find_subcommand(std::string_view name) {
  const auto* const found =
      std::find_if(all_subcommands.begin(), all_subcommands.end(),
                   [name](const Subcommand& command) { return command.name == name; });
  return found == all_subcommands.end() ? nullptr : found;
}

void add_subcommand(CLI::App& app, const Subcommand& command, int& exit_code) {
  CLI::App* const added =
      app.add_subcommand(std::string(command.name), std::string(command.description));
  command.add_options(*added, exit_code);
}

std::string subcommand_names() {
  std::string names;
  for (const Subcommand& command : all_subcommands) {
    if (!names.empty()) names += ", ";
    names += command.name;
  }
  return names;
}

}  // namespace fungescope
