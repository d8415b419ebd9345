#include "vm/write_map.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fungescope {
namespace {

// Returns eight bytes, the first of them lowest.
std::uint64_t eight_bytes(const std::uint8_t* bytes) {
  std::uint64_t eight = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&eight, bytes, sizeof eight);
  } else {
    for (unsigned i = 0; i < 8; ++i) eight |= std::uint64_t{bytes[i]} << (8 * i);
  }
  return eight;
}

// The common case, and therefore without branches.
bool all_zero(const std::uint8_t* cells) {
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < CellGroup::size; i += 8) any |= eight_bytes(cells + i);
  return any == 0;
}

// Returns one bit for each of 64 bytes that are 0 or 1. The multiplication gathers the lowest bits
// of eight bytes in the highest byte.
std::uint64_t mask_of(const std::uint8_t* cells) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < CellGroup::size; i += 8) {
    mask |= (eight_bytes(cells + i) * 0x0102040810204080U) >> 56U << i;
  }
  return mask;
}

}  // namespace

template <class Visit>
void WriteMap::for_each_written_group(Visit visit) const {
  for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
    if (chunks_[chunk] == 0) continue;
    const std::size_t end = (chunk + 1) * chunk_size;
    for (std::size_t cell = chunk * chunk_size; cell < end; cell += CellGroup::size) {
      if (!all_zero(cells_.data() + cell)) visit(cell);
    }
  }
}

std::vector<CellGroup> WriteMap::groups() const {
  std::vector<CellGroup> groups;
  for_each_written_group([&](std::size_t cell) {
    const auto number = static_cast<std::uint32_t>(cell / CellGroup::size);
    groups.push_back({number, mask_of(cells_.data() + cell)});
  });
  return groups;
}

void WriteMap::take_groups(std::vector<std::uint32_t>& numbers) {
  numbers.clear();
  for_each_written_group([&](std::size_t cell) {
    numbers.push_back(static_cast<std::uint32_t>(cell / CellGroup::size));
  });
  for (const std::uint32_t number : numbers) {
    const std::size_t cell = number * CellGroup::size;
    std::memset(cells_.data() + cell, 0, CellGroup::size);
    if (has_chunks(cells_.size())) chunks_[cell / chunk_size] = 0;
  }
}

void WriteMap::clear() {
  for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
    if (chunks_[chunk] == 0) continue;
    const auto begin = cells_.begin() + static_cast<std::ptrdiff_t>(chunk * chunk_size);
    std::fill_n(begin, chunk_size, std::uint8_t{0});
    if (has_chunks(cells_.size())) chunks_[chunk] = 0;
  }
}

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
