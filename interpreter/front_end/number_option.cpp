#include "front_end/number_option.h"

#include "base/escape.h"

#include <charconv>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace fungescope {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto rewrite = [least, most](std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure == std::errc() && stop == end && value >= least && value <= most) {
      text = fmt::format("{}", value);  // a leading zero would mean octal to the library
      return {};
    }
    return fmt::format("{} is no whole number from {} to {}", single_quoted(text), least, most);
  };
  return {rewrite, fmt::format("{}..{}", least, most)};
}

}  // namespace fungescope
