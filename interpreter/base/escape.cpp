#include "base/escape.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

struct LeadByte {
  std::size_t size = 0;             // of the code point, in bytes; 0: not a valid first byte
  unsigned char min_second = 0x80;  // range of the second byte
  unsigned char max_second = 0xbf;
};

// Classifies a first byte: table 3-7, "Well-Formed UTF-8 Byte Sequences", of the Unicode standard.
LeadByte classify_lead(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x80) return {1};
  if (byte < 0xc2) return {};
  if (byte < 0xe0) return {2};
  if (byte == 0xe0) return {3, 0xa0, 0xbf};
  if (byte == 0xed) return {3, 0x80, 0x9f};  // no surrogates
  if (byte < 0xf0) return {3};
  if (byte == 0xf0) return {4, 0x90, 0xbf};
  if (byte < 0xf4) return {4};
  if (byte == 0xf4) return {4, 0x80, 0x8f};
  return {};
}

// Returns how many bytes at the start of `text` are valid for its first code point.
std::size_t valid_bytes(std::string_view text, const LeadByte& lead) {
  const std::size_t size = std::min(lead.size, text.size());
  if (size < 2) return size;
  const auto second = static_cast<unsigned char>(text[1]);
  if (second < lead.min_second || second > lead.max_second) return 1;
  std::size_t at = 2;
  while (at < size && is_continuation(text[at])) ++at;
  return at;
}

// Returns the UTF-16 code units of the code point that starts with `lead`.
std::size_t utf16_units(char lead) {
  return static_cast<unsigned char>(lead) >= 0xf0 ? 2 : 1;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (const std::size_t size = code_point_size(text.substr(at))) at += size;
  return at;
}

std::size_t code_point_size(std::string_view text) {
  if (text.empty()) return 0;
  const LeadByte lead = classify_lead(text.front());
  return valid_bytes(text, lead) == lead.size ? lead.size : 0;
}

bool is_truncated_utf8(std::string_view text) {
  const std::string_view rest = text.substr(valid_utf8_prefix(text));
  if (rest.empty()) return false;
  const LeadByte lead = classify_lead(rest.front());
  return rest.size() < lead.size && valid_bytes(rest, lead) == rest.size();
}

std::string latin1_to_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) append_utf8(text, static_cast<unsigned char>(c));
  return text;
}

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    if (!is_continuation(c)) units += utf16_units(c);
  }
  return units;
}

std::size_t byte_at_utf16_offset(std::string_view text, std::size_t unit) {
  std::size_t units = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_continuation(text[i])) continue;
    units += utf16_units(text[i]);
    if (units > unit) return i;
  }
  return text.size();
}

char32_t first_code_point(std::string_view text) {
  char32_t value = static_cast<unsigned char>(text.front());
  const std::size_t size = classify_lead(text.front()).size;
  if (size > 1) value &= 0xffU >> (size + 1);
  for (const char c : text.substr(1, size - 1)) {
    value = value << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  }
  return value;
}

void append_utf8(std::string& text, char32_t code_point) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
    return;
  }
  const unsigned followers = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
  // As many of the upper bits as the code point has bytes.
  const char32_t lead = 0xf00U >> (followers + 1) & 0xffU;
  text += static_cast<char>(lead | code_point >> (6 * followers));
  for (unsigned left = followers; left-- > 0;) {
    text += static_cast<char>(0x80U | (code_point >> (6 * left) & 0x3fU));
  }
}

namespace {

// Whether a code point outside ASCII is a control character, a separator of lines, or changes the
// direction of the text around it.
bool is_control(std::string_view code_point) {
  if (code_point.size() < 2 || code_point.size() > 3) return false;
  const char32_t value = first_code_point(code_point);
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
  while (!text.empty()) {
    const std::size_t size = std::max<std::size_t>(code_point_size(text), 1);
    const std::string_view code_point = text.substr(0, size);
    text.remove_prefix(size);
    const char first = code_point.front();
    if ((size > 1 && !is_control(code_point)) || kept.find(first) != std::string_view::npos) {
      result += code_point;
      continue;
    }
    if (quoted.find(first) != std::string_view::npos) result += '\\';
    for (const char c : code_point) append_escaped(result, c);
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
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(first_code_point(code_point)));
    } else {
      result += code_point;
    }
    done += code_point.size();
  }
  return result;
}

}  // namespace fungescope
