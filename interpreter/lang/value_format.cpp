#include "lang/value_format.h"

#include "base/escape.h"

#include <limits>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Kind = Encoding::Kind;

char ascii_glyph(std::int64_t value) {
  if (value == 0) return ' ';
  const bool byte = value >= -128 && value <= 255;
  const auto code = static_cast<unsigned char>(value & 0xff);
  return byte && code >= ' ' && code != 0x7f ? static_cast<char>(code) : '?';
}

std::string as_hex8(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  const bool narrow = value >= std::numeric_limits<std::int32_t>::min() &&
                      value <= std::int64_t{std::numeric_limits<std::uint32_t>::max()};
  return narrow ? fmt::format("0x{:08x}", bits & 0xffffffffU) : fmt::format("0x{:016x}", bits);
}

}  // namespace

std::string format_cell(std::int64_t value, const Encoding& encoding) {
  if (encoding.kind == Kind::ascii) return {ascii_glyph(value)};
  if (encoding.kind == Kind::decimal) return fmt::format("{}", value);
  if (encoding.kind == Kind::hex) return fmt::format("{:x}", value);
  if (value == encoding.false_value) return "0";
  return value == encoding.true_value ? "1" : "?";
}

bool is_blank_separated(const Encoding& encoding) {
  return encoding.kind == Kind::decimal || encoding.kind == Kind::hex;
}

std::string format_value(std::int64_t value, WatchType type) {
  if (type == WatchType::hex) return fmt::format("{:#x}", value);
  if (type == WatchType::hex8) return as_hex8(value);
  // As many digits as BefunExec shows, after the sign.
  if (type == WatchType::binary) return fmt::format("{:#0{}b}", value, value < 0 ? 27 : 26);
  if (type == WatchType::long_integer) return fmt::format("{:0{}}", value, value < 0 ? 9 : 8);
  if (type == WatchType::character && is_printable_ascii(value)) {
    return fmt::format("'{}'", static_cast<char>(value));
  }
  if (type == WatchType::boolean && value == 0) return "false";
  if (type == WatchType::boolean) return value == 1 ? "true" : fmt::format("true ({})", value);
  return fmt::format("{}", value);
}

std::string describe_value(std::int64_t value, std::string_view separator) {
  if (!is_visible_ascii(value)) return fmt::format("{}", value);
  return fmt::format("{}{}'{}'", value, separator, static_cast<char>(value));
}

}  // namespace fungescope
