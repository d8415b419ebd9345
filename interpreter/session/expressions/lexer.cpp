#include "session/expressions/lexer.h"

#include "lang/text_cursor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace fungescope {
namespace {

using Kind = Token::Kind;

// Longer symbols precede their prefixes.
constexpr std::array<std::string_view, 19> known_symbols{
    "||", "&&", "==", "!=", "<=", ">=", "::", "(", ")", "+",
    "-",  "*",  "/",  "%",  "<",  ">",  "!",  ",", "}"};

bool starts_name(char c) {
  return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 128;
}

bool continues_name(char c) {
  return starts_name(c) || is_digit_character(c);
}

int hex_digit(char c) {
  if (is_digit_character(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The byte for the escape `\c`, or -1. Does not include `\x`.
int escaped(char c) {
  constexpr std::string_view letters = "ntr0\\'\"";
  constexpr std::string_view bytes("\n\t\r\0\\'\"", letters.size());
  const std::size_t at = letters.find(c);
  return at == std::string_view::npos ? -1 : bytes[at];
}

}  // namespace

bool Token::is_word(std::string_view word) const {
  return kind == Kind::name && equal_ignoring_case(text, word);
}

Token Lexer::take() {
  const Token taken = next_token_;
  end_of_last_ = next_;
  read();
  return taken;
}

bool Lexer::take_if(bool matches) {
  if (matches) take();
  return matches;
}

void Lexer::read() {
  while (is_blank(at(next_))) ++next_;
  const char first = at(next_);
  if (next_ == text_.size()) return accept(Kind::end, 0);
  if (is_digit_character(first)) return read_number();
  if (first == '\'') return read_character();
  if (first == '"') return read_text();
  if (!starts_name(first)) return read_symbol();
  std::size_t size = 1;
  while (continues_name(at(next_ + size))) ++size;
  accept(Kind::name, size);
}

void Lexer::read_number() {
  std::size_t size = 1;
  while (continues_name(at(next_ + size))) ++size;
  std::string_view digits = text_.substr(next_, size);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  // Hexadecimal numbers are bit patterns: all 64 bits may be set.
  std::uint64_t value = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, hex ? 16 : 10);
  if (end != last || digits.empty()) {
    return refuse(size, "this is not a number", "write 12, 0xff or 'X'");
  }
  if (error != std::errc{} || (!hex && value >> 63U != 0)) {
    return refuse(size, "the number does not fit into 64 bits",
                  "the largest is 9223372036854775807");
  }
  accept(Kind::number, size);
  next_token_.value = static_cast<std::int64_t>(value);
}

// The byte between the quotes means itself, `'` and `\` included, unless
// four bytes make an escape.
void Lexer::read_character() {
  const int escape = at(next_ + 1) == '\\' && at(next_ + 3) == '\'' ? escaped(at(next_ + 2)) : -1;
  const bool plain = next_ + 2 < text_.size() && text_[next_ + 2] == '\'';
  if (escape < 0 && !plain) {
    return refuse(1, "this is not a character", "write one byte between quotes, such as 'X'");
  }
  const int value = escape >= 0 ? escape : static_cast<unsigned char>(text_[next_ + 1]);
  accept(Kind::number, escape >= 0 ? 4 : 3);
  next_token_.value = value;
}

void Lexer::read_text() {
  std::size_t end = next_ + 1;
  while (end < text_.size() && text_[end] != '"') {
    if (text_[end] != '\\') {
      ++end;
    } else if (escaped(at(end + 1)) >= 0) {
      end += 2;
    } else if (at(end + 1) == 'x' && hex_digit(at(end + 2)) >= 0 && hex_digit(at(end + 3)) >= 0) {
      end += 4;
    } else {
      next_ = end;
      return refuse(1, "this is not an escape",
                    R"(write \", \\, \n, \t, \r or \x and two hex digits)");
    }
  }
  if (end >= text_.size()) return refuse(1, "the text has no end", "close it with '\"'");
  accept(Kind::text, end + 1 - next_);
}

void Lexer::read_symbol() {
  const std::string_view rest = text_.substr(next_);
  const auto* const found = std::find_if(known_symbols.begin(), known_symbols.end(),
                                         [rest](auto symbol) { return rest.starts_with(symbol); });
  if (found != known_symbols.end()) return accept(Kind::symbol, found->size());
  const char c = rest.front();
  if (c == '=') return refuse(1, "'=' is not an operator", "write '==' to compare");
  if (c == '&') return refuse(1, "'&' is not an operator", "write '&&' for and");
  if (c == '|') return refuse(1, "'|' is not an operator", "write '||' for or");
  refuse(1, "this character means nothing here", "remove it");
}

void Lexer::accept(Token::Kind kind, std::size_t size) {
  next_token_ = {kind, next_, text_.substr(next_, size), 0, {}, {}};
  next_ += size;
}

void Lexer::refuse(std::size_t size, std::string_view problem, std::string_view advice) {
  accept(Kind::invalid, size);
  next_token_.problem = problem;
  next_token_.advice = advice;
}

Unquoted unquote(const Token& token) {
  Unquoted result;
  const std::string_view inside = token.text.substr(1, token.text.size() - 2);
  for (std::size_t i = 0; i < inside.size();) {
    result.origins.push_back(token.at + 1 + i);
    if (inside[i] != '\\') {
      result.bytes += inside[i++];
    } else if (inside[i + 1] == 'x') {
      result.bytes += static_cast<char>(hex_digit(inside[i + 2]) * 16 + hex_digit(inside[i + 3]));
      i += 4;
    } else {
      result.bytes += static_cast<char>(escaped(inside[i + 1]));
      i += 2;
    }
  }
  return result;
}

}  // namespace fungescope
