// What a client is told when the machine has come to rest.
#pragma once

#include "dap/breakpoints.h"
#include "dap/debuggee.h"
#include "dap/motion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::dap {

struct StopReport {
  std::string reason;              // a word of the protocol, where it has one
  std::string description;         // for people; names the tick
  std::vector<std::int64_t> hits;  // ids of breakpoints
};

[[nodiscard]] StopReport report_of(Debuggee& debuggee, const BreakpointBook& breakpoints,
                                   const Stopped& stopped, const Motion& motion, bool cancelled);

// "tick 1,234, cell (10, 3) going west: ..."
[[nodiscard]] std::string describe_place(Debuggee& debuggee);

// "tick 1,234 of 5,000"
[[nodiscard]] std::string describe_progress(Tick now, Tick goal);

}  // namespace fungescope::dap
