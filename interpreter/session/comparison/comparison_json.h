// Formats comparisons of runs for programs: docs/repl.schema.json describes the members.
#pragma once

#include "session/commands/command.h"
#include "session/comparison/run_comparison.h"
#include "session/expressions/symbols.h"

namespace fungescope {

[[nodiscard]] Json to_json(const RunComparison& comparison, const Symbols& symbols);

}  // namespace fungescope
