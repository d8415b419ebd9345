// Forward hits are counted as they come. In reverse a segment is run and its hits are kept, then
// counted from the last to the first, so that counts and logs follow the direction of the run. If a
// segment has more than max_hits_kept hits, the last ones are counted first and the segment is run
// again up to there.
#include "session/run_control/run_controller.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Reason = StopInfo::Reason;

constexpr std::size_t max_hits_kept = 10'000;

}  // namespace

// ---- The search for breakpoints

BreakpointSearch::BreakpointSearch(Session& session)
    : session_(session), query_(session.machine().field.size()) {
  query_.whole_end = true;
  query_.adapt = [this] { prepare(); };
  refresh();
}

BreakpointSearch::CacheKey BreakpointSearch::present_key() const {
  std::string text;
  for (const Breakpoint& breakpoint : session_.breakpoints().all()) {
    if (!breakpoint.enabled) continue;
    text += fmt::format("{} {} {}\n", breakpoint.id, is_active(breakpoint), describe(breakpoint));
  }
  return {&session_.source(), std::move(text)};
}

void BreakpointSearch::refresh() {
  if (present_key() == cache_key_) return;
  query_.outputs.clear();
  output_breakpoints_.clear();
  for (const Breakpoint& breakpoint : session_.breakpoints().all()) {
    if (!breakpoint.enabled || breakpoint.kind != BreakpointKind::output) continue;
    query_.outputs.push_back(breakpoint.output);
    output_breakpoints_.push_back(breakpoint.id);
  }
  prepare();
}

// Prepares the query for the source of the present instant, in which breakpoints may name other
// cells.
void BreakpointSearch::prepare() {
  const std::vector<Breakpoint>& breakpoints = session_.breakpoints().all();
  const Machine& machine = session_.machine();
  const Size field = machine.field.size();
  if (query_.traps.field() != field) query_.traps.set_field(field);
  set_traps(breakpoints, machine.dialect, query_.traps);
  query_.depths = breakpoint_depths(breakpoints);
  query_.ticks.clear();
  query_.stores.clear();
  query_.visits_between_polls = SearchQuery::default_visits_between_polls;
  any_active_ = false;
  every_hit_stops_ = true;
  bool only_stores = true;
  for (const Breakpoint& breakpoint : breakpoints) {
    if (!is_active(breakpoint)) continue;
    any_active_ = true;
    if (breakpoint.condition) query_.set_visit_cost(breakpoint.condition->cost());
    if (breakpoint.kind == BreakpointKind::tick) query_.ticks.push_back(breakpoint.tick);
    const bool store =
        breakpoint.kind == BreakpointKind::data && breakpoint.access != DataAccess::read;
    if (store) query_.stores = merged(query_.stores, cells_in(breakpoint.area, field));
    only_stores = only_stores && store;
    every_hit_stops_ = every_hit_stops_ && breakpoint.every == 1 && breakpoint.log.empty();
  }
  if (!only_stores) query_.stores.clear();
  std::sort(query_.ticks.begin(), query_.ticks.end());
  cache_key_ = present_key();
}

std::vector<const Breakpoint*> BreakpointSearch::hits_at(const SearchHit& search_hit) const {
  std::vector<const Breakpoint*> breakpoints;
  for (const Breakpoint& breakpoint : session_.breakpoints().all()) {
    if (!is_active(breakpoint)) continue;
    const auto is_its_output = [&](std::size_t i) {
      return output_breakpoints_[i] == breakpoint.id;
    };
    const std::vector<std::size_t>& outputs = search_hit.outputs;
    if (breakpoint.kind == BreakpointKind::output &&
        std::none_of(outputs.begin(), outputs.end(), is_its_output)) {
      continue;
    }
    if (is_hit(breakpoint, session_.machine(), search_hit.event)) {
      breakpoints.push_back(&breakpoint);
    }
  }
  return breakpoints;
}

// ---- Running

struct RunController::BreakpointHit {
  Tick tick = 0;
  TrapEvent event;
  std::vector<std::uint32_t> breakpoints;
  std::vector<std::string> logs;  // of each; empty: not a logpoint
};

RunController::RunController(Session& session)
    : session_(session), history_(session.history()), search_(session) {}

StopInfo RunController::run(RunDirection direction, const RunSlice& slice, Monitor* monitor,
                            const LogSink& log) {
  search_.refresh();
  return direction == RunDirection::forward ? forward(slice, monitor, log)
                                            : reverse(slice.limit, monitor, log);
}

// ---- Hits

// Returns the breakpoints that are hit, with their log messages.
RunController::BreakpointHit RunController::hit_at(const SearchHit& search_hit) const {
  BreakpointHit hit{history_.tick(), search_hit.event, {}, {}};
  for (const Breakpoint* const breakpoint : search_.hits_at(search_hit)) {
    hit.breakpoints.push_back(breakpoint->id);
    hit.logs.push_back(breakpoint->log.empty()
                           ? std::string()
                           : format_log_message(breakpoint->log, history_.machine(),
                                                search_hit.event, session_.symbols()));
  }
  return hit;
}

// Counts the hit and writes its logs. Returns the breakpoints that stop here.
std::vector<std::uint32_t> RunController::count_hit(const BreakpointHit& hit, const LogSink& log) {
  std::vector<std::uint32_t> stopping;
  for (std::size_t i = 0; i < hit.breakpoints.size(); ++i) {
    Breakpoint& breakpoint = *session_.breakpoints().find(hit.breakpoints[i]);
    ++breakpoint.hits;
    if (breakpoint.hits % breakpoint.every != 0) continue;
    if (breakpoint.log.empty()) {
      stopping.push_back(breakpoint.id);
    } else if (log) {
      log({breakpoint.id, hit.tick, hit.logs[i]});
    }
  }
  return stopping;
}

// ---- Both directions

// The cells of a goal belong to the present source, so the query is not adapted to another.
SearchQuery& RunController::query_with(const RunGoal& goal) {
  const std::uint64_t traps_version = search_.query().traps.version();
  if (!goal_query_ || goal_ != &goal || goal_version_ != traps_version) {
    goal_query_ = search_.query();
    goal_query_->adapt = {};
    goal.add_to(*goal_query_);
    goal_ = &goal;
    goal_version_ = traps_version;
  }
  return *goal_query_;
}

StopInfo RunController::forward(const RunSlice& slice, Monitor* monitor, const LogSink& log) {
  if (slice.limit <= history_.tick()) return {Reason::arrived, history_.tick(), {}, {}};
  std::vector<std::uint32_t> breakpoints;
  TrapEvent event;
  SearchQuery& query = slice.goal == nullptr ? search_.query() : query_with(*slice.goal);
  const auto visit = [&](const SearchHit& search_hit) {
    breakpoints = count_hit(hit_at(search_hit), log);
    event = search_hit.event;
    return !breakpoints.empty() || (slice.goal != nullptr && slice.goal->reached(search_hit));
  };
  const StopReason arrival =
      search_forward(history_, query, true, slice.limit, monitor, visit, slice.observer);
  if (arrival == StopReason::trapped && !breakpoints.empty()) {
    return {Reason::breakpoint, history_.tick(), std::move(breakpoints), event};
  }
  StopInfo stop = stop_info_for(arrival, history_.tick());
  if (arrival == StopReason::trapped) stop.event = event;
  return stop;
}

StopInfo RunController::reverse(Tick limit, Monitor* monitor, const LogSink& log) {
  const Tick present = history_.tick();
  const Tick begin = history_.begin();
  if (present == begin) return {Reason::beginning, present, {}, {}};
  const bool limited = limit != no_limit && limit >= begin;
  const Tick lowest = limited ? std::min(limit, present) : begin;
  StopInfo result{limited ? Reason::arrived : Reason::beginning, lowest, {}, {}};
  if (lowest == present) return result;
  if (!search_.any_active()) {
    if (history_.seek(lowest, monitor) != StopReason::interrupted) return result;
    history_.seek(present);
    return {Reason::interrupted, present, {}, {}};
  }
  // The effects of the instruction before an instant belong to that instant.
  search_.query().lowest = lowest == begin ? begin : lowest - 1;
  const std::size_t max_hits = search_.every_hit_stops() ? 1 : max_hits_kept;
  Tick visited_from = present;  // all from here to before the present are visited
  // Visits the instants after the beginning of the segment up to its end; the first instant of the
  // run belongs to the first segment.
  const auto run_segment = [&](const History::Segment& segment) -> Result<bool> {
    const bool with_begin = segment.begin == lowest && lowest == begin;
    visited_from = std::min(visited_from, segment.end + 1);
    for (;;) {
      std::deque<BreakpointHit> hits;
      bool more = false;
      const auto visit = [&](const SearchHit& search_hit) {
        BreakpointHit hit = hit_at(search_hit);
        if (hit.breakpoints.empty()) return false;
        hits.push_back(std::move(hit));
        if (hits.size() > max_hits) {
          hits.pop_front();
          more = true;
        }
        return false;
      };
      const StopReason arrival =
          search_forward(history_, search_.query(), !with_begin, visited_from - 1, monitor, visit);
      if (arrival == StopReason::interrupted) return interrupted_error();
      for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) {
        std::vector<std::uint32_t> breakpoints = count_hit(*hit, log);
        if (breakpoints.empty()) continue;
        result = {Reason::breakpoint, hit->tick, std::move(breakpoints), hit->event};
        return true;
      }
      visited_from = more ? hits.front().tick : segment.begin + 1;
      if (!more || visited_from <= segment.begin) return false;
      history_.seek(segment.begin);
    }
  };
  if (!search_segments_backward(history_, search_.query(), present, monitor, run_segment)) {
    result = {Reason::interrupted, visited_from, {}, {}};
  }
  history_.seek(result.tick);
  return result;
}

RunGoal change_goal(const Session& session, const Rectangle& area) {
  return {[&session, area](SearchQuery& query) {
            const Size field = session.machine().field.size();
            if (query.traps.field() != field || !fits_into(area, field)) return;
            query.traps.set(area, Access::write);
            if (!query.stores.empty()) query.stores = merged(query.stores, cells_in(area, field));
          },
          [area](const SearchHit& hit) {
            const TrapEvent& event = hit.event;
            return event.is(TrapEvent::write) && area.contains(event.at) &&
                   event.before != event.now;
          }};
}

Result<std::optional<Tick>> last_change(Session& session, const Rectangle& area, Tick lowest,
                                        Monitor* monitor) {
  History& history = session.history();
  const Size field = history.machine().field.size();
  if (!fits_into(area, field)) return std::nullopt;
  const ScopedSeek scoped_seek(history);
  auto query = SearchQuery::of_stores(area, field);
  query.lowest = lowest;
  const RunGoal goal = change_goal(session, area);
  const auto found =
      TRY(find_last(history, query, scoped_seek.present(), false, monitor, goal.reached));
  return found ? std::optional(found->tick) : std::nullopt;
}

StopInfo stop_info_for(StopReason reason, Tick tick) {
  constexpr std::array reasons{Reason::arrived,    Reason::ended,         Reason::faulted,
                               Reason::input_wait, Reason::output_closed, Reason::arrived,
                               Reason::interrupted};
  return {reasons[static_cast<std::size_t>(reason)], tick, {}, {}};
}

StopInfo run_to_breakpoint(Session& session, RunDirection direction, const RunSlice& slice,
                           Monitor* monitor, const LogSink& log) {
  return RunController(session).run(direction, slice, monitor, log);
}

StopInfo run_to_breakpoint(Session& session, RunDirection direction, Monitor* monitor,
                           const LogSink& log) {
  const Tick present = session.history().tick();
  StopInfo stopped = run_to_breakpoint(session, direction, RunSlice(), monitor, log);
  if (direction == RunDirection::reverse && stopped.reason == Reason::interrupted) {
    session.history().seek(present);
    stopped.tick = present;
  }
  return stopped;
}

}  // namespace fungescope
