#include "session/queries/history_queries.h"

#include "base/escape.h"
#include "lang/analysis/static_analysis.h"
#include "session/queries/edit_line.h"
#include "session/run_control/search.h"
#include "session/run_control/steps.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- Differences between instants

std::size_t common_prefix(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  const auto end = a.begin() + static_cast<std::ptrdiff_t>(shorter);
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

}  // namespace

Result<std::optional<Write>> last_write(Session& session, const Rectangle& area, Monitor* monitor) {
  auto found = TRY(writes(session, area, 1, monitor));
  return found.empty() ? std::nullopt : std::optional(found.front());
}

Result<std::vector<Write>> writes(Session& session, const Rectangle& area, std::size_t limit,
                                  Monitor* monitor) {
  History& history = session.history();
  const ScopedSeek scoped_seek(history);
  const Tick present = scoped_seek.present();
  SearchQuery query(session.machine().field.size());
  query.traps.set(area, Access::write);
  query.stores = cells_in(area, session.machine().field.size());
  std::vector<Write> found;
  const std::vector<BranchInfo> branches = edited_branches(history);  // the latest first
  auto branch = branches.begin();
  // Adds the edits at or after `tick` that are not in the list yet. An edit comes after the store
  // that ends at the same tick.
  const auto add_edits_from = [&](Tick tick) {
    for (; branch != branches.end() && branch->begin >= tick; ++branch) {
      if (branch->begin > present) continue;
      for (auto edit = branch->edits.rbegin(); edit != branch->edits.rend(); ++edit) {
        const auto* cell = std::get_if<SetCell>(&*edit);
        if (cell == nullptr || !area.contains(cell->at)) continue;
        found.push_back({branch->begin, {}, cell->at, 0, cell->value, true});
      }
    }
  };
  const auto run_segment = [&](const History::Segment& segment) -> Result<bool> {
    add_edits_from(segment.end);
    if (found.size() >= limit) return true;
    std::deque<Write> newest;
    const std::size_t wanted = limit - found.size();
    const auto add_store = [&](const SearchHit& search_hit) {
      const TrapEvent& event = search_hit.event;
      if (!event.is(TrapEvent::write)) return;
      newest.push_back({history.tick(), event.by, event.at, event.before, event.now, false});
      if (newest.size() > wanted) newest.pop_front();
    };
    TRY(visit_forward(history, query, segment.end, monitor, add_store));
    found.insert(found.end(), newest.rbegin(), newest.rend());
    return found.size() >= limit;
  };
  TRY(search_segments_backward(history, query, present, monitor, run_segment));
  add_edits_from(history.begin());
  if (found.size() > limit) found.resize(limit);
  return found;
}

Result<std::optional<SlotWriter>> last_slot_writer(Session& session, std::size_t slot, Tick end,
                                                   Monitor* monitor) {
  SearchQuery query(session.machine().field.size());
  query.depths = {slot + 1};
  query.lowest = EditLine(session).of_stack(end).value_or(0);
  SlotWriter writer;
  const auto writes_slot = [&](const SearchHit& search_hit) {
    const Machine& machine = session.machine();
    const TrapEvent& event = search_hit.event;
    const std::size_t depth = event.depth_before;
    // After a reload just after the instruction, its cell may hold another one.
    const Op op = machine.field.contains(event.by)
                      ? decode_op(machine.dialect, machine.field.at(event.by))
                      : Op::blank;
    const bool unchanged = op == Op::duplicate && depth == slot + 1;
    if (machine.stack.size() <= slot || unchanged) return false;
    writer = {machine.tick, event.by, {}};
    const bool pops = event.is(TrapEvent::floor);  // else it is a push, possibly in string mode
    if (pops && op == Op::swap && depth >= 2) {
      writer.moved_from = slot == depth - 1 ? depth - 2 : depth - 1;
    }
    return true;
  };
  const auto found = TRY(find_last(session.history(), query, end, true, monitor, writes_slot));
  return found ? std::optional(writer) : std::nullopt;
}

Result<std::optional<Push>> who_pushed(Session& session, std::size_t from_top, Monitor* monitor) {
  const std::size_t depth = session.machine().stack.size();
  if (from_top >= depth) {
    return fail(
        {}, fmt::format("the stack holds {} values", depth),
        depth == 0 ? std::string() : fmt::format("0 to {} are counted from the top", depth - 1));
  }
  const ScopedSeek scoped_seek(session.history());
  Push push{0, {}, session.machine().stack.peek(from_top), 0, 0};
  std::size_t slot = depth - 1 - from_top;
  Tick end = scoped_seek.present();
  for (;;) {
    const auto writer = TRY(last_slot_writer(session, slot, end, monitor));
    if (!writer) return std::optional<Push>{};
    push.tick = writer->tick;
    push.by = writer->by;
    push.slot = slot;
    if (!writer->moved_from) return std::optional<Push>{push};
    slot = *writer->moved_from;
    end = push.tick - 1;
    ++push.moved;
  }
}

Result<std::optional<Tick>> when(Session& session, RunDirection direction,
                                 const Expression& expression, Monitor* monitor) {
  if (has_become_true(session, expression)) return std::optional<Tick>{session.machine().tick};
  const ScopedSeek scoped_seek(session.history());
  const StopInfo stopped = search_until(session, direction, expression, monitor);
  if (stopped.reason == StopInfo::Reason::interrupted) return interrupted_error();
  if (stopped.reason != StopInfo::Reason::arrived) return std::optional<Tick>{};
  return std::optional<Tick>{stopped.tick};
}

InstantDiff compare_snapshots(Snapshot before, Snapshot now, std::size_t max_listed) {
  const Size size = before.field_size();
  InstantDiff comparison{std::move(before), std::move(now), 0, {}, 0};
  Snapshot::compare(comparison.before, comparison.now,
                    [&](std::size_t index, std::int64_t was, std::int64_t is) {
                      if (comparison.cells++ >= max_listed) return;
                      comparison.listed.push_back({size.point_at(index), was, is});
                    });
  comparison.common_stack = common_prefix(comparison.before.stack(), comparison.now.stack());
  return comparison;
}

Result<InstantDiff> diff_instants(Session& session, Tick before, Tick now, std::size_t max_listed,
                                  Monitor* monitor, std::optional<BranchId> branch_of_before) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  const BranchId present = history.branch();
  const auto snapshot_at = [&](BranchId branch, Tick tick) -> Result<Snapshot> {
    if (history.branch() != branch) TRY(history.switch_to(branch, monitor));
    TRY(scoped_seek.seek(tick, monitor));
    return history.snapshot();
  };
  auto first = TRY(snapshot_at(branch_of_before.value_or(present), before));
  auto second = TRY(snapshot_at(present, now));
  const Size size = first.field_size();
  if (size != second.field_size()) {
    return fail({},
                fmt::format("the field was {}x{} and is {}x{}", size.width, size.height,
                            second.field_size().width, second.field_size().height),
                "compare instants between which the source was not reloaded");
  }
  return compare_snapshots(std::move(first), std::move(second), max_listed);
}

// ---- The instant since which an expression is true, by bisection

namespace {

// The error of an expression that did not change from false to true.
tl::unexpected<Error> no_change(const std::string& text, bool at_start, bool now, Tick from) {
  if (at_start && now) {
    return fail({}, fmt::format("{} is true at tick {} and now", text, from),
                fmt::format("write a later tick at which it is false: bisect {} from TICK; "
                            "when last {} finds the last change",
                            text, text));
  }
  if (at_start) {
    return fail({}, fmt::format("{} is true at tick {} and false now", text, from),
                fmt::format("bisect !({}) finds when it became false", text));
  }
  return fail({}, fmt::format("{} is false at tick {} and now", text, from),
              fmt::format("go to an instant at which it is true, or search for the last one at "
                          "which it became so: when last {}",
                          text));
}

// Returns a checkpoint between two instants, near the middle: a seek to it replays nothing. If
// there is none before the middle, it may be anywhere after it.
std::optional<Tick> checkpoint_between(History& history, Tick low, Tick high) {
  Tick end = low + (high - low) / 2 + 1;
  for (;;) {
    const Tick checkpoint = history.segment_before(end).begin;
    if (checkpoint > low) return checkpoint;
    if (end == high) return std::nullopt;
    end += (high - end + 1) / 2;
  }
}

}  // namespace

Result<BisectedChange> bisect(Session& session, const Expression& expression, Tick from,
                              Monitor* monitor) {
  History& history = session.history();
  const Machine& machine = history.machine();
  ScopedSeek scoped_seek(history);
  BisectedChange change;
  const auto holds = [&](Tick tick) -> Result<bool> {
    ++change.seeks;
    TRY(scoped_seek.seek(tick, monitor));
    if (monitor != nullptr && !monitor->should_continue(tick, scoped_seek.present())) {
      return interrupted_error();
    }
    return expression.evaluate(machine) != 0;
  };
  const bool now = expression.evaluate(machine) != 0;
  const bool at_start = TRY(holds(from));
  if (at_start || !now) return no_change(escape_controls(expression.text()), at_start, now, from);
  Tick low = from;
  change.tick = scoped_seek.present();
  while (change.tick - low > 1) {
    const Tick middle =
        checkpoint_between(history, low, change.tick).value_or(low + (change.tick - low) / 2);
    const bool there = TRY(holds(middle));
    (there ? change.tick : low) = middle;
  }
  TRY(holds(change.tick - 1));
  change.by = machine.ip;
  change.cell = machine.field.at(machine.ip);
  change.before = expression.evaluate(machine);
  change.sides_before = expression.compare(machine);
  LastStore stores;
  RunHooks hooks{.observer = &stores};
  TRY(scoped_seek.run_to(change.tick, hooks));
  change.stored = stores.stored;
  change.now = expression.evaluate(machine);
  change.sides_now = expression.compare(machine);
  const std::vector<BranchInfo> branches = edited_branches(history);
  change.edit = std::any_of(branches.begin(), branches.end(),
                            [&](const BranchInfo& branch) { return branch.begin == change.tick; });
  return change;
}

// ---- The instructions that read or write a place

namespace {

constexpr Tick max_replayed = 100'000'000;

class ReferenceRecorder final : public Observer {
 public:
  explicit ReferenceRecorder(const Rectangle& area) : area_(area) {}

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point by, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    count(true, by, at, tick);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t /*value*/) override {
    count(false, by, at, tick);
  }

  // Returns null if there are too many.
  Reference* reference(bool write, Point by) {
    const std::tuple key(!write, by.y, by.x);
    const auto known = references.find(key);
    if (known != references.end()) return &known->second;
    more = more || references.size() == max_references;
    return more ? nullptr : &references.try_emplace(key, Reference{by, write}).first->second;
  }

  std::map<std::tuple<bool, std::int64_t, std::int64_t>, Reference> references;  // in their order
  bool more = false;

 private:
  void count(bool write, Point by, Point at, Tick tick) {
    Reference* const found = area_.contains(at) ? reference(write, by) : nullptr;
    if (found == nullptr) return;
    ++found->count;
    found->last = tick;
  }

  Rectangle area_;
};

}  // namespace

Result<References> find_references(Session& session, const Rectangle& area, Monitor* monitor) {
  History& history = session.history();
  const Tick now = history.tick();
  References result;
  result.from = std::max(history.begin(), now > max_replayed ? now - max_replayed : 0);
  ReferenceRecorder recorder(area);
  const Machine& machine = session.machine();
  for (const CellAccess& access : constant_accesses(machine.field, machine.dialect)) {
    Reference* const found =
        area.contains(access.at) ? recorder.reference(access.write, access.by) : nullptr;
    if (found != nullptr) found->constant = true;
  }
  const auto reached = TRY(replay(history, result.from, now, recorder, monitor));
  if (reached < now) return fail({}, "interrupted");
  for (const auto& [key, reference] : recorder.references) result.found.push_back(reference);
  result.more = recorder.more;
  return result;
}

}  // namespace fungescope
