// Regions and variables by their names: the annotations as the session uses them.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/geometry.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

class Symbols {
 public:
  Symbols() = default;
  explicit Symbols(const Annotations& annotations);

  // In the order of declaration.
  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  [[nodiscard]] const std::vector<Watch>& variables() const { return variables_; }

  // In any case. A variable is found by its full name, or by the last parts of it where
  // those are only one variable's; `::x` is a global one. An ambiguous or unknown
  // name is an error with the candidates, or the nearest names. Errors have no location.
  [[nodiscard]] Result<const Watch*> variable(std::string_view name) const;
  [[nodiscard]] const Region* region(std::string_view name) const;  // null: there is none

  // Every variable that `name` may mean: those whose full name it is, else those
  // whose last parts it is; among them those in the same case, if there are any.
  [[nodiscard]] std::vector<const Watch*> variables_named(std::string_view name) const;

  // Regions, full names of variables, and their last parts: to suggest from.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<Region> regions_;
  std::vector<Watch> variables_;
};

// Returns the name of a cell: "Solve::x" for a variable's, "grid(2,5)" for one of a region, else
// "(3, 4)".
[[nodiscard]] std::string cell_name(const Symbols& symbols, Point at);

}  // namespace fungescope
