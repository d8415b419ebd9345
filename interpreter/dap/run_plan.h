// What the machine is to do, as a client asked for it.
#pragma once

#include "session/run_control/run_controller.h"

#include <functional>
#include <string>

namespace fungescope::dap {

struct RunPlan {
  std::string title;            // for progress: "going back to the last stop"
  std::string reason = "step";  // why it stops where it was to arrive
  RunDirection direction = RunDirection::forward;
  bool is_long_search = false;  // may take long without the program running: shows progress
  // Goes on from where the last call was interrupted. Only `resumable` ones are called again.
  std::function<StopInfo(Session& session, Monitor* monitor, const LogSink& log)> go;
  bool resumable = false;
};

}  // namespace fungescope::dap
