#include "base/escape.h"

#include <fmt/format.h>

namespace fungescope {
namespace {

void append_escaped(std::string& text, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\n') {
    text += "\\n";
  } else if (c == '\t') {
    text += "\\t";
  } else if (byte < 32 || byte == 127) {
    text += fmt::format("\\x{:02x}", byte);
  } else {
    text += c;
  }
}

}  // namespace

std::string escape_controls(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) append_escaped(result, c);
  return result;
}

std::string single_quoted(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  return fmt::format("'{}{}'", escape_controls(text.substr(0, limit)), cut ? "..." : "");
}

std::string double_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    append_escaped(result, c);
  }
  return result + '"';
}

}  // namespace fungescope
