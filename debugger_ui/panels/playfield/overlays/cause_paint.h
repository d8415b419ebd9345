// Draws the path of an answer about causes over the playfield: the cells of its steps, numbered in
// the order in which they were executed, and arrows from each cause to what was made of it.
#pragma once

#include "debugger_ui/panels/playfield/playfield_marks.h"
#include "debugger_ui/widgets/selection.h"

namespace fungescope::ui {

// Drawn below text, which must stay readable.
void paint_causes(const MarkPaintContext& field, const ShownCauses& causes);
// Drawn above it: the numbers where cells have room for them, and the cell of the line under the
// mouse.
void paint_cause_marks(const MarkPaintContext& field, const ShownCauses& causes);

}  // namespace fungescope::ui
