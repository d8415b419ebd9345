// Lines of code joined to a field.
#pragma once

#include "base/random.h"
#include "lang/geometry.h"
#include "support/layout.h"

#include <vector>

namespace fungescope::test {

// The lines stand below each other, between two ways: from the column left of them each is
// entered, in the column right of them it is left. Between two lines the way goes back over a
// row of its own, or over an edge. From the last line it goes over the lower edge.
//
//     v data                 v
//     v                      v
//     > v                    <
//       >line                v
//     v                      >     over the edge, to the column of the v
//     > >line                v
//
// The first rows of the field, but for their first column, are left for `data`.
[[nodiscard]] layout::Box lay_out_page(const std::vector<layout::Box>& lines, Size data,
                                       Random& random);

}  // namespace fungescope::test
