#include "base/escape.h"
#include "session/queries/history_queries.h"
#include "session/run_control/scoped_seek.h"
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

class Bisection {
 public:
  Bisection(Session& session, const Expression& expression, Monitor* monitor)
      : history_(session.history()),
        expression_(expression),
        monitor_(monitor),
        scoped_seek_(history_) {}

  Result<BisectedChange> run(Tick from) {
    Tick high = scoped_seek_.present();
    const bool now = is_true();
    const auto at_start = TRY(holds(from));
    if (at_start || !now) {
      return no_change(escape_controls(expression_.text()), at_start, now, from);
    }
    Tick low = from;
    while (high - low > 1) {
      const Tick middle = checkpoint_between(low, high).value_or(low + (high - low) / 2);
      const auto there = TRY(holds(middle));
      (there ? high : low) = middle;
    }
    return change_at(high);
  }

 private:
  [[nodiscard]] bool is_true() const { return expression_.evaluate(history_.machine()) != 0; }

  Result<bool> holds(Tick tick) {
    ++seeks_;
    TRY(scoped_seek_.seek(tick, monitor_));
    if (monitor_ != nullptr && !monitor_->should_continue(tick, scoped_seek_.present())) {
      return interrupted_error();
    }
    return is_true();
  }

  // Returns a checkpoint between two instants, near the middle: a seek to it replays nothing. If
  // there is none before the middle, it may be anywhere after it.
  [[nodiscard]] std::optional<Tick> checkpoint_between(Tick low, Tick high) const {
    Tick end = low + (high - low) / 2 + 1;
    for (;;) {
      const Tick checkpoint = history_.segment_before(end).begin;
      if (checkpoint > low) return checkpoint;
      if (end == high) return std::nullopt;
      end += (high - end + 1) / 2;
    }
  }

  Result<BisectedChange> change_at(Tick tick) {
    TRY(holds(tick - 1));
    const Machine& machine = history_.machine();
    BisectedChange change;
    change.tick = tick;
    change.by = machine.ip;
    change.cell = machine.field.at(machine.ip);
    change.before = expression_.evaluate(machine);
    change.sides_before = expression_.compare(machine);
    LastStore stores;
    RunHooks hooks;
    hooks.observer = &stores;
    TRY(scoped_seek_.run_to(tick, hooks));
    change.stored = stores.stored;
    change.now = expression_.evaluate(machine);
    change.sides_now = expression_.compare(machine);
    const std::vector<BranchInfo> branches = edited_branches(history_);
    change.edit = std::any_of(branches.begin(), branches.end(),
                              [tick](const BranchInfo& branch) { return branch.begin == tick; });
    change.seeks = seeks_;
    return change;
  }

  History& history_;
  const Expression& expression_;
  Monitor* monitor_;
  ScopedSeek scoped_seek_;
  std::size_t seeks_ = 0;
};

}  // namespace

Result<BisectedChange> bisect(Session& session, const Expression& expression, Tick from,
                              Monitor* monitor) {
  return Bisection(session, expression, monitor).run(from);
}

}  // namespace fungescope
