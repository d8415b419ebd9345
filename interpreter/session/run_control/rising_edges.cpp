// Searching for the instants at which an expression becomes true.
#include "session/run_control/steps.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace fungescope {

IncrementalExpression::IncrementalExpression(const Expression& expression)
    : expression_(expression),
      has_totals_(std::any_of(expression.quantifiers_.begin(), expression.quantifiers_.end(),
                              [](const Quantifier& quantifier) { return quantifier.local; })),
      totals_(expression.quantifiers_.size()),
      begins_(expression.quantifiers_.size()) {
  for (std::size_t i = 0; i < expression.steps_.size(); ++i) {
    const auto& [code, right_is_constant, operand] = expression.steps_[i];
    if (code == Expression::Code::quantify) begins_[static_cast<std::size_t>(operand)] = i + 1;
  }
}

std::int64_t IncrementalExpression::evaluate(const Machine& machine) {
  valid_ = has_totals_ && expression_.fits(machine.field.size());
  if (!valid_) return expression_.evaluate(machine);
  const Expression::Input input{machine, nullptr, totals_.data()};
  Expression::Values values;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    const Quantifier& quantifier = expression_.quantifiers_[i];
    if (!quantifier.local) continue;
    totals_[i] = expression_.total_of(input, begins_[i], quantifier, false, values.data());
  }
  return expression_.evaluate(input);
}

std::int64_t IncrementalExpression::update(const Machine& machine, const TrapEvent& event) {
  if (!valid_ || !expression_.fits(machine.field.size())) return evaluate(machine);
  if (event.is(TrapEvent::write) && event.before != event.now) {
    for (std::size_t i = 0; i < totals_.size(); ++i) update_total(machine, i, event);
  }
  return expression_.evaluate({machine, nullptr, totals_.data()});
}

void IncrementalExpression::update_total(const Machine& machine, std::size_t index,
                                         const TrapEvent& event) {
  const Quantifier& quantifier = expression_.quantifiers_[index];
  const Rectangle& area = expression_.areas_[quantifier.area];
  if (!quantifier.local || !area.contains(event.at)) return;
  const Expression::Input input{machine, nullptr, totals_.data()};
  Expression::Values values;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  const auto value_with = [&](std::int64_t element) {
    const Element changed{element, event.at.x - area.corner.x, event.at.y - area.corner.y};
    return expression_.run(input, begins_[index], quantifier.end, values.data(), changed);
  };
  const auto total = replace_value(quantifier.kind, totals_[index], value_with(event.before),
                                   value_with(event.now));
  totals_[index] =
      total ? *total
            : expression_.total_of(input, begins_[index], quantifier, false, values.data());
}

namespace {

SearchQuery query_for_changes(const Expression& expression, Size field) {
  const Expression::Dependencies depends = expression.dependencies();
  SearchQuery query(field);
  query.set_visit_cost(expression.cost());
  if (!expression.fits(field)) return query;
  if (depends.any_cell) {
    query.traps.set(Rectangle{{0, 0}, field}, Access::write);
    return query;
  }
  for (const Rectangle& area : depends.areas) {
    query.traps.set(area, Access::write);
    query.stores = merged(query.stores, cells_in(area, field));
  }
  // An interval without a store may still change it.
  if (depends.every_tick) query.stores.clear();
  return query;
}

// Detects the instants at which an expression becomes true: at the stores that can change its value
// or, if it depends on the stack or the pointer, at every tick.
class EdgeDetector {
 public:
  EdgeDetector(Session& session, const Expression& expression, Monitor* monitor)
      : history_(session.history()),
        monitor_(monitor),
        incremental_(expression),
        every_tick_(expression.dependencies().every_tick),
        query_(query_for_changes(expression, session.machine().field.size())) {
    // Edits change the state between instructions.
    for (const BranchInfo& branch : edited_branches(history_)) query_.ticks.push_back(branch.begin);
    std::sort(query_.ticks.begin(), query_.ticks.end());
  }

  // Runs to `until` and calls `edge` at each instant at which the expression has become true. Ends
  // the run if `edge` returns true.
  StopReason run(Tick until, const std::function<bool()>& edge) {
    was_ = value();
    const auto visit = [&](const SearchHit& hit) { return became_true(&hit.event) && edge(); };
    const StopReason arrival = every_tick_
                                   ? run_every_tick(until, edge)
                                   : search_forward(history_, query_, true, until, monitor_, visit);
    // An edit at the last instant may have made it true.
    const bool arrived = arrival == StopReason::tick_reached;
    return arrived && became_true(nullptr) && edge() ? StopReason::trapped : arrival;
  }

  [[nodiscard]] bool value() { return incremental_.evaluate(history_.machine()) != 0; }
  [[nodiscard]] SearchQuery& query() { return query_; }

 private:
  // `event` has the effects of the instruction before; edits are not effects of one.
  bool became_true(const TrapEvent* event) {
    const bool edited =
        std::binary_search(query_.ticks.begin(), query_.ticks.end(), history_.tick());
    const bool now =
        event == nullptr || edited ? value() : incremental_.update(history_.machine(), *event) != 0;
    return !std::exchange(was_, now) && now;
  }

  // The traps show which ticks store to a quantifier's region.
  StopReason run_every_tick(Tick until, const std::function<bool()>& edge) {
    RunHooks hooks;
    if (incremental_.has_totals()) hooks.traps = &query_.traps;
    while (history_.tick() < until) {
      const StopReason arrival = history_.run(history_.tick() + 1, hooks);
      if (arrival != StopReason::tick_reached && arrival != StopReason::trapped) return arrival;
      const TrapEvent event = arrival == StopReason::trapped ? hooks.event : TrapEvent{};
      if (became_true(&event) && edge()) return StopReason::trapped;
      if (monitor_ != nullptr && history_.tick() % query_.visits_between_polls == 0 &&
          !monitor_->should_continue(history_.tick(), until)) {
        return StopReason::interrupted;
      }
    }
    return StopReason::tick_reached;
  }

  History& history_;
  Monitor* monitor_;
  IncrementalExpression incremental_;
  bool every_tick_;
  SearchQuery query_;
  bool was_ = false;
};

}  // namespace

StopReason run_to_edge(Session& session, const Expression& expression, Monitor* monitor) {
  return EdgeDetector(session, expression, monitor).run(no_limit, [] { return true; });
}

Result<std::optional<FoundInstant>> find_last_edge(Session& session, const Expression& expression,
                                                   Monitor* monitor) {
  History& history = session.history();
  const Tick present = history.tick();
  EdgeDetector edges(session, expression, monitor);
  std::optional<FoundInstant> found;
  const auto note = [&] {
    if (history.tick() < present) found = FoundInstant{history.tick(), {}};
    return false;
  };
  const auto run_segment = [&](const History::Segment& segment) -> Result<bool> {
    if (edges.run(segment.end, note) == StopReason::interrupted) return interrupted_error();
    return found.has_value();
  };
  TRY(search_segments_backward(history, edges.query(), present, monitor, run_segment));
  if (!found) {  // it may be true from the beginning
    history.seek(history.begin());
    if (edges.value()) note();
  }
  return found;
}

}  // namespace fungescope
