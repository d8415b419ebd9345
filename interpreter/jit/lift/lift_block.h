// One block's micro-operations, lifted: see lift.h.
#pragma once

#include "jit/ir/ir_builder.h"
#include "jit/lift/lift.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <unordered_set>
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

// What all blocks of a region share while it is lifted.
struct LiftContext {
  Graph& graph;
  IrBuilder& values;
  const BlockCache& cache;
  const ProfileFeedback& feedback;
  const LiftOptions& options;
  std::unordered_set<CellIndex>& dependency;
  std::unordered_set<CellIndex>& unforeseen_stores;  // known cells that a computed `p` stores to
  CellIndex from = no_cell;                          // the cell that is being lifted

  // Appends to a part what `instr` computes, and returns the value.
  ValueId emit(BlockId block, Instr instr);
  // The value of a slot, loaded at the end of the part if nothing is known of it.
  ValueId slot(BlockId block, LiftState& state, int slot);
  ValueId cell(BlockId block, LiftState& state, CellIndex cell);
};

// The slots below `state.depth` that memory does not hold.
[[nodiscard]] StackState stack_of(const Graph& graph, const LiftState& state);

// How control leaves a block.
struct LiftedTerminator {
  bool left = false;  // by part.edges[0], an exit, in the middle of the block
  TerminatorKind kind = TerminatorKind::jump;
  Condition condition = Condition::not_equal;
  ValueId a = no_value;
  ValueId b = no_value;
  bool negated = false;  // exits[0] is taken if the condition holds
  int only_edge = -1;    // known already
};

class BlockLifter {
 public:
  BlockLifter(LiftContext& context, BlockId block, Superblock& superblock, LiftState& state)
      : context_(context),
        graph_(context.graph),
        block_(block),
        superblock_(superblock),
        state_(state) {}

  LiftedTerminator lift();

 private:
  void lift_op(const MicroOp& op);
  bool lift_stack_op(const MicroOp& op);
  bool lift_memory_op(const MicroOp& op);
  bool lift_port_op(const MicroOp& op);
  void lift_end(const MicroOp& op);

  [[nodiscard]] ValueId constant(std::int64_t k) { return context_.values.constant(k); }
  ValueId emit(IrOp op, ValueId a = no_value, ValueId b = no_value, std::int64_t k = 0);
  void effect(Instr instr);
  void push(ValueId value) { state_.slots.at(state_.depth++) = value; }
  ValueId pop() { return context_.slot(block_, state_, --state_.depth); }
  ValueId top() { return context_.slot(block_, state_, state_.depth - 1); }
  ValueId cell(std::int64_t index) {
    return context_.cell(block_, state_, static_cast<CellIndex>(index));
  }
  void binary(IrOp op);
  void binary_with(IrOp op, ValueId b);
  void divide(IrOp op, ValueId b);

  // A way out before the present operation, with `operands` on the stack that it had folded.
  ExitId exit_here(ExitKind kind, std::initializer_list<ValueId> operands = {});
  void guard(IrOp op, ValueId a, std::int64_t k, std::initializer_list<ValueId> operands);
  void guard_in_bounds(ValueId x, ValueId y, std::initializer_list<ValueId> operands);

  void get(ValueId x, ValueId y, std::initializer_list<ValueId> operands, bool checked);
  void put(ValueId value, ValueId x, ValueId y, std::initializer_list<ValueId> operands,
           ValueId stored);
  void store_known(CellIndex cell, ValueId value);
  [[nodiscard]] Instr store_to(ValueId index, ValueId value) const;
  void store_at(ValueId index, ValueId value, std::initializer_list<ValueId> operands);
  ValueId index_of(ValueId x, ValueId y);
  ValueId load_at(ValueId index);
  void end_with_step(std::initializer_list<ValueId> operands);
  ExitId step_exit(std::initializer_list<ValueId> operands);

  void branch(Condition condition, ValueId a, ValueId b);
  void branch_nonzero(ValueId value, bool negated);

  [[nodiscard]] std::int64_t width() const { return graph_.field.width; }
  [[nodiscard]] std::int64_t height() const { return graph_.field.height; }
  [[nodiscard]] bool is_in_bounds(ValueId x, ValueId y) const;

  LiftContext& context_;
  Graph& graph_;
  BlockId block_;
  Superblock& superblock_;
  LiftState& state_;
  const MicroOp* op_ = nullptr;
  LiftedTerminator end_;
  // All guards of an operation leave by one exit.
  const MicroOp* step_op_ = nullptr;
  ExitId step_exit_ = no_exit;
};

}  // namespace fungescope::jit
