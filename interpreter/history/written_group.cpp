#include "history/written_group.h"

namespace fungescope {

std::vector<WrittenGroup> cells_in(const Rectangle& area, Size field) {
  std::vector<WrittenGroup> groups;
  for (std::int64_t y = area.corner.y; y < area.corner.y + area.size.height; ++y) {
    for (std::int64_t x = area.corner.x; x < area.corner.x + area.size.width; ++x) {
      const auto index = static_cast<std::size_t>(y * field.width + x);
      const auto group = static_cast<WriteMap::Group>(index / WriteMap::group_size);
      if (groups.empty() || groups.back().group != group) groups.push_back({group, 0});
      groups.back().mask |= std::uint64_t{1} << (index % WriteMap::group_size);
    }
  }
  return groups;
}

}  // namespace fungescope
