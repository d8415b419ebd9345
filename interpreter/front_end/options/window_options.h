// The options of the window: the program `fungescope-ui` parses them, and the manual page and the
// completions of `fungescope debug` describe them.
#pragma once

#include "front_end/options/source_options.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope {

struct WindowOptions {
  SourceOptions source;  // without a file: the built-in solver
  std::string input;
  std::uint64_t seed = 0;
  std::size_t history_megabytes = 256;
  std::vector<std::string> breaks;  // X,Y, or any arguments of `break`
  std::vector<std::string> go_to;
  std::string why;
  std::string screenshot;
  double play = 0;     // seconds
  double every = 0;    // seconds; 0: one picture
  std::string window;  // empty: the usual size
  bool edit = false;
  std::string layout;
  std::string theme;
};

// Adds FILE, the options and the help to a command. `options` must outlive the parsing.
void add_window_options(CLI::App& command, WindowOptions& options);

}  // namespace fungescope
