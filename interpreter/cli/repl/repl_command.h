// `fungescope repl`: the debugger as text, for terminals and scripts.
#pragma once

#include "front_end/source_options.h"
#include "vm/value_stack.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct ReplOptions {
  SourceOptions source;  // its file may be a recording
  std::string engine = "auto";
  std::string input;  // empty: none yet; the `input` command gives it
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;
  std::size_t history_megabytes = 96;
  std::string script;  // empty: standard input
  bool json = false;
};

// Debugs; returns the exit code.
int repl_command(const ReplOptions& options);

// Adds the command `repl`, whose callback sets `exit_code`.
void add_repl_command(CLI::App& app, int& exit_code);

}  // namespace fungescope
