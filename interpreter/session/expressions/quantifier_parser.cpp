// The part of the parser that reads quantifiers and the names that they give to elements.
#include "base/escape.h"
#include "base/text_table.h"
#include "session/expressions/expression_parser.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

// A region that has the name of a quantifier keeps it, unless the first argument is a region.
bool ExpressionParser::names_quantifier(const Name& name) const {
  if (!name.one_word || !find_quantifier(name.text)) return false;
  if (symbols_.region(name.text) == nullptr) return true;
  Lexer ahead = lexer_;
  ahead.take();  // the bracket
  ExpressionParser parser(ahead, symbols_, field_);
  Name first;
  return parser.take_name(first) && symbols_.region(first.text) != nullptr &&
         (ahead.peek().is_symbol(",") || ahead.peek().is_symbol(")"));
}

bool ExpressionParser::quantifier_call(Quantifier::Kind kind, const Name& name) {
  const Token open = lexer_.take();
  const Region* const region = quantified_region();
  if (region == nullptr) return false;
  const std::int64_t area = std::max<std::int64_t>(1, region->area.size.area());
  if (area > Expression::max_elements / elements_) {
    return refuse(name.first,
                  fmt::format("{} would visit more than {} elements", single_quoted(name.text),
                              Expression::max_elements),
                  "name smaller regions, or nest fewer quantifiers");
  }
  const std::size_t index = expression_.quantifiers_.size();
  const std::size_t area_index = expression_.areas_.size();
  expression_.areas_.push_back(region->area);
  expression_.quantifiers_.push_back({kind, area_index, 0, false});
  emit(Code::quantify, static_cast<std::int64_t>(index));
  const std::size_t begin = expression_.steps_.size();
  const bool has_short_form = kind >= Quantifier::Kind::sum;  // sum(grid)
  if (lexer_.take_symbol(",")) {
    const auto outer_area = std::exchange(quantified_area_, area_index);
    const std::int64_t outer_elements = std::exchange(elements_, elements_ * area);
    if (!operators(0)) return false;
    quantified_area_ = outer_area;
    elements_ = outer_elements;
  } else if (has_short_form && lexer_.peek().is_symbol(")")) {
    emit(Code::element, static_cast<std::int64_t>(area_index));
  } else {
    return refuse_next(
        has_short_form ? "',' or ')' after the region" : "',' and a condition after the region",
        fmt::format("such as {}({}, v == 0)", name.text, region->name));
  }
  const auto& steps = expression_.steps_;
  const bool local = std::all_of(
      steps.begin() + static_cast<std::ptrdiff_t>(begin), steps.end(), [](const auto& step) {
        return step.code == Code::constant || step.code == Code::element ||
               step.code == Code::column || step.code == Code::row || step.code == Code::negate ||
               step.code == Code::logical_not || step.code >= Code::multiply;
      });
  expression_.quantifiers_[index].end = steps.size();
  expression_.quantifiers_[index].local = local;
  emit(Code::end_quantifier);
  return close_bracket(open);
}

// Returns the region that the first argument names, or null after an error.
const Region* ExpressionParser::quantified_region() {
  if (!begins_name(lexer_.peek())) {
    refuse_next("a region", "such as any(grid, v == 0)");
    return nullptr;
  }
  Name name;
  if (!take_name(name)) return nullptr;
  const Region* const region = symbols_.region(name.text);
  if (region == nullptr) {
    fail_unknown_region(name);
  } else if (lexer_.peek().is_symbol("(")) {
    refuse(name.first, single_quoted(name.text) + " is followed by a cell",
           "name the whole region, such as any(grid, v == 0)");
    return nullptr;
  }
  return region;
}

bool ExpressionParser::fail_unknown_region(const Name& name) {
  const std::string quoted = single_quoted(name.text);
  if (!symbols_.variables_named(name.text).empty()) {
    return refuse(name.first, quoted + " is a variable, not a region",
                  "quantifiers are about the elements of a region");
  }
  std::vector<std::string> known;
  for (const Region& region : symbols_.regions()) known.push_back(region.name);
  return refuse(name.first, "there is no region " + quoted,
                suggest(name.text, known,
                        known.empty() ? "declare it with #$region[x,y](WxH):ascii = NAME"
                                      : "the regions are " + join_names(known)));
}

}  // namespace fungescope
