#include "base/escape.h"

#include "base/utf8.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Decodes one code point of 2 or 3 bytes.
unsigned decode(std::string_view code_point) {
  unsigned value = static_cast<unsigned char>(code_point[0]);
  value &= code_point.size() == 2 ? 0x1fU : 0x0fU;
  for (const char c : code_point.substr(1)) {
    value = value << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  }
  return value;
}

// Whether a code point outside ASCII is a control character, a separator of lines, or changes the
// direction of the text around it.
bool is_control(std::string_view code_point) {
  if (code_point.size() < 2 || code_point.size() > 3) return false;
  const unsigned value = decode(code_point);
  const bool marks_direction = value == 0x61c || value == 0x200e || value == 0x200f;
  return value < 0xa0 || marks_direction || (value >= 0x2028 && value <= 0x202e) ||
         (value >= 0x2066 && value <= 0x2069);
}

void append_escaped(std::string& text, char c) {
  if (c == '\n') {
    text += "\\n";
  } else if (c == '\t') {
    text += "\\t";
  } else if (is_printable_ascii(c)) {
    text += c;
  } else {
    text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
}

// Appends the text escaped, but for the ASCII characters in `kept`; those in `quoted` get a
// backslash.
std::string escape(std::string_view text, std::string_view kept, std::string_view quoted) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view code_point = text.substr(i, code_point_size(text.substr(i)));
    i += code_point.empty() ? 1 : code_point.size();
    if (code_point.size() > 1) {
      if (!is_control(code_point)) {
        result += code_point;
      } else {
        for (const char c : code_point) append_escaped(result, c);
      }
      continue;
    }
    const char c = text[i - 1];
    if (kept.find(c) != std::string_view::npos) {
      result += c;
      continue;
    }
    if (quoted.find(c) != std::string_view::npos) result += '\\';
    append_escaped(result, c);
  }
  return result;
}

}  // namespace

std::string escape_controls(std::string_view text) {
  return escape(text, {}, {});
}

std::string escape_lines(std::string_view text) {
  return escape(text, "\n\t", {});
}

std::string single_quoted(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  std::string_view shown = text.substr(0, limit);
  if (cut && is_truncated_utf8(shown)) shown = shown.substr(0, valid_utf8_prefix(shown));
  return fmt::format("'{}{}'", escape_controls(shown), cut ? "..." : "");
}

std::string double_quoted(std::string_view text) {
  return '"' + escape(text, {}, "\"\\") + '"';
}

std::string escape_json(std::string json) {
  constexpr char del = '\x7f';
  // The first bytes of the characters in question.
  constexpr std::string_view suspects = "\x7f\xc2\xd8\xe2";
  std::size_t done = json.find_first_of(suspects);
  if (done == std::string::npos) return json;
  std::string result = json.substr(0, done);
  while (done < json.size()) {
    const std::string_view rest = std::string_view(json).substr(done);
    const std::string_view code_point =
        rest.substr(0, std::max<std::size_t>(code_point_size(rest), 1));
    if (code_point[0] == del) {
      result += "\\u007f";
    } else if (is_control(code_point)) {
      result += fmt::format("\\u{:04x}", decode(code_point));
    } else {
      result += code_point;
    }
    done += code_point.size();
  }
  return result;
}

}  // namespace fungescope
