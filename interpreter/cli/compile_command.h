// `fungescope compile FILE`: the program as portable C, or as an executable.
#pragma once

#include "front_end/source_options.h"
#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct CompileOptions {
  SourceOptions source;
  std::string output;  // a file of C; empty: standard output
  std::string sample;  // a file with input that the program might read; empty: none
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;
  Tick max_ticks = no_limit;
  bool build = false;  // make the executable, too
};

// Returns the exit code. Errors, and with `build` what the C compiler says, go to standard error.
int compile_command(const CompileOptions& options);

// Registers the subcommand, whose callback sets `exit_code`.
void add_compile_command(CLI::App& app, int& exit_code);

}  // namespace fungescope
