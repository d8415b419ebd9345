// Looks up regions and variables by name, suggests names for misspelt ones, and checks the name of
// a region that is declared by hand, so that every command and expression can refer to the region.
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
  [[nodiscard]] const std::vector<Constant>& constants() const { return constants_; }

  // The method that the source declares; empty if it declares none.
  [[nodiscard]] const std::string& method() const { return method_; }
  // What the console says before there is output; empty: nothing.
  [[nodiscard]] const std::string& prompt() const { return prompt_; }
  [[nodiscard]] const std::vector<Button>& buttons() const { return buttons_; }

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
  std::vector<Constant> constants_;
  std::vector<Button> buttons_;
  std::string method_;
  std::string prompt_;
};

// Returns an advice that names the nearest candidates, ignoring case: "the nearest names are cx and
// cy". At most three, within a small edit distance (a letter inserted, deleted or replaced, or two
// neighbours exchanged); `otherwise` if there are none. Cost: the product of the lengths, per
// candidate.
[[nodiscard]] std::string suggest(std::string_view name, const std::vector<std::string>& candidates,
                                  std::string_view otherwise = {});

// Returns the name of a cell: "Solve::x" for a variable's, "grid(2,5)" for one of a region, else
// "(3, 4)".
[[nodiscard]] std::string cell_name(const Symbols& symbols, Point at);
// Returns "grid(2,5)", the name of an element of a region in expressions. The field has no name:
// "(2, 5)".
[[nodiscard]] std::string element_name(std::string_view region, Point offset);

// How the value of a cell of a region is shown: as a number with its character, in the region's
// encoding, with characters in quotes, or as the region draws it, a blank as "blank".
enum class RegionText : std::uint8_t { number, quoted, drawn };
// Formats the value of a cell: a variable's by its type, a region's by `region_text`, any other as
// a number with its character.
[[nodiscard]] std::string format_value_at(const Symbols& symbols, Point at, std::int64_t value,
                                          RegionText region_text = RegionText::quoted);

// Whether the user declared the region, by a command or an option, and not the source.
[[nodiscard]] inline bool is_declared_by_hand(const Region& region) {
  return region.where.line == 0;
}

// "in line 12", or "by hand".
[[nodiscard]] std::string origin_of(const Region& region);

// Fails unless the name is one word of the expression language that has no meaning yet: not a
// keyword, and not the name of a region or a variable. `renamed` is the region that gives up its
// own name, or null. Errors have no location.
[[nodiscard]] Result<void> check_region_name(std::string_view name, const Symbols& symbols,
                                             const Region* renamed = nullptr);

}  // namespace fungescope
