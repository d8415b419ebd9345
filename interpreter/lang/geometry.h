// Defines points, directions and rectangles of the playfield.
//
// x grows to the east and y to the south, both from 0. The playfield is a torus for the instruction
// pointer only: `g` and `p` do not wrap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

// Returns "(x, y)", as reports and messages name a cell.
[[nodiscard]] inline std::string to_string(Point p) {
  return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ")";
}

// The directions of the instruction pointer, clockwise from the initial one.
enum class Direction : std::uint8_t { east, south, west, north };

inline constexpr std::array all_directions{Direction::east, Direction::south, Direction::west,
                                           Direction::north};

[[nodiscard]] constexpr std::string_view to_string(Direction d) {
  constexpr std::array<std::string_view, 4> names{"east", "south", "west", "north"};
  return names[static_cast<std::size_t>(d)];
}

// Returns the unit step in a direction.
[[nodiscard]] constexpr Point delta_of(Direction d) {
  constexpr std::array<Point, 4> deltas{Point{1, 0}, Point{0, 1}, Point{-1, 0}, Point{0, -1}};
  return deltas[static_cast<std::size_t>(d)];
}

// For the size of a playfield, width and height are at least 1.
struct Size {
  std::int64_t width = 0;
  std::int64_t height = 0;
  [[nodiscard]] constexpr std::int64_t area() const { return width * height; }
  [[nodiscard]] constexpr bool contains(Point p) const {
    // One comparison per axis: a negative coordinate is huge when unsigned.
    return static_cast<std::uint64_t>(p.x) < static_cast<std::uint64_t>(width) &&
           static_cast<std::uint64_t>(p.y) < static_cast<std::uint64_t>(height);
  }
  // Returns the cell at an index, counted row by row.
  [[nodiscard]] constexpr Point point_at(std::size_t index) const {
    const auto cell = static_cast<std::int64_t>(index);
    return {cell % width, cell / width};
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

// Returns whether the whole rectangle lies inside the field. Does not overflow for any sizes and
// corners.
[[nodiscard]] constexpr bool fits_into(const Rectangle& area, Size field) {
  return field.contains(area.corner) && area.size.width >= 0 && area.size.height >= 0 &&
         area.size.width <= field.width - area.corner.x &&
         area.size.height <= field.height - area.corner.y;
}

// Returns the next cell in a direction, wrapping over the edge to the opposite side.
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
