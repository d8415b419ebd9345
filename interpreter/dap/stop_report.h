// Reports to the client why and where the machine stopped.
#pragma once

#include "dap/client_breakpoints.h"
#include "dap/debuggee.h"
#include "dap/run_plans.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::dap {

struct StopReport {
  std::string reason;              // a word of the protocol if it has one
  std::string description;         // for users; includes the tick
  std::vector<std::int64_t> hits;  // ids of ClientBreakpoints
};

[[nodiscard]] StopReport make_stop_report(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                                          const StopInfo& stopped, const RunPlan& plan,
                                          bool cancelled);

// Returns "tick 1,234, cell (10, 3) going west: ...".
[[nodiscard]] std::string describe_position(Debuggee& debuggee);

// Returns "tick 1,234 of 5,000".
[[nodiscard]] std::string describe_progress(Tick now, Tick goal);

}  // namespace fungescope::dap
