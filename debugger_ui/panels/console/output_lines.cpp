#include "debugger_ui/panels/console/output_lines.h"

#include "base/escape.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Length of the drawable UTF-8 character at `at`; 0 if there is none.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || at + length > text.size()) return 0;
  std::uint32_t code = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(at + i) & 0x3fU);
  }
  constexpr std::uint32_t first_visible = 0xa0;  // C1 control characters precede it
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code < first_visible || too_long || surrogate || code > 0x10ffff ? 0 : length;
}

std::string escaped(char c) {
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

OutputGlyph glyph_at(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '\n') return {OutputGlyph::Kind::newline, 1, 0};
  if (is_printable_ascii(c)) return {};
  if (const std::size_t length = utf8_length(text, at); length > 0) {
    return {OutputGlyph::Kind::plain, length, 1};
  }
  return {OutputGlyph::Kind::escape, 1, escaped(c).size()};
}

std::string glyph_text(std::string_view text, std::size_t at, const OutputGlyph& glyph) {
  switch (glyph.kind) {
    case OutputGlyph::Kind::plain:
      return std::string(text.substr(at, glyph.bytes));
    case OutputGlyph::Kind::escape:
      return escaped(text[at]);
    case OutputGlyph::Kind::newline:
      return {};
  }
  return {};
}

std::vector<OutputLine> wrap_lines(std::string_view text, std::size_t columns) {
  std::vector<OutputLine> lines;
  std::size_t begin = 0;
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const OutputGlyph glyph = glyph_at(text, at);
    if (used > 0 && used + glyph.columns > columns) {
      lines.push_back({begin, at});
      begin = at;
      used = 0;
    }
    at += glyph.bytes;
    used += glyph.columns;
    if (glyph.kind == OutputGlyph::Kind::newline) {
      lines.push_back({begin, at});
      begin = at;
      used = 0;
    }
  }
  if (!text.empty()) lines.push_back({begin, text.size()});
  return lines;
}

std::size_t line_of(const std::vector<OutputLine>& lines, std::size_t at) {
  const auto after =
      std::upper_bound(lines.begin(), lines.end(), at,
                       [](std::size_t byte, const OutputLine& line) { return byte < line.begin; });
  return after == lines.begin() ? 0 : static_cast<std::size_t>(after - lines.begin()) - 1;
}

std::size_t byte_in_column(std::string_view text, const OutputLine& line, std::size_t column) {
  std::size_t used = 0;
  for (std::size_t at = line.begin; at < line.end;) {
    const OutputGlyph glyph = glyph_at(text, at);
    if (glyph.kind == OutputGlyph::Kind::newline || column < used + glyph.columns) return at;
    used += glyph.columns;
    at += glyph.bytes;
  }
  return line.end;
}

std::optional<std::uint64_t> find_bytes(
    const std::function<std::string(std::uint64_t from, std::uint64_t to)>& read,
    std::uint64_t size, std::string_view needle, std::uint64_t from, bool backwards,
    const std::function<bool()>& go_on) {
  constexpr std::uint64_t piece = std::uint64_t{1} << 18U;
  if (needle.empty() || needle.size() > size) return std::nullopt;
  const std::uint64_t places = size - needle.size() + 1;
  // Searches for a start of the needle in [low, high), nearest first.
  const auto search = [&](std::uint64_t low, std::uint64_t high) -> std::optional<std::uint64_t> {
    while (low < high) {
      if (!go_on()) return std::nullopt;
      const std::uint64_t step = std::min(piece, high - low);
      const std::uint64_t begin = backwards ? high - step : low;
      const std::string text = read(begin, begin + step + needle.size() - 1);
      const std::size_t at = backwards ? text.rfind(needle) : text.find(needle);
      if (at != std::string::npos) return begin + at;
      (backwards ? high : low) = backwards ? begin : begin + step;
    }
    return std::nullopt;
  };
  const std::uint64_t middle = std::min(from, places);
  const auto near = backwards ? search(0, middle) : search(middle, places);
  if (near) return near;
  return backwards ? search(middle, places) : search(0, middle);
}

}  // namespace fungescope::ui
