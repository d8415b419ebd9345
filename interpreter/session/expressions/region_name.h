// Checks the name of a region that is declared by hand, so that every command and expression can
// refer to the region.
#pragma once

#include "base/result.h"
#include "session/expressions/symbols.h"

#include <string>
#include <string_view>

namespace fungescope {

// Whether the user declared the region, by a command or an option, and not the source.
[[nodiscard]] inline bool is_declared_by_hand(const Region& region) {
  return region.where.line == 0;
}

// "in line 12", or "by hand".
[[nodiscard]] std::string origin_of(const Region& region);

// Fails unless the name is one word of the expression language that has no meaning yet: not a
// keyword, and not the name of a region or a variable. `renamed` is the region that gives up its
// own name, or null. Errors have no location.
[[nodiscard]] Result<void> check_region_name(std::string_view name, const Symbols& symbols,
                                             const Region* renamed = nullptr);

}  // namespace fungescope
