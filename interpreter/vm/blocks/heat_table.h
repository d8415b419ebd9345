// Finds the entries that are worth translating. An entry is a cell and a heading at which the
// pointer arrives after a decision; its heat is what a block there would have saved.
//
// The table has a fixed size, however large the field is. Each entry belongs to a set of four
// slots. An entry without a slot takes one that has no heat, and otherwise cools the coldest one:
// so an entry that is reached often enough keeps its slot, whatever else is executed once (Misra
// and Gries, "Finding Repeated Elements", 1982).
#pragma once

#include "lang/playfield.h"
#include "vm/blocks/superblock.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope {

class HeatTable {
 public:
  // Identifies an entry; at most 2^36.
  static constexpr std::uint64_t key_of(CellIndex cell, Heading heading) {
    return std::uint64_t{cell} * Heading::count + heading.index() + 1;
  }
  // Spreads keys over all bits.
  static constexpr std::uint64_t hash_of(std::uint64_t key) { return key * 0x9e3779b97f4a7c15U; }

  static constexpr std::uint64_t max_heat = 0x7fff;

  class Slot {
   public:
    Slot() = default;
    explicit Slot(std::uint64_t key) : key_and_heat_(key << heat_bits) {}

    Superblock* block = nullptr;  // of the entry, if it has code

    [[nodiscard]] std::uint64_t key() const { return key_and_heat_ >> heat_bits; }
    [[nodiscard]] std::uint64_t heat() const { return key_and_heat_ & heat_mask; }
    void set_heat(std::uint64_t heat) { key_and_heat_ = key() << heat_bits | heat; }
    // Adds the gain of a block for `cells` cells, at least 1: entering a block takes about as long
    // as a cell. The gain is bounded because a translation takes the longer the more cells there
    // are.
    void warm(std::uint64_t cells) {
      constexpr std::uint64_t max_gain = 24;
      key_and_heat_ += std::min({2 * cells - 1, max_gain, max_heat - heat()});
    }

   private:
    static constexpr unsigned heat_bits = 16;
    static constexpr std::uint64_t heat_mask = 0xffff;
    std::uint64_t key_and_heat_ = 0;  // key 0: unused
  };

  // For a field of `area` cells, at least 1.
  explicit HeatTable(std::size_t area)
      : shift_(64U - static_cast<unsigned>(std::bit_width(std::min(max_sets, 2 * area) - 1))),
        slots_(slots_per_set << (64U - shift_)) {}

  // Returns the slot of an entry, or null.
  [[nodiscard]] Slot* find(std::uint64_t key) {
    // Without a branch for each slot, which would be mispredicted.
    Slot* const set = set_of(key);
    std::size_t found = 0;
    for (std::size_t i = 1; i < slots_per_set; ++i) found += set[i].key() == key ? i : 0;
    return set[found].key() == key ? set + found : nullptr;
  }
  // Returns a slot for an entry that has none: one of its set, or one that the next call reuses.
  Slot& admit(std::uint64_t key) {
    Slot& coldest = coldest_of(key);
    Slot& slot = coldest.heat() == 0 ? coldest : rejected_;
    coldest.set_heat(coldest.heat() - std::min(coldest.heat(), cooling));
    return slot = Slot(key);
  }
  // Gives an entry the maximum heat.
  void heat_up(std::uint64_t key) {
    Slot* slot = find(key);
    if (slot == nullptr) *(slot = &coldest_of(key)) = Slot(key);
    slot->set_heat(max_heat);
  }

 private:
  // More than the gain of a single cell: decisions without code between them, which gain nothing,
  // get hot only if there are so few that none of them is rejected.
  static constexpr std::uint64_t cooling = 2;
  static constexpr std::size_t slots_per_set = 4;  // a cache line
  static constexpr std::size_t max_sets = 1024;

  [[nodiscard]] Slot* set_of(std::uint64_t key) {
    return &slots_[(hash_of(key) >> shift_) * slots_per_set];
  }
  [[nodiscard]] Slot& coldest_of(std::uint64_t key) {
    Slot* const set = set_of(key);
    return *std::min_element(set, set + slots_per_set,
                             [](const Slot& a, const Slot& b) { return a.heat() < b.heat(); });
  }

  unsigned shift_;
  std::vector<Slot, ZeroedAllocator<Slot>> slots_;
  Slot rejected_;
};

}  // namespace fungescope
