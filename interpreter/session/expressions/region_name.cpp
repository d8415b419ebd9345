#include "session/expressions/region_name.h"

#include "base/escape.h"
#include "lang/text_cursor.h"
#include "session/expressions/expression_parser.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace fungescope {
namespace {

bool is_one_name(std::string_view text) {
  Lexer lexer(text);
  const Token token = lexer.take();
  return token.kind == Token::Kind::name && token.text == text;
}

// Whether the word has a meaning in expressions, or in breakpoints and `set`. Quantifiers leave
// their words to regions.
bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 15> of_commands{
      "read", "write", "change", "output", "input", "modified", "becomes", "if",
      "hits", "log",   "ip",     "north",  "east",  "south",    "west"};
  const auto same = [word](std::string_view other) { return equal_ignoring_case(word, other); };
  const std::vector<std::string>& of_expressions = expression_keywords();
  if (find_quantifier(word)) return false;
  return std::any_of(of_expressions.begin(), of_expressions.end(), same) ||
         std::any_of(of_commands.begin(), of_commands.end(), same);
}

}  // namespace

std::string origin_of(const Region& region) {
  return is_declared_by_hand(region) ? "by hand" : fmt::format("in line {}", region.where.line);
}

Result<void> check_region_name(std::string_view name, const Symbols& symbols,
                               const Region* renamed) {
  if (!is_one_name(name)) {
    return fail({}, fmt::format("{} cannot be the name of a region", single_quoted(name)),
                "use letters, digits and _, and begin with a letter");
  }
  if (is_keyword(name)) {
    return fail({}, fmt::format("{} is a keyword of the commands", single_quoted(name)),
                "choose another name");
  }
  if (const Region* const other = symbols.region(name); other != nullptr && other != renamed) {
    const std::string advice =
        is_declared_by_hand(*other)
            ? "choose another name, or remove it: region delete " + other->name
            : "choose another name";
    return fail({},
                fmt::format("there is already a region {}, declared {}", single_quoted(other->name),
                            origin_of(*other)),
                advice);
  }
  for (const Watch& variable : symbols.variables()) {
    if (!equal_ignoring_case(variable.full_name(), name)) continue;
    return fail({},
                fmt::format("{} is a variable, at ({}, {})", single_quoted(variable.full_name()),
                            variable.at.x, variable.at.y),
                "choose another name");
  }
  return {};
}

}  // namespace fungescope
