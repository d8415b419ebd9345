#include "history/paged_cells.h"

#include <algorithm>
#include <cassert>

namespace fungescope {

PagedCells::PagedCells(std::size_t size, std::shared_ptr<Memory> memory)
    : memory_(std::move(memory)) {
  resize(size);
}

const PagedCells::Values* PagedCells::group(std::size_t number) const {
  const Group* const found = slot(nodes_[number / fan_out].get(), number % fan_out);
  return found == nullptr ? nullptr : &found->values;
}

std::int64_t PagedCells::at(std::size_t index) const {
  const Values* const values = group(index / group_size);
  return values == nullptr ? 0 : (*values)[index % group_size];
}

void PagedCells::set_group(std::size_t number, std::span<const std::int64_t> values) {
  assert(values.size() <= group_size);
  Values padded{};
  std::copy(values.begin(), values.end(), padded.begin());
  static constexpr Values zeros{};
  const Values* const old = group(number);
  if (padded == (old == nullptr ? zeros : *old)) return;
  Shared<Node>& node = nodes_[number / fan_out];
  if (node.get() == nullptr) {
    node = Shared<Node>(new Node(memory_));
  } else if (node->references > 1) {
    node = Shared<Node>(new Node(*node.get()));
  }
  Shared<Group>& slot_of_group = node->groups[number % fan_out];
  if (padded == zeros) {
    slot_of_group = {};
  } else {
    slot_of_group = Shared<Group>(new Group(memory_));
    slot_of_group->values = padded;
  }
}

void PagedCells::resize(std::size_t size) {
  const std::size_t kept = std::min(size, size_) / group_size;  // groups that are kept as a whole
  const bool shrinks = size < size_;
  Values rest{};
  std::size_t rest_size = 0;
  if (shrinks && size % group_size != 0) {
    if (const Values* const values = group(kept)) rest = *values;
    rest_size = size % group_size;
  }
  const std::size_t old_groups = groups();
  size_ = size;
  if (shrinks) {
    for (std::size_t g = kept; g < old_groups && g / fan_out < nodes_.size(); ++g) {
      if (g >= groups() && g % fan_out == 0) break;  // whole nodes are removed below
      set_group(g, g == kept ? std::span<const std::int64_t>(rest.data(), rest_size)
                             : std::span<const std::int64_t>());
    }
  }
  nodes_.resize((groups() + fan_out - 1) / fan_out);
}

}  // namespace fungescope
