// Travelling to the next stop, forwards or backwards.
//
// Forwards, the machine runs with traps until one of the stops holds. Backwards,
// each piece of the past is replayed the same way, the latest first, and the
// last place where a stop held is it: the same instants, met from the other
// side. Pieces without a store to the cells in question are not replayed.
#pragma once

#include "session/session.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fungescope {

enum class Way : std::uint8_t { forward, back };

struct Stopped {
  enum class Why : std::uint8_t {
    arrived,        // where the command was to go
    stop,           // at one of the stops: `stops`
    ended,          // the program has ended
    faulted,        // Machine::fault says why
    input_wait,     // the program waits for input
    output_closed,  // nobody takes the output
    interrupted,    // the monitor said so
    beginning,      // there is nothing before
    not_found,      // what was looked for is not there; the instant is the old one
  };
  Why why = Why::arrived;
  Tick tick = 0;
  std::vector<std::uint32_t> stops;  // the ids of all that hold here
  TrapEvent event;                   // what the last instruction did, if a stop was about that
};

// What the end of a run of the history means for who asked for it.
[[nodiscard]] Stopped stopped_by(Arrival arrival, Tick tick);

// Takes the text of a stop's log, in order of travel.
using LogSink = std::function<void(const std::string&)>;

// To the next instant after, or the latest before, the present one at which an enabled
// stop holds, its hit count included; else to the end or the beginning.
Stopped travel(Session& session, Way way, Monitor* monitor, const LogSink& log);

}  // namespace fungescope
