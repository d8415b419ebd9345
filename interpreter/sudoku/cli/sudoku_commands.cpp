#include "sudoku/cli/sudoku_commands.h"

#include "cli/subcommands.h"
#include "session/commands/extension.h"

#include <array>

#include "sudoku/board/board.h"
#include "sudoku/dap/launch_puzzle.h"

namespace fungescope {

void register_sudoku() {
  static constexpr std::array commands{
      Subcommand{"solve", "Solve sudokus with a Befunge program", "solve < puzzle.txt",
                 add_solve_options},
      Subcommand{"generate", "Make sudokus with a Befunge program", "generate --level hard",
                 add_generate_options},
      Subcommand{"rate", "Rate sudokus by the techniques that a person needs", "rate puzzles.txt",
                 add_rate_options},
      Subcommand{"explain", "Solve a sudoku step by step, in words, or give a hint",
                 "explain puzzle.txt", add_explain_options},
  };
  register_extension(sudoku_extension());
  register_extension(launch_puzzle());
  register_subcommands(commands);
}

}  // namespace fungescope
