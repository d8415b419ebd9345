#include "front_end/options/number_option.h"

#include "base/escape.h"

#include <charconv>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace fungescope {

CLI::Validator whole_number(std::uint64_t min, std::uint64_t max) {
  const auto rewrite = [min, max](std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure == std::errc() && stop == end && value >= min && value <= max) {
      text = fmt::format("{}", value);  // a leading zero would mean octal to the library
      return {};
    }
    return fmt::format("{} is not a whole number from {} to {}", single_quoted(text), min, max);
  };
  return {rewrite, fmt::format("{}..{}", min, max)};
}

}  // namespace fungescope
