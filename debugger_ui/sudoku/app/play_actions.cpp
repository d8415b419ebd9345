// The Game menu.
#include "debugger_ui/sudoku/app/play_layout.h"

#include <array>

namespace fungescope::ui {
namespace {

// clang-format off
constexpr std::array game_menu{
    ActionInfo{Action::count, "Game", "new game…", "", Key::n, with_ctrl},
    ActionInfo{Action::count, "Game", "start over", "", Key::none, {}, false, "back to the givens; undo restores all"},
    ActionInfo{Action::count, "Game", "enter a puzzle…", "", Key::none, {}, false, "digit by digit, on an empty board"},
    ActionInfo{Action::count, "Game", "paste a puzzle", "", Key::v, with_ctrl, false, "from the clipboard, in any common format"},
    ActionInfo{Action::count, "Game", "puzzle from the debugger", "", Key::none, {}, false, "the one that its program solves"},
    ActionInfo{Action::count, "Game", "copy the board", "", Key::c, with_ctrl, false, "as 81 characters"},
    ActionInfo{Action::count, "-Game", "undo", "", Key::z, with_ctrl, true},
    ActionInfo{Action::count, "Game", "redo", "", Key::y, with_ctrl, true},
    ActionInfo{Action::count, "Game", "erase", "", Key::none, {}, false, "the selected cells: Delete"},
    ActionInfo{Action::count, "Game", "pause", "", Key::p, {}, false, "hides the board and stops the clock"},
    ActionInfo{Action::count, "-Game", "check", "", Key::k, {}, false, "how many digits are wrong, without telling which"},
    ActionInfo{Action::count, "Game", "hint", "", Key::h, {}, false, "where to look; again: the technique; again: the step; again: make it"},
    ActionInfo{Action::count, "Game", "show the solution", ""},
    ActionInfo{Action::count, "Game", "fill in all marks", "", Key::a, {}, false, "every candidate, in all empty cells"},
    ActionInfo{Action::count, "Game", "tidy the marks", "", Key::a, with_shift, false, "remove those that a digit in the row, column or box rules out"},
    ActionInfo{Action::count, "-Game", "best times…", ""},
    ActionInfo{Action::count, "Game", "let the program go on from here", "", Key::f9, {}, false, "a Befunge program takes your board, and the debugger shows how it finds the next digit"},
    ActionInfo{Action::count, "-Game", "picture of the board…", ""},
    ActionInfo{Action::count, "Game", "picture of a page of puzzles…", "", Key::none, {}, false, "this one and three more of its level"},
    ActionInfo{Action::count, "Game", "page of puzzles as PDF…", "", Key::none, {}, false, "this one and three more of its level, with solutions"},
};
// clang-format on
static_assert(game_menu.size() == static_cast<std::size_t>(PlayCommand::pdf) + 1);

}  // namespace

std::span<const ActionInfo> play_actions() {
  return game_menu;
}

std::span<const FurtherKey> further_play_keys() {
  static constexpr std::array keys{
      FurtherKey{play_action(PlayCommand::redo), Key::z, with_ctrl_shift}};
  return keys;
}

}  // namespace fungescope::ui
