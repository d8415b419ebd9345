// Which cells a run has stored to: a bit a cell, in groups of 64, and a list of
// the groups that have one, so that reading it costs what was written and not
// the size of the field.
//
// History fills one in every interval. `add` is in the inner loop of the fast
// tiers: a read, an or, a write, and a branch that is taken once a group.
// Memory: an eighth of a byte a cell, and half as much for the list; untouched
// pages cost nothing.
#pragma once

#include "lang/playfield.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fungescope {

class WriteMap {
 public:
  static constexpr std::size_t group_size = 64;  // cells
  using Group = std::uint32_t;                   // a cell's playfield index / group_size

  // For a field of `area` cells, `area` / 64 < 2^32.
  explicit WriteMap(std::size_t area)
      : masks_((area + group_size - 1) / group_size), touched_(masks_.size()) {}

  void add(std::size_t index) {
    const std::size_t group = index / group_size;
    std::uint64_t& mask = masks_[group];
    if (mask == 0) touched_[count_++] = static_cast<Group>(group);
    mask |= std::uint64_t{1} << (index % group_size);
  }

  // The groups with a written cell, in the order in which they were first
  // touched. Valid until the next change.
  [[nodiscard]] std::span<const Group> groups() const { return {touched_.data(), count_}; }
  // Bit i: cell `group * 64 + i` was stored to.
  [[nodiscard]] std::uint64_t mask(Group group) const { return masks_[group]; }
  [[nodiscard]] bool contains(std::size_t index) const {
    return (masks_[index / group_size] >> (index % group_size) & 1U) != 0;
  }

  // Cost: the groups that were touched.
  void clear() {
    for (const Group group : groups()) masks_[group] = 0;
    count_ = 0;
  }

 private:
  std::vector<std::uint64_t, ZeroedAllocator<std::uint64_t>> masks_;
  std::vector<Group, ZeroedAllocator<Group>> touched_;
  std::size_t count_ = 0;
};

}  // namespace fungescope
