// The parser of expressions and places within a larger text: a recursive-descent parser with
// precedence climbing. It consumes as many tokens as belong to the expression and leaves the rest
// in the lexer, so that `if x > 2 hits 3` needs no rule for the end of a condition.
//
//     expression = operand { operator operand }        by precedence
//     operand    = number | ( expression ) | - operand | ! operand
//                | name | name ( expression [, expression] )
//                | quantifier ( name [, expression] )
//     place      = constant , constant | ( constant , constant )
//                | name | name ( constant , constant )
//     name       = [::] part { :: part }               part: a name or a "text"
#pragma once

#include "base/result.h"
#include "session/expressions/expression.h"
#include "session/expressions/lexer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

class ExpressionParser {
 public:
  // All three outlive it. Reads from the lexer's present position.
  ExpressionParser(Lexer& lexer, const Symbols& symbols, Size field)
      : lexer_(lexer), symbols_(symbols), field_(field) {}

  [[nodiscard]] Result<Expression> expression();
  [[nodiscard]] Result<Place> place();
  // Parses an expression whose value is the same at every instant.
  [[nodiscard]] Result<std::int64_t> constant();

 private:
  using Code = Expression::Code;
  struct Name {
    std::string text;      // parts joined by `::`
    bool one_word = true;  // no scope and no quotes: may be a keyword
    Token first;

    [[nodiscard]] bool is_word(std::string_view word) const {
      return one_word && first.is_word(word);
    }
  };
  struct Operator;
  struct ElementWord;
  static const std::array<ElementWord, 3> element_words;

  // These parse and emit code. They return false on an error, which is in `error_`.
  bool operators(int min_precedence);
  bool operand();
  bool prefix(Code code);
  bool named();
  bool value_of(const Name& name);
  bool call(const Name& name);
  bool cell_call(const Region& region);
  [[nodiscard]] bool names_quantifier(const Name& name) const;
  bool quantifier_call(Quantifier::Kind kind, const Name& name);
  const Region* quantified_region();
  bool take_name(Name& name);
  bool close_bracket(const Token& open);
  bool named_place(Place& place);
  bool bare_place(Place& place);
  bool place_cell(const Region& region, Place& place);

  void emit(Code code, std::int64_t operand = 0) {
    expression_.steps_.push_back({code, false, operand});
  }
  void emit_operator(Code code);
  [[nodiscard]] std::optional<std::int64_t> last_constant(std::size_t from_end = 0) const;

  // Takes the comma between two coordinates.
  bool take_comma();
  bool check_inside(const Region& region, Point offset, const Token& at);
  // Return false, with an error at a token, or one that the next token is not what was expected.
  bool refuse(const Token& at, std::string what, std::string advice);
  bool refuse_next(std::string_view expected, std::string advice = {});
  enum class Wanted : std::uint8_t { value, place };
  bool fail_unknown(const Name& name, Wanted wanted = Wanted::value);
  bool fail_unknown_region(const Name& name);

  Lexer& lexer_;
  const Symbols& symbols_;
  Size field_;
  Expression expression_;
  std::size_t nesting_ = 0;
  // Of the innermost quantifier around the present position: its region in areas_; and the number
  // of elements visited, with the elements of the quantifiers around it.
  std::optional<std::size_t> quantified_area_;
  std::int64_t elements_ = 1;
  std::optional<Error> error_;
};

[[nodiscard]] inline bool begins_name(const Token& token) {
  return token.kind == Token::Kind::name || token.kind == Token::Kind::text ||
         token.is_symbol("::");
}

// Returns an error at a token: its own problem if it is invalid, else "expected `what`, found ...".
[[nodiscard]] tl::unexpected<Error> fail_expecting(std::string_view what, const Token& found,
                                                   std::string advice = {});
[[nodiscard]] tl::unexpected<Error> fail_at_token(const Token& token, std::string what,
                                                  std::string advice = {});

}  // namespace fungescope
