// The present of a session as a link, and a session at the instant of a link.
//
//     Result<std::string> text = encode_link(present_link(debugger).image);
//
//     auto session = session_of(*decode_link(text), options, monitor);  // at tick 0
//     LinkArrival arrival = go_to_link(debugger, image, monitor);
//
// Opening a link runs nothing but the way to its tick, and that only up to limits of time and
// memory: a program that somebody else has sent may be endless.
#pragma once

#include "session/commands/command.h"
#include "session/recording/link.h"

#include <string>
#include <vector>

namespace fungescope {

// How far the run of a link is replayed when it is opened: some seconds in the interpreter.
inline constexpr Tick max_link_replay = 1'000'000'000;

struct PresentLink {
  SessionImage image;
  // The run was changed on its way to the present, which a link does not carry: it has the present
  // source, and no tick.
  bool edited = false;
};
// Returns the image of the present instant for encode_link. Disabled stops are left out. A
// built-in program is named instead of copied, if its source is unchanged.
[[nodiscard]] PresentLink present_link(Debugger& debugger);

struct LinkArrival {
  std::vector<std::string> problems;  // for the user, a line each
  StopReason reason = StopReason::tick_reached;
  Tick tick = 0;
  bool beyond_limit = false;  // the link's tick is beyond a limit, where this stopped
};
// Sets the stops and watched expressions of a link, which replace those of the source, and goes to
// its tick, or to `limit`, or to where the stack is larger than link_limit::stack. Cost: the
// replay, which the monitor may interrupt.
[[nodiscard]] LinkArrival go_to_link(Debugger& debugger, const SessionImage& link, Monitor* monitor,
                                     Tick limit = max_link_replay);

}  // namespace fungescope
