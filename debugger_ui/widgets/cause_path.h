// The path of an answer about causes, which the why panel shows as a tree and other panels draw.
#pragma once

#include "lang/geometry.h"
#include "vm/machine.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

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

// What the panel shows in a frame.
struct ShownCauses {
  std::shared_ptr<const CausePath> path;  // null: hidden, or there is none
  std::optional<std::size_t> hovered;     // a step of the path
  std::optional<Point> hovered_cell;      // of the line under the mouse, with the path or without
};

}  // namespace fungescope::ui
