// Puts an edited source into a session.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/commands/command.h"

#include <string>
#include <vector>

#include "editing/coordinate_map.h"

namespace fungescope::ui {

struct AppliedSource {
  bool branched = false;  // the run goes on with it; else nothing had run, and it starts with it
  std::vector<std::string> lost;  // what referred to deleted cells, in words
  bool needs_source = false;      // apply_cells: nothing was done, the whole source is needed
};

// Replaces the source at the present instant, which begins a branch. If nothing has run yet, the
// program is opened again instead, with the same input, breakpoints and watches. What names cells
// follows `moved` (cell_references.h). Fails without a change if the source does not fit the
// present instant.
[[nodiscard]] Result<AppliedSource> apply_source(Debugger& debugger, std::string source,
                                                 const editing::CoordinateMap& moved);

// A cell of the document that differs, or has differed, from the source of the run.
struct TypedCell {
  Point at;
  unsigned char source = ' ';
  unsigned char byte = ' ';
  bool now = false;  // it was typed just now; else before
};
// Sets cells at the present instant, which begins a branch. The source of the run stays, so that
// the cost is that of the cells, whatever the size of the field. Cells that were typed before are
// set where they still are as in the source, such as at an earlier instant. `field` is the size of
// the field that the document has.
[[nodiscard]] Result<AppliedSource> apply_cells(Debugger& debugger,
                                                const std::vector<TypedCell>& cells, Size field);

}  // namespace fungescope::ui
