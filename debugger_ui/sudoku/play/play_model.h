// All that the Play layout shows: the game, the next one while it is made or entered, the best
// times. And what its buttons ask for.
#pragma once

#include "debugger_ui/sudoku/play/new_game.h"
#include "debugger_ui/sudoku/play/play_state.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/game/best_times.h"

namespace fungescope::ui {

// The labels of the actions (app/actions.h) that buttons perform.
namespace play_action {
inline constexpr std::string_view new_game = "new game…";
inline constexpr std::string_view enter_puzzle = "enter a puzzle…";
inline constexpr std::string_view start_entered = "play the entered puzzle";
inline constexpr std::string_view paste = "paste a puzzle";
inline constexpr std::string_view program_puzzle = "puzzle from the debugger";
inline constexpr std::string_view undo = "undo";
inline constexpr std::string_view redo = "redo";
inline constexpr std::string_view erase = "erase";
inline constexpr std::string_view pause = "pause";
inline constexpr std::string_view check = "check";
inline constexpr std::string_view hint = "hint";
inline constexpr std::string_view fill_marks = "fill in all marks";
inline constexpr std::string_view best_times = "best times…";
inline constexpr std::string_view befunge = "continue in the debugger";
}  // namespace play_action

struct PlayModel {
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

// Performs the action of a label.
using PerformPlay = std::function<void(std::string_view)>;

// ---- The summary of a finished game

[[nodiscard]] std::string result_title(const game::HelpUsed& help, std::int64_t milliseconds);

// What follows the title. Games with hints are compared with each other only, and so are those
// without.
[[nodiscard]] std::vector<std::string> result_lines(const game::HelpUsed& help,
                                                    std::int64_t milliseconds,
                                                    const PlayModel& model);

}  // namespace fungescope::ui
