#include "session/expressions/cell_names.h"

#include <fmt/format.h>

namespace fungescope {

std::string cell_name(const Symbols& symbols, Point at) {
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) return variable.full_name();
  }
  for (const Region& region : symbols.regions()) {
    if (!region.area.contains(at)) continue;
    const Point corner = region.area.corner;
    return fmt::format("{}({},{})", region.name, at.x - corner.x, at.y - corner.y);
  }
  return fmt::format("({}, {})", at.x, at.y);
}

}  // namespace fungescope
