// Joins lines of code to a field.
#pragma once

#include "base/random.h"
#include "lang/geometry.h"
#include "support/generated/layout.h"

#include <vector>

namespace fungescope::test {

// The lines are below each other. Each is entered from the column to its left and left in the
// column to its right. Between two lines the path returns in a row of its own, or over an edge.
// From the last line it returns over the lower edge.
//
//     v data                 v
//     v                      v
//     > v                    <
//       >line                v
//     v                      >     over the edge, to the column of the v
//     > >line                v
//
// The first rows of the field, except for their first column, are reserved for `data`.
[[nodiscard]] layout::Box lay_out_page(const std::vector<layout::Box>& lines, Size data,
                                       Random& random);

}  // namespace fungescope::test
