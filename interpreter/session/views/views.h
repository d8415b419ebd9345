// Decoded regions and variables, with their changes since an earlier instant, and parts of the
// field, as every front end shows them. Views are values: they do not change when the machine
// continues.
#pragma once

#include "history/snapshot.h"
#include "lang/annotations.h"
#include "lang/geometry.h"
#include "lang/playfield.h"
#include "session/expressions/symbols.h"
#include "vm/machine.h"

#include <cstdint>
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

// ---- A part of the field, with row and column numbers

// Returns an area of at most `size` around the instruction pointer, inside the field.
[[nodiscard]] Rectangle surroundings(const Machine& machine, Size size);

// Formats the rows of `area` (inside the field) after their numbers, below a column ruler; below
// the row of the instruction pointer, if that is in the area, an arrow. A value without a visible
// character is a middle dot.
//               1
//           67890123456
//       3 | >5:.1-:v
//       4 |    ^   _@
//                  ^ west
[[nodiscard]] std::string field_text(const Machine& machine, const Rectangle& area);

// Formats the numbers of the columns `begin` .. `begin` + `width` - 1 as lines after `margin`: the
// last digit of each, and above every tenth, and above the first if there is room, the digits
// before it. Without a column from 10 on that line is left out.
[[nodiscard]] std::string column_ruler(std::int64_t begin, std::int64_t width,
                                       std::string_view margin);

}  // namespace fungescope
