#include "session/expressions/incremental_expression.h"

#include <algorithm>

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

}  // namespace fungescope
