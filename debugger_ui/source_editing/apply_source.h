// Puts an edited source into a session.
#pragma once

#include "base/result.h"
#include "session/commands/command.h"

#include <string>
#include <vector>

#include "editing/coordinate_map.h"

namespace fungescope::ui {

struct AppliedSource {
  bool branched = false;  // the run goes on with it; else nothing had run, and it starts with it
  std::vector<std::string> lost;  // breakpoints whose cells were deleted, as `break` takes them
};

// Replaces the source at the present instant, which begins a branch. If nothing has run yet, the
// program is opened again instead, with the same input, breakpoints and watches. Breakpoints on
// cells follow `moved`. Fails without a change if the source does not fit the present instant.
[[nodiscard]] Result<AppliedSource> apply_source(Debugger& debugger, std::string source,
                                                 const editing::CoordinateMap& moved);

}  // namespace fungescope::ui
