// Scans one line of text, for the small grammars of annotations and options. Each `take` function
// either consumes the token and reports it, or consumes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fungescope {

// ASCII only, whatever the locale.
[[nodiscard]] constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr bool is_digit_character(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}
// A carriage return counts, since it ends many lines in dialects where it is a cell.
[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);
// Returns the index of a word, ignoring case; nothing if it is not among them.
[[nodiscard]] std::optional<std::size_t> index_of_word(std::span<const std::string_view> words,
                                                       std::string_view word);
[[nodiscard]] std::string_view trim(std::string_view text);
// Returns the position of the next `word` at or after `from`, or the size of the text.
[[nodiscard]] std::size_t find_from(std::string_view text, std::string_view word, std::size_t from);

class TextCursor {
 public:
  enum class Number : std::uint8_t { absent, too_large, taken };

  explicit TextCursor(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  void advance(std::size_t count) { at_ += count; }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  bool take(std::string_view token);
  // Skips blanks and takes a one-letter label or separator, ignoring case.
  bool take_after_blanks(char token);
  // Takes the longest run of letters and digits that starts with a letter; may be empty.
  std::string_view take_word();
  // Takes decimal digits without a sign; also consumes them if the number is `too_large`, above
  // 2^63 - 1.
  Number take_number(std::int64_t& value);
  // Takes everything up to `end`, which is consumed but not returned, or nothing if there is no
  // `end`.
  std::optional<std::string_view> take_until(char end);

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace fungescope
