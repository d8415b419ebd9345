// Forwards, hits are taken as they come. Backwards, a piece of the past is run
// and its hits are kept, then taken from the last to the first: counts and logs then go
// in the order of travel. If a piece has more of them than one cares to keep, the
// last ones are taken first, and the piece is run again up to there.
#include "session/run_control/run_controller.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace fungescope {
namespace {

using Reason = StopInfo::Reason;

constexpr std::size_t max_hits_kept = 10'000;

}  // namespace

struct RunController::BreakpointHit {
  Tick tick = 0;
  TrapEvent event;
  std::vector<std::uint32_t> breakpoints;
  std::vector<std::string> logs;  // for each of them; empty: it has none
};

// A leg backwards, on its way.
struct RunController::BackwardSearch {
  Tick present = 0;
  Tick lowest = 0;     // the last instant to look at
  Tick looked_at = 0;  // from here up to the present, that one excepted
  StopInfo result;     // as it ends if nothing more is met
  Monitor* monitor = nullptr;
  const LogSink& log;
};

RunController::RunController(Session& session)
    : session_(session), history_(session.history()), stops_(session) {}

StopInfo RunController::run(RunDirection direction, const RunSlice& slice, Monitor* monitor,
                               const LogSink& log) {
  stops_.refresh();
  return direction == RunDirection::forward ? forward(slice.limit, monitor, log)
                                            : back(slice.limit, monitor, log);
}

// ---- What is met

// Which stops hold, and what they say.
RunController::BreakpointHit RunController::hit_at(const SearchHit& search_hit) const {
  BreakpointHit hit{history_.tick(), search_hit.event, {}, {}};
  for (const Breakpoint* const stop : stops_.hits_at(search_hit)) {
    hit.breakpoints.push_back(stop->id);
    hit.logs.push_back(stop->log.empty()
                           ? std::string()
                           : format_log_message(stop->log, history_.machine(), search_hit.event,
                                                session_.symbols()));
  }
  return hit;
}

// Counts the hit and prints its logs. Returns the stops that stop here.
std::vector<std::uint32_t> RunController::take(const BreakpointHit& hit, const LogSink& log) {
  std::vector<std::uint32_t> stopping;
  for (std::size_t i = 0; i < hit.breakpoints.size(); ++i) {
    Breakpoint& stop = *session_.breakpoints().find(hit.breakpoints[i]);
    ++stop.hits;
    if (stop.hits % stop.every != 0) continue;
    if (stop.log.empty()) {
      stopping.push_back(stop.id);
    } else if (log) {
      log(hit.logs[i]);
    }
  }
  return stopping;
}

// ---- The two ways

StopInfo RunController::forward(Tick limit, Monitor* monitor, const LogSink& log) {
  if (limit <= history_.tick()) return {Reason::arrived, history_.tick(), {}, {}};
  std::vector<std::uint32_t> breakpoints;
  TrapEvent event;
  const StopReason arrival = search_forward(history_, stops_.query(), true, limit, monitor,
                                            [&](const SearchHit& search_hit) {
                                              const BreakpointHit hit = hit_at(search_hit);
                                              breakpoints = take(hit, log);
                                              event = hit.event;
                                              return !breakpoints.empty();
                                            });
  if (arrival == StopReason::trapped) {
    return {Reason::breakpoint, history_.tick(), std::move(breakpoints), event};
  }
  return stop_info_for(arrival, history_.tick());
}

StopInfo RunController::run_to_goal(const RunGoal& goal, Monitor* monitor, const LogSink& log) {
  stops_.refresh();
  SearchQuery query = stops_.query();
  query.adapt = {};  // the goal's cells are those of the present source
  goal.look(query);
  std::vector<std::uint32_t> breakpoints;
  TrapEvent event;
  const StopReason arrival =
      search_forward(history_, query, true, no_limit, monitor, [&](const SearchHit& search_hit) {
        breakpoints = take(hit_at(search_hit), log);
        event = search_hit.event;
        return !breakpoints.empty() || goal.reached(search_hit);
      });
  if (breakpoints.empty()) return stop_info_for(arrival, history_.tick());
  return {Reason::breakpoint, history_.tick(), std::move(breakpoints), event};
}

StopInfo RunController::back(Tick limit, Monitor* monitor, const LogSink& log) {
  const Tick present = history_.tick();
  const Tick begin = history_.begin();
  if (present == begin) return {Reason::beginning, present, {}, {}};
  const bool limited = limit != no_limit && limit >= begin;
  const Tick lowest = limited ? std::min(limit, present) : begin;
  const auto reason = limited ? Reason::arrived : Reason::beginning;
  BackwardSearch search{present, lowest, present, {reason, lowest, {}, {}}, monitor, log};
  if (lowest == present) return search.result;
  if (!stops_.any()) return back_without_stops(search);
  // What was done by the instruction that led to an instant belongs to it.
  stops_.query().lowest = lowest == begin ? begin : lowest - 1;
  const auto done = search_segments_backward(
      history_, stops_.query(), present, monitor,
      [&](const History::Segment& piece) { return search_piece(piece, search); });
  if (!done) search.result = {Reason::interrupted, search.looked_at, {}, {}};
  history_.seek(search.result.tick);
  return search.result;
}

StopInfo RunController::back_without_stops(const BackwardSearch& search) {
  if (history_.seek(search.lowest, search.monitor) == StopReason::interrupted) {
    history_.seek(search.present);
    return {Reason::interrupted, search.present, {}, {}};
  }
  return search.result;
}

// The instants behind the beginning of the piece up to its end, with the machine at the
// beginning; the first instant of all belongs to the first piece. True: that was it.
bool RunController::search_piece(const History::Segment& piece, BackwardSearch& search) {
  const std::size_t most = stops_.plain() ? 1 : max_hits_kept;
  const bool with_begin = piece.begin == search.lowest && search.lowest == stops_.query().lowest;
  search.looked_at = std::min(search.looked_at, piece.end + 1);
  for (;;) {
    std::deque<BreakpointHit> hits;
    bool more = false;
    const StopReason arrival =
        search_forward(history_, stops_.query(), !with_begin, search.looked_at - 1, search.monitor,
                       [&](const SearchHit& search_hit) {
                         BreakpointHit hit = hit_at(search_hit);
                         if (hit.breakpoints.empty()) return false;
                         hits.push_back(std::move(hit));
                         if (hits.size() > most) {
                           hits.pop_front();
                           more = true;
                         }
                         return false;
                       });
    if (arrival == StopReason::interrupted) {
      search.result = {Reason::interrupted, search.looked_at, {}, {}};
      return true;
    }
    for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) {
      std::vector<std::uint32_t> breakpoints = take(*hit, search.log);
      if (breakpoints.empty()) continue;
      search.result = {Reason::breakpoint, hit->tick, std::move(breakpoints), hit->event};
      return true;
    }
    search.looked_at = more ? hits.front().tick : piece.begin + 1;
    if (!more || search.looked_at <= piece.begin) return false;
    history_.seek(piece.begin);
  }
}

StopInfo stop_info_for(StopReason arrival, Tick tick) {
  switch (arrival) {
    case StopReason::tick_reached:
    case StopReason::trapped:
      return {Reason::arrived, tick, {}, {}};
    case StopReason::ended:
      return {Reason::ended, tick, {}, {}};
    case StopReason::faulted:
      return {Reason::faulted, tick, {}, {}};
    case StopReason::input_wait:
      return {Reason::input_wait, tick, {}, {}};
    case StopReason::output_closed:
      return {Reason::output_closed, tick, {}, {}};
    case StopReason::interrupted:
      return {Reason::interrupted, tick, {}, {}};
  }
  return {};
}

StopInfo run_to_breakpoint(Session& session, RunDirection direction, const RunSlice& slice, Monitor* monitor,
                const LogSink& log) {
  return RunController(session).run(direction, slice, monitor, log);
}

StopInfo run_to_breakpoint(Session& session, RunDirection direction, Monitor* monitor, const LogSink& log) {
  const Tick present = session.history().tick();
  StopInfo stopped = run_to_breakpoint(session, direction, RunSlice(), monitor, log);
  if (direction == RunDirection::reverse && stopped.reason == Reason::interrupted) {
    session.history().seek(present);
    stopped.tick = present;
  }
  return stopped;
}

}  // namespace fungescope
