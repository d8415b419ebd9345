// All that the Play layout shows: the game, the next one while it is made or entered, the best
// times. And what its buttons ask for.
#pragma once

#include "debugger_ui/sudoku/play/new_game.h"
#include "debugger_ui/sudoku/play/play_state.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/game/best_times.h"

namespace fungescope::ui {

// What the menu, keys and buttons ask for.
enum class PlayCommand : std::uint8_t {
  new_game,  // opens the page on which the level is chosen
  restart,
  enter_puzzle,    // opens an empty board for one
  paste,           // a puzzle, from the clipboard
  program_puzzle,  // the puzzle of the program in the debugger
  copy,            // the board
  undo,
  redo,
  erase,
  pause,
  check,
  hint,
  solution,
  fill_marks,
  clean_marks,
  best_times,
  befunge,  // the Befunge program continues from here
  picture_board,
  picture_page,
  pdf,
  // Of buttons alone:
  start_entered,  // plays the puzzle that was entered
};

struct PlayTable {
  PlayState state;
  NewGame next;
  PuzzleEntry entry;
  game::BestTimes best;
  std::optional<game::GameResult> result;  // of the finished game, if it is kept
  bool choosing = true;             // the page for a new game is shown, or the board to enter one
  bool program_has_puzzle = false;  // the program in the debugger

  // Whether the board is seen and takes keys.
  [[nodiscard]] bool is_playing() const { return state.has_game() && !choosing; }
  [[nodiscard]] bool is_entering() const { return choosing && entry.is_open(); }
  // The visible board: the game's, or the one to enter a puzzle.
  [[nodiscard]] PlayState& board() { return is_entering() ? entry.board() : state; }
};

using PerformPlay = std::function<void(PlayCommand)>;

// ---- The summary of a finished game

[[nodiscard]] std::string result_title(const game::HelpUsed& help, std::int64_t milliseconds);

// What follows the title. Games with hints are compared with each other only, and so are those
// without.
[[nodiscard]] std::vector<std::string> result_lines(const game::HelpUsed& help,
                                                    std::int64_t milliseconds,
                                                    const PlayTable& table);

}  // namespace fungescope::ui
