// `fungescope run FILE`: runs a program on standard input and output.
#pragma once

#include "front_end/source_options.h"
#include "vm/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct RunOptions {
  SourceOptions source;
  std::string engine = "auto";
  std::uint64_t seed = 0;
  Tick max_ticks = no_limit;
  std::size_t max_stack = ValueStack::default_limit;
  std::string input;               // a file; empty: standard input
  std::vector<std::string> pokes;  // REGION=FILE
  std::vector<std::string> dumps;  // region names
  std::string stats;               // "", "text" or "json"
  bool quiet = false;
  bool strict_edges = false;
};

// Returns the exit code. Errors and warnings go to standard error.
int run_command(const RunOptions& options);

// Registers the subcommand, whose callback sets `exit_code`.
void add_run_command(CLI::App& app, int& exit_code);

}  // namespace fungescope
