// The options with which `solve` and `rate` are filters inside other engines: schedulers, dataflow
// systems, pipelines of a shell.
#pragma once

#include "sudoku/formats/puzzle_reader.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct FilterOptions {
  bool each_line = false;  // --lines
  bool exit_zero = false;
  bool no_header = false;

  [[nodiscard]] puzzles::PuzzleReader::Mode reader_mode() const {
    using Mode = puzzles::PuzzleReader::Mode;
    return each_line ? Mode::each_line : Mode::detect;
  }
};

// Adds --lines, --exit-zero and --no-header. `options` must outlive the command.
void add_filter_options(CLI::App& command, FilterOptions& options);

}  // namespace fungescope
