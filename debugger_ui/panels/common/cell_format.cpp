#include "debugger_ui/panels/common/cell_format.h"

#include "base/escape.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

bool is_number(std::string_view entry) {
  if (entry.starts_with('-')) entry.remove_prefix(1);
  const bool hex = entry.starts_with("0x") || entry.starts_with("0X");
  if (hex) entry.remove_prefix(2);
  const auto is_digit = [hex](char c) {
    return (c >= '0' && c <= '9') || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
  };
  return !entry.empty() && std::ranges::all_of(entry, is_digit);
}

// The code point of a text of one UTF-8 character, else -1.
std::int64_t only_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead >= 0x80 && lead < 0xc0) return -1;
  if (text.size() != size) return -1;
  std::int64_t code = size == 1 ? lead : lead & (0x7f >> size);
  for (const char c : text.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
  return code;
}

std::string utf8_of_latin_1(std::int64_t value) {
  if (value < 0x80) return {static_cast<char>(value)};
  return {static_cast<char>(0xc0 | value >> 6), static_cast<char>(0x80 | (value & 0x3f))};
}

}  // namespace

std::string compact_number(std::int64_t value, std::size_t room) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const auto size = static_cast<std::size_t>(end - digits.data());
  return size <= room ? std::string(digits.data(), size) : std::string();
}

std::string value_in_words(std::int64_t value) {
  std::string text =
      value < 0 ? fmt::format("{}", value) : fmt::format("{} · 0x{:x}", value, value);
  if (is_visible(value)) {
    text += fmt::format(" · '{}'", utf8_of_latin_1(value));
  } else if (is_blank(value)) {
    text += " · a blank";
  }
  return text;
}

std::vector<std::string> names_at(const Symbols& symbols, Point at) {
  std::vector<std::string> names;
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) names.push_back(variable.full_name());
  }
  for (const Region& region : symbols.regions()) {
    if (!region.area.contains(at)) continue;
    names.push_back(fmt::format("{}({},{})", region.name, at.x - region.area.corner.x,
                                at.y - region.area.corner.y));
  }
  return names;
}

Result<std::string> parse_cell_entry(std::string_view entry) {
  if (entry.empty()) return fail({}, "nothing was typed", entry_hint);
  if (entry.size() > 1 && entry[0] == '=') return std::string(entry.substr(1));
  if (const std::int64_t code = only_character(entry); code >= 0) {
    const bool plain = code >= ' ' && code < 127 && code != '\'' && code != '\\';
    return plain ? fmt::format("'{}'", static_cast<char>(code)) : fmt::format("{}", code);
  }
  if (is_number(entry)) return std::string(entry);
  return fail({}, fmt::format("{} is neither a character nor a number", single_quoted(entry)),
              "= begins an expression");
}

std::string set_command(Point at, std::string_view expression) {
  return fmt::format("set {},{} = {}", at.x, at.y, expression);
}

std::string pointer_condition(Point at) {
  return fmt::format("x == {} && y == {}", at.x, at.y);
}

std::string area_argument(const Symbols& symbols, const Rectangle& area) {
  if (area.size.area() == 1) return fmt::format("{},{}", area.corner.x, area.corner.y);
  const auto found = std::ranges::find(symbols.regions(), area, &Region::area);
  return found == symbols.regions().end() ? std::string() : found->name;
}

std::string area_as_text(const Rectangle& area, const CellValue& value) {
  std::string text;
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      const std::int64_t cell = value({area.corner.x + x, area.corner.y + y});
      text += is_visible(cell) ? utf8_of_latin_1(cell) : " ";
    }
    if (area.size.height > 1) text += '\n';
  }
  return text;
}

std::string area_as_values(const Rectangle& area, const CellValue& value) {
  std::string text;
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      if (x > 0) text += '\t';
      text += fmt::format("{}", value({area.corner.x + x, area.corner.y + y}));
    }
    if (area.size.height > 1) text += '\n';
  }
  return text;
}

}  // namespace fungescope::ui
