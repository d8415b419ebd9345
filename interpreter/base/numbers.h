// Parses numbers that are a whole text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace fungescope {

// Parses digits, with a `-` before them if T is signed. Returns nothing for any other text, and for
// a number that T cannot hold.
template <class T>
[[nodiscard]] std::optional<T> parse_integer(std::string_view text, int base = 10) {
  T value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, base);
  return error == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

}  // namespace fungescope
