// Looks up regions and variables by name.
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

  // The method that the source declares; empty if it declares none.
  [[nodiscard]] const std::string& method() const { return method_; }

  // Finds a variable, ignoring case, by its full name or by a suffix of its parts that is unique;
  // `::x` is a global one. An ambiguous or unknown name is an error with the candidates or the
  // nearest names. Errors have no location.
  [[nodiscard]] Result<const Watch*> variable(std::string_view name) const;
  [[nodiscard]] const Region* region(std::string_view name) const;  // may be null

  // Returns every variable that `name` may mean: those with this full name, else those with this
  // suffix; of these, the ones in the same case, if there are any.
  [[nodiscard]] std::vector<const Watch*> variables_named(std::string_view name) const;

  // Returns the names of regions, the full names of variables, and their last parts, for
  // suggestions.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<Region> regions_;
  std::vector<Watch> variables_;
  std::string method_;
};

// Returns the name of a cell: "Solve::x" for a variable's, "grid(2,5)" for one of a region, else
// "(3, 4)".
[[nodiscard]] std::string cell_name(const Symbols& symbols, Point at);

}  // namespace fungescope
