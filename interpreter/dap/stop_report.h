// What a client is told when the machine has come to rest.
#pragma once

#include "dap/breakpoints.h"
#include "dap/debuggee.h"
#include "dap/run_plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::dap {

struct StopReport {
  std::string reason;              // a word of the protocol, where it has one
  std::string description;         // for people; names the tick
  std::vector<std::int64_t> hits;  // ids of breakpoints
};

[[nodiscard]] StopReport make_stop_report(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                                          const StopInfo& stopped, const RunPlan& motion,
                                          bool cancelled);

// "tick 1,234, cell (10, 3) going west: ..."
[[nodiscard]] std::string describe_position(Debuggee& debuggee);

// "tick 1,234 of 5,000"
[[nodiscard]] std::string describe_progress(Tick now, Tick goal);

}  // namespace fungescope::dap
