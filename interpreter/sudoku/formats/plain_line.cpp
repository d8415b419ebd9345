#include "sudoku/formats/plain_line.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// Maps U+2500..U+257F, given as the low seven bits.
char to_ascii(unsigned drawing) {
  constexpr std::string_view verticals =
      "\x02\x03\x06\x07\x0a\x0b\x4e\x4f\x51\x75\x77\x79\x7b\x7d\x7f";
  constexpr std::string_view horizontals =
      std::string_view("\x00\x01\x04\x05\x08\x09\x4c\x4d\x50\x74\x76\x78\x7a\x7c\x7e", 15);
  const char low = static_cast<char>(drawing & 0x7fU);
  if (verticals.find(low) != std::string_view::npos) return '|';
  if (horizontals.find(low) != std::string_view::npos) return '=';
  return '+';
}

}  // namespace

PlainLine to_plain(std::string_view line) {
  PlainLine plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = [&](std::size_t offset) {
      return i + offset < line.size() ? static_cast<unsigned char>(line[i + offset]) : 0U;
    };
    // Drawing characters are E2 94 80 .. E2 95 BF in UTF-8.
    plain.origin.push_back(i);
    if (byte(0) == 0xe2 && (byte(1) == 0x94 || byte(1) == 0x95)) {
      plain.text += to_ascii((byte(1) & 1U) << 6U | (byte(2) & 0x3fU));
      i += 2;
    } else {
      plain.text += line[i];
    }
  }
  return plain;
}

std::string quoted_character(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::size_t length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  const bool whole = byte < 0x80 || (byte >= 0xc2 && byte < 0xf5 && at + length <= text.size() &&
                                     std::all_of(text.begin() + at + 1, text.begin() + at + length,
                                                 [](char c) { return (c & 0xc0) == 0x80; }));
  if (!whole || byte < 0x20 || byte == 0x7f) return fmt::format("byte 0x{:02x}", byte);
  return fmt::format("\"{}\"", text.substr(at, length));
}

std::string format_cell_count(std::size_t count) {
  return fmt::format("{} cell{}", count, count == 1 ? "" : "s");
}

}  // namespace fungescope::puzzles
