#include "debugger_ui/panels/lists/decoded.h"

#include "lang/cell_text.h"

#include <fmt/format.h>

namespace fungescope::ui {

std::string decoded(const Symbols& symbols, Point at, std::int64_t value) {
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) return value_to_text(value, variable.type);
  }
  for (const Region& region : symbols.regions()) {
    if (!region.area.contains(at)) continue;
    return region.encoding.kind == Encoding::Kind::ascii
               ? value_to_text(value, WatchType::character)
               : cell_to_text(value, region.encoding);
  }
  const bool visible = value > ' ' && value < 127;
  return visible ? fmt::format("{} {}", value, value_to_text(value, WatchType::character))
                 : fmt::format("{}", value);
}

}  // namespace fungescope::ui
