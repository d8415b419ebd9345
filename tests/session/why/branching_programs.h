// Generates programs of which much has no effect on any one value: several variables, streams of
// input and output, branches whose arms come together again, and loops that end.
#pragma once

#include "base/random.h"

#include <string>

namespace fungescope::test {

// Five rows: the program runs east on the second one, its arms and loops use the first and the
// third, and the last two hold variables. It ends with `@`. Cost: some microseconds.
[[nodiscard]] std::string branching_program(Random& random);

}  // namespace fungescope::test
