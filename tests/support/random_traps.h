// Traps anywhere, of any kind, for comparing tiers.
#pragma once

#include "base/random.h"
#include "vm/traps.h"

namespace fungescope::test {

// A few of everything that can be set, or of one kind only, or none.
[[nodiscard]] Traps random_traps(Random& random, Size field);

}  // namespace fungescope::test
