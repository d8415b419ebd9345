#include "session/expressions/expression.h"

#include "session/expressions/expression_parser.h"
#include "vm/arithmetic.h"

#include <algorithm>
#include <array>

namespace fungescope {
namespace {

std::int64_t delta_x(const Machine& machine) {
  return delta_of(machine.direction).x;
}
std::int64_t delta_y(const Machine& machine) {
  return delta_of(machine.direction).y;
}

std::int64_t cell_in(const Playfield& field, const Rectangle& area, Point offset) {
  if (!area.size.contains(offset)) return 0;
  return field.at(Point{area.corner.x + offset.x, area.corner.y + offset.y});
}

}  // namespace

Result<Expression> Expression::parse(std::string_view text, const Symbols& symbols, Size field) {
  Lexer lexer(text);
  ExpressionParser parser(lexer, symbols, field);
  Result<Expression> expression = parser.expression();
  if (expression && !lexer.at_end()) {
    return fail_expecting("an operator or the end", lexer.peek());
  }
  return expression;
}

Result<Place> parse_place(std::string_view text, const Symbols& symbols, Size field) {
  Lexer lexer(text);
  Result<Place> place = ExpressionParser(lexer, symbols, field).place();
  if (place && !lexer.at_end()) return fail_expecting("the end", lexer.peek());
  return place;
}

std::int64_t Expression::combine(Code code, std::int64_t a, std::int64_t b) {
  switch (code) {
    case Code::multiply:
      return wrapping_multiply(a, b);
    case Code::divide:
      return wrapping_divide(a, b);
    case Code::remainder:
      return wrapping_remainder(a, b);
    case Code::add:
      return wrapping_add(a, b);
    case Code::subtract:
      return wrapping_subtract(a, b);
    case Code::less:
      return static_cast<std::int64_t>(a < b);
    case Code::less_equal:
      return static_cast<std::int64_t>(a <= b);
    case Code::greater:
      return static_cast<std::int64_t>(a > b);
    case Code::greater_equal:
      return static_cast<std::int64_t>(a >= b);
    case Code::equal:
      return static_cast<std::int64_t>(a == b);
    case Code::not_equal:
      return static_cast<std::int64_t>(a != b);
    case Code::logical_and:
      return static_cast<std::int64_t>(a != 0 && b != 0);
    case Code::logical_or:
      return static_cast<std::int64_t>(a != 0 || b != 0);
    default:
      return 0;
  }
}

// `&&` and `||` evaluate both sides, which have no side effects and cannot fail.
std::int64_t Expression::evaluate(const Machine& machine, const TrapEvent* event) const {
  if (!fits(machine.field.size())) return 0;
  std::array<std::int64_t, max_values> values;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::int64_t* below = values.data();          // the end of the values below the topmost
  std::int64_t top = 0;
  const auto push = [&below, &top](std::int64_t value) {
    *below++ = top;
    top = value;
  };
  for (const auto& [code, right_is_constant, operand] : steps_) {
    switch (code) {
      case Code::constant:
        push(operand);
        break;
      case Code::cell:
        push(machine.field.at(static_cast<std::size_t>(operand)));
        break;
      case Code::top:
        push(machine.stack.peek());
        break;
      case Code::depth:
        push(static_cast<std::int64_t>(machine.stack.size()));
        break;
      case Code::tick:
        push(static_cast<std::int64_t>(machine.tick));
        break;
      case Code::x:
        push(machine.ip.x);
        break;
      case Code::y:
        push(machine.ip.y);
        break;
      case Code::dx:
        push(delta_x(machine));
        break;
      case Code::dy:
        push(delta_y(machine));
        break;
      case Code::string_mode:
        push(static_cast<std::int64_t>(machine.string_mode));
        break;
      case Code::input_position:
        push(static_cast<std::int64_t>(machine.input_position));
        break;
      case Code::output_size:
        push(static_cast<std::int64_t>(machine.output_size));
        break;
      case Code::old_value:
        push(event == nullptr ? 0 : event->before);
        break;
      case Code::new_value:
        push(event == nullptr ? 0 : event->now);
        break;
      case Code::stack_at:
        // A negative index is a huge unsigned one, below the bottom of the stack.
        top = machine.stack.peek(static_cast<std::size_t>(top));
        break;
      case Code::negate:
        top = wrapping_subtract(0, top);
        break;
      case Code::logical_not:
        top = static_cast<std::int64_t>(top == 0);
        break;
      case Code::cell_at:
        top = cell_in(machine.field, {{0, 0}, machine.field.size()}, {*--below, top});
        break;
      case Code::region_at:
        top = cell_in(machine.field, areas_[static_cast<std::size_t>(operand)], {*--below, top});
        break;
      default:
        top = right_is_constant ? combine(code, top, operand) : combine(code, *--below, top);
        break;
    }
  }
  return top;
}

std::optional<std::int64_t> Expression::constant() const {
  if (steps_.size() != 1 || steps_.front().code != Code::constant) return std::nullopt;
  return steps_.front().operand;
}

Expression::Dependencies Expression::dependencies() const {
  constexpr std::int64_t max_listed = 65'536;
  Dependencies found;
  for (const auto& [code, right_is_constant, operand] : steps_) {
    if (code == Code::cell) {
      found.cells.push_back(static_cast<std::size_t>(operand));
    } else if (code == Code::cell_at) {
      found.any_cell = true;
    } else if (code == Code::region_at) {
      const auto& [corner, size] = areas_[static_cast<std::size_t>(operand)];
      found.any_cell = found.any_cell || size.area() > max_listed;
      if (size.area() > max_listed) continue;
      for (std::int64_t i = 0; i < size.area(); ++i) {
        const Point at{corner.x + i % size.width, corner.y + i / size.width};
        found.cells.push_back(static_cast<std::size_t>(at.y * field_.width + at.x));
      }
    } else if ((code >= Code::top && code <= Code::new_value) || code == Code::stack_at) {
      found.every_tick = true;
    }
  }
  std::sort(found.cells.begin(), found.cells.end());
  found.cells.erase(std::unique(found.cells.begin(), found.cells.end()), found.cells.end());
  return found;
}

}  // namespace fungescope
