// The part of the parser that reads places.
#include "session/expressions/expression_parser.h"

#include <fmt/format.h>

namespace fungescope {

Result<Place> ExpressionParser::place() {
  Place place;
  const Token first = lexer_.peek();
  const bool is_name =
      first.kind == Token::Kind::name || first.kind == Token::Kind::text || first.is_symbol("::");
  if (is_name ? !named_place(place) : !bare_place(place)) return tl::unexpected(*error_);
  return place;
}

bool ExpressionParser::named_place(Place& place) {
  Name name;
  if (!take_name(name)) return false;
  const Region* region = symbols_.region(name.text);
  if (lexer_.peek().is_symbol("(")) {
    if (name.one_word && name.first.is_word("cell")) return bare_place(place);
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

// `3,4` or `(3,4)`.
bool ExpressionParser::bare_place(Place& place) {
  const Token first = lexer_.peek();
  const Region field{"", {{0, 0}, field_}, {}, {}};
  if (lexer_.take_symbol("(")) return place_cell(field, place) && close_bracket(first);
  if (first.kind == Token::Kind::number || first.is_symbol("-")) return place_cell(field, place);
  return fail_with(
      fail_expecting("a place", first, "such as 3,4, grid(2,5), a region or a variable"));
}

// The coordinates of one cell. A region without a name is the field.
bool ExpressionParser::place_cell(const Region& region, Place& place) {
  const Token first = lexer_.peek();
  const Result<std::int64_t> x = constant();
  if (!x) return fail_with(tl::unexpected(x.error()));
  if (!take_comma()) return false;
  const Result<std::int64_t> y = constant();
  if (!y) return fail_with(tl::unexpected(y.error()));
  if (!check_inside(region, {*x, *y}, first)) return false;
  place.area = {{region.area.corner.x + *x, region.area.corner.y + *y}, {1, 1}};
  place.name = fmt::format("{}({},{})", region.name, *x, *y);
  return true;
}

}  // namespace fungescope
