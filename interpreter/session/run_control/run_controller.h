// Running to the next breakpoint, forwards or in reverse.
//
// Forward, the machine runs with traps until a breakpoint is hit. In reverse, the segments of the
// recording are replayed the same way, latest first, and the last hit is the result: both
// directions find the same instants. Segments without a store to the watched cells are skipped.
//
// A run can be made in slices, as playing at a given speed does. A slice visits each instant after
// its start up to and including its last one, as a whole, so slices of any lengths make exactly the
// hits of a single run.
#pragma once

#include "session/run_control/search.h"
#include "session/session.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope {

enum class RunDirection : std::uint8_t { forward, reverse };

// Why and where a run stopped.
struct StopInfo {
  enum class Reason : std::uint8_t {
    arrived,        // at the target of the command
    breakpoint,     // at one of the breakpoints: `breakpoints`
    ended,          // the program has ended
    faulted,        // Machine::fault has the cause
    input_wait,     // the program waits for input
    output_closed,  // the output no longer accepts data
    interrupted,    // by the monitor
    beginning,      // of the run, in reverse
    not_found,      // by a search, which leaves the present instant unchanged
  };
  Reason reason = Reason::arrived;
  Tick tick = 0;
  std::vector<std::uint32_t> breakpoints{};  // the ids of all that are hit here
  TrapEvent event{};  // of the last instruction, if a breakpoint is about its effect
  // Of a search that found nothing: what ended it (`beginning`, `ended`, `faulted`, `input_wait`,
  // `output_closed`), and where. Nothing if there was no need to search.
  struct SearchEnd {
    Reason reason = Reason::beginning;
    Tick tick = 0;
  };
  std::optional<SearchEnd> search_end{};
};

// Converts the result of a run of the history.
[[nodiscard]] StopInfo stop_info_for(StopReason reason, Tick tick);

// What a logpoint printed when it was hit.
struct LogMessage {
  std::uint32_t breakpoint = 0;  // its id
  Tick tick = 0;
  std::string text;
};

// Receives the messages in the order in which they are hit.
using LogSink = std::function<void(const LogMessage&)>;

// Runs to the next (in reverse: previous) instant at which an active breakpoint is hit often enough
// to stop, else to the end (the beginning). A reverse run that is interrupted leaves the present
// instant unchanged.
StopInfo run_to_breakpoint(Session& session, RunDirection direction, Monitor* monitor,
                           const LogSink& log);

// A place besides breakpoints at which a run stops.
struct RunGoal {
  // Adds the instants to visit to a query.
  std::function<void(SearchQuery& query)> add_to;
  // Returns whether the goal is reached. Called at each visited instant, with the machine complete.
  std::function<bool(const SearchHit& search_hit)> reached;
};

// The goal of a change of a value in `area`. The session outlives it.
[[nodiscard]] RunGoal change_goal(const Session& session, const Rectangle& area);
// Returns the last instant before the present, not below `lowest`, at which a value in `area`
// changed. Leaves the present instant unchanged. Fails when interrupted.
[[nodiscard]] Result<std::optional<Tick>> last_change(Session& session, const Rectangle& area,
                                                      Tick lowest, Monitor* monitor);

struct RunSlice {
  Tick limit = no_limit;  // forward: not after this instant; reverse: not before it
  // Forward only; may be null, and must outlive the controller. The reason is `arrived`, and
  // StopInfo::event the goal's.
  const RunGoal* goal = nullptr;
  Observer* observer = nullptr;  // forward only; may be null
};

// The session's breakpoints as a search query: the instants at which one of them may be hit, and
// which of them are hit at an instant that the search visits.
//
// Visits each instant once and as a whole (SearchQuery::whole_end). Not copyable: the query refers
// to it.
class BreakpointSearch {
 public:
  // Prepares the query for the present breakpoints and source. The session outlives it.
  // Cost: 0.5 ms on a field of 24 M cells, so reuse it.
  explicit BreakpointSearch(Session& session);
  BreakpointSearch(const BreakpointSearch&) = delete;
  BreakpointSearch& operator=(const BreakpointSearch&) = delete;

  // Must be called before each search. Cost: almost nothing unless the breakpoints or the source
  // have changed.
  void refresh();

  [[nodiscard]] SearchQuery& query() { return query_; }
  [[nodiscard]] bool any_active() const { return any_active_; }
  // Whether every hit stops: no active breakpoint counts hits or is a logpoint.
  [[nodiscard]] bool every_hit_stops() const { return every_hit_stops_; }

  // Returns the breakpoints that are hit where the search is, regardless of their hit counts.
  [[nodiscard]] std::vector<const Breakpoint*> hits_at(const SearchHit& search_hit) const;

 private:
  // The inputs from which `query_` was made: the source, and the breakpoints as text.
  using CacheKey = std::pair<const Source*, std::string>;

  [[nodiscard]] CacheKey present_key() const;
  void prepare();

  Session& session_;
  SearchQuery query_;
  CacheKey cache_key_;
  std::vector<std::uint32_t> output_breakpoints_;  // by index in query_.outputs
  bool any_active_ = false;
  bool every_hit_stops_ = true;
};

// Runs in slices. Caches the prepared search between them and prepares it again when the
// breakpoints or the source change: a slice costs its ticks, a few seeks in reverse, and some
// microseconds, regardless of the size of the field.
class RunController {
 public:
  // The session outlives it.
  explicit RunController(Session& session);

  // Runs as `run_to_breakpoint`, up to the slice's limit, where the reason is `arrived` unless a
  // breakpoint is hit at that very instant. The next slice in the same direction continues where
  // this one stopped and neither repeats nor misses a hit, also after an interruption: the run then
  // stops at the last instant visited. (An interrupted reverse slice may not have moved, because it
  // visits a segment as a whole.) A limit that has been passed counts as reached.
  StopInfo run(RunDirection direction, const RunSlice& slice, Monitor* monitor, const LogSink& log);

 private:
  struct BreakpointHit;

  StopInfo forward(const RunSlice& slice, Monitor* monitor, const LogSink& log);
  SearchQuery& query_with(const RunGoal& goal);
  StopInfo reverse(Tick limit, Monitor* monitor, const LogSink& log);
  [[nodiscard]] BreakpointHit hit_at(const SearchHit& search_hit) const;
  std::vector<std::uint32_t> count_hit(const BreakpointHit& hit, const LogSink& log);

  Session& session_;
  History& history_;
  BreakpointSearch search_;
  // The breakpoints' query with a goal's, and what it was made of.
  std::optional<SearchQuery> goal_query_;
  const RunGoal* goal_ = nullptr;
  std::uint64_t goal_version_ = 0;
};

// Runs a single slice.
StopInfo run_to_breakpoint(Session& session, RunDirection direction, const RunSlice& slice,
                           Monitor* monitor, const LogSink& log);

}  // namespace fungescope
