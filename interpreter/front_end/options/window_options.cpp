#include "front_end/options/window_options.h"

#include "front_end/options/number_option.h"

#include <limits>

#include <CLI/CLI.hpp>

namespace fungescope {

void add_window_options(CLI::App& command, WindowOptions& options) {
  command.footer(
      "FILE is a program, a recording made by the command save, or a link made by the command\n"
      "link, which opens paused at its instant; without one, @sudoku,\n"
      "the built-in solver, with a sample puzzle. A program is as it was left: its breakpoints, "
      "bookmarks\n"
      "and edits are kept, and the layout. The word play in place of FILE is sudoku for people.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 4 stopped by an error.\n"
      "Examples:\n"
      "  fungescope debug --break 10,3 program.b93\n"
      "  fungescope debug play");
  add_source_options(command, options.source);
  command.get_option("FILE")->required(false);
  command
      .add_option("--break", options.breaks,
                  "Stop there: X,Y, or all else that break takes; repeatable")
      ->allow_extra_args(false);
  command.add_flag("--edit", options.edit, "Begin in the edit mode");
  command
      .add_option("--goto", options.go_to,
                  "Begin at this tick; repeatable: the last but one is where it was before")
      ->allow_extra_args(false);
  command.add_option("--why", options.why,
                     "Ask there what made a value, X,Y or output 17; or why it came there: here");
  command.add_option("--input", options.input, "The program's input, from a file")
      ->type_name("FILE");
  command.add_option("--seed", options.seed, "The seed of `?`: the same one, the same run")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  command
      .add_option("--history-memory", options.history_megabytes,
                  "Megabytes that the recorded past may take")
      ->transform(whole_number(1, std::size_t{1} << 30U))
      ->capture_default_str();
  command
      .add_option("--screenshot", options.screenshot,
                  "Write one picture to a file, or with - to standard output, without a display, "
                  "and leave")
      ->type_name("FILE")
      ->transform([](std::string path) { return path == "-" ? "/dev/stdout" : std::move(path); });
  command
      .add_option("--play", options.play, "Play for so many seconds before the picture is taken")
      ->check(CLI::Range(0.0, 600.0));
  command
      .add_option("--every", options.every,
                  "Take a picture each so many seconds of --play, all on one sheet")
      ->check(CLI::Range(0.1, 600.0));
  command.add_option("--window", options.window,
                     "Its size for this once: WIDTHxHEIGHT in pixels; else the last one, at first "
                     "1400x900; that of a picture is 1280x800");
  command.add_option("--layout", options.layout, "One of: solver, code, profile, play");
  command.add_option("--theme", options.theme, "One of: dark, light");
}

}  // namespace fungescope
