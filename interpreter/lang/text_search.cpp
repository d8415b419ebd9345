#include "lang/text_search.h"

#include <algorithm>
#include <cstdint>

namespace fungescope {
namespace {

std::vector<Direction> directions_for(std::u32string_view text, Size field) {
  std::vector<Direction> directions;
  const bool palindrome = std::equal(text.begin(), text.end(), text.rbegin());
  for (const Direction direction : all_directions) {
    const bool east = direction == Direction::east;
    const bool differs = east || (direction == Direction::south ? text.size() > 1 : !palindrome);
    const std::int64_t length = delta_of(direction).y == 0 ? field.width : field.height;
    if (differs && static_cast<std::int64_t>(text.size()) <= length)
      directions.push_back(direction);
  }
  return directions;
}

// Some dialects load bytes above 127 as negative values.
bool holds(const Playfield& field, Point at, char32_t character) {
  const std::int64_t value = field.at(at);
  const std::int64_t byte = character & 0xffU;
  if (character >= 0xdc80 && character <= 0xdcff) return value == byte;
  return value == character || (character == byte && byte > 127 && value == byte - 256);
}

bool matches_at(const Playfield& field, Point at, Direction direction, std::u32string_view text) {
  return std::all_of(text.begin(), text.end(), [&](char32_t character) {
    const Point cell = at;
    at = step_on_torus(at, direction, field.size());
    return holds(field, cell, character);
  });
}

}  // namespace

TextMatches find_text(const Playfield& field, std::u32string_view text, std::size_t limit) {
  TextMatches matches;
  const std::vector<Direction> directions = directions_for(text, field.size());
  if (text.empty() || directions.empty()) return matches;
  const auto [width, height] = field.size();
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      if (!holds(field, {x, y}, text.front())) continue;
      for (const Direction direction : directions) {
        if (!matches_at(field, {x, y}, direction, text)) continue;
        matches.more = matches.found.size() == limit;
        if (matches.more) return matches;
        matches.found.push_back({{x, y}, direction});
      }
    }
  }
  return matches;
}

}  // namespace fungescope
