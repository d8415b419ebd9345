// Lifts the micro-operations of one superblock: see lift.h.
#pragma once

#include "jit/ir/ir_builder.h"
#include "jit/lift/lift.h"

#include <array>
#include <cstddef>
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

struct KnownValue {
  std::uint64_t where = 0;  // a cell, the value of an index, or the values of a pair of coordinates
  ValueId value = no_value;
};

// Up to `capacity` known values; the oldest is evicted first.
class KnownValues {
 public:
  explicit KnownValues(std::size_t capacity) : capacity_(capacity) {}

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
    if (known_.size() == capacity_) known_.erase(known_.begin());
    known_.push_back({where, value});
  }
  void clear() { known_.clear(); }
  [[nodiscard]] auto begin() const { return known_.begin(); }
  [[nodiscard]] auto end() const { return known_.end(); }

 private:
  std::size_t capacity_;
  std::vector<KnownValue> known_;
};

// The values of the stack slots from -reach to reach - 1.
class Slots {
 public:
  static constexpr int reach = 64;
  Slots() { values_.fill(no_value); }
  // no_value: the value in memory.
  [[nodiscard]] ValueId& at(int slot) { return values_[index_of(slot)]; }
  [[nodiscard]] ValueId at(int slot) const { return values_[index_of(slot)]; }

 private:
  static std::size_t index_of(int slot) {
    const int index = slot + reach;
    return static_cast<std::size_t>(index);
  }

  std::array<ValueId, 2 * static_cast<std::size_t>(reach)> values_{};
};

// The abstract state of the machine at a position of the region.
struct LiftState {
  Slots slots;
  int depth = 0;
  KnownValues cells{32};
  KnownValues indices{8};   // of cells, by the values of their coordinates
  KnownValues loads{8};     // by the value of the index; cleared by each store
  std::uint32_t ticks = 0;  // executed and not charged
  int need = 0;             // values below slot 0 that were checked to exist
  int reach = 0;            // slots from 0 on that were checked to be free
};

// Shared by all blocks of a region while it is lifted.
struct LiftContext {
  Graph& graph;
  IrBuilder& values;
  const BlockCache& cache;
  const ProfileFeedback& feedback;
  std::unordered_set<CellIndex>& dependencies;
  std::unordered_set<CellIndex>& unforeseen_stores;  // see LiftFindings
  CellIndex from = no_cell;                          // the cell being lifted

  // Appends the operation to a block, folded, and returns its value.
  ValueId emit(BlockId block, Instr instr);
  // Returns the value of a slot or a cell; loads it at the end of the block if it is not known.
  ValueId slot(BlockId block, LiftState& state, int slot);
  ValueId cell(BlockId block, LiftState& state, CellIndex cell);
};

// Returns the depth, and the slots below it that differ from memory.
[[nodiscard]] StackState stack_of(const Graph& graph, const LiftState& state);

// How control leaves a superblock, besides the terminator of its block.
struct LiftedTerminator {
  bool left = false;  // by an unconditional exit, block.edges[0], in the middle of the superblock
  bool negated = false;  // exits[0] is taken if the condition holds
  int only_edge = -1;    // the index of the exit that is always taken, or -1
};

// Lifts the superblock to the code of `block`, from the state at its start to that at its end.
LiftedTerminator lift_block(LiftContext& context, BlockId block, Superblock& superblock,
                            LiftState& state);

}  // namespace fungescope::jit
