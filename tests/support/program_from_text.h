// Makes playfields from text in tests, without the loader.
#pragma once

#include "lang/playfield.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::test {

// With `signed_bytes`, bytes above 127 are negative values.
inline Playfield playfield_of(Size size, const Playfield::Bytes& bytes, bool signed_bytes) {
  Playfield::Cells cells;
  for (const int byte : bytes) cells.add(signed_bytes && byte > 127 ? byte - 256 : byte);
  return {size, std::move(cells)};
}

// Returns the bounding box of `text`, whose lines end with LF, padded with spaces to at min_size
// `min_size`.
inline Playfield program_from_text(std::string_view text, Size min_size = {1, 1},
                                   bool signed_bytes = false) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  Size size{min_size.width, std::max(min_size.height, static_cast<std::int64_t>(lines.size()))};
  for (const std::string_view line : lines) {
    size.width = std::max(size.width, static_cast<std::int64_t>(line.size()));
  }
  Playfield::Bytes bytes(static_cast<std::size_t>(size.area()), ' ');
  for (std::size_t y = 0; y < lines.size(); ++y) {
    std::copy(lines[y].begin(), lines[y].end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(y) * size.width);
  }
  return playfield_of(size, bytes, signed_bytes);
}

}  // namespace fungescope::test
