// Maps cells to where an edit moves them, so that breakpoints and regions can follow, and the
// coordinates in annotations.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
  void add(const CoordinateMap& later) {
    steps_.insert(steps_.end(), later.steps_.begin(), later.steps_.end());
  }

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

// A part of a line. Code may stand before an ARRAY, and after most forms.
struct AnnotationSpan {
  std::size_t begin = 0;
  std::size_t end = 0;  // the line's size if only blanks follow
  // The numbers x and y, and width and height of a region; none if the form has no coordinates or
  // is malformed.
  struct Number {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::int64_t value = 0;
  };
  std::vector<Number> numbers;
};

// Returns the annotations of a line, from left to right.
[[nodiscard]] std::vector<AnnotationSpan> annotation_spans(std::u32string_view line);

struct MappedLine {
  std::u32string text;
  std::int64_t removed = 0;  // annotations whose cells are deleted; they are blanked
};

// Returns the line with the coordinates of its annotations mapped. Cells after an annotation stay
// in their columns: a longer number takes a blank after the annotation. Fails, with the column of
// the annotation, if there is none.
[[nodiscard]] Result<MappedLine> map_annotations(std::u32string_view line, const CoordinateMap& map,
                                                 const SourceLocation& start);

}  // namespace fungescope::editing
