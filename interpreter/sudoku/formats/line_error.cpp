#include "sudoku/formats/line_error.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::puzzles {

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
