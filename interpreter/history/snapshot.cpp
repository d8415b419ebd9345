#include "history/snapshot.h"

#include <algorithm>
#include <cassert>

namespace fungescope {
namespace {

std::int64_t value_of(const unsigned char* source, std::size_t index, std::int64_t delta) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(delta) + source[index]);
}

}  // namespace

std::int64_t Snapshot::cell(std::size_t index) const {
  return value_of(field_->source(), index, deltas_.at(index));
}

std::vector<std::int64_t> Snapshot::stack() const {
  std::vector<std::int64_t> values(stack_.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = stack_.at(i);
  return values;
}

void Snapshot::compare(const Snapshot& a, const Snapshot& b, const Difference& found) {
  assert(a.field_size() == b.field_size());
  const auto compare_group = [&](std::size_t group) {
    const std::size_t begin = group * PagedCells::group_size;
    const std::size_t end = std::min(begin + PagedCells::group_size, a.deltas_.size());
    for (std::size_t i = begin; i < end; ++i) {
      const std::int64_t before = a.cell(i);
      const std::int64_t now = b.cell(i);
      if (before != now) found(i, before, now);
    }
  };
  if (a.field_->source() == b.field_->source()) {
    PagedCells::visit_unshared(a.deltas_, b.deltas_, compare_group);
  } else {
    for (std::size_t group = 0; group < a.deltas_.groups(); ++group) compare_group(group);
  }
}

}  // namespace fungescope
