#include "lang/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>

namespace fungescope {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::optional<std::size_t> index_of_word(std::span<const std::string_view> words,
                                         std::string_view word) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (equal_ignoring_case(words[i], word)) return i;
  }
  return std::nullopt;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t find_from(std::string_view text, std::string_view word, std::size_t from) {
  if (from >= text.size()) return text.size();
  const void* found = memmem(text.data() + from, text.size() - from, word.data(), word.size());
  if (found == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

bool TextCursor::take(std::string_view token) {
  if (!rest().starts_with(token)) return false;
  at_ += token.size();
  return true;
}

bool TextCursor::take_after_blanks(char token) {
  TextCursor ahead = *this;
  ahead.skip_blanks();
  if (ahead.at_end() || to_lower(text_[ahead.at_]) != to_lower(token)) return false;
  at_ = ahead.at_ + 1;
  return true;
}

std::string_view TextCursor::take_word() {
  const std::size_t start = at_;
  if (at_end() || !is_letter(text_[at_])) return {};
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit_character(text_[at_]))) ++at_;
  return text_.substr(start, at_ - start);
}

TextCursor::Number TextCursor::take_number(std::int64_t& value) {
  const std::size_t start = at_;
  while (at_ < text_.size() && is_digit_character(text_[at_])) ++at_;
  if (at_ == start) return Number::absent;
  const char* const first = text_.data() + start;
  const auto [end, error] = std::from_chars(first, text_.data() + at_, value);
  return error == std::errc{} ? Number::taken : Number::too_large;
}

std::optional<std::string_view> TextCursor::take_until(char end) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view taken = text_.substr(at_, found - at_);
  at_ = found + 1;
  return taken;
}

}  // namespace fungescope
