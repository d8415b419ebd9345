#include "session/value_edit.h"

#include "base/escape.h"
#include "lang/text_cursor.h"
#include "session/expressions/lexer.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Parses `stack(N)`, `stack N` or `top`: the distance from the top; nothing for another target.
Result<std::optional<std::size_t>> stack_target(std::string_view target) {
  Lexer lexer(target);
  if (lexer.take_word("top") && lexer.at_end()) return std::size_t{0};
  lexer = Lexer(target);
  if (!lexer.take_word("stack")) return std::nullopt;
  const bool brackets = lexer.take_symbol("(");
  if (!brackets && lexer.peek().kind != Token::Kind::number) return std::nullopt;
  const Token number = lexer.take();
  if (number.kind != Token::Kind::number || number.value < 0 ||
      (brackets && !lexer.take_symbol(")")) || !lexer.at_end()) {
    return fail({{}, 0, number.at + 1}, "a place of the stack is written stack(N)",
                "N counts from the top, from 0");
  }
  return static_cast<std::size_t>(number.value);
}

Result<ValueEdit> edit_of_slot(const Machine& machine, std::size_t from_top,
                               const Expression& value) {
  const auto present = machine.stack.values();
  if (from_top >= present.size()) {
    return fail({{}, 0, 1}, fmt::format("the stack holds {} values", present.size()),
                "push adds one");
  }
  const std::size_t kept = present.size() - 1 - from_top;
  const auto replaced = present.subspan(kept);
  SetStack edit{{replaced.begin(), replaced.end()}, kept};
  edit.values.front() = value.evaluate(machine);
  const std::int64_t now = edit.values.front();
  return ValueEdit{std::move(edit), fmt::format("stack({})", from_top), replaced.front(), now};
}

Result<ValueEdit> edit_of_cell(const Machine& machine, const Place& place,
                               const Expression& value) {
  if (place.area.size.area() != 1) {
    return fail({{}, 0, 1}, fmt::format("{} has {} cells", place.name, place.area.size.area()),
                fmt::format("name one of them: {}(0,0)", place.name));
  }
  const Point at = place.area.corner;
  const std::int64_t now = value.evaluate(machine);
  return ValueEdit{SetCell{at, now}, place.name, machine.field.at(at), now};
}

// How to change what cannot be set, for the keywords of expressions; empty if nothing can.
std::string_view remedy_for(std::string_view keyword) {
  constexpr std::string_view pointer = "set ip X,Y moves the pointer";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> remedies{{
      {"x", pointer},
      {"y", pointer},
      {"dx", "set ip X,Y DIRECTION turns the pointer"},
      {"dy", "set ip X,Y DIRECTION turns the pointer"},
      {"string_mode", "set ip X,Y DIRECTION string begins string mode"},
      {"depth", "push and pop change the stack"},
      {"tick", "goto TICK goes there"},
      {"input_position", "input replace TEXT changes what is read next"},
      {"output_size", "output cannot be changed"},
  }};
  for (const auto& [word, advice] : remedies) {
    if (equal_ignoring_case(word, keyword)) return advice;
  }
  return {};
}

}  // namespace

Result<ValueEdit> value_edit(const Session& session, std::string_view target,
                             const Expression& value) {
  if (target.empty()) {
    return fail({{}, 0, 1}, "a place is missing", "name a cell X,Y, a variable or stack(N)");
  }
  const Machine& machine = session.machine();
  const auto from_top = TRY(stack_target(target));
  if (from_top) return edit_of_slot(machine, *from_top, value);
  const auto place = parse_place(target, session.symbols(), machine.field.size());
  if (place) return edit_of_cell(machine, *place, value);
  if (const std::string_view advice = remedy_for(target); !advice.empty()) {
    return fail({{}, 0, 1}, fmt::format("{} cannot be set", single_quoted(target)),
                std::string(advice));
  }
  return tl::unexpected(place.error());
}

}  // namespace fungescope
