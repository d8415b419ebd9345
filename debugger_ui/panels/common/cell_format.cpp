#include "debugger_ui/panels/common/cell_format.h"

#include "base/escape.h"
#include "base/utf8.h"
#include "lang/value_format.h"
#include "session/expressions/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

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
  return !entry.empty() && std::all_of(entry.begin(), entry.end(), is_digit);
}

// The code point of a text of one UTF-8 character, else -1.
std::int64_t only_character(std::string_view text) {
  if (code_point_size(text) != text.size()) return -1;
  const auto lead = static_cast<unsigned char>(text[0]);
  std::int64_t code = text.size() == 1 ? lead : lead & (0x7f >> text.size());
  for (const char c : text.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
  return code;
}

std::string utf8_of_latin_1(std::int64_t value) {
  return latin1_to_utf8(std::string(1, static_cast<char>(value)));
}

std::uint64_t magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

int characters_of(const Encoding& encoding, std::int64_t value) {
  const bool hex = encoding.kind == Encoding::Kind::hex;
  // Common values, without allocating.
  if (value >= 0 && value < 10) return 1;
  return static_cast<int>((hex ? compact_hex(value) : compact_decimal(value)).size());
}

// Joins the text of cells, one line per row; a single row has no line break.
template <class Text>
std::string join_cells(const Rectangle& area, const char* separator, const Text& text) {
  std::string joined;
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      if (x > 0) joined += separator;
      joined += text(Point{area.corner.x + x, area.corner.y + y});
    }
    if (area.size.height > 1) joined += '\n';
  }
  return joined;
}

}  // namespace

std::string compact_number(std::int64_t value, std::size_t room) {
  std::string digits = fmt::to_string(value);
  return digits.size() <= room ? std::move(digits) : std::string();
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
    const bool plain = is_printable_ascii(code) && code != '\'' && code != '\\';
    return plain ? fmt::format("'{}'", static_cast<char>(code)) : fmt::format("{}", code);
  }
  if (is_number(entry)) return std::string(entry);
  return fail({}, fmt::format("{} is neither a character nor a number", single_quoted(entry)),
              "= begins an expression");
}

std::string to_argument(Point at) {
  return fmt::format("{},{}", at.x, at.y);
}

std::string area_as_text(const Rectangle& area, const CellValue& value) {
  return join_cells(area, "", [&](Point at) {
    const std::int64_t cell = value(at);
    return is_visible(cell) ? utf8_of_latin_1(cell) : " ";
  });
}

std::string area_as_values(const Rectangle& area, const CellValue& value) {
  return join_cells(area, "\t", [&](Point at) { return fmt::format("{}", value(at)); });
}

std::string compact_decimal(std::int64_t value) {
  std::uint64_t left = magnitude(value);
  const char* const sign = value < 0 ? "-" : "";
  if (left < 100'000) return fmt::format("{}{}", sign, left);
  constexpr std::array units{'k', 'M', 'G', 'T', 'P', 'E'};
  std::size_t unit = 0;
  for (left /= 1000; left >= 1000 && unit + 1 < units.size(); ++unit) left /= 1000;
  return fmt::format("{}{}{}", sign, left, units[unit]);
}

std::string compact_hex(std::int64_t value) {
  std::string text = fmt::format("{}{:X}", value < 0 ? "-" : "", magnitude(value));
  if (text.size() > 8) text = '~' + text.substr(text.size() - 7);
  return text;
}

int characters_per_cell(const Encoding& encoding, std::span<const std::int64_t> values) {
  if (encoding.kind == Encoding::Kind::ascii || encoding.kind == Encoding::Kind::boolean) return 1;
  int widest = 1;
  for (const std::int64_t value : values) widest = std::max(widest, characters_of(encoding, value));
  return widest;
}

std::string break_command(std::string_view typed) {
  const bool whole = typed == "break" || typed.starts_with("break ");
  return whole ? std::string(typed) : "break " + std::string(typed);
}

const BreakpointSnapshot* breakpoint_at(const ViewSnapshot& snapshot, Point cell) {
  const Rectangle area{cell, {1, 1}};
  const auto found = std::ranges::find_if(snapshot.breakpoints, [&](const auto& stop) {
    return stop.kind == BreakpointKind::cell && stop.area == area;
  });
  return found == snapshot.breakpoints.end() ? nullptr : &*found;
}

std::string toggle_command(const ViewSnapshot& snapshot, Point cell) {
  const BreakpointSnapshot* const stop = breakpoint_at(snapshot, cell);
  return stop == nullptr ? "break " + to_argument(cell) : fmt::format("delete {}", stop->id);
}

}  // namespace fungescope::ui
