#include "base/escape.h"
#include "session/queries/history_queries.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
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

}  // namespace fungescope
