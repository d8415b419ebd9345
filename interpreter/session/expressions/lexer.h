// The tokens of the debugger's small languages: expressions, places and breakpoints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    number,   // 12, 0xff, 'X', '\n'
    name,     // a letter, `_` or a byte above 127, then digits as well
    text,     // "...", with \" \\ \n \t \r \xNN
    symbol,   // an operator, a bracket, `,` or `::`
    invalid,  // none of these
  };
  Kind kind = Kind::end;
  std::size_t at = 0;        // its first byte
  std::string_view text;     // as written
  std::int64_t value = 0;    // of a number
  std::string_view problem;  // of an invalid one: "'=' is not an operator"
  std::string_view advice;   // how to fix it

  [[nodiscard]] bool is_symbol(std::string_view symbol) const {
    return kind == Kind::symbol && text == symbol;
  }
  // Ignores case.
  [[nodiscard]] bool is_word(std::string_view word) const;
};

// Reads a text token by token with one token of lookahead. A copy reads on independently, which
// gives more lookahead.
class Lexer {
 public:
  // `text` must outlive it and every token.
  explicit Lexer(std::string_view text) : text_(text) { read(); }

  [[nodiscard]] const Token& peek() const { return next_token_; }
  Token take();
  // Takes the next token if it matches.
  bool take_symbol(std::string_view symbol) { return take_if(next_token_.is_symbol(symbol)); }
  bool take_word(std::string_view word) { return take_if(next_token_.is_word(word)); }

  [[nodiscard]] bool at_end() const { return next_token_.kind == Token::Kind::end; }
  [[nodiscard]] std::string_view text() const { return text_; }
  // The end of the last token that was taken.
  [[nodiscard]] std::size_t end_of_last() const { return end_of_last_; }

 private:
  bool take_if(bool matches);
  void read();
  void read_number();
  void read_character();
  void read_text();
  void read_symbol();
  // Makes the next `size` bytes the lookahead token.
  void accept(Token::Kind kind, std::size_t size);
  void refuse(std::size_t size, std::string_view problem, std::string_view advice);
  [[nodiscard]] char at(std::size_t index) const {
    return index < text_.size() ? text_[index] : '\0';
  }

  std::string_view text_;
  std::size_t next_ = 0;
  std::size_t end_of_last_ = 0;
  Token next_token_;
};

// The bytes that a `text` token denotes, and the position of each in the source.
struct Unquoted {
  std::string bytes;
  std::vector<std::size_t> origins;
};
[[nodiscard]] Unquoted unquote(const Token& token);

}  // namespace fungescope
