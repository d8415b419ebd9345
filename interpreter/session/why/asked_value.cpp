#include "session/why/asked_value.h"

#include "session/expressions/expression.h"
#include "session/expressions/lexer.h"
#include "session/expressions/symbols.h"

#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

tl::unexpected<Error> fail_at(const Token& token, std::string what, std::string advice) {
  return fail({{}, 0, token.at + 1}, std::move(what), std::move(advice));
}

// Takes a number at the end of the text, in brackets or without. Nothing if something else follows.
std::optional<Token> take_last_number(Lexer lexer) {
  const bool brackets = lexer.take_symbol("(");
  const Token number = lexer.take();
  if (number.kind != Token::Kind::number || number.value < 0) return std::nullopt;
  if (brackets && !lexer.take_symbol(")")) return std::nullopt;
  if (!lexer.at_end()) return std::nullopt;
  return number;
}

Result<AskedValue> asked_slot(const Token& token, std::size_t from_top, const Session& session) {
  const std::size_t depth = session.machine().stack.size();
  if (from_top < depth) {
    return AskedValue{AskedSlot{from_top}, fmt::format("stack({})", from_top)};
  }
  return fail_at(token, fmt::format("the stack holds {} values", depth),
                 depth == 0 ? "ask where it holds one"
                            : fmt::format("0 to {} are counted from the top", depth - 1));
}

Result<AskedValue> asked_output(const Token& token, std::uint64_t position,
                                const Session& session) {
  const std::uint64_t size = session.machine().output_size;
  if (position < size) return AskedValue{AskedOutput{position}, fmt::format("output {}", position)};
  return fail_at(token, fmt::format("the program has printed {} bytes so far", size),
                 size == 0 ? "ask after it has printed one"
                           : fmt::format("0 to {} are counted from the first", size - 1));
}

}  // namespace

Result<AskedValue> parse_asked_value(std::string_view text, const Session& session) {
  Lexer lexer(text);
  const Token first = lexer.peek();
  if (first.kind == Token::Kind::end) {
    return fail_at(first, "a value is missing",
                   "name a cell X,Y, a variable, stack N, top or output N");
  }
  if (lexer.take_word("top") && lexer.at_end()) return asked_slot(first, 0, session);
  lexer = Lexer(text);
  if (lexer.take_word("stack")) {
    if (const auto number = take_last_number(lexer)) {
      return asked_slot(*number, static_cast<std::size_t>(number->value), session);
    }
  }
  lexer = Lexer(text);
  if (lexer.take_word("output")) {
    if (const auto number = take_last_number(lexer)) {
      return asked_output(*number, static_cast<std::uint64_t>(number->value), session);
    }
  }
  const auto place = parse_place(text, session.symbols(), session.machine().field.size());
  if (!place) return tl::unexpected(place.error());
  if (place->area.size.area() != 1) {
    return fail_at(first,
                   fmt::format("{} is a region of {} cells", place->name, place->area.size.area()),
                   fmt::format("name one of them: {}(0,0)", place->name));
  }
  return AskedValue{AskedCell{place->area.corner},
                    cell_name(session.symbols(), place->area.corner)};
}

}  // namespace fungescope
