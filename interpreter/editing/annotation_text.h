// The annotations of a line as text, so that edits that move cells can keep their coordinates
// right.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "editing/coordinate_map.h"

namespace fungescope::editing {

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
[[nodiscard]] std::vector<AnnotationSpan> annotation_spans(std::string_view line);

struct MappedLine {
  std::string text;
  std::int64_t removed = 0;  // annotations whose cells are deleted; they are blanked
};

// Returns the line with the coordinates of its annotations mapped. Cells after an annotation stay
// in their columns: a longer number takes a blank after the annotation. Fails, with the column of
// the annotation, if there is none.
[[nodiscard]] Result<MappedLine> map_annotations(std::string_view line, const CoordinateMap& map,
                                                 const SourceLocation& start);

}  // namespace fungescope::editing
