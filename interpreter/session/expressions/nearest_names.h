// The names that someone may have meant who wrote one that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// Those of `candidates` that differ from `name` in few places (a letter too much,
// too few, another one, or two exchanged), in any case; the nearest first, at most
// `limit`. Cost: the product of the lengths, each candidate.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view name,
                                                     const std::vector<std::string>& candidates,
                                                     std::size_t limit = 3);

// "the nearest name is grid", "the nearest names are cx and cy", for the advice of
// an error; empty if there is none.
[[nodiscard]] std::string suggest(std::string_view name,
                                  const std::vector<std::string>& candidates);

// "a", "a and b", "a, b and c".
[[nodiscard]] std::string join_names(const std::vector<std::string>& items,
                                     std::string_view conjunction = "and");

}  // namespace fungescope
