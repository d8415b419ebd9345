// Places and directions in funge space. x grows to the east, y to the south,
// both from 0; the field is a torus for the instruction pointer only.
#pragma once

#include <array>
#include <cstdint>

namespace fungescope {

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

// The four deltas of Befunge-93, clockwise from the start direction.
enum class Direction : std::uint8_t { east, south, west, north };

inline constexpr std::array all_directions{Direction::east, Direction::south, Direction::west,
                                           Direction::north};

[[nodiscard]] constexpr Point delta_of(Direction d) {
  constexpr std::array<Point, 4> deltas{Point{1, 0}, Point{0, 1}, Point{-1, 0}, Point{0, -1}};
  return deltas[static_cast<std::size_t>(d)];
}

// width, height >= 1 for the size of a field.
struct Size {
  std::int64_t width = 0;
  std::int64_t height = 0;
  [[nodiscard]] constexpr std::int64_t area() const { return width * height; }
  [[nodiscard]] constexpr bool contains(Point p) const {
    // One comparison a side: a negative coordinate is a huge unsigned one.
    return static_cast<std::uint64_t>(p.x) < static_cast<std::uint64_t>(width) &&
           static_cast<std::uint64_t>(p.y) < static_cast<std::uint64_t>(height);
  }
  friend constexpr bool operator==(const Size&, const Size&) = default;
};

struct Rectangle {
  Point corner;  // top left
  Size size;
  [[nodiscard]] constexpr bool contains(Point p) const {
    return size.contains(Point{p.x - corner.x, p.y - corner.y});
  }
  friend constexpr bool operator==(const Rectangle&, const Rectangle&) = default;
};

// Does the whole rectangle lie inside the field? Sizes and corners of any
// magnitude are safe: nothing is added up.
[[nodiscard]] constexpr bool fits_into(const Rectangle& area, Size field) {
  return field.contains(area.corner) && area.size.width >= 0 && area.size.height >= 0 &&
         area.size.width <= field.width - area.corner.x &&
         area.size.height <= field.height - area.corner.y;
}

// The next cell in a direction, across the edge to the opposite side.
[[nodiscard]] constexpr Point step_on_torus(Point p, Direction d, Size field) {
  const Point delta = delta_of(d);
  Point next{p.x + delta.x, p.y + delta.y};
  if (next.x < 0) next.x = field.width - 1;
  if (next.x == field.width) next.x = 0;
  if (next.y < 0) next.y = field.height - 1;
  if (next.y == field.height) next.y = 0;
  return next;
}

}  // namespace fungescope
