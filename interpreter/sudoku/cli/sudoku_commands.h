// The room of sudoku on the command line.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

// Registers the room with the session, the debug adapter and the command line.
void register_sudoku();

// Each as Subcommand::add_options.
void add_solve_options(CLI::App& command, int& exit_code);
void add_generate_options(CLI::App& command, int& exit_code);
void add_rate_options(CLI::App& command, int& exit_code);
void add_explain_options(CLI::App& command, int& exit_code);

}  // namespace fungescope
