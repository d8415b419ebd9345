#include "base/escape.h"

#include <fmt/format.h>

namespace fungescope {

std::string escape_controls(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 32 || byte == 127) {
      result += fmt::format("\\x{:02x}", byte);
    } else {
      result += c;
    }
  }
  return result;
}

std::string single_quoted(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  return fmt::format("'{}{}'", escape_controls(text.substr(0, limit)), cut ? "..." : "");
}

}  // namespace fungescope
