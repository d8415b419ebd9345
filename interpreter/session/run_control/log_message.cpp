#include "session/run_control/log_message.h"

#include "session/expressions/expression_parser.h"

#include <cstddef>
#include <utility>

namespace fungescope {

Result<std::vector<LogSegment>> parse_log_message(std::string_view log, const Symbols& symbols,
                                                  Size field) {
  std::vector<LogSegment> pieces(1);
  std::size_t at = 0;
  const auto take_twice = [&log, &at](char brace) {
    if (at + 1 >= log.size() || log[at] != brace || log[at + 1] != brace) return false;
    at += 2;
    return true;
  };
  while (at < log.size()) {
    if (take_twice('{')) {
      pieces.back().text += '{';
    } else if (take_twice('}')) {
      pieces.back().text += '}';
    } else if (log[at] != '{') {
      pieces.back().text += log[at++];
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
      pieces.back().expression = *std::move(expression);
      pieces.emplace_back();
      at = begin + lexer.peek().at + 1;
    }
  }
  return pieces;
}

}  // namespace fungescope
