// Says in words what the instruction at the instruction pointer is about to do.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <string>
#include <vector>

namespace fungescope::ui {

// Returns its operands and its effect at the present instant, a line each: "takes 3 and 4",
// "pushes 7". Empty if the machine has stopped, or if the snapshot lacks the top of the stack.
[[nodiscard]] std::vector<std::string> instruction_card(const ViewSnapshot& snapshot);

}  // namespace fungescope::ui
