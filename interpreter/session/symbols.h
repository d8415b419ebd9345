// Regions and variables by their names: the annotations as the session uses them.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"

#include <string_view>
#include <vector>

namespace fungescope {

class Symbols {
 public:
  Symbols() = default;
  explicit Symbols(const Annotations& annotations);

  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  [[nodiscard]] const std::vector<Watch>& variables() const { return variables_; }

  // In any case. A variable is found by its full name, or by its last part where that is
  // only one variable's; an ambiguous or unknown name is an error with the candidates,
  // or the nearest names. Errors have no location.
  [[nodiscard]] Result<const Watch*> variable(std::string_view name) const;
  [[nodiscard]] const Region* region(std::string_view name) const;  // null: there is none

 private:
  std::vector<Region> regions_;
  std::vector<Watch> variables_;
};

}  // namespace fungescope
