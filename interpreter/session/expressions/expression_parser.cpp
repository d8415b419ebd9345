#include "session/expressions/expression_parser.h"

#include "base/escape.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope {

struct ExpressionParser::Operator {
  std::string_view symbol;
  int precedence;
  Code code;

  static const Operator* find(const Token& token);
};

const ExpressionParser::Operator* ExpressionParser::Operator::find(const Token& token) {
  static constexpr std::array all{
      Operator{"||", 0, Code::logical_or}, Operator{"&&", 1, Code::logical_and},
      Operator{"==", 2, Code::equal},      Operator{"!=", 2, Code::not_equal},
      Operator{"<", 3, Code::less},        Operator{"<=", 3, Code::less_equal},
      Operator{">", 3, Code::greater},     Operator{">=", 3, Code::greater_equal},
      Operator{"+", 4, Code::add},         Operator{"-", 4, Code::subtract},
      Operator{"*", 5, Code::multiply},    Operator{"/", 5, Code::divide},
      Operator{"%", 5, Code::remainder},
  };
  const auto* const found = std::find_if(
      all.begin(), all.end(), [&token](const Operator& o) { return token.is_symbol(o.symbol); });
  return found == all.end() ? nullptr : found;
}

// The values that a quantifier gives to its elements.
struct ExpressionParser::ElementWord {
  std::string_view word;
  Code code;
};
const std::array<ExpressionParser::ElementWord, 3> ExpressionParser::element_words{
    {{"v", Code::element}, {"i", Code::column}, {"j", Code::row}}};

namespace {

constexpr std::string_view such_as_places = "3,4, grid(2,5), a region or a variable";

// Without a name, as places and calls of `cell` have it.
Region whole_field(Size size) {
  return {"", {{0, 0}, size}, {}, {}};
}

}  // namespace

// ---- Expressions

Result<Expression> ExpressionParser::expression() {
  expression_ = Expression();
  expression_.field_ = field_;
  const std::size_t begin = lexer_.peek().at;
  if (!operators(0)) return tl::unexpected(*error_);
  expression_.names_cells_ =
      std::any_of(expression_.steps_.begin(), expression_.steps_.end(), [](const auto& step) {
        return step.code == Code::cell || step.code == Code::region_at ||
               step.code == Code::quantify;
      });
  expression_.cost_ = expression_.count_operations();
  expression_.text_ = lexer_.text().substr(begin, lexer_.end_of_last() - begin);
  expression_.comparison_at_ -= begin;
  return std::move(expression_);
}

Result<std::int64_t> ExpressionParser::constant() {
  const Token first = lexer_.peek();
  const auto found = TRY(expression());
  if (const auto value = found.constant()) return *value;
  return fail_at_token(first, fmt::format("{} is not a constant", single_quoted(found.text())),
                       "write a number");
}

// Precedence climbing: takes operators of at least `min_precedence`.
bool ExpressionParser::operators(int min_precedence) {
  if (!operand()) return false;
  const Operator* next = Operator::find(lexer_.peek());
  while (next != nullptr && next->precedence >= min_precedence) {
    const std::size_t at = lexer_.take().at;
    if (!operators(next->precedence + 1)) return false;
    emit_operator(next->code);
    if (nesting_ == 0) {
      const bool compares = next->code >= Code::less && next->code <= Code::not_equal;
      expression_.comparison_ = compares ? next->symbol : std::string_view();
      expression_.comparison_at_ = at;
    }
    next = Operator::find(lexer_.peek());
  }
  return true;
}

bool ExpressionParser::operand() {
  const Token token = lexer_.peek();
  if (nesting_ == Expression::max_nesting) {
    return refuse(token, "the expression is nested too deeply", "split it");
  }
  ++nesting_;
  bool good = true;
  if (token.kind == Token::Kind::number) {
    emit(Code::constant, lexer_.take().value);
  } else if (lexer_.take_symbol("(")) {
    good = operators(0) && close_bracket(token);
  } else if (lexer_.take_symbol("-")) {
    good = prefix(Code::negate);
  } else if (lexer_.take_symbol("!")) {
    good = prefix(Code::logical_not);
  } else if (begins_name(token)) {
    good = named();
  } else {
    good = refuse_next("a value", "such as 7, 'X', top, cell(3,4) or a variable");
  }
  --nesting_;
  return good;
}

bool ExpressionParser::prefix(Code code) {
  if (!operand()) return false;
  if (const auto value = last_constant()) {
    expression_.steps_.back().operand = code == Code::logical_not
                                            ? static_cast<std::int64_t>(*value == 0)
                                            : Expression::combine(Code::subtract, 0, *value);
  } else {
    emit(code);
  }
  return true;
}

bool ExpressionParser::close_bracket(const Token& open) {
  return lexer_.take_symbol(")") ||
         refuse_next("an operator or ')'", fmt::format("close the '(' in column {}", open.at + 1));
}

bool ExpressionParser::named() {
  Name name;
  if (!take_name(name)) return false;
  return lexer_.peek().is_symbol("(") ? call(name) : value_of(name);
}

bool ExpressionParser::take_name(Name& name) {
  name.first = lexer_.peek();
  const auto add_separator = [this, &name] {
    if (!lexer_.take_symbol("::")) return false;
    name.text += "::";
    name.one_word = false;
    return true;
  };
  add_separator();
  do {
    const Token part = lexer_.peek();
    if (part.kind == Token::Kind::text) {
      name.text += unquote(part).bytes;
      name.one_word = false;
    } else if (part.kind == Token::Kind::name) {
      name.text += part.text;
    } else {
      return refuse_next("a name after '::'");
    }
    lexer_.take();
  } while (add_separator());
  return true;
}

bool ExpressionParser::value_of(const Name& name) {
  const auto find = [&name](const auto& table) {
    return std::find_if(table.begin(), table.end(),
                        [&name](const auto& row) { return name.is_word(row.word); });
  };
  const auto& words = Expression::state_words;
  if (const auto* const word = find(words); word != words.end()) {
    emit(Code::state, word - words.begin());
    return true;
  }
  if (const auto* const word = find(element_words);
      quantified_area_ && word != element_words.end()) {
    emit(word->code, static_cast<std::int64_t>(*quantified_area_));
    return true;
  }
  const std::vector<const Watch*> found = symbols_.variables_named(name.text);
  if (found.size() != 1) return fail_unknown(name);
  const Point at = found.front()->at;
  emit(Code::cell, at.y * field_.width + at.x);
  return true;
}

bool ExpressionParser::call(const Name& name) {
  if (name.is_word("stack")) {
    const Token open = lexer_.take();
    if (!operators(0) || !close_bracket(open)) return false;
    emit(Code::stack_at);
    return true;
  }
  if (name.is_word("cell")) return cell_call(whole_field(field_));
  if (names_quantifier(name)) return quantifier_call(*find_quantifier(name.text), name);
  if (const Region* region = symbols_.region(name.text)) return cell_call(*region);
  return fail_unknown(name);
}

bool ExpressionParser::cell_call(const Region& region) {
  const auto& [corner, size] = region.area;
  const Token open = lexer_.take();
  const Token first = lexer_.peek();
  if (!operators(0) || !take_comma() || !operators(0) || !close_bracket(open)) return false;
  if (const auto x = last_constant(1), y = last_constant(); x && y) {
    if (!check_inside(region, {*x, *y}, first)) return false;
    expression_.steps_.resize(expression_.steps_.size() - 2);
    emit(Code::cell, (corner.y + *y) * field_.width + corner.x + *x);
    return true;
  }
  if (region.name.empty()) {
    emit(Code::cell_at);
  } else {
    emit(Code::region_at, static_cast<std::int64_t>(expression_.areas_.size()));
    expression_.areas_.push_back(region.area);
  }
  return true;
}

bool ExpressionParser::take_comma() {
  return lexer_.take_symbol(",") ||
         refuse_next("an operator or ',' and y", "a cell has two coordinates");
}

// Code that ends with a constant consists of that constant only, so two at the end are both
// operands.
void ExpressionParser::emit_operator(Code code) {
  const auto a = last_constant(1);
  const auto b = last_constant();
  if (!b) return emit(code);
  expression_.steps_.pop_back();
  if (a) {
    expression_.steps_.back().operand = Expression::combine(code, *a, *b);
  } else {
    expression_.steps_.push_back({code, true, *b});
  }
}

std::optional<std::int64_t> ExpressionParser::last_constant(std::size_t from_end) const {
  const auto& steps = expression_.steps_;
  if (from_end >= steps.size()) return std::nullopt;
  const Expression::Step& step = steps[steps.size() - 1 - from_end];
  return step.code == Code::constant ? std::optional(step.operand) : std::nullopt;
}

// ---- Places

Result<Place> ExpressionParser::place() {
  Place place;
  const bool parsed = begins_name(lexer_.peek()) ? named_place(place) : bare_place(place);
  if (!parsed) return tl::unexpected(*error_);
  return place;
}

bool ExpressionParser::named_place(Place& place) {
  Name name;
  if (!take_name(name)) return false;
  const Region* region = symbols_.region(name.text);
  if (lexer_.peek().is_symbol("(")) {
    if (name.is_word("cell")) return bare_place(place);
    if (region == nullptr) return fail_unknown(name, Wanted::place);
    const Token open = lexer_.take();
    place.encoding = region->encoding;
    return place_cell(*region, place) && close_bracket(open);
  }
  if (region != nullptr) {
    place = {region->area, region->name, region->encoding, std::nullopt};
    return true;
  }
  const std::vector<const Watch*> found = symbols_.variables_named(name.text);
  if (found.size() != 1) return fail_unknown(name, Wanted::place);
  const Watch& variable = *found.front();
  place = {{variable.at, {1, 1}}, variable.full_name(), std::nullopt, variable.type};
  return true;
}

// `3,4` or `(3, 4)`.
bool ExpressionParser::bare_place(Place& place) {
  const Token first = lexer_.peek();
  const Region field = whole_field(field_);
  if (lexer_.take_symbol("(")) return place_cell(field, place) && close_bracket(first);
  if (first.kind == Token::Kind::number || first.is_symbol("-")) return place_cell(field, place);
  return refuse_next("a place", fmt::format("such as {}", such_as_places));
}

// The coordinates of one cell. A region without a name is the field.
bool ExpressionParser::place_cell(const Region& region, Place& place) {
  const Token first = lexer_.peek();
  Point offset;
  const auto take = [this](std::int64_t& coordinate) {
    const Result<std::int64_t> value = constant();
    if (!value) error_ = value.error();
    coordinate = value ? *value : 0;
    return value.has_value();
  };
  if (!take(offset.x) || !take_comma() || !take(offset.y)) return false;
  if (!check_inside(region, offset, first)) return false;
  place.area = {{region.area.corner.x + offset.x, region.area.corner.y + offset.y}, {1, 1}};
  place.name = element_name(region.name, offset);
  return true;
}

// ---- Errors

bool ExpressionParser::check_inside(const Region& region, Point offset, const Token& at) {
  const Size size = region.area.size;
  if (size.contains(offset)) return true;
  const std::string whole =
      region.name.empty() ? "the field" : fmt::format("the region {}", single_quoted(region.name));
  return refuse(at,
                fmt::format("{} lies outside {} of {}x{}", element_name(region.name, offset), whole,
                            size.width, size.height),
                "coordinates count from 0, x before y");
}

bool ExpressionParser::refuse(const Token& at, std::string what, std::string advice) {
  error_ = fail_at_token(at, std::move(what), std::move(advice)).value();
  return false;
}

bool ExpressionParser::refuse_next(std::string_view expected, std::string advice) {
  error_ = fail_expecting(expected, lexer_.peek(), std::move(advice)).value();
  return false;
}

bool ExpressionParser::fail_unknown(const Name& name, Wanted wanted) {
  const Token& at = name.first;
  const std::string quoted = single_quoted(name.text);
  const bool called = lexer_.peek().is_symbol("(");
  const bool is_variable = !symbols_.variables_named(name.text).empty();
  if (called && is_variable) {
    return refuse(at, quoted + " is a variable, not a region", "write it without brackets");
  }
  const bool is_quantifier = name.one_word && find_quantifier(name.text).has_value();
  const std::vector<std::string>& keywords = expression_keywords();
  const bool is_value =
      !name.is_word("cell") && !is_quantifier &&
      std::any_of(keywords.begin(), keywords.end(),
                  [&name](const std::string& keyword) { return name.is_word(keyword); });
  if (wanted == Wanted::place && is_value) {
    return refuse(at, quoted + " is a value of expressions, not a cell",
                  fmt::format("name a place, such as {}", such_as_places));
  }
  if (name.is_word("cell") || name.is_word("stack")) {
    return refuse_next("'(' after " + quoted, "such as cell(3,4) or stack(0)");
  }
  if (is_quantifier && wanted == Wanted::value) {
    return refuse_next("'(' after " + quoted, "such as any(grid, v == 0) or sum(grid)");
  }
  if (symbols_.region(name.text) != nullptr) {
    return refuse(at, quoted + " is a region",
                  fmt::format("name one of its cells: {}(x,y)", name.text));
  }
  if (is_variable) {
    Error error = symbols_.variable(name.text).error();
    return refuse(at, std::move(error.what), std::move(error.advice));
  }
  const bool is_element =
      std::any_of(element_words.begin(), element_words.end(),
                  [&name](const ElementWord& element) { return name.is_word(element.word); });
  if (is_element && wanted == Wanted::value) {
    return refuse(
        at, fmt::format("there is no variable {}", quoted),
        fmt::format("{} belongs to an element within a quantifier: any(grid, v == 0)", name.text));
  }
  std::vector<std::string> known{"cell"};
  if (wanted == Wanted::value) known = keywords;
  for (std::string& symbol : symbols_.names()) known.push_back(std::move(symbol));
  return refuse(at, fmt::format("there is no {} {}", called ? "region" : "variable", quoted),
                suggest(name.text, known,
                        called ? "declare it with #$region[x,y](WxH):ascii = NAME"
                               : "declare it with #$watch[x,y]:int = NAME"));
}

tl::unexpected<Error> fail_at_token(const Token& token, std::string what, std::string advice) {
  return fail(SourceLocation{{}, 0, token.at + 1}, std::move(what), std::move(advice));
}

tl::unexpected<Error> fail_expecting(std::string_view what, const Token& found,
                                     std::string advice) {
  if (found.kind == Token::Kind::invalid) {
    return fail_at_token(found, std::string(found.problem), std::string(found.advice));
  }
  const std::string there =
      found.kind == Token::Kind::end ? std::string("the end") : single_quoted(found.text);
  return fail_at_token(found, fmt::format("expected {}, found {}", what, there), std::move(advice));
}

}  // namespace fungescope
