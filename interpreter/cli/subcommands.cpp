#include "cli/subcommands.h"

#include <array>
#include <vector>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

constexpr std::array own_subcommands = {
    Subcommand{"run", "Run a Befunge-93 program", "run hello.b93", add_run_options},
    Subcommand{"inspect", "Field size, annotations, warnings, instructions and reachable cells",
               "inspect program.b93", add_inspect_options},
    Subcommand{"compile", "Make a C program of a Befunge-93 program",
               "compile program.b93 -o program.c --build", add_compile_options},
    Subcommand{"programs", "List the programs that are built in, or print one", "programs",
               add_programs_options},
    Subcommand{"link", "Print a link to a program and an instant of its run",
               "link program.b93 --goto 1000000", add_link_options},
    Subcommand{"repl", "Debug a program, forwards and backwards, as text", "repl program.b93",
               add_repl_options},
    Subcommand{"debug", "Debug a program in a window; without one, the sudoku solver",
               "debug program.b93", add_debug_options},
    Subcommand{"dap", "Debug from an editor, by the Debug Adapter Protocol", "dap",
               add_dap_options},
};

std::vector<Subcommand>& all_subcommands() {
  static std::vector<Subcommand> all(own_subcommands.begin(), own_subcommands.end());
  return all;
}

}  // namespace

void register_subcommands(std::span<const Subcommand> commands) {
  std::vector<Subcommand>& all = all_subcommands();
  all.insert(all.begin() + 1, commands.begin(), commands.end());
}

std::span<const Subcommand> subcommands() {
  return all_subcommands();
}

void add_subcommand(CLI::App& app, const Subcommand& command, int& exit_code) {
  CLI::App* const added =
      app.add_subcommand(std::string(command.name), std::string(command.description));
  command.add_options(*added, exit_code);
}

}  // namespace fungescope
