// Numbered 64-bit values in shared groups: an array that is cheap to keep many
// versions of.
//
// A version is a value: copying it shares everything, and changing one group
// copies that group and the node above it. Groups that are all zero take no
// memory. Not for threads: the counts of sharing are plain numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fungescope {

}  // namespace fungescope
