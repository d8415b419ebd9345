#include "session/comparison/difference_areas.h"

#include "lang/value_format.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

void add(DifferenceArea& area, const CellDifference& cell) {
  if (area.cells++ < DifferenceArea::max_listed) area.listed.push_back(cell);
}

}  // namespace

std::string_view to_string(DifferenceArea::Kind kind) {
  switch (kind) {
    case DifferenceArea::Kind::region:
      return "region";
    case DifferenceArea::Kind::variable:
      return "variable";
    case DifferenceArea::Kind::rest:
      break;
  }
  return "rest";
}

std::vector<DifferenceArea> difference_areas(const InstantDiff& diff, const Symbols& symbols) {
  using Kind = DifferenceArea::Kind;
  const auto field = static_cast<std::uint64_t>(diff.before.field_size().area());
  std::vector<std::pair<DifferenceArea, Rectangle>> areas;
  for (const Region& region : symbols.regions()) {
    const auto size = static_cast<std::uint64_t>(region.area.size.area());
    areas.push_back({{Kind::region, region.name, 0, size, {}}, region.area});
  }
  for (const Watch& variable : symbols.variables()) {
    areas.push_back({{Kind::variable, variable.full_name(), 0, 1, {}}, {variable.at, {1, 1}}});
  }
  DifferenceArea rest{Kind::rest, {}, 0, field, {}};
  for (const CellDifference& cell : diff.listed) {
    bool named = false;
    for (auto& [area, rectangle] : areas) {
      if (!rectangle.contains(cell.at)) continue;
      add(area, cell);
      named = true;
    }
    if (!named) add(rest, cell);
  }
  std::vector<DifferenceArea> found;
  for (auto& [area, rectangle] : areas) {
    if (area.cells > 0) found.push_back(std::move(area));
  }
  if (rest.cells > 0) found.push_back(std::move(rest));
  return found;
}

std::string format_value_of(const Symbols& symbols, Point at, std::int64_t value) {
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) return format_value(value, variable.type);
  }
  return describe_value(value);
}

}  // namespace fungescope
