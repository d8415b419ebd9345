// The subcommands of `fungescope`. Each add_* function registers one; its callback runs the command
// and sets `exit_code` (front_end/exit_codes.h). Errors and warnings go to standard error.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

// `run FILE`: runs a program on standard input and output.
void add_run_command(CLI::App& app, int& exit_code);

// `solve [FILE...]`: solves sudokus with a Befunge program.
void add_solve_command(CLI::App& app, int& exit_code);

// `generate`: makes sudokus with a Befunge program.
void add_generate_command(CLI::App& app, int& exit_code);

// `rate [FILE...]`: rates sudokus by the techniques that a person needs.
void add_rate_command(CLI::App& app, int& exit_code);

// `explain [FILE|PUZZLE]`: solves a sudoku step by step, in words.
void add_explain_command(CLI::App& app, int& exit_code);

// `inspect FILE`: reports on a program without running it; with --jit, on its compiled code.
void add_inspect_command(CLI::App& app, int& exit_code);

// `compile FILE`: translates a program to portable C, or to an executable.
void add_compile_command(CLI::App& app, int& exit_code);

// `programs [NAME]`: lists the built-in programs, or prints one.
void add_programs_command(CLI::App& app, int& exit_code);

// `repl FILE`: the debugger as text, for terminals and scripts.
void add_repl_command(CLI::App& app, int& exit_code);

// `dap`: the debugger for editors, over the Debug Adapter Protocol.
void add_dap_command(CLI::App& app, int& exit_code);

// `debug`: the debugger's window, a separate program. Registers the command for --help only.
void add_debug_command(CLI::App& app);

// Replaces this process by the window's program, with the arguments after `debug`. Returns only on
// failure: the exit code, after printing the reason.
int exec_debugger(int argc, char** argv);

}  // namespace fungescope
