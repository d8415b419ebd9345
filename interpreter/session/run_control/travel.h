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

#include "session/session.h"
#include "session/run_control/stop_quest.h"

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
// stop holds, its hit count included; else to the end or the beginning. Interrupted on the
// way back, the present is where it was.
Stopped travel(Session& session, Way way, Monitor* monitor, const LogSink& log);

struct Leg {
  Tick limit = no_limit;  // forward: no further than to here; back: not below it; no_limit: none
};

// Where a travel may end besides at stops.
struct Goal {
  // Adds to a quest what is to be looked at.
  std::function<void(Quest& quest)> look;
  // Is it here? Asked wherever the quest looks, with the machine complete.
  std::function<bool(const Meeting& meeting)> reached;
};

// Makes legs of a travel. It keeps what it has prepared between them, and prepares anew where the
// stops or the source have changed: a leg costs its ticks, a few seeks where it goes back, and
// some microseconds, however large the field is.
class Traveller {
 public:
  // The session outlives it.
  explicit Traveller(Session& session);
  Traveller(const Traveller&) = delete;
  Traveller& operator=(const Traveller&) = delete;

  // As travel, to no further than the limit: there it has `arrived`, unless a stop holds at that
  // very instant. The next leg, in the same way, goes on from where this one came to rest, with
  // nothing met twice and nothing passed over: also after an interrupted one, which stays at the
  // last instant that it has looked at (going back it may not have got anywhere: a piece of the
  // past is looked at as a whole). A limit that lies behind the present has been reached.
  Stopped travel(Way way, const Leg& leg, Monitor* monitor, const LogSink& log);

  // Forward to the next instant behind the present one at which a stop holds, or else the goal is
  // reached: there it has `arrived`. Goes on as a leg does. Cost: prepares anew each time.
  Stopped travel_to(const Goal& goal, Monitor* monitor, const LogSink& log);

 private:
  struct Hit;
  struct Search;

  Stopped forward(Tick limit, Monitor* monitor, const LogSink& log);
  Stopped back(Tick limit, Monitor* monitor, const LogSink& log);
  Stopped back_without_stops(const Search& search);
  bool search_piece(const History::Segment& piece, Search& search);
  [[nodiscard]] Hit hit_at(const Meeting& meeting) const;
  std::vector<std::uint32_t> take(const Hit& hit, const LogSink& log);

  Session& session_;
  History& history_;
  StopQuest stops_;
};

// One leg, without anything kept.
Stopped travel(Session& session, Way way, const Leg& leg, Monitor* monitor, const LogSink& log);

}  // namespace fungescope
