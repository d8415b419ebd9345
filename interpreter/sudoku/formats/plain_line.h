// A line whose line-drawing characters are mapped to ASCII: `|` for a vertical, `=` for a
// horizontal, `+` for a crossing. None of them is a cell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::puzzles {

struct PlainLine {
  std::string text;
  std::vector<std::size_t> origin;  // of each character, its offset in the original line
};

[[nodiscard]] PlainLine to_plain(std::string_view line);

[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace fungescope::puzzles
