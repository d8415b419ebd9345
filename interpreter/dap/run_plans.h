// Run plans, how the protocol's run requests are carried out with the session's run control, and
// what the client is told when a run has stopped.
//
//     continue, reverseContinue   to the next breakpoint
//     stepIn                      one tick
//     next, stepBack              to where the pointer has just turned or branched; one tick
//                                 with the granularity `instruction`
//     stepOut                     out of the innermost loop
//
// Breakpoints on the way stop every forward run. The plans of steps are with their requests.
#pragma once

#include "dap/client_breakpoints.h"
#include "dap/debuggee.h"
#include "dap/protocol/request.h"
#include "session/run_control/run_controller.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fungescope::dap {

// A run that a client requested, as the server executes and reports it.
struct RunPlan {
  std::string title = {};               // for progress: "going back to the last stop"
  std::string reason = "step";          // of the `stopped` event when it arrives, or finds nothing
  std::string not_found = "not found";  // its description if it finds nothing
  RunDirection direction = RunDirection::forward;  // reverse: it reports progress
  // Runs until it stops. A `resumable` plan continues from where the last call was interrupted; the
  // others are called once.
  std::function<StopInfo(Session& session, Monitor* monitor, const LogSink& log)> run = {};
  bool resumable = false;
};

[[nodiscard]] RunPlan continue_plan(Debuggee& debuggee, RunDirection direction);

// ---- Why and where the machine stopped, for the client

struct StopReport {
  std::string reason;              // a word of the protocol if it has one
  std::string description;         // for users; includes the tick
  std::vector<std::int64_t> hits;  // ids of ClientBreakpoints
};

[[nodiscard]] StopReport make_stop_report(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                                          const StopInfo& stopped, const RunPlan& plan,
                                          bool cancelled);

}  // namespace fungescope::dap
