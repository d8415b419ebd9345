#include "lang/analysis/static_analysis.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "sudoku/board/board.h"
#include "sudoku/board/board_commands.h"
#include "sudoku/board/board_why.h"

namespace fungescope {
namespace {

constexpr std::int64_t grid_side = 9;

// "5 3 . | . 7 . | . . .", out of all the digits of the board.
std::string row_text(std::string_view digits, std::int64_t row) {
  std::string text;
  for (std::int64_t x = 0; x < grid_side; ++x) {
    if (x > 0) text += x % 3 == 0 ? " | " : " ";
    text += digits[static_cast<std::size_t>(row * grid_side + x)];
  }
  return text;
}

BoardTable table_of(const Session& session) {
  const BoardMap map = *find_board(session.symbols());
  std::string digits = grid_text(map, session.machine().field);
  std::replace(digits.begin(), digits.end(), ' ', '.');
  BoardTable table{{map.grid, {grid_side, grid_side}}, "grid", {}, {}};
  for (std::int64_t y = 0; y < grid_side; ++y) table.rows.push_back(row_text(digits, y));
  for (const char digit : digits) table.cells.emplace_back(1, digit);
  return table;
}

Result<void> recognise(const Symbols& symbols) {
  const auto map = find_board(symbols);
  return map ? Result<void>() : tl::unexpected(map.error());
}

std::string sample_input(const Session& session) {
  const Machine& machine = session.machine();
  return std::string(reads_input(machine.field, machine.dialect) ? sample_puzzle : "");
}

}  // namespace

const Extension& sudoku_extension() {
  static const Extension extension{
      recognise,
      sample_input,
      {"candidates | ticks | X,Y", "the sudoku of a program that has its map",
       "Where each digit came from; with ticks, or for one cell, also since when. That\n"
       "is known once the program has cleared pspace, rlatter and rstack, and has set\n"
       "recursionLevel; until then it is the puzzle that will be solved. The last line says\n"
       "what happened last, and why. ",
       "  board\n  board candidates\n  board 2,5\n", show_sudoku_board, table_of},
      {"r5c3", "what rules out its digits",
       "why r5c3 tells in terms of the puzzle why the cell in row 5, column 3 of a sudoku\n"
       "board has its digit: what ruled out the others, three levels deep, N or, with\n"
       "--all, down to givens and guesses.\n",
       [](std::string_view word) { return parse_board_cell(word).has_value(); },
       why_on_sudoku_board}};
  return extension;
}

}  // namespace fungescope
