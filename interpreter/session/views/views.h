// Decoded regions and variables, with their changes since an earlier instant, as every front end
// shows them. Views are values: they do not change when the machine continues.
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
  std::int64_t before = 0;  // at the earlier instant, if there is one; else `value`
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

// Returns whether a variable's cell still holds its initial byte from the source: the program has
// not stored a different value there.
[[nodiscard]] bool is_unset(const Playfield& field, Point at);
inline constexpr std::string_view unset_text = "not set yet";

struct VariableView {
  std::string name;   // in full: "Solve::x"
  std::string scope;  // "Solve"; empty for a global one
  Point at;
  WatchType type = WatchType::integer;
  CellView cell;
  bool set = true;  // else `cell.text` says that it is not
};

// Decodes a region inside the field. `earlier` may be null, or of a field of another size: then
// nothing counts as changed. Cost: the cells of the region.
[[nodiscard]] RegionView view_region(const Region& region, const Playfield& field,
                                     const Snapshot* earlier);

// Decodes all variables inside the field, grouped by scope; scopes, and the variables of each, in
// the order of declaration.
[[nodiscard]] std::vector<VariableView> view_variables(const Symbols& symbols,
                                                       const Playfield& field,
                                                       const Snapshot* earlier);

// Formats a region as a table with its coordinates, and below it the changed cells, the first few
// with their values. In decimal and hex, changed cells have a `*`.
[[nodiscard]] std::string to_text(const RegionView& view);

}  // namespace fungescope
