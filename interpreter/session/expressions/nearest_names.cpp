#include "session/expressions/nearest_names.h"

#include "base/text_table.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace fungescope {
namespace {

// Longer names have no suggestions: the cost grows with the square of the length.
constexpr std::size_t max_length = 100;

// Returns the optimal string alignment distance (Damerau 1964; Wagner and Fischer 1974): the number
// of insertions, deletions, replacements and exchanges of neighbours. Keeps the last three rows of
// the matrix only.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
          to_lower(a[i - 2]) == to_lower(b[j - 1])) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t limit) {
  std::vector<std::pair<std::size_t, const std::string*>> near;
  if (name.size() <= max_length) {
    const std::size_t tolerance = std::max<std::size_t>(1, name.size() / 3);
    for (const std::string& candidate : candidates) {
      if (candidate.size() > max_length) continue;
      const std::size_t edits = distance(name, candidate);
      // A name that is replaced completely is not similar.
      if (edits <= tolerance && edits < name.size()) near.emplace_back(edits, &candidate);
    }
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [edits, candidate] : near) {
    if (names.size() == limit) break;
    if (std::find(names.begin(), names.end(), *candidate) == names.end()) {
      names.push_back(*candidate);
    }
  }
  return names;
}

std::string suggest(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = nearest_names(name, candidates);
  if (near.empty()) return {};
  return (near.size() == 1 ? "the nearest name is " : "the nearest names are ") + join_names(near);
}

}  // namespace fungescope
