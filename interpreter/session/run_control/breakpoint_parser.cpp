// The grammars of breakpoints and log messages:
//
//     breakpoint = target { option }
//     target     = tick constant | read place | write place | change place | output "text"
//                | input | depth ( > | < ) constant | modified
//                | place becomes expression | place [ direction ]
//     option     = if expression | hits constant | log "text"
//     log        = { character | {{ | }} | { expression } }
#include "session/expressions/expression_parser.h"
#include "session/run_control/breakpoint.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view options_or_end = "'if', 'hits', 'log' or the end";

class BreakpointParser {
 public:
  BreakpointParser(std::string_view text, const Symbols& symbols, Size field)
      : lexer_(text), symbols_(symbols), field_(field) {}

  Result<Breakpoint> parse() && {
    const std::size_t begin = lexer_.peek().at;
    TRY(target());
    breakpoint_.text = lexer_.text().substr(begin, lexer_.end_of_last() - begin);
    while (!lexer_.at_end()) TRY(option());
    return std::move(breakpoint_);
  }

 private:
  using Done = Result<void>;

  Done target() {
    using Kind = BreakpointKind;
    if (take_target("tick", Kind::tick)) return number(breakpoint_.tick, 0, "a tick");
    if (take_target("read", Kind::data, DataAccess::read)) return area();
    if (take_target("write", Kind::data, DataAccess::write)) return area();
    if (take_target("change", Kind::data, DataAccess::change)) return area();
    if (take_target("output", Kind::output)) {
      return quoted(R"(such as "no solution")", breakpoint_.output);
    }
    if (take_target("depth", Kind::depth)) return depth();
    if (take_target("input", Kind::input) || take_target("modified", Kind::modified_code)) {
      return {};
    }
    return place();
  }

  // Takes a keyword, unless it continues as a name.
  bool take_target(std::string_view word, BreakpointKind kind,
                   DataAccess access = DataAccess::write) {
    if (!lexer_.peek().is_word(word)) return false;
    Lexer further = lexer_;
    further.take();
    const Token& next = further.peek();
    if (next.is_symbol("(") || next.is_symbol("::") || next.is_word("becomes")) return false;
    lexer_ = further;
    breakpoint_.kind = kind;
    breakpoint_.access = access;
    return true;
  }

  Done quoted(const char* example, std::string& bytes) {
    const Token token = lexer_.peek();
    if (token.kind != Token::Kind::text) {
      return fail_expecting("the text in quotes", token, example);
    }
    bytes = unquote(lexer_.take()).bytes;
    if (bytes.empty()) return fail_at_token(token, "the text is empty", "write at least one byte");
    return {};
  }

  Done depth() {
    breakpoint_.deeper = lexer_.peek().is_symbol(">");
    if (!breakpoint_.deeper && !lexer_.peek().is_symbol("<")) {
      return fail_expecting("'>' or '<' and a depth", lexer_.peek());
    }
    lexer_.take();
    std::uint64_t bound = 0;
    TRY(number(bound, breakpoint_.deeper ? 0 : 1, "a depth"));
    breakpoint_.depth = bound;
    return {};
  }

  Done place() {
    TRY(area());
    if (lexer_.take_word("becomes")) {
      breakpoint_.kind = BreakpointKind::data;
      breakpoint_.access = DataAccess::becomes;
      return expression(breakpoint_.value);
    }
    for (const Direction direction : all_directions) {
      if (lexer_.take_word(to_string(direction))) {
        breakpoint_.direction = direction;
        return {};
      }
    }
    if (starts_option()) return {};
    return fail_expecting(fmt::format("a direction, 'becomes', {}", options_or_end), lexer_.peek());
  }

  [[nodiscard]] bool starts_option() const {
    const Token& token = lexer_.peek();
    return lexer_.at_end() || token.is_word("if") || token.is_word("hits") || token.is_word("log");
  }

  Done option() {
    const Token word = lexer_.peek();
    if (!starts_option()) return fail_expecting(options_or_end, word);
    lexer_.take();
    const bool is_if = word.is_word("if");
    const bool is_hits = word.is_word("hits");
    bool& seen = seen_[is_if ? 0 : is_hits ? 1 : 2];
    if (std::exchange(seen, true)) {
      return fail_at_token(word, fmt::format("a second '{}'", word.text), "write each option once");
    }
    if (is_if) return expression(breakpoint_.condition);
    return is_hits ? number(breakpoint_.every, 1, "a number of hits") : log();
  }

  Done log() {
    const Token token = lexer_.peek();
    TRY(quoted(R"(such as "x is {Solve::x}")", breakpoint_.log));
    const auto segments = parse_log_message(breakpoint_.log, symbols_, field_);
    if (segments) return {};
    Error error = segments.error();
    // Escapes make the text shorter than its source. The end of the text maps to the closing quote.
    const Unquoted text = unquote(token);
    const std::size_t at = error.where.column - 1;
    error.where.column =
        1 + (at < text.origins.size() ? text.origins[at] : token.at + token.text.size() - 1);
    return tl::unexpected(std::move(error));
  }

  Done area() {
    const auto place = TRY(ExpressionParser(lexer_, symbols_, field_).place());
    breakpoint_.area = place.area;
    return {};
  }

  Done expression(std::optional<Expression>& into) {
    into = TRY(ExpressionParser(lexer_, symbols_, field_).expression());
    return {};
  }

  Done number(std::uint64_t& into, std::int64_t min, std::string_view what) {
    const Token first = lexer_.peek();
    if (lexer_.at_end()) return fail_expecting(what, first);
    const auto value = TRY(ExpressionParser(lexer_, symbols_, field_).constant());
    if (value < min) {
      return fail_at_token(first, fmt::format("{} is not {}", value, what),
                           fmt::format("write {} or more", min));
    }
    into = static_cast<std::uint64_t>(value);
    return {};
  }

  Lexer lexer_;
  const Symbols& symbols_;
  Size field_;
  Breakpoint breakpoint_;
  std::array<bool, 3> seen_{};
};

}  // namespace

Result<Breakpoint> parse_breakpoint(std::string_view text, const Symbols& symbols, Size field) {
  return BreakpointParser(text, symbols, field).parse();
}

Result<std::vector<LogSegment>> parse_log_message(std::string_view log, const Symbols& symbols,
                                                  Size field) {
  std::vector<LogSegment> segments(1);
  std::size_t at = 0;
  const auto take_twice = [&log, &at](char brace) {
    if (at + 1 >= log.size() || log[at] != brace || log[at + 1] != brace) return false;
    at += 2;
    return true;
  };
  while (at < log.size()) {
    if (take_twice('{')) {
      segments.back().text += '{';
    } else if (take_twice('}')) {
      segments.back().text += '}';
    } else if (log[at] != '{') {
      segments.back().text += log[at++];
    } else {
      const std::size_t begin = at + 1;
      Lexer lexer(log.substr(begin));
      Result<Expression> expression = ExpressionParser(lexer, symbols, field).expression();
      if (expression && !lexer.peek().is_symbol("}")) {
        expression = fail_expecting("an operator or '}'", lexer.peek(),
                                    "write '{{' for a brace in the text");
      }
      if (!expression) {
        Error error = std::move(expression).error();
        error.where.column += begin;
        return tl::unexpected(std::move(error));
      }
      segments.back().expression = *std::move(expression);
      segments.emplace_back();
      at = begin + lexer.peek().at + 1;
    }
  }
  return segments;
}

}  // namespace fungescope
