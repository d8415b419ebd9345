// The selection shared by all panels: one panel selects a cell, the others show it.
#pragma once

#include "lang/geometry.h"
#include "vm/machine.h"

#include <optional>
#include <vector>

namespace fungescope::ui {

struct Selection {
  std::optional<Point> cell;         // the selected cell of the playfield
  std::optional<Rectangle> area;     // a dragged rectangle of it
  std::optional<Point> puzzle_cell;  // the selected cell of the board
  int puzzle_digit = 0;              // and a candidate in it; 0: the whole cell

  // Cells of the item selected in another panel: the playfield frames them, the timeline shows
  // their history. Set together with that selection.
  std::vector<Rectangle> marked;

  // Valid for one frame: set while drawing, read in the next.
  std::optional<Point> hovered;  // cell of the playfield
  std::optional<Tick> hovered_tick;

  // Requests, consumed and reset by the panel concerned.
  std::optional<Point> show;         // the playfield scrolls there
  std::optional<Tick> show_tick;     // the timeline scrolls there
  std::optional<Tick> compare_with;  // the comparison's first instant
};

}  // namespace fungescope::ui
