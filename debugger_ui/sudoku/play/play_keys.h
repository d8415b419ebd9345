// The keys of the board, besides the Game menu's.
//
// Digits, marks and colours are entered as in SudokuPad (modes, or a digit with Shift and Ctrl),
// which includes the way of GNOME Sudoku (Ctrl and a digit).
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/sudoku/play/play_state.h"
#include "debugger_ui/widgets/key_table.h"

#include <string_view>

namespace fungescope::ui {

// Does what the keys of this frame ask for.
void handle_play_keys(PlayState& state, const InputQueue& input);

// For the sheet of all keys.
[[nodiscard]] KeyGroup play_key_group();

// "Z", "X", "C", "V".
[[nodiscard]] std::string_view key_of(EntryMode mode);

}  // namespace fungescope::ui
