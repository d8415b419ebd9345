// `fungescope inspect --jit FILE`: runs a program and shows what the JIT made of it.
#pragma once

#include "cli/inspect_command.h"
#include "jit/tier/engine.h"

namespace fungescope {

// The regions that exist when the run is over, each with its nodes, its graph before and after
// the passes, and its code beside the cells. Without a back end: an error, exit code 2.
[[nodiscard]] InspectResult inspect_jit(const InspectOptions& options);

}  // namespace fungescope
