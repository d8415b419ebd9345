#include "session/expressions/expression.h"

#include "lang/text_cursor.h"
#include "session/expressions/expression_parser.h"
#include "vm/arithmetic.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace fungescope {
namespace {

constexpr std::array<std::string_view, 6> quantifier_words{"any", "all", "count",
                                                           "sum", "max", "min"};

template <class T>
std::int64_t as_signed(T number) {
  return static_cast<std::int64_t>(number);
}

// The total over no elements.
std::int64_t initial_total(Quantifier::Kind kind) {
  if (kind == Quantifier::Kind::max) return std::numeric_limits<std::int64_t>::min();
  if (kind == Quantifier::Kind::min) return std::numeric_limits<std::int64_t>::max();
  return 0;
}

// Returns the total with one more value.
std::int64_t add_value(Quantifier::Kind kind, std::int64_t total, std::int64_t value) {
  switch (kind) {
    case Quantifier::Kind::sum:
      return wrapping_add(total, value);
    case Quantifier::Kind::max:
      return std::max(total, value);
    case Quantifier::Kind::min:
      return std::min(total, value);
    default:
      return total + as_signed(value != 0);
  }
}

// Whether further values cannot change the result: an `any` has a true one, an `all` a false one.
// `visited` is the number of values so far.
bool is_decided(Quantifier::Kind kind, std::int64_t total, std::int64_t visited) {
  return kind == Quantifier::Kind::any ? total != 0
                                       : kind == Quantifier::Kind::all && total != visited;
}

// Returns the value of the quantifier over `elements` elements.
std::int64_t result_of(Quantifier::Kind kind, std::int64_t total, std::int64_t elements) {
  if (kind == Quantifier::Kind::any) return as_signed(total != 0);
  if (kind == Quantifier::Kind::all) return as_signed(total == elements);
  return total;
}

std::int64_t cell_in(const Playfield& field, const Rectangle& area, Point offset) {
  if (!area.size.contains(offset)) return 0;
  return field.at(Point{area.corner.x + offset.x, area.corner.y + offset.y});
}

}  // namespace

const std::array<Expression::StateWord, 12> Expression::state_words{{
    {"top", [](const Input& in) { return in.machine.stack.peek(); }},
    {"depth", [](const Input& in) { return as_signed(in.machine.stack.size()); }},
    {"tick", [](const Input& in) { return as_signed(in.machine.tick); }},
    {"x", [](const Input& in) { return in.machine.ip.x; }},
    {"y", [](const Input& in) { return in.machine.ip.y; }},
    {"dx", [](const Input& in) { return delta_of(in.machine.direction).x; }},
    {"dy", [](const Input& in) { return delta_of(in.machine.direction).y; }},
    {"string_mode", [](const Input& in) { return as_signed(in.machine.string_mode); }},
    {"input_position", [](const Input& in) { return as_signed(in.machine.input_position); }},
    {"output_size", [](const Input& in) { return as_signed(in.machine.output_size); }},
    {"old", [](const Input& in) { return in.event == nullptr ? 0 : in.event->before; }},
    {"new", [](const Input& in) { return in.event == nullptr ? 0 : in.event->now; }},
}};

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
      return as_signed(a < b);
    case Code::less_equal:
      return as_signed(a <= b);
    case Code::greater:
      return as_signed(a > b);
    case Code::greater_equal:
      return as_signed(a >= b);
    case Code::equal:
      return as_signed(a == b);
    case Code::not_equal:
      return as_signed(a != b);
    case Code::logical_and:
      return as_signed(a != 0 && b != 0);
    case Code::logical_or:
      return as_signed(a != 0 || b != 0);
    default:
      return 0;
  }
}

std::int64_t Expression::evaluate(const Machine& machine, const TrapEvent* event) const {
  return evaluate({machine, event, nullptr});
}

std::int64_t Expression::evaluate(const Input& input) const {
  if (!fits(input.machine.field.size())) return 0;
  Values values;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  return run(input, 0, steps_.size(), values.data(), {});
}

std::optional<Expression::Comparison> Expression::compare(const Machine& machine) const {
  const Step& last = steps_.back();
  const std::string_view symbol = symbol_of_comparison(last.code);
  if (symbol.empty() || !fits(machine.field.size())) return std::nullopt;
  Values values;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  const std::int64_t top =
      run({machine, nullptr, nullptr}, 0, steps_.size() - 1, values.data(), {});
  if (last.right_is_constant) return Comparison{symbol, top, last.operand};
  return Comparison{symbol, values[1], top};  // values[0] is below the first
}

std::vector<std::string_view> Expression::compared_texts() const {
  if (comparison_.empty()) return {};
  const std::string_view text = text_;
  return {trim(text.substr(0, comparison_at_)),
          trim(text.substr(comparison_at_ + comparison_.size()))};
}

std::string_view Expression::symbol_of_comparison(Code code) {
  constexpr std::array<std::string_view, 6> symbols{"<", "<=", ">", ">=", "==", "!="};
  if (code < Code::less || code > Code::not_equal) return {};
  return symbols[static_cast<std::size_t>(code) - static_cast<std::size_t>(Code::less)];
}

// `&&` and `||` evaluate both sides, which have no side effects and cannot fail.
std::int64_t Expression::run(const Input& input, std::size_t begin, std::size_t end,
                             std::int64_t* below, const Element& element) const {
  const Machine& machine = input.machine;
  std::int64_t top = 0;  // `below` is the end of the values below it
  const auto push = [&below, &top](std::int64_t value) {
    *below++ = top;
    top = value;
  };
  for (std::size_t at = begin; at != end; ++at) {
    const auto& [code, right_is_constant, operand] = steps_[at];
    switch (code) {
      case Code::constant:
        push(operand);
        break;
      case Code::cell:
        push(machine.field.at(static_cast<std::size_t>(operand)));
        break;
      case Code::state:
        push(state_words[static_cast<std::size_t>(operand)].value(input));
        break;
      case Code::element:
        push(element.value);
        break;
      case Code::column:
        push(element.column);
        break;
      case Code::row:
        push(element.row);
        break;
      case Code::quantify: {
        const auto index = static_cast<std::size_t>(operand);
        const Quantifier& quantifier = quantifiers_[index];
        const bool known = quantifier.local && input.totals != nullptr;
        push(0);
        const std::int64_t total =
            known ? input.totals[index] : total_of(input, at + 1, quantifier, true, below);
        top = result_of(quantifier.kind, total, areas_[quantifier.area].size.area());
        at = quantifier.end;
        break;
      }
      case Code::end_quantifier:
        break;
      case Code::stack_at:
        // A negative index is a huge unsigned one, below the bottom of the stack.
        top = machine.stack.peek(static_cast<std::size_t>(top));
        break;
      case Code::negate:
        top = wrapping_subtract(0, top);
        break;
      case Code::logical_not:
        top = as_signed(top == 0);
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

std::int64_t Expression::total_of(const Input& input, std::size_t begin,
                                  const Quantifier& quantifier, bool decide,
                                  std::int64_t* below) const {
  const auto& [kind, area, end, local] = quantifier;
  const auto& [corner, size] = areas_[area];
  const Playfield& field = input.machine.field;
  // Bodies `v` and `v == 5` need no further interpretation.
  const bool plain = steps_[begin].code == Code::element;
  const bool just_value = plain && end == begin + 1;
  const Step& second = steps_[begin + 1];
  const bool one_operator = plain && end == begin + 2 && second.right_is_constant;
  std::int64_t total = initial_total(kind);
  Element element;
  for (; element.row < size.height; ++element.row) {
    std::size_t index = field.index_of({corner.x, corner.y + element.row});
    for (element.column = 0; element.column < size.width; ++element.column) {
      element.value = field.at(index++);
      const std::int64_t value = just_value ? element.value
                                 : one_operator
                                     ? combine(second.code, element.value, second.operand)
                                     : run(input, begin, end, below, element);
      total = add_value(kind, total, value);
      if (decide && is_decided(kind, total, element.row * size.width + element.column + 1)) {
        return total;
      }
    }
  }
  return total;
}

std::optional<std::int64_t> Expression::constant() const {
  if (steps_.size() != 1 || steps_.front().code != Code::constant) return std::nullopt;
  return steps_.front().operand;
}

std::uint64_t Expression::count_operations() const {
  std::uint64_t operations = 0;
  std::vector<std::uint64_t> repeated{1};  // of the quantifiers around a step
  for (const auto& [code, right_is_constant, operand] : steps_) {
    operations += repeated.back();
    if (code == Code::quantify) {
      const Quantifier& quantifier = quantifiers_[static_cast<std::size_t>(operand)];
      const auto elements = static_cast<std::uint64_t>(areas_[quantifier.area].size.area());
      repeated.push_back(repeated.back() * elements);
    } else if (code == Code::end_quantifier) {
      repeated.pop_back();
    }
  }
  return operations;
}

Expression::Dependencies Expression::dependencies() const {
  Dependencies found;
  for (const auto& [code, right_is_constant, operand] : steps_) {
    if (code == Code::cell) {
      found.areas.push_back({{operand % field_.width, operand / field_.width}, {1, 1}});
    } else if (code == Code::cell_at) {
      found.any_cell = true;
    } else if (code == Code::region_at || code == Code::element) {
      found.areas.push_back(areas_[static_cast<std::size_t>(operand)]);
    } else if (code == Code::state || code == Code::stack_at) {
      found.every_tick = true;
    }
  }
  const auto key = [](const Rectangle& area) {
    return std::tuple(area.corner.y, area.corner.x, area.size.height, area.size.width);
  };
  std::sort(found.areas.begin(), found.areas.end(),
            [&key](const Rectangle& a, const Rectangle& b) { return key(a) < key(b); });
  found.areas.erase(std::unique(found.areas.begin(), found.areas.end()), found.areas.end());
  return found;
}

std::optional<std::int64_t> replace_value(Quantifier::Kind kind, std::int64_t total,
                                          std::int64_t before, std::int64_t now) {
  switch (kind) {
    case Quantifier::Kind::sum:
      return wrapping_add(wrapping_subtract(total, before), now);
    case Quantifier::Kind::max:
    case Quantifier::Kind::min: {
      const std::int64_t with = add_value(kind, total, now);
      if (with == now || before != total) return with;
      return std::nullopt;
    }
    default:
      return total + as_signed(now != 0) - as_signed(before != 0);
  }
}

std::optional<Quantifier::Kind> find_quantifier(std::string_view word) {
  const auto index = index_of_word(quantifier_words, word);
  return index ? std::optional(static_cast<Quantifier::Kind>(*index)) : std::nullopt;
}

const std::vector<std::string>& expression_keywords() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const auto& [word, value] : Expression::state_words) all.emplace_back(word);
    all.insert(all.end(), {"cell", "stack"});
    all.insert(all.end(), quantifier_words.begin(), quantifier_words.end());
    return all;
  }();
  return words;
}

}  // namespace fungescope
