// Reads the lines of saved games and best times, and the fields of a line.
#pragma once

#include "base/numbers.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fungescope::game {

// Cuts off and returns what comes before `separator`, or all if there is none.
[[nodiscard]] inline std::string_view cut(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view field = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return field;
}

// Parses a whole number that is not negative, without a sign or leading zeros.
[[nodiscard]] inline std::optional<std::int64_t> parse_number(std::string_view text,
                                                              std::int64_t max) {
  if (text.empty() || text.front() == '-' || (text.size() > 1 && text.front() == '0')) return {};
  const auto value = parse_integer<std::int64_t>(text);
  return value && *value <= max ? value : std::nullopt;
}

// The lines of a text, each "NAME REST".
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  // Goes to the next line, and returns it.
  std::string_view next() {
    ++line_;
    return cut(rest_, '\n');
  }
  // The number of the line that was read last, from 1.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] tl::unexpected<Error> error(std::string what) const {
    return fail({{}, line_}, std::move(what));
  }

 private:
  std::string_view rest_;
  std::uint64_t line_ = 0;
};

}  // namespace fungescope::game
