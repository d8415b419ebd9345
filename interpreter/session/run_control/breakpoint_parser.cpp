// The grammar of stops:
//
//     stop   = target { option }
//     target = tick constant | read place | write place | change place | output "text"
//            | input | depth ( > | < ) constant | modified
//            | place becomes expression | place [ direction ]
//     option = if expression | hits constant | log "text"
#include "session/expressions/expression_parser.h"
#include "session/run_control/breakpoint.h"
#include "session/run_control/log_message.h"

#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view options_or_end = "'if', 'hits', 'log' or the end";

class StopParser {
 public:
  StopParser(std::string_view text, const Symbols& symbols, Size field)
      : lexer_(text), symbols_(symbols), field_(field) {}

  Result<Breakpoint> parse() && {
    const std::size_t begin = lexer_.peek().at;
    if (!target()) return tl::unexpected(*error_);
    stop_.text = lexer_.text().substr(begin, lexer_.end_of_last() - begin);
    while (!lexer_.at_end()) {
      if (!option()) return tl::unexpected(*error_);
    }
    return std::move(stop_);
  }

 private:
  bool target() {
    if (take_keyword("tick")) return tick();
    if (take_keyword("read")) return data(DataAccess::read);
    if (take_keyword("write")) return data(DataAccess::write);
    if (take_keyword("change")) return data(DataAccess::change);
    if (take_keyword("output")) return output();
    if (take_keyword("depth")) return depth();
    if (take_keyword("input")) return bare(BreakpointKind::input);
    if (take_keyword("modified")) return bare(BreakpointKind::modified_code);
    return place();
  }

  // A word of the grammar, unless it goes on as a name does.
  bool take_keyword(std::string_view word) {
    if (!lexer_.peek().is_word(word)) return false;
    Lexer further = lexer_;
    further.take();
    const Token& next = further.peek();
    if (next.is_symbol("(") || next.is_symbol("::") || next.is_word("becomes")) return false;
    lexer_ = further;
    return true;
  }

  bool tick() {
    stop_.kind = BreakpointKind::tick;
    return number(stop_.tick, 0, "a tick");
  }

  bool data(DataAccess access) {
    stop_.kind = BreakpointKind::data;
    stop_.access = access;
    return area();
  }

  bool output() {
    stop_.kind = BreakpointKind::output;
    const Token token = lexer_.peek();
    if (token.kind != Token::Kind::text) {
      return fail_with(fail_expecting("the text in quotes", token, "such as \"no solution\""));
    }
    stop_.output = unquote(lexer_.take()).bytes;
    return !stop_.output.empty() ||
           fail_with(fail_at_token(token, "the text is empty", "write at least one byte"));
  }

  bool depth() {
    stop_.kind = BreakpointKind::depth;
    stop_.deeper = lexer_.peek().is_symbol(">");
    if (!stop_.deeper && !lexer_.peek().is_symbol("<")) {
      return fail_with(fail_expecting("'>' or '<' and a depth", lexer_.peek()));
    }
    lexer_.take();
    std::uint64_t bound = 0;
    if (!number(bound, stop_.deeper ? 0 : 1, "a depth")) return false;
    stop_.depth = bound;
    return true;
  }

  bool place() {
    if (!area()) return false;
    if (lexer_.take_word("becomes")) {
      stop_.kind = BreakpointKind::data;
      stop_.access = DataAccess::becomes;
      return expression(stop_.value);
    }
    stop_.kind = BreakpointKind::cell;
    static constexpr std::array<std::string_view, 4> names{"east", "south", "west", "north"};
    for (const Direction direction : all_directions) {
      if (lexer_.take_word(names[static_cast<std::size_t>(direction)])) {
        stop_.direction = direction;
        return true;
      }
    }
    return starts_option() ||
           fail_with(fail_expecting(fmt::format("a direction, 'becomes', {}", options_or_end),
                                    lexer_.peek()));
  }

  bool bare(BreakpointKind kind) {
    stop_.kind = kind;
    return true;
  }

  [[nodiscard]] bool starts_option() const {
    const Token& token = lexer_.peek();
    return lexer_.at_end() || token.is_word("if") || token.is_word("hits") || token.is_word("log");
  }

  bool option() {
    const Token word = lexer_.peek();
    if (!starts_option()) return fail_with(fail_expecting(options_or_end, word));
    lexer_.take();
    const bool is_if = word.is_word("if");
    const bool is_hits = word.is_word("hits");
    bool& seen = seen_[is_if ? 0 : is_hits ? 1 : 2];
    if (std::exchange(seen, true)) {
      return fail_with(
          fail_at_token(word, fmt::format("a second '{}'", word.text), "write each option once"));
    }
    if (is_if) return expression(stop_.condition);
    return is_hits ? number(stop_.every, 1, "a number of hits") : log();
  }

  bool log() {
    const Token token = lexer_.peek();
    if (token.kind != Token::Kind::text) {
      return fail_with(fail_expecting("the text in quotes", token, R"(such as "x is {Solve::x}")"));
    }
    const Unquoted text = unquote(lexer_.take());
    if (text.bytes.empty()) {
      return fail_with(fail_at_token(token, "the text is empty", "write at least one byte"));
    }
    stop_.log = text.bytes;
    const auto pieces = parse_log_message(stop_.log, symbols_, field_);
    if (pieces) return true;
    Error error = pieces.error();
    // Escapes make the text shorter than its source; at its end is the closing quote.
    const std::size_t at = error.where.column - 1;
    error.where.column =
        1 + (at < text.origins.size() ? text.origins[at] : token.at + token.text.size() - 1);
    return fail_with(tl::unexpected(std::move(error)));
  }

  bool area() {
    const Result<Place> place = ExpressionParser(lexer_, symbols_, field_).place();
    if (!place) return fail_with(tl::unexpected(place.error()));
    stop_.area = place->area;
    return true;
  }

  bool expression(std::optional<Expression>& into) {
    Result<Expression> found = ExpressionParser(lexer_, symbols_, field_).expression();
    if (!found) return fail_with(tl::unexpected(std::move(found).error()));
    into = *std::move(found);
    return true;
  }

  bool number(std::uint64_t& into, std::int64_t least, std::string_view what) {
    const Token first = lexer_.peek();
    if (lexer_.at_end()) return fail_with(fail_expecting(what, first));
    const Result<std::int64_t> value = ExpressionParser(lexer_, symbols_, field_).constant();
    if (!value) return fail_with(tl::unexpected(value.error()));
    if (*value < least) {
      return fail_with(fail_at_token(first, fmt::format("{} is not {}", *value, what),
                                     fmt::format("write {} or more", least)));
    }
    into = static_cast<std::uint64_t>(*value);
    return true;
  }

  bool fail_with(tl::unexpected<Error> error) {
    error_ = std::move(error).value();
    return false;
  }

  Lexer lexer_;
  const Symbols& symbols_;
  Size field_;
  Breakpoint stop_;
  std::array<bool, 3> seen_{};
  std::optional<Error> error_;
};

}  // namespace

Result<Breakpoint> parse_breakpoint(std::string_view text, const Symbols& symbols, Size field) {
  return StopParser(text, symbols, field).parse();
}

}  // namespace fungescope
