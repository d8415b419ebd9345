// `fungescope inspect FILE`: what can be told of a program without running it; with --jit, what
// the JIT makes of it (inspect_jit.h).
#pragma once

#include "front_end/source_options.h"
#include "vm/run.h"

#include <cstdint>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct InspectOptions {
  SourceOptions source;
  bool json = false;
  bool jit = false;
  // Of the run that --jit needs.
  Tick max_ticks = 5'000'000;
  std::uint64_t seed = 0;
  std::string input;  // a file; empty: standard input
};

// What the command prints, and its exit code: 0, or 2 if the file cannot be
// read or an option is wrong.
struct InspectResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

[[nodiscard]] InspectResult inspect(const InspectOptions& options);

// Prints the outcome of `inspect`, and returns its exit code.
int inspect_command(const InspectOptions& options);

// Registers the subcommand, whose callback sets `exit_code`.
void add_inspect_command(CLI::App& app, int& exit_code);

}  // namespace fungescope
