#include "session/run_control/steps.h"

#include "lang/disassembler.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace fungescope {
namespace {

using Why = Stopped::Why;

Stopped stopped_at(const Session& session, Why why, const TrapEvent& event = {}) {
  return {why, session.machine().tick, {}, event};
}

Op next_op(const Machine& machine) {
  return op_in(machine.dialect, machine.field.at(machine.ip));
}

PointerState pointer_of(const Machine& machine) {
  return {machine.ip, machine.direction, machine.string_mode};
}

bool is_inside(const Loop& loop, const Machine& machine) {
  return loop.contains(machine.ip, machine.direction, machine.string_mode);
}

void set_before(Traps& traps, std::initializer_list<Op> ops) {
  for (const Op op : ops) traps.set_before(op);
}

// One step of a walk that goes cell by cell; false at the end of the way.
bool one_tick(Session& session, Way way, Stopped& stopped) {
  History& history = session.history();
  if (way == Way::back) {
    if (history.tick() == history.begin()) {
      stopped = stopped_at(session, Why::beginning);
      return false;
    }
    history.seek(history.tick() - 1);
    return true;
  }
  const Arrival arrival = history.run(history.tick() + 1);
  if (arrival == Arrival::tick_reached) return true;
  stopped = stopped_by(arrival, history.tick());
  return false;
}

// Goes back to `found`, or says that there was nothing and stays at `present`.
Stopped go_to_found(Session& session, Tick present, const Result<std::optional<Found>>& found) {
  History& history = session.history();
  if (!found) {
    history.seek(present);
    return stopped_at(session, Why::interrupted);
  }
  if (!*found) {
    history.seek(present);
    return stopped_at(session, Why::not_found);
  }
  history.seek((*found)->tick);
  return stopped_at(session, Why::arrived, (*found)->event);
}

// Forward to the first visited instant that `accept` takes.
Stopped find_first(Session& session, Quest quest, bool pass, Monitor* monitor,
                   const std::function<bool(const Meeting&)>& accept) {
  TrapEvent event;
  const Arrival arrival =
      run_visiting(session.history(), quest, pass, no_limit, monitor, [&](const Meeting& meeting) {
        event = meeting.event;
        return accept(meeting);
      });
  Stopped stopped = stopped_by(arrival, session.machine().tick);
  if (arrival == Arrival::trapped) stopped.event = event;
  return stopped;
}

// Steps that end just after an instruction which `is_it` recognises just before.
Stopped step_over_op(Session& session, Way way, Quest quest, Monitor* monitor,
                     const std::function<bool(const Machine&)>& is_it) {
  History& history = session.history();
  const auto accept = [&](const Meeting&) { return is_it(history.machine()); };
  if (way == Way::forward) {
    Stopped stopped = find_first(session, std::move(quest), false, monitor, accept);
    if (stopped.why != Why::arrived) return stopped;
    one_tick(session, Way::forward, stopped);
    stopped.tick = history.tick();
    return stopped;
  }
  const Tick present = history.tick();
  if (present == history.begin()) return stopped_at(session, Why::beginning);
  auto found = find_last(history, quest, present - 1, false, monitor, accept);
  if (found && *found) ++(*found)->tick;
  return go_to_found(session, present, found);
}

bool turns(const Machine& machine) {
  if (machine.string_mode) return false;
  const Op op = next_op(machine);
  if (op == Op::branch_horizontal || op == Op::branch_vertical || op == Op::go_random) return true;
  return direction_after(op, machine.direction) != machine.direction;
}

}  // namespace

Stopped step_ticks(Session& session, Way way, std::uint64_t count, Monitor* monitor) {
  History& history = session.history();
  const Tick tick = history.tick();
  if (way == Way::forward) {
    Travel travel;
    travel.monitor = monitor;
    const Arrival arrival = history.run(count > no_limit - tick ? no_limit : tick + count, travel);
    return stopped_by(arrival, history.tick());
  }
  const Tick room = tick - history.begin();
  const Arrival arrival = history.seek(tick - std::min(count, room), monitor);
  if (arrival == Arrival::tick_reached && count > room) return stopped_at(session, Why::beginning);
  return stopped_by(arrival, history.tick());
}

Stopped step_instructions(Session& session, Way way, std::uint64_t count, Monitor* monitor) {
  const Size size = session.machine().field.size();
  Stopped stopped = stopped_at(session, Why::arrived);
  for (std::uint64_t done = 0; done < count; ++done) {
    if (monitor != nullptr && !monitor->go_on(session.machine().tick, no_limit)) {
      return stopped_at(session, Why::interrupted);
    }
    // A line of nothing but blanks has no next instruction: once around is enough.
    std::int64_t blanks = std::max(size.width, size.height);
    do {
      if (!one_tick(session, way, stopped)) return stopped;
    } while (!session.machine().string_mode && next_op(session.machine()) == Op::blank &&
             --blanks > 0 && session.machine().status == Status::running);
  }
  return stopped_at(session, Why::arrived);
}

namespace {

void look_at_turns(Quest& quest) {
  set_before(quest.traps, {Op::go_east, Op::go_south, Op::go_west, Op::go_north, Op::go_random,
                           Op::branch_horizontal, Op::branch_vertical});
}

}  // namespace

Stopped step_line(Session& session, Way way, Monitor* monitor) {
  Quest quest(session.machine().field.size());
  look_at_turns(quest);
  return step_over_op(session, way, std::move(quest), monitor, turns);
}

Stopped step_line_or_to_stop(Session& session, Monitor* monitor, const LogSink& log) {
  const Machine& machine = session.machine();
  Stopped stopped = stopped_at(session, Why::arrived);
  if (!turns(machine)) {
    const Goal goal{look_at_turns, [&](const Meeting&) { return turns(machine); }};
    stopped = Traveller(session).travel_to(goal, monitor, log);
    if (stopped.why != Why::arrived) return stopped;
  }
  // The stops of where it comes to hold, too.
  return travel(session, Way::forward, {machine.tick + 1}, monitor, log);
}

Stopped step_to_output(Session& session, Way way, Monitor* monitor) {
  Quest quest(session.machine().field.size());
  set_before(quest.traps, {Op::output_character, Op::output_number});
  return step_over_op(session, way, std::move(quest), monitor,
                      [](const Machine& machine) { return !machine.string_mode; });
}

Stopped step_to_change(Session& session, Way way, const Rectangle& area, Monitor* monitor) {
  History& history = session.history();
  Quest quest(session.machine().field.size());
  quest.traps.set(area, Access::write);
  quest.stores = cells_in(area, session.machine().field.size());
  const auto accept = [](const Meeting& meeting) {
    return meeting.event.is(TrapEvent::write) && meeting.event.before != meeting.event.now;
  };
  if (way == Way::forward) return find_first(session, std::move(quest), true, monitor, accept);
  const Tick present = history.tick();
  return go_to_found(session, present, find_last(history, quest, present, false, monitor, accept));
}

// ---- Loops

namespace {

// The instants at which the pointer is outside, just having left.
void look_at_exits(const Loop& loop, Quest& quest) {
  for (const Point at : loop.exits()) quest.traps.set(at, Access::execute);
  // Code that was rewritten may lead out elsewhere.
  quest.traps.set_on_modified_code();
}

Quest leaving(const Loop& loop, Size field) {
  Quest quest(field);
  look_at_exits(loop, quest);
  return quest;
}

Quest entering(const Loop& loop, Size field) {
  Quest quest(field);
  if (const auto head = loop.head()) {
    quest.traps.set(*head, Access::execute);
  } else {
    for (const Point at : loop.cells()) quest.traps.set(at, Access::execute);
  }
  return quest;
}

// To the last instant before the loop was entered.
Stopped back_over(Session& session, const Loop& loop, Monitor* monitor) {
  History& history = session.history();
  const Size field = session.machine().field.size();
  const Tick present = history.tick();
  const auto outside = [&](const Meeting&) { return !is_inside(loop, history.machine()); };
  Quest outwards = leaving(loop, field);
  const auto left = find_last(history, outwards, present, false, monitor, outside);
  if (!left) return go_to_found(session, present, left);
  history.seek(*left ? (*left)->tick : history.begin());
  const auto inside = [&](const Meeting&) { return is_inside(loop, history.machine()); };
  Quest inwards = entering(loop, field);
  const Arrival arrival = run_visiting(history, inwards, false, present, monitor, inside);
  if (arrival == Arrival::interrupted) {
    history.seek(present);
    return stopped_at(session, Why::interrupted);
  }
  const Tick entered = history.tick();
  if (entered == history.begin()) return stopped_at(session, Why::beginning);
  history.seek(entered - 1);
  return stopped_at(session, Why::arrived);
}

}  // namespace

Result<Stopped> step_over_loop(Session& session, Way way, Monitor* monitor) {
  const Machine& machine = session.machine();
  auto loop = find_loop(machine.field, machine.dialect, pointer_of(machine));
  if (!loop) return tl::unexpected(loop.error());
  if (!*loop) return fail({}, "the instruction pointer is in no loop", "use step, next or line");
  if (way == Way::back) return back_over(session, **loop, monitor);
  const auto outside = [&](const Meeting&) { return !is_inside(**loop, machine); };
  return find_first(session, leaving(**loop, machine.field.size()), true, monitor, outside);
}

Stopped step_out_of(Session& session, const Loop& loop, Monitor* monitor, const LogSink& log) {
  const Machine& machine = session.machine();
  if (!is_inside(loop, machine)) return stopped_at(session, Why::arrived);
  const Goal goal{[&](Quest& quest) { look_at_exits(loop, quest); },
                  [&](const Meeting&) { return !is_inside(loop, machine); }};
  return Traveller(session).travel_to(goal, monitor, log);
}

// ---- The stack

namespace {

// The last instant before `present` at which the stack held `depth` values or fewer.
Result<std::optional<Found>> last_shallow(Session& session, std::size_t depth, Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  Quest down(session.machine().field.size());
  down.traps.set_floor(depth + 1);
  std::optional<Tick> shallow;
  bool interrupted = false;
  const auto note = [&] {
    if (history.tick() < present && history.machine().stack.size() <= depth) {
      shallow = history.tick();
    }
  };
  const auto done =
      pieces_back(history, down, present, monitor, [&](const History::Segment& segment) {
        note();
        const auto visit = [&](const Meeting&) {
          note();
          return false;
        };
        interrupted =
            run_visiting(history, down, false, segment.end, monitor, visit) == Arrival::interrupted;
        return shallow.has_value() || interrupted;
      });
  if (!done || interrupted) return interrupted_search();
  if (!shallow) return std::optional<Found>{};
  // From there it may have stayed shallow for a while.
  history.seek(*shallow);
  Quest up(session.machine().field.size());
  up.traps.set_ceiling(depth);
  const auto deeper = [](const Meeting&) { return true; };
  if (run_visiting(history, up, false, present, monitor, deeper) == Arrival::interrupted) {
    return interrupted_search();
  }
  return std::optional<Found>{Found{history.tick() - 1, {}}};
}

}  // namespace

Stopped step_out(Session& session, Way way, std::size_t depth, Monitor* monitor) {
  const Tick present = session.history().tick();
  if (way == Way::back) {
    return go_to_found(session, present, last_shallow(session, depth, monitor));
  }
  Quest quest(session.machine().field.size());
  quest.traps.set_floor(depth + 1);
  return find_first(session, std::move(quest), true, monitor,
                    [&](const Meeting&) { return session.machine().stack.size() <= depth; });
}

// ---- Expressions

namespace {

Quest where_it_may_change(const Expression& expression, Size field) {
  const Expression::Dependencies depends = expression.dependencies();
  Quest quest(field);
  if (!expression.fits(field)) return quest;
  if (depends.any_cell) {
    quest.traps.set(Rectangle{{0, 0}, field}, Access::write);
    return quest;
  }
  for (const std::size_t cell : depends.cells) {
    const auto index = static_cast<std::int64_t>(cell);
    const Rectangle area{{index % field.width, index / field.width}, {1, 1}};
    quest.traps.set(area, Access::write);
    quest.stores = merged(quest.stores, cells_in(area, field));
  }
  return quest;
}

// Looks for the expression becoming true: at the stores that can make it so or, if
// it depends on the stack or the pointer, at every tick.
class Edges {
 public:
  Edges(Session& session, const Expression& expression, Monitor* monitor)
      : history_(session.history()),
        expression_(expression),
        monitor_(monitor),
        every_tick_(expression.dependencies().every_tick),
        quest_(where_it_may_change(expression, session.machine().field.size())) {
    // Edits may change what no instruction does.
    for (const BranchInfo& branch : edited_branches(history_)) quest_.ticks.push_back(branch.begin);
    std::sort(quest_.ticks.begin(), quest_.ticks.end());
  }

  // Runs to `until`; `edge` is called at each instant at which it has become true, and
  // stops the run by true.
  Arrival run(Tick until, const std::function<bool()>& edge) {
    was_ = value();
    const Arrival arrival = every_tick_ ? run_every_tick(until, edge) : run_stores(until, edge);
    // An edit may have made it true at the very end.
    if (arrival == Arrival::tick_reached && became_true() && edge()) return Arrival::trapped;
    return arrival;
  }

  [[nodiscard]] bool value() const { return expression_.evaluate(history_.machine()) != 0; }
  [[nodiscard]] Quest& quest() { return quest_; }

 private:
  bool became_true() {
    const bool before = std::exchange(was_, value());
    return was_ && !before;
  }

  Arrival run_stores(Tick until, const std::function<bool()>& edge) {
    return run_visiting(history_, quest_, true, until, monitor_,
                        [&](const Meeting&) { return became_true() && edge(); });
  }

  Arrival run_every_tick(Tick until, const std::function<bool()>& edge) {
    constexpr Tick between_questions = 100'000;
    while (history_.tick() < until) {
      const Arrival arrival = history_.run(history_.tick() + 1);
      if (arrival != Arrival::tick_reached) return arrival;
      if (became_true() && edge()) return Arrival::trapped;
      if (monitor_ != nullptr && history_.tick() % between_questions == 0 &&
          !monitor_->go_on(history_.tick(), until)) {
        return Arrival::interrupted;
      }
    }
    return Arrival::tick_reached;
  }

  History& history_;
  const Expression& expression_;
  Monitor* monitor_;
  bool every_tick_;
  Quest quest_;
  bool was_ = false;
};

Result<std::optional<Found>> last_edge(Session& session, const Expression& expression,
                                       Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  Edges edges(session, expression, monitor);
  std::optional<Found> found;
  bool interrupted = false;
  const auto note = [&] {
    if (history.tick() < present) found = Found{history.tick(), {}};
    return false;
  };
  const auto done =
      pieces_back(history, edges.quest(), present, monitor, [&](const History::Segment& segment) {
        interrupted = edges.run(segment.end, note) == Arrival::interrupted;
        return found.has_value() || interrupted;
      });
  if (!done || interrupted) return interrupted_search();
  if (!found) {  // it may have been true from the beginning
    history.seek(history.begin());
    if (edges.value()) note();
  }
  return found;
}

}  // namespace

Stopped step_until(Session& session, Way way, const Expression& expression, Monitor* monitor) {
  if (way == Way::back) {
    const Tick present = session.history().tick();
    return go_to_found(session, present, last_edge(session, expression, monitor));
  }
  Edges edges(session, expression, monitor);
  const Arrival arrival = edges.run(no_limit, [] { return true; });
  return stopped_by(arrival, session.machine().tick);
}

}  // namespace fungescope
