#include "debugger_ui/panels/lists/region_format.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

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

}  // namespace

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
  int most = 1;
  for (const std::int64_t value : values) most = std::max(most, characters_of(encoding, value));
  return most;
}

bool is_empty_value(const Encoding& encoding, std::int64_t value) {
  switch (encoding.kind) {
    case Encoding::Kind::ascii:
      return value == ' ' || value == 0;
    case Encoding::Kind::boolean:
      return value == encoding.false_value;
    case Encoding::Kind::decimal:
    case Encoding::Kind::hex:
      return value == 0;
  }
  return false;
}

std::string value_words(std::int64_t value) {
  std::string text = fmt::format("{} = {}0x{:x}", value, value < 0 ? "-" : "", magnitude(value));
  if (value >= ' ' && value <= '~') text += fmt::format(" = '{}'", static_cast<char>(value));
  return text;
}

}  // namespace fungescope::ui
