#include "lang/text_search.h"

#include <algorithm>
#include <cstdint>

namespace fungescope {
namespace {

class TextFinder {
 public:
  TextFinder(const Playfield& field, std::string_view text) : field_(field), text_(text) {
    const bool palindrome = std::equal(text.begin(), text.end(), text.rbegin());
    for (const Direction direction : all_directions) {
      const bool east = direction == Direction::east;
      const bool peek = east || direction == Direction::south;
      if ((text.size() == 1 && !east) || (palindrome && !peek)) continue;
      if (text.size() <= length_along(direction)) directions_.push_back(direction);
    }
  }

  [[nodiscard]] TextMatches find(std::size_t limit) const {
    TextMatches matches;
    if (text_.empty() || directions_.empty()) return matches;
    const auto [width, height] = field_.size();
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        if (!holds_byte({x, y}, text_.front())) continue;
        for (const Direction direction : directions_) {
          if (!matches_at({x, y}, direction)) continue;
          if (matches.found.size() == limit) {
            matches.more = true;
            return matches;
          }
          matches.found.push_back({{x, y}, direction});
        }
      }
    }
    return matches;
  }

 private:
  [[nodiscard]] std::size_t length_along(Direction direction) const {
    const bool along_x = direction == Direction::east || direction == Direction::west;
    return static_cast<std::size_t>(along_x ? field_.size().width : field_.size().height);
  }

  // Some dialects load bytes above 127 as negative values.
  [[nodiscard]] bool holds_byte(Point at, char byte) const {
    const std::int64_t value = field_.at(at);
    const auto number = static_cast<unsigned char>(byte);
    return value == number || (number > 127 && value == number - 256);
  }

  [[nodiscard]] bool matches_at(Point at, Direction direction) const {
    for (const char byte : text_) {
      if (!holds_byte(at, byte)) return false;
      at = step_on_torus(at, direction, field_.size());
    }
    return true;
  }

  const Playfield& field_;
  std::string_view text_;
  std::vector<Direction> directions_;
};

}  // namespace

TextMatches find_text(const Playfield& field, std::string_view text, std::size_t limit) {
  return TextFinder(field, text).find(limit);
}

}  // namespace fungescope
