// Regions and variables decoded, with what has changed since an earlier instant:
// what every front end shows of them. Views are values: they stay as they are when
// the machine goes on.
#pragma once

#include "history/snapshot.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "session/expressions/symbols.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct CellView {
  std::int64_t value = 0;
  std::int64_t before = 0;  // at the earlier instant; without one, `value`
  std::string text;         // the value, decoded

  [[nodiscard]] bool changed() const { return value != before; }
};

struct RegionView {
  std::string name;
  Rectangle area;
  Encoding encoding;
  std::vector<CellView> cells;  // row by row

  // `offset` counts from the corner and lies inside.
  [[nodiscard]] const CellView& at(Point offset) const {
    return cells[static_cast<std::size_t>(offset.y * area.size.width + offset.x)];
  }
};

struct VariableView {
  std::string name;   // in full: "Solve::x"
  std::string scope;  // "Solve"; empty for a global one
  Point at;
  WatchType type = WatchType::integer;
  CellView cell;
};

// What lies inside the field. `earlier` may be null, or of a field of another size: then
// nothing has changed. Cost: the cells of the region.
[[nodiscard]] RegionView view_region(const Region& region, const Playfield& field,
                                     const Snapshot* earlier);

// All variables inside the field, grouped by scope; scopes, and the variables of each, in the
// order of their declaration.
[[nodiscard]] std::vector<VariableView> view_variables(const Symbols& symbols,
                                                       const Playfield& field,
                                                       const Snapshot* earlier);

// The region as a table behind its coordinates, and below it the cells that have changed,
// the first few with their values. In decimal and hex a `*` stands behind those.
[[nodiscard]] std::string to_text(const RegionView& view);

// A line for each variable, under headings for scopes; changed ones with a `*` and what
// they were.
[[nodiscard]] std::string to_text(const std::vector<VariableView>& variables);

}  // namespace fungescope
