#include "debugger_ui/panels/lists/decoded.h"

#include "lang/value_format.h"

#include <fmt/format.h>

namespace fungescope::ui {

std::string format_value_at(const Symbols& symbols, Point at, std::int64_t value) {
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) return format_value(value, variable.type);
  }
  for (const Region& region : symbols.regions()) {
    if (!region.area.contains(at)) continue;
    return region.encoding.kind == Encoding::Kind::ascii ? format_value(value, WatchType::character)
                                                         : format_cell(value, region.encoding);
  }
  const bool visible = value > ' ' && value < 127;
  return visible ? fmt::format("{} {}", value, format_value(value, WatchType::character))
                 : fmt::format("{}", value);
}

}  // namespace fungescope::ui
