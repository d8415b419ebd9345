// What is known at a place of a region while it is lifted.
#pragma once

#include "jit/ir/ir.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace fungescope::jit {

struct KnownValue {
  std::uint64_t where = 0;  // a cell, the value of an index, or those of a place
  ValueId value = no_value;
};

// A handful of known values; the oldest is forgotten first.
class KnownValues {
 public:
  explicit KnownValues(std::size_t most) : most_(most) {}

  [[nodiscard]] ValueId find(std::uint64_t where) const {
    for (const KnownValue& known : known_) {
      if (known.where == where) return known.value;
    }
    return no_value;
  }
  void set(std::uint64_t where, ValueId value) {
    for (KnownValue& known : known_) {
      if (known.where == where) {
        known.value = value;
        return;
      }
    }
    if (known_.size() == most_) known_.erase(known_.begin());
    known_.push_back({where, value});
  }
  void clear() { known_.clear(); }
  [[nodiscard]] auto begin() const { return known_.begin(); }
  [[nodiscard]] auto end() const { return known_.end(); }

 private:
  std::size_t most_;
  std::vector<KnownValue> known_;
};

class Slots {
 public:
  static constexpr int reach = 64;
  Slots() { values_.fill(no_value); }
  // no_value: memory holds it.
  [[nodiscard]] ValueId& at(int slot) { return values_[place_of(slot)]; }
  [[nodiscard]] ValueId at(int slot) const { return values_[place_of(slot)]; }

 private:
  static std::size_t place_of(int slot) {
    const int place = slot + reach;
    return static_cast<std::size_t>(place);
  }

  std::array<ValueId, 2 * static_cast<std::size_t>(reach)> values_{};
};

struct LiftState {
  Slots slots;
  int depth = 0;
  KnownValues cells{32};
  KnownValues indices{8};   // of cells, by the values of their places
  KnownValues loads{8};     // by the value of the index; every store may end them
  std::uint32_t ticks = 0;  // executed and not charged
  int need = 0;             // values below slot 0 that are there for certain
  int reach = 0;            // room from slot 0 on that is there for certain
};

}  // namespace fungescope::jit
