#include "debugger_ui/panels/timeline/timeline_values.h"

#include "session/expressions/expression.h"
#include "session/run_control/scoped_seek.h"
#include "session/views/views.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {

void TimelineValues::update(Context& context, Tick tick, const Lanes& lanes) {
  const ViewSnapshot& snapshot = context.snapshot;
  Query query{tick, snapshot.branch, 0, snapshot.program, {}};
  for (const BranchInfo& branch : snapshot.branches) {
    if (branch.id == snapshot.branch) query.edits = branch.edits.size();
  }
  for (const LaneCurve& curve : lanes.curves)
    query.curves.push_back({curve.expression, curve.cell});
  if (asked_ == query && !state_->failed) return;
  asked_ = query;
  state_ = std::make_shared<State>();
  context.session.ask<std::optional<InstantValues>>(
      slot::timeline_values,
      [query = std::move(query)](Debugger& debugger, Monitor& monitor) {
        return run(query, debugger.session(), monitor);
      },
      [state = state_](std::optional<InstantValues> values) {
        state->failed = !values;
        state->values = std::move(values);
      });
}

const InstantValues* TimelineValues::at(Tick tick) const {
  return asked_ && asked_->tick == tick && state_->values ? &*state_->values : nullptr;
}

std::optional<InstantValues> TimelineValues::run(const Query& query, Session& session,
                                                 Monitor& monitor) {
  ScopedSeek scoped_seek(session.history());
  if (!scoped_seek.seek(query.tick, &monitor)) return std::nullopt;
  const Machine& machine = session.machine();
  InstantValues values;
  for (const Curve& curve : query.curves) {
    values.curves.emplace_back();
    const bool unset =
        curve.cell && machine.field.contains(*curve.cell) && is_unset(machine.field, *curve.cell);
    const auto expression =
        Expression::parse(curve.expression, session.symbols(), machine.field.size());
    if (!unset && expression) values.curves.back() = expression->evaluate(machine);
  }
  values.output_size = machine.output_size;
  values.input_position = machine.input_position;
  values.phase = session.source().phases.name_at(machine.ip);
  return values;
}

}  // namespace fungescope::ui
