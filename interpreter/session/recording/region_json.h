// A declared region as JSON, in recordings and in what the window keeps.
#pragma once

#include "lang/annotations.h"
#include "session/recording/json_reader.h"

namespace fungescope {

[[nodiscard]] Json region_to_json(const Region& region);
// Complains to the reader if a member is missing or wrong.
[[nodiscard]] Region read_region(JsonReader& reader);

}  // namespace fungescope
