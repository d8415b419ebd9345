// Finds text in the playfield.
#pragma once

#include "lang/geometry.h"
#include "lang/playfield.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fungescope {

struct TextMatch {
  Point at;  // of the first character
  Direction direction = Direction::east;
  friend bool operator==(const TextMatch&, const TextMatch&) = default;
};

struct TextMatches {
  std::vector<TextMatch> found;
  bool more = false;  // than the limit
};

// Searches characters (lang/source_text.h) in the present values, in all four directions, as the
// pointer would read them: across the edges of the field, but not around it completely. Row by row,
// at most `limit` matches. A palindrome is found eastwards and southwards only, a single character
// only eastwards, an empty text nowhere. Cost: a pass over the field, some 2 ns a cell.
[[nodiscard]] TextMatches find_text(const Playfield& field, std::u32string_view text,
                                    std::size_t limit);

}  // namespace fungescope
