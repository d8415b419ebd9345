// Generates random traps for comparing tiers.
#pragma once

#include "base/random.h"
#include "vm/traps.h"

namespace fungescope::test {

// Returns a few traps of all kinds, or of one kind, or none.
[[nodiscard]] Traps random_traps(Random& random, Size field);

}  // namespace fungescope::test
