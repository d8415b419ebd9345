// All that the Play layout shows: the game, the next one while it is made, the best times. And what
// its buttons ask for.
#pragma once

#include "debugger_ui/panels/play/new_game.h"
#include "debugger_ui/panels/play/play_state.h"
#include "game/best_times.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace fungescope::ui {

// What the menu, keys and buttons ask for.
enum class PlayCommand : std::uint8_t {
  new_game,  // opens the page on which the level is chosen
  restart,
  paste,           // a puzzle, from the clipboard
  program_puzzle,  // that of the program in the debugger
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
  befunge,  // let the Befunge program go on from here
  picture_board,
  picture_page,
  pdf,
};

struct PlayTable {
  PlayState state;
  NewGame next;
  game::BestTimes best;
  std::optional<game::GameResult> result;  // of the finished game, if it is kept
  bool choosing = true;                    // the page for a new game is shown
  bool program_has_puzzle = false;         // the program in the debugger

  // Whether the board is seen and takes keys.
  [[nodiscard]] bool is_playing() const { return state.has_game() && !choosing; }
};

using PerformPlay = std::function<void(PlayCommand)>;

}  // namespace fungescope::ui
