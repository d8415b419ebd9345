#include "sudoku/cli/solve/filter_options.h"

#include <CLI/CLI.hpp>

namespace fungescope {

void add_filter_options(CLI::App& command, FilterOptions& options) {
  command.add_flag("--lines", options.each_line,
                   "Read one puzzle a line, and answer each line with one line");
  command.add_flag("--exit-zero", options.exit_zero,
                   "Exit with 0 if every puzzle was answered, be it refused");
  command.add_flag("--no-header", options.no_header, "Omit the header of csv");
}

}  // namespace fungescope
