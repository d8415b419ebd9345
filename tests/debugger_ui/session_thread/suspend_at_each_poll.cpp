// Linked to tests of fibers, so that they meet every stack on which a fiber can be suspended.
#include "debugger_ui/background/cooperative/scheduler.h"

namespace {

struct SuspendAtEachPoll {
  SuspendAtEachPoll() { fungescope::ui::set_max_turn(std::chrono::nanoseconds(0)); }
} suspend_at_each_poll;

}  // namespace
