#include "session/run_control/steps.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace fungescope {
namespace {

using Reason = StopInfo::Reason;

StopInfo stopped_at(const Session& session, Reason reason, const TrapEvent& event = {}) {
  return {reason, session.machine().tick, {}, event};
}

void set_before(Traps& traps, std::initializer_list<Op> ops) {
  for (const Op op : ops) traps.set_before(op);
}

// Single-steps; returns false at the end of the run.
bool one_tick(Session& session, RunDirection direction, StopInfo& stopped) {
  History& history = session.history();
  if (direction == RunDirection::reverse) {
    if (history.tick() == history.begin()) {
      stopped = stopped_at(session, Reason::beginning);
      return false;
    }
    history.seek(history.tick() - 1);
    return true;
  }
  const StopReason arrival = history.run(history.tick() + 1);
  if (arrival == StopReason::tick_reached) return true;
  stopped = stop_info_for(arrival, history.tick());
  return false;
}

// Seeks to the result of a reverse search; without one, returns to `present`.
StopInfo seek_to_found(Session& session, Tick present,
                       const Result<std::optional<FoundInstant>>& found) {
  History& history = session.history();
  if (!found) {
    history.seek(present);
    return stopped_at(session, Reason::interrupted);
  }
  if (!*found) {
    history.seek(present);
    StopInfo nothing = stopped_at(session, Reason::not_found);
    nothing.search_end = {Reason::beginning, history.begin()};
    return nothing;
  }
  history.seek((*found)->tick);
  return stopped_at(session, Reason::arrived, (*found)->event);
}

// Runs forward to the first visited instant that `accept` accepts.
StopInfo find_first(Session& session, SearchQuery query, bool skip_present, Monitor* monitor,
                    const std::function<bool(const SearchHit&)>& accept) {
  TrapEvent event;
  const StopReason arrival = search_forward(session.history(), query, skip_present, no_limit,
                                            monitor, [&](const SearchHit& search_hit) {
                                              event = search_hit.event;
                                              return accept(search_hit);
                                            });
  StopInfo stopped = stop_info_for(arrival, session.machine().tick);
  if (arrival == StopReason::trapped) stopped.event = event;
  return stopped;
}

// Converts the result of a forward run in search of something that may have reached the end of the
// run without it.
StopInfo stay_unless_found(Session& session, Tick present, StopInfo stopped) {
  if (stopped.reason == Reason::arrived || stopped.reason == Reason::interrupted) return stopped;
  session.history().seek(present);
  StopInfo nothing = stopped_at(session, Reason::not_found);
  nothing.search_end = {stopped.reason, stopped.tick};
  return nothing;
}

// Steps to just after an instruction for which `is_match` is true just before it.
StopInfo step_over_op(Session& session, RunDirection direction, SearchQuery query, Monitor* monitor,
                      const std::function<bool(const Machine&)>& is_match) {
  History& history = session.history();
  const auto accept = [&](const SearchHit&) { return is_match(history.machine()); };
  if (direction == RunDirection::forward) {
    StopInfo stopped = find_first(session, std::move(query), false, monitor, accept);
    if (stopped.reason != Reason::arrived) return stopped;
    one_tick(session, RunDirection::forward, stopped);
    stopped.tick = history.tick();
    return stopped;
  }
  const Tick present = history.tick();
  Result<std::optional<FoundInstant>> found;
  if (present > history.begin()) {
    found = find_last(history, query, present - 1, false, monitor, accept);
  }
  if (found && *found) ++(*found)->tick;
  return seek_to_found(session, present, found);
}

bool turns(const Machine& machine) {
  if (machine.string_mode) return false;
  const Op op = next_op(machine);
  return !branch_directions(op).empty() ||
         direction_after(op, machine.direction) != machine.direction;
}

void add_turns(SearchQuery& query) {
  set_before(query.traps, {Op::go_east, Op::go_south, Op::go_west, Op::go_north, Op::go_random,
                           Op::branch_horizontal, Op::branch_vertical});
}

// Adds the instants at which the pointer has just left the loop.
void add_exits(const Loop& loop, SearchQuery& query) {
  for (const Point at : loop.exits) query.traps.set(at, Access::execute);
  // Modified code may have other exits.
  query.traps.set_on_modified_code();
}

SearchQuery query_for_exits(const Loop& loop, Size field) {
  SearchQuery query(field);
  add_exits(loop, query);
  return query;
}

// Seeks to the last instant before the loop was entered.
StopInfo reverse_over_loop(Session& session, const Loop& loop, Monitor* monitor) {
  History& history = session.history();
  const Machine& machine = history.machine();
  const Size field = machine.field.size();
  const Tick present = history.tick();
  const auto outside = [&](const SearchHit&) { return !loop.contains(pointer_of(machine)); };
  SearchQuery exits = query_for_exits(loop, field);
  const auto left = find_last(history, exits, present, false, monitor, outside);
  if (!left) return seek_to_found(session, present, left);
  history.seek(*left ? (*left)->tick : history.begin());
  const auto inside = [&](const SearchHit&) { return loop.contains(pointer_of(machine)); };
  SearchQuery entries(field);
  for (const Point at : loop.head ? std::vector{*loop.head} : loop.cells) {
    entries.traps.set(at, Access::execute);
  }
  const StopReason arrival = search_forward(history, entries, false, present, monitor, inside);
  if (arrival == StopReason::interrupted) {
    history.seek(present);
    return stopped_at(session, Reason::interrupted);
  }
  const Tick entered = history.tick();
  if (entered == history.begin()) return stopped_at(session, Reason::beginning);
  history.seek(entered - 1);
  return stopped_at(session, Reason::arrived);
}

// Finds the last instant before the present at which the stack held at most `depth` values.
Result<std::optional<FoundInstant>> find_last_shallow(Session& session, std::size_t depth,
                                                      Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  SearchQuery down(session.machine().field.size());
  down.traps.set_floor(depth + 1);
  std::optional<Tick> shallow;
  const auto visit = [&](const SearchHit&) {
    if (history.tick() < present && history.machine().stack.size() <= depth) {
      shallow = history.tick();
    }
  };
  const auto run_segment = [&](const History::Segment& segment) -> Result<bool> {
    visit({});
    TRY(visit_forward(history, down, segment.end, monitor, visit));
    return shallow.has_value();
  };
  TRY(search_segments_backward(history, down, present, monitor, run_segment));
  if (!shallow) return std::optional<FoundInstant>{};
  // It may have stayed shallow after that instant.
  history.seek(*shallow);
  SearchQuery up(session.machine().field.size());
  up.traps.set_ceiling(depth);
  const auto deeper = [](const SearchHit&) { return true; };
  if (search_forward(history, up, false, present, monitor, deeper) == StopReason::interrupted) {
    return interrupted_error();
  }
  return std::optional<FoundInstant>{FoundInstant{history.tick() - 1, {}}};
}

}  // namespace

StopInfo step_ticks(Session& session, RunDirection direction, std::uint64_t count,
                    Monitor* monitor) {
  History& history = session.history();
  const Tick tick = history.tick();
  if (direction == RunDirection::forward) {
    RunHooks hooks{.monitor = monitor};
    const StopReason arrival =
        history.run(count > no_limit - tick ? no_limit : tick + count, hooks);
    return stop_info_for(arrival, history.tick());
  }
  const Tick room = tick - history.begin();
  const StopReason arrival = history.seek(tick - std::min(count, room), monitor);
  if (arrival == StopReason::tick_reached && count > room)
    return stopped_at(session, Reason::beginning);
  return stop_info_for(arrival, history.tick());
}

StopInfo step_instructions(Session& session, RunDirection direction, std::uint64_t count,
                           Monitor* monitor) {
  const Size size = session.machine().field.size();
  StopInfo stopped = stopped_at(session, Reason::arrived);
  for (std::uint64_t done = 0; done < count; ++done) {
    if (monitor != nullptr && !monitor->should_continue(session.machine().tick, no_limit)) {
      return stopped_at(session, Reason::interrupted);
    }
    // A line of blanks only has no next instruction: once around the field is enough.
    std::int64_t blanks = std::max(size.width, size.height);
    do {
      if (!one_tick(session, direction, stopped)) return stopped;
    } while (!session.machine().string_mode && next_op(session.machine()) == Op::blank &&
             --blanks > 0 && session.machine().status == Status::running);
  }
  return stopped_at(session, Reason::arrived);
}

StopInfo step_line(Session& session, RunDirection direction, Monitor* monitor) {
  SearchQuery query(session.machine().field.size());
  add_turns(query);
  StopInfo stopped = step_over_op(session, direction, std::move(query), monitor, turns);
  if (stopped.reason != Reason::not_found) return stopped;
  // No turn precedes this instant: the step ends at the beginning of the run.
  session.history().seek(session.history().begin());
  return stopped_at(session, Reason::beginning);
}

StopInfo step_line_or_to_breakpoint(Session& session, Monitor* monitor, const LogSink& log) {
  const Machine& machine = session.machine();
  StopInfo stopped = stopped_at(session, Reason::arrived);
  if (!turns(machine)) {
    const RunGoal goal{add_turns, [&](const SearchHit&) { return turns(machine); }};
    stopped = run_to_breakpoint(session, RunDirection::forward, {no_limit, &goal}, monitor, log);
    if (stopped.reason != Reason::arrived) return stopped;
  }
  // Includes the breakpoints at the instant where it stops.
  return run_to_breakpoint(session, RunDirection::forward, {machine.tick + 1}, monitor, log);
}

StopInfo search_output(Session& session, RunDirection direction, Monitor* monitor) {
  const Tick present = session.history().tick();
  SearchQuery query(session.machine().field.size());
  set_before(query.traps, {Op::output_character, Op::output_number});
  StopInfo stopped = step_over_op(session, direction, std::move(query), monitor,
                                  [](const Machine& machine) { return !machine.string_mode; });
  if (direction == RunDirection::reverse) return stopped;
  return stay_unless_found(session, present, std::move(stopped));
}

StopInfo search_change(Session& session, RunDirection direction, const Rectangle& area,
                       Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  auto query = SearchQuery::of_stores(area, session.machine().field.size());
  const auto accept = [](const SearchHit& search_hit) {
    return search_hit.event.is(TrapEvent::write) && search_hit.event.before != search_hit.event.now;
  };
  if (direction == RunDirection::forward) {
    return stay_unless_found(session, present,
                             find_first(session, std::move(query), true, monitor, accept));
  }
  return seek_to_found(session, present,
                       find_last(history, query, present, false, monitor, accept));
}

// ---- Loops

Result<StopInfo> step_over_loop(Session& session, RunDirection direction, Monitor* monitor) {
  const Machine& machine = session.machine();
  auto loop = TRY(find_loop(machine.field, machine.dialect, pointer_of(machine)));
  if (!loop) return fail({}, "the instruction pointer is in no loop", "use step, next or line");
  if (direction == RunDirection::reverse) return reverse_over_loop(session, *loop, monitor);
  const auto outside = [&](const SearchHit&) { return !loop->contains(pointer_of(machine)); };
  return find_first(session, query_for_exits(*loop, machine.field.size()), true, monitor, outside);
}

StopInfo step_out_of(Session& session, const Loop& loop, Monitor* monitor, const LogSink& log) {
  const Machine& machine = session.machine();
  if (!loop.contains(pointer_of(machine))) return stopped_at(session, Reason::arrived);
  const RunGoal goal{[&](SearchQuery& query) { add_exits(loop, query); },
                     [&](const SearchHit&) { return !loop.contains(pointer_of(machine)); }};
  return run_to_breakpoint(session, RunDirection::forward, {no_limit, &goal}, monitor, log);
}

// ---- The stack

StopInfo step_out(Session& session, RunDirection direction, std::size_t depth, Monitor* monitor) {
  const Tick present = session.history().tick();
  if (direction == RunDirection::reverse) {
    return seek_to_found(session, present, find_last_shallow(session, depth, monitor));
  }
  SearchQuery query(session.machine().field.size());
  query.traps.set_floor(depth + 1);
  return find_first(session, std::move(query), true, monitor,
                    [&](const SearchHit&) { return session.machine().stack.size() <= depth; });
}

// ---- Expressions

StopInfo search_until(Session& session, RunDirection direction, const Expression& expression,
                      Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  if (direction == RunDirection::reverse) {
    return seek_to_found(session, present, find_last_edge(session, expression, monitor));
  }
  if (expression.constant()) return stopped_at(session, Reason::not_found);
  const StopReason arrival = run_to_edge(session, expression, monitor);
  return stay_unless_found(session, present, stop_info_for(arrival, history.tick()));
}

bool has_become_true(Session& session, const Expression& expression) {
  History& history = session.history();
  if (expression.evaluate(history.machine()) == 0) return false;
  const ScopedSeek scoped_seek(history);
  if (scoped_seek.present() == history.begin()) return true;
  history.seek(scoped_seek.present() - 1);
  return expression.evaluate(history.machine()) == 0;
}

}  // namespace fungescope
