// The present of a session as a link, and a session from a link (links/link.h).
//
//     Result<std::string> text = encode_link(present_link(debugger).link);
//
//     SessionOptions options = ...;
//     if (auto applied = apply_link(link, options); !applied) ...
//     auto session = Session::open(source, input_of(link), options);
//     LinkArrival arrival = go_to_link(debugger, link, monitor);
//
// Opening a link runs nothing but the way to its tick, and that only up to limits of time and
// memory: a program that somebody else has sent may be endless.
#pragma once

#include "base/result.h"
#include "session/commands/command.h"
#include "session/session.h"

#include <string>
#include <vector>

#include "links/link.h"

namespace fungescope {

// How far the run of a link is replayed when it is opened: some seconds in the interpreter.
inline constexpr Tick max_link_replay = 1'000'000'000;

struct PresentLink {
  Link link;
  // The run was changed on its way to the present, which a link does not carry: it has the present
  // source, and no tick.
  bool edited = false;
};
// Returns everything that a link can carry of the present instant. Disabled stops are left out. A
// built-in program is named instead of copied, if its source is unchanged.
[[nodiscard]] PresentLink present_link(Debugger& debugger);

// Sets everything that opening the program needs: dialect, field, regions, annotations and seed.
// Limits the field to that of links. Fails if a region or the size cannot be parsed.
[[nodiscard]] Result<void> apply_link(const Link& link, SessionOptions& options);

// Returns the input of a link, which may be none.
[[nodiscard]] InputLog input_of(const Link& link);

struct LinkArrival {
  std::vector<std::string> problems;  // for the user, a line each
  StopReason reason = StopReason::tick_reached;
  Tick tick = 0;
  bool beyond_limit = false;  // the link's tick is beyond a limit, where this stopped
};
// Sets the stops and watched expressions of a link, which replace those of the source, and goes to
// its tick, or to `limit`, or to where the stack is larger than link_limit::stack. Cost: the
// replay, which the monitor may interrupt.
[[nodiscard]] LinkArrival go_to_link(Debugger& debugger, const Link& link, Monitor* monitor,
                                     Tick limit = max_link_replay);

}  // namespace fungescope
