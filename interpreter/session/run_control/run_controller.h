// Travelling to the next stop, forwards or backwards.
//
// Forwards, the machine runs with traps until one of the stops holds. Backwards,
// each piece of the past is replayed the same way, the latest first, and the
// last place where a stop held is it: the same instants, met from the other
// side. Pieces without a store to the cells in question are not replayed.
//
// A travel can be made in legs, one after the other: playing at a speed is that. A leg
// looks at each instant behind its start up to where it comes to rest, that one
// included, and as a whole. So legs of any lengths meet exactly what one travel meets.
#pragma once

#include "session/run_control/breakpoint_search.h"
#include "session/session.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fungescope {

enum class RunDirection : std::uint8_t { forward, reverse };

struct StopInfo {
  enum class Reason : std::uint8_t {
    arrived,        // where the command was to go
    breakpoint,     // at one of the breakpoints: `breakpoints`
    ended,          // the program has ended
    faulted,        // Machine::fault says why
    input_wait,     // the program waits for input
    output_closed,  // nobody takes the output
    interrupted,    // the monitor said so
    beginning,      // there is nothing before
    not_found,      // what was looked for is not there; the instant is the old one
  };
  Reason reason = Reason::arrived;
  Tick tick = 0;
  std::vector<std::uint32_t> breakpoints;  // the ids of all that hold here
  TrapEvent event;  // what the last instruction did, if a stop was about that
};

// What the end of a run of the history means for who asked for it.
[[nodiscard]] StopInfo stop_info_for(StopReason arrival, Tick tick);

// Takes the text of a stop's log, in order of travel.
using LogSink = std::function<void(const std::string&)>;

// To the next instant after, or the latest before, the present one at which an enabled
// stop holds, its hit count included; else to the end or the beginning. Interrupted on the
// way back, the present is where it was.
StopInfo run_to_breakpoint(Session& session, RunDirection direction, Monitor* monitor, const LogSink& log);

struct RunSlice {
  Tick limit = no_limit;  // forward: no further than to here; back: not below it; no_limit: none
};

// Where a travel may end besides at stops.
struct RunGoal {
  // Adds to a quest what is to be looked at.
  std::function<void(SearchQuery& query)> look;
  // Is it here? Asked wherever the quest looks, with the machine complete.
  std::function<bool(const SearchHit& search_hit)> reached;
};

// Makes legs of a travel. It keeps what it has prepared between them, and prepares anew where the
// stops or the source have changed: a leg costs its ticks, a few seeks where it goes back, and
// some microseconds, however large the field is.
class RunController {
 public:
  // The session outlives it.
  explicit RunController(Session& session);
  RunController(const RunController&) = delete;
  RunController& operator=(const RunController&) = delete;

  // As travel, to no further than the limit: there it has `arrived`, unless a stop holds at that
  // very instant. The next leg, in the same way, goes on from where this one came to rest, with
  // nothing met twice and nothing passed over: also after an interrupted one, which stays at the
  // last instant that it has looked at (going back it may not have got anywhere: a piece of the
  // past is looked at as a whole). A limit that lies behind the present has been reached.
  StopInfo run(RunDirection direction, const RunSlice& slice, Monitor* monitor,
                  const LogSink& log);

  // Forward to the next instant behind the present one at which a stop holds, or else the goal is
  // reached: there it has `arrived`. Goes on as a leg does. Cost: prepares anew each time.
  StopInfo run_to_goal(const RunGoal& goal, Monitor* monitor, const LogSink& log);

 private:
  struct BreakpointHit;
  struct BackwardSearch;

  StopInfo forward(Tick limit, Monitor* monitor, const LogSink& log);
  StopInfo back(Tick limit, Monitor* monitor, const LogSink& log);
  StopInfo back_without_stops(const BackwardSearch& search);
  bool search_piece(const History::Segment& piece, BackwardSearch& search);
  [[nodiscard]] BreakpointHit hit_at(const SearchHit& search_hit) const;
  std::vector<std::uint32_t> take(const BreakpointHit& hit, const LogSink& log);

  Session& session_;
  History& history_;
  BreakpointSearch stops_;
};

// One leg, without anything kept.
StopInfo run_to_breakpoint(Session& session, RunDirection direction, const RunSlice& slice, Monitor* monitor,
                const LogSink& log);

}  // namespace fungescope
