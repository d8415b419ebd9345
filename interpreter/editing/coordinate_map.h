// Says where cells go when an edit moves them, so that breakpoints and regions can follow.
#pragma once

#include "lang/geometry.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace fungescope::editing {

enum class Axis : std::uint8_t { rows, columns };

// Rows or columns inserted before `at`, or, with a negative count, deleted from `at` on.
struct AxisShift {
  Axis axis = Axis::rows;
  std::int64_t at = 0;
  std::int64_t count = 0;
};
// Cells moved by a distance. All others stay.
struct BlockShift {
  Rectangle from;
  Point by;
};

class CoordinateMap {
 public:
  using Step = std::variant<AxisShift, BlockShift>;

  [[nodiscard]] bool empty() const { return steps_.empty(); }
  void add(Step step) { steps_.push_back(step); }
  void add(const CoordinateMap& later);

  // Returns where a cell is after the edit; nothing if it was deleted.
  [[nodiscard]] std::optional<Point> map(Point cell) const;
  // Returns where a rectangle is after the edit. Rows and columns inserted inside it enlarge it,
  // those deleted shrink it: to nothing if all of it was deleted. A move takes along the rectangles
  // that lie completely in the block.
  [[nodiscard]] std::optional<Rectangle> map(const Rectangle& area) const;

  // The map of the edit that undoes this one.
  [[nodiscard]] CoordinateMap inverse() const;

 private:
  std::vector<Step> steps_;
};

}  // namespace fungescope::editing
