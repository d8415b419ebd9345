// `fungescope solve [FILE...]`: sudokus, solved by a Befunge program.
#pragma once

#include "vm/run.h"

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct SolveOptions {
  std::vector<std::string> files;  // "-": standard input, as is no file at all
  std::string program;             // empty: the built-in sudoku.b93
  bool check = false;
  bool unique = false;
  std::string solver = "befunge";  // or "reference"
  std::string format = "auto";
  std::size_t jobs = 0;  // 0: the cores
  std::string engine = "auto";
  Tick max_ticks = no_limit;  // for each puzzle
  std::string stats;          // "", "text" or "json"
};

// Returns the exit code. Errors go to standard error.
int solve_command(const SolveOptions& options);

// Registers the subcommand, whose callback sets `exit_code`.
void add_solve_command(CLI::App& app, int& exit_code);

}  // namespace fungescope
