// Puts an edited source into a session, with what names its cells.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/geometry.h"
#include "session/commands/command.h"
#include "session/run_control/breakpoint.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "editing/coordinate_map.h"

namespace fungescope::ui {

// What names cells by their coordinates, and follows them when an edit moves them, as annotations
// do: breakpoints, regions that are declared by hand, and watched expressions.
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

struct AppliedSource {
  bool branched = false;  // the run goes on with it; else nothing had run, and it starts with it
  std::vector<std::string> lost;  // what referred to deleted cells, in words
  bool needs_source = false;      // apply_cells: nothing was done, the whole source is needed
};

// Replaces the source at the present instant, which begins a branch. If nothing has run yet, the
// program is opened again instead, with the same input, breakpoints and watches. What names cells
// follows `moved` (CellReferences). Fails without a change if the source does not fit the
// present instant.
[[nodiscard]] Result<AppliedSource> apply_source(Debugger& debugger, std::string source,
                                                 const editing::CoordinateMap& moved);

// A cell of the document that differs, or has differed, from the source of the run.
struct TypedCell {
  Point at;
  std::int64_t source = ' ';
  std::int64_t value = ' ';
  bool now = false;  // it was typed just now; else before
};
// Sets cells at the present instant, which begins a branch. The source of the run stays, so that
// the cost is that of the cells, whatever the size of the field. Cells that were typed before are
// set where they still are as in the source, such as at an earlier instant. `field` is the size of
// the field that the document has.
[[nodiscard]] Result<AppliedSource> apply_cells(Debugger& debugger,
                                                const std::vector<TypedCell>& cells, Size field);

}  // namespace fungescope::ui
