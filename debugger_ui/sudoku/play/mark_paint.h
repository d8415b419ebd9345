// Paints the pencil marks of a cell.
//
// Corner marks, sorted, go to the corners, then to the edges. Centre marks are a word in the
// middle, on one line or two; or each digit has a place of its own, like the keys of a telephone.
#pragma once

#include "debugger_ui/sudoku/play/board_look.h"

#include <imgui/imgui.h>

namespace fungescope::ui {

struct PlayPainting;

// `ground`: the colour of the cell, on which the marks are to be read.
void paint_marks(const PlayPainting& painting, ImVec2 corner, float side, const CellLook& look,
                 bool places, ImU32 ground);

// The middle of a digit's place among nine in a cell.
[[nodiscard]] ImVec2 mark_place(ImVec2 corner, float side, int digit);

}  // namespace fungescope::ui
