#include "vm/write_map.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace fungescope {
namespace {

// The common case, and therefore vectorisable.
bool all_zero(const std::uint8_t* cells) {
  std::array<std::uint64_t, CellGroup::size / 8> words;
  std::memcpy(words.data(), cells, sizeof words);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any == 0;
}

// Returns one bit for each of 64 bytes that are 0 or 1. The multiplication gathers the lowest bits
// of eight bytes in the highest byte.
std::uint64_t mask_of(const std::uint8_t* cells) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < CellGroup::size; i += 8) {
    std::uint64_t eight = 0;
    for (unsigned k = 0; k < 8; ++k) eight |= std::uint64_t{cells[i + k]} << (8 * k);
    mask |= (eight * 0x0102040810204080U) >> 56U << i;
  }
  return mask;
}

}  // namespace

std::vector<CellGroup> WriteMap::groups() const {
  std::vector<CellGroup> groups;
  for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
    if (chunks_[chunk] == 0) continue;
    const std::size_t end = (chunk + 1) * chunk_size;
    for (std::size_t cell = chunk * chunk_size; cell < end; cell += CellGroup::size) {
      if (all_zero(cells_.data() + cell)) continue;
      const auto group = static_cast<std::uint32_t>(cell / CellGroup::size);
      groups.push_back({group, mask_of(cells_.data() + cell)});
    }
  }
  return groups;
}

void WriteMap::clear() {
  for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
    if (chunks_[chunk] == 0) continue;
    const auto begin = cells_.begin() + static_cast<std::ptrdiff_t>(chunk * chunk_size);
    std::fill_n(begin, chunk_size, std::uint8_t{0});
    if (has_chunks(cells_.size())) chunks_[chunk] = 0;
  }
}

}  // namespace fungescope
