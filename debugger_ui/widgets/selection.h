// What is pointed at, shared by all panels: one marks a cell, the others show it.
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
  int puzzle_digit = 0;              // and the possibility of it; 0: the cell as a whole

  // Cells that belong to what was clicked in another panel: the playfield frames them, the
  // timeline shows their history. Set together with what selected them.
  std::vector<Rectangle> marked;

  // For one frame: set while drawing, read in the next.
  std::optional<Point> hovered;  // cell of the playfield
  std::optional<Tick> hovered_tick;

  // Requests, taken by the panel concerned, which resets them.
  std::optional<Point> show;         // the playfield scrolls there
  std::optional<Tick> show_tick;     // the timeline scrolls there
  std::optional<Tick> compare_with;  // the comparison takes it as its first instant
};

}  // namespace fungescope::ui
