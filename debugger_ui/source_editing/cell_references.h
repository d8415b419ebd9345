// What names cells by their coordinates, and follows them when an edit moves them, as annotations
// do: breakpoints, regions that are declared by hand, and watched expressions.
#pragma once

#include "lang/annotations.h"
#include "session/run_control/breakpoint.h"

#include <string>
#include <string_view>
#include <vector>

#include "editing/coordinate_map.h"

namespace fungescope::ui {

struct CellReferences {
  std::vector<Breakpoint> breakpoints;
  std::vector<Region> regions;
  std::vector<std::string> watched;
};

// Moves everything along. Removes what refers to deleted cells; returns it in words, such as "the
// region board". Breakpoints must be parsed again afterwards (`reparse`).
std::vector<std::string> follow(const editing::CoordinateMap& moved, CellReferences& references);

// The same for breakpoints and expressions as text. Returns an empty text if the place of the
// breakpoint, or a cell that the expression names, is deleted.
[[nodiscard]] std::string moved_breakpoint(std::string_view text,
                                           const editing::CoordinateMap& moved);
[[nodiscard]] std::string moved_expression(std::string_view text,
                                           const editing::CoordinateMap& moved);

}  // namespace fungescope::ui
