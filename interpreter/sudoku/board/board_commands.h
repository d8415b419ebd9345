// What programs with the memory map of a sudoku (board.h) add to the debugger's commands.
#pragma once

#include "session/commands/extension.h"

#include <cstddef>
#include <string_view>

namespace fungescope {

[[nodiscard]] const Extension& sudoku_extension();

// A puzzle of 81 cells and a line end, which sudoku.b93 solves with nested guesses.
inline constexpr std::string_view sample_puzzle =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";

}  // namespace fungescope
