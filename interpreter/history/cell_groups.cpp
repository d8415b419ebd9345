#include "history/cell_groups.h"

#include <algorithm>

namespace fungescope {

std::vector<CellGroup> cells_in(const Rectangle& area, Size field) {
  std::vector<CellGroup> groups;
  for (std::int64_t y = area.corner.y; y < area.corner.y + area.size.height; ++y) {
    for (std::int64_t x = area.corner.x; x < area.corner.x + area.size.width; ++x) {
      const auto index = static_cast<std::size_t>(y * field.width + x);
      const auto number = static_cast<std::uint32_t>(index / CellGroup::size);
      if (groups.empty() || groups.back().number != number) groups.push_back({number, 0});
      groups.back().mask |= std::uint64_t{1} << (index % CellGroup::size);
    }
  }
  return groups;
}

bool intersect(std::span<const CellGroup> a, std::span<const CellGroup> b) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->number < right->number) {
      ++left;
    } else if (right->number < left->number) {
      ++right;
    } else if ((left++->mask & right++->mask) != 0) {
      return true;
    }
  }
  return false;
}

std::vector<CellGroup> merged(std::span<const CellGroup> a, std::span<const CellGroup> b) {
  std::vector<CellGroup> result;
  result.reserve(std::max(a.size(), b.size()));
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->number < right->number)) {
      result.push_back(*left++);
    } else if (left == a.end() || right->number < left->number) {
      result.push_back(*right++);
    } else {
      result.push_back({left->number, left->mask | right->mask});
      ++left;
      ++right;
    }
  }
  result.shrink_to_fit();
  return result;
}

}  // namespace fungescope
