// Suggestions for a misspelt name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// Returns the candidates within a small edit distance of `name` (a letter inserted, deleted or
// replaced, or two neighbours exchanged), ignoring case; the nearest first, at most `limit`. Cost:
// the product of the lengths, per candidate.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view name,
                                                     const std::vector<std::string>& candidates,
                                                     std::size_t limit = 3);

// Formats them for the advice of an error: "the nearest name is grid", "the nearest names are cx
// and cy"; empty if there is none.
[[nodiscard]] std::string suggest(std::string_view name,
                                  const std::vector<std::string>& candidates);

}  // namespace fungescope
