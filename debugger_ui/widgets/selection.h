// The selection, shared by all panels: a cell selected in one is marked in the others.
#pragma once

#include "history/history.h"
#include "lang/geometry.h"
#include "vm/machine.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope {
struct LastAnswer;  // session/why/why_text.h
}  // namespace fungescope

namespace fungescope::ui {

// The path of an answer about causes, which the why panel shows as a tree and other panels draw.
struct CausePath {
  struct Step {
    Point at;
    std::optional<Tick> tick;  // none of cells of the source, nor of what was asked about
    std::size_t number = 0;    // from 1 in the order of ticks; 0 of those without a tick
  };
  // From a cause to what was made of it: indices of steps.
  struct Link {
    std::size_t cause = 0;
    std::size_t effect = 0;
  };
  std::vector<Step> steps;
  std::vector<Link> links;
};

// What the why panel shows in a frame.
struct ShownCauses {
  std::shared_ptr<const CausePath> path;  // null: hidden, or there is none
  std::optional<std::size_t> hovered;     // a step of the path
  std::optional<Point> hovered_cell;      // of the line under the mouse, with the path or without
};

struct Selection {
  std::optional<Point> cell;        // the selected cell of the playfield
  std::optional<Rectangle> area;    // the selected rectangle of the playfield
  std::optional<Point> board_cell;  // the selected cell of the board
  int board_part = 0;               // of what a blank one may hold; 0: the whole cell

  // The cells of an item selected in another panel: the playfield frames them, the history panel
  // lists their writes.
  std::vector<Rectangle> marked;

  // Set while drawing a frame, valid in the next one.
  std::optional<Point> hovered;  // cell of the playfield
  std::optional<Tick> hovered_tick;
  // The value under the mouse, or else the one selected where the keyboard is, as a command names
  // it: "stack 3". `begin_frame` clears it.
  std::string value_here;

  // Drawn by the playfield and the timeline. The why panel sets `next_causes` in each frame in
  // which it is visible.
  ShownCauses causes;
  ShownCauses next_causes;
  // The answer that the user has removed from the board and from the why panel; the next one is
  // shown again.
  std::shared_ptr<const LastAnswer> hidden_answer;

  // Requests to a panel, which resets them.
  std::optional<Point> show;               // the playfield scrolls there
  std::optional<Rectangle> zoom;           // the playfield shows these cells as large as it can
  bool find = false;                       // the playfield opens its search
  bool focus_console = false;              // the console's line takes the keyboard
  std::optional<Tick> show_tick;           // the timeline scrolls there
  std::string add_lane;                    // an expression that the timeline shows from now on
  std::optional<Tick> compare_with;        // becomes the first instant of the comparison
  std::optional<BranchId> compare_branch;  // of `compare_with`; unset: the present one

  // Called before the panels are drawn.
  void begin_frame() {
    value_here.clear();
    causes = std::exchange(next_causes, {});
  }
};

}  // namespace fungescope::ui
