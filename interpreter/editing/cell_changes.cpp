#include "editing/cell_changes.h"

#include <algorithm>

namespace fungescope::editing {

void CellChanges::add(Point at, std::string_view before, std::string_view now) {
  const std::size_t size = std::max(before.size(), now.size());
  for (std::size_t i = 0; i < size && !all_; ++i) {
    const char old = i < before.size() ? before[i] : ' ';
    if (old == (i < now.size() ? now[i] : ' ')) continue;
    if (cells_.size() == max_cells) return add_all();
    cells_.push_back({{at.x + static_cast<std::int64_t>(i), at.y}, old});
  }
}

void CellChanges::add_all() {
  all_ = true;
  cells_.clear();
}

}  // namespace fungescope::editing
