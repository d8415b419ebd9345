#include "sudoku/formats/plain_line.h"

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

}  // namespace fungescope::puzzles
