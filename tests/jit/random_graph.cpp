#include "jit/random_graph.h"

namespace fungescope::jit::test {
namespace {

constexpr std::array arithmetic{IrOp::add,           IrOp::subtract,     IrOp::multiply,
                                IrOp::divide,        IrOp::remainder,    IrOp::shift_left,
                                IrOp::multiply_high, IrOp::shift_right,  IrOp::shift_right_logical,
                                IrOp::bit_and,       IrOp::greater,      IrOp::is_zero,
                                IrOp::low_byte,      IrOp::load_or_zero, IrOp::select,
                                IrOp::reduce};
constexpr std::array effects{
    IrOp::store_cell,         IrOp::store_inside,    IrOp::guard_nonzero,  IrOp::guard_nonnegative,
    IrOp::guard_below,        IrOp::guard_stack,     IrOp::charge,         IrOp::charge_by,
    IrOp::mark_written,       IrOp::guard_ticks,     IrOp::store,          IrOp::add_to_cell,
    IrOp::subtract_from_cell, IrOp::mark_written_at, IrOp::random_quarter, IrOp::put_byte,
    IrOp::put_number,         IrOp::read_byte,       IrOp::read_number,    IrOp::guard_untrapped};
constexpr std::array<std::int64_t, 16> constants{0,          1,
                                                 -1,         3,
                                                 9,          -7,
                                                 255,        INT32_MAX,
                                                 INT32_MIN,  INT32_MIN + 100,
                                                 1LL << 31U, UINT32_MAX,
                                                 1LL << 40U, -(1LL << 40U),
                                                 INT64_MAX,  INT64_MIN};

class Maker {
 public:
  Maker(std::uint64_t seed, const RandomGraphSize& size) : random_(seed), size_(size) {}

  Graph make() {
    std::vector<Before> before(size_.entries);
    for (Before& entry : before) {
      entry.block = graph_.block();
      graph_.graph.blocks[entry.block].entry = static_cast<std::uint32_t>(entry.block + 1);
      for (int slot_number = 1; slot_number <= size_.slots; ++slot_number) {
        entry.known.push_back(slot(graph_, entry.block, -slot_number));
      }
    }
    // Values of a single entry are not defined after it.
    if (before.size() == 1) known_ = before[0].known;
    const std::vector<ValueId> outside = loop(before, 2);
    const BlockId end = graph_.block();
    graph_.jump(last_, end);
    std::vector<SlotValue> stored;
    stored.reserve(static_cast<std::size_t>(size_.slots));
    for (int i = 0; i < size_.slots; ++i) {
      stored.push_back({static_cast<std::int16_t>(-1 - i), any_of(outside)});
    }
    graph_.leave(end, std::move(stored));
    graph_.graph.marks_writes = true;
    graph_.graph.field = {10, 10};
    return std::move(graph_.graph);
  }

 private:
  // An edge into a loop, and the values known there.
  struct Before {
    BlockId block = no_block;
    std::vector<ValueId> known;
  };

  std::uint64_t below(std::uint64_t limit) { return random_.next() % limit; }
  ValueId any_of(const std::vector<ValueId>& values) {
    return values[static_cast<std::size_t>(below(values.size()))];
  }
  ValueId any() { return any(known_); }
  ValueId any(const std::vector<ValueId>& values) {
    if (below(6) != 0) return any_of(values);
    return graph_.constant(constants[static_cast<std::size_t>(below(constants.size()))]);
  }
  // For an edge: a value or an edge load.
  ValueId argument(const std::vector<ValueId>& values) {
    if (below(5) != 0) return any(values);
    Instr load;
    load.op = below(2) == 0 ? IrOp::load_cell : IrOp::load_slot;
    load.k = load.op == IrOp::load_cell ? static_cast<std::int64_t>(below(100)) : -1;
    return graph_.values.append(load);
  }
  // Rebases the stack. Edge loads on such an edge are of cells.
  void rebase(Edge& edge, int depth) {
    edge.rebase = true;
    edge.stack.depth = static_cast<std::int16_t>(depth);
    edge.stack.stored = {{-1, any()}, {0, any()}};
    for (const ValueId arg : edge.args) {
      Instr& load = graph_.graph.at(arg);
      if (load.op == IrOp::load_slot && load.block == no_block)
        load.op = IrOp::load_cell, load.k = 5;
    }
  }

  // Returns the values known after it. It iterates three times.
  std::vector<ValueId> loop(const std::vector<Before>& before, unsigned depth) {
    const BlockId header = graph_.block();
    graph_.graph.blocks[header].header = true;
    loops_ += 1;
    std::vector<ValueId> phis(7);
    for (ValueId& phi : phis) phi = graph_.phi(header);
    for (const Before& edge : before) {
      std::vector<ValueId> first{graph_.constant(3)};
      while (first.size() < phis.size()) first.push_back(argument(edge.known));
      graph_.jump(edge.block, header, first);
    }
    const std::vector<ValueId> outside = known_;
    const bool moves = size_.rebases && depth == 1 && below(2) == 0;
    if (moves) rebase(graph_.graph.blocks[before[0].block].edges.back(), 1);
    known_.insert(known_.end(), phis.begin() + 1, phis.end());
    fill(header);
    last_ = header;
    if (depth > 1) loop({{header, known_}}, depth - 1);
    const BlockId join = diamond(last_);
    const BlockId latch = graph_.block();
    graph_.jump(join, latch);
    fill(latch);
    const ValueId counter = graph_.add(latch, IrOp::add, phis[0], graph_.constant(-1));
    std::vector<ValueId> again{counter};
    // Some are permuted, so that the moves are parallel.
    for (std::size_t i = 1; i < phis.size(); ++i) {
      again.push_back(below(3) == 0 ? phis[1 + static_cast<std::size_t>(below(phis.size() - 1))]
                                    : argument(known_));
    }
    const BlockId after = graph_.block();
    graph_.branch(latch, counter, graph_.constant(0), after, header);
    if (moves) rebase(graph_.graph.blocks[latch].edges[0], -1);
    graph_.graph.blocks[latch].edges[1].args = again;
    graph_.graph.blocks[latch].edges[1].ticks = 3;
    nest(header, latch);
    last_ = after;
    loops_ -= 1;
    std::vector<ValueId> behind = known_;
    known_ = outside;
    known_.insert(known_.end(), phis.begin(), phis.end());
    return behind;
  }

  void nest(BlockId header, BlockId latch) {
    for (BlockId id = header; id <= latch; ++id) ++graph_.graph.blocks[id].loop_depth;
  }

  // Two arms, or four by a quarter, that join; some leave.
  BlockId diamond(BlockId from) {
    const bool by_quarter = below(2) == 0;
    std::vector<BlockId> arms(by_quarter ? 4 : 2);
    for (BlockId& arm : arms) arm = graph_.block();
    if (by_quarter) {
      graph_.graph.blocks[from].terminator = TerminatorKind::quarter;
      graph_.graph.blocks[from].a =
          graph_.add(from, IrOp::bit_and, any_of(known_), graph_.constant(3));
      for (const BlockId arm : arms) graph_.jump(from, arm);
    } else {
      graph_.branch(from, any(), any(), arms[0], arms[1]);
      if (below(2) == 0) graph_.graph.blocks[from].condition = Condition::greater;
    }
    for (Edge& edge : graph_.graph.blocks[from].edges) {
      edge.ticks = static_cast<std::uint32_t>(below(3));
    }
    const BlockId join = graph_.block();
    const std::vector<ValueId> before = known_;
    for (const BlockId arm : arms) {
      fill(arm);
      const ValueId made = argument(known_);
      graph_.jump(arm, join, {made, any()});
      known_ = before;
    }
    known_.push_back(graph_.phi(join));
    known_.push_back(graph_.phi(join));
    return join;
  }

  void fill(BlockId block) {
    for (int i = 0; i < size_.operations; ++i) {
      if (below(4) == 0) {
        effect(block);
      } else {
        compute(block);
      }
    }
  }

  void compute(BlockId block) {
    const IrOp op = arithmetic[static_cast<std::size_t>(below(arithmetic.size()))];
    const bool shifts =
        op == IrOp::shift_left || op == IrOp::shift_right || op == IrOp::shift_right_logical;
    const bool single = shifts || op == IrOp::reduce || op == IrOp::is_zero || op == IrOp::low_byte;
    auto bits = static_cast<std::int64_t>(shifts || op == IrOp::reduce ? 1 + below(63) : 0);
    if (op == IrOp::reduce && below(2) == 0) bits = INT32_MAX - bits;
    const ValueId a = any();
    const ValueId made = graph_.add(block, op, a, single ? no_value : any(), bits);
    if (op == IrOp::select) graph_.graph.at(made).c = any();
    known_.push_back(made);
  }

  // A value that is the index of a cell.
  ValueId index(BlockId block) {
    return graph_.add(block, IrOp::bit_and, any_of(known_), graph_.constant(63));
  }

  void effect(BlockId block) {
    const IrOp op = effects[static_cast<std::size_t>(below(effects.size()))];
    const auto cell = static_cast<std::int64_t>(below(100));
    switch (op) {
      case IrOp::store_cell:
        graph_.add(block, op, any(), no_value, cell);
        return;
      case IrOp::mark_written:
        graph_.add(block, op, no_value, no_value, cell);
        return;
      case IrOp::store: {
        const ValueId place = index(block);
        known_.push_back(graph_.add(block, IrOp::load, place));
        guarded(graph_.add(block, IrOp::guard_unmarked, place));
        graph_.add(block, op, place, below(5) == 0 ? place : any());
        return;
      }
      case IrOp::add_to_cell:
      case IrOp::subtract_from_cell: {
        const ValueId place = index(block);
        graph_.add(block, op, place, below(5) == 0 ? place : any());
        return;
      }
      case IrOp::guard_untrapped:
        return guarded(graph_.add(block, op, index(block)));
      case IrOp::put_byte:
      case IrOp::put_number:
        return guarded(graph_.add(block, op, any()));
      case IrOp::read_byte:
      case IrOp::read_number: {
        const ValueId read = graph_.add(block, op);
        guarded(read);
        known_.push_back(read);
        return;
      }
      case IrOp::mark_written_at:
        graph_.add(block, op, index(block));
        return;
      case IrOp::store_inside: {
        const ValueId id = graph_.add(block, op, any(), any());
        graph_.graph.at(id).c = any();
        guarded(id);
        return;
      }
      case IrOp::guard_nonzero:
      case IrOp::guard_nonnegative:
        return guarded(graph_.add(block, op, any_of(known_)));
      case IrOp::guard_below:
        return guarded(graph_.add(block, op, index(block), no_value, 63));
      case IrOp::charge_by:
        graph_.add(block, op, index(block));
        return;
      case IrOp::charge:
        graph_.add(block, op, no_value, no_value, 2);
        return;
      case IrOp::guard_ticks:
        return guarded(graph_.add(block, op, no_value, no_value, 5));
      case IrOp::random_quarter:
        known_.push_back(graph_.add(block, op));
        return;
      default: {  // guard_stack
        const ValueId id = graph_.add(block, op);
        graph_.graph.at(id).need = static_cast<std::int16_t>(size_.slots);
        graph_.graph.at(id).reach = static_cast<std::int16_t>(6 + id % 6);
        graph_.graph.at(id).k = id % 2;  // 1: may raise the ceiling
        return guarded(id);
      }
    }
  }

  void guarded(ValueId id) {
    std::vector<SlotValue> stored;
    for (std::int16_t slot_number = -1; slot_number < 2; ++slot_number) {
      stored.push_back({slot_number, any()});
    }
    const ExitId exit = graph_.exit(std::move(stored), static_cast<int>(below(3)));
    graph_.graph.exits[exit].ticks = static_cast<std::uint32_t>(below(3));
    graph_.graph.at(id).exit = exit;
  }

  Random random_;
  RandomGraphSize size_;
  SmallGraph graph_;
  std::vector<ValueId> known_;
  BlockId last_ = 0;
  int loops_ = 0;
};

class FlowMaker {
 public:
  explicit FlowMaker(std::uint64_t seed) : random_(seed) {}

  Graph make() {
    const std::size_t blocks = 3 + below(6);
    entries_ = static_cast<BlockId>(1 + below(2));
    for (BlockId id = 0; id < blocks; ++id) {
      graph_.block();
      graph_.graph.blocks[id].header = id >= entries_;
      std::vector<ValueId>& phis = phis_.emplace_back();
      for (std::size_t i = 0; i < phi_count && id >= entries_; ++i) phis.push_back(graph_.phi(id));
    }
    for (BlockId id = 0; id < blocks; ++id) fill(id);
    remove_unreachable_blocks(graph_.graph);
    return std::move(graph_.graph);
  }

 private:
  static constexpr std::size_t phi_count = 3;

  std::uint64_t below(std::uint64_t limit) { return random_.next() % limit; }
  ValueId small_constant() { return graph_.constant(static_cast<std::int64_t>(below(14)) - 3); }
  ValueId any() {
    return below(5) == 0 ? small_constant()
                         : known_[static_cast<std::size_t>(below(known_.size()))];
  }

  void fill(BlockId block) {
    known_ = phis_[block];
    if (block < entries_) {
      graph_.graph.blocks[block].entry = block + 1;
      for (int number = -1; number >= -3; --number) known_.push_back(slot(graph_, block, number));
    }
    leaving(graph_.add(block, IrOp::guard_ticks, no_value, no_value, 2));
    graph_.add(block, IrOp::charge, no_value, no_value, 1);
    for (std::uint64_t count = below(5); count > 0; --count) compute(block);
    const auto jump = [&] {
      if (below(8) == 0) return graph_.leave(block, stored());
      std::vector<ValueId> args;
      for (std::size_t i = 0; i < phi_count; ++i) args.push_back(any());
      const std::uint64_t others = graph_.graph.blocks.size() - entries_;
      graph_.jump(block, static_cast<BlockId>(entries_ + below(others)), args);
    };
    jump();
    if (below(4) == 0) return;
    jump();
    BasicBlock& here = graph_.graph.blocks[block];
    here.terminator = TerminatorKind::branch;
    here.condition = below(2) == 0 ? Condition::greater : Condition::not_equal;
    here.a = any();
    here.b = below(2) == 0 ? any() : small_constant();
  }

  void compute(BlockId block) {
    constexpr std::array ops{IrOp::add,          IrOp::add,
                             IrOp::subtract,     IrOp::greater,
                             IrOp::is_zero,      IrOp::remainder,
                             IrOp::divide,       IrOp::bit_and,
                             IrOp::multiply,     IrOp::select,
                             IrOp::reduce,       IrOp::low_byte,
                             IrOp::guard_below,  IrOp::guard_nonnegative,
                             IrOp::guard_nonzero};
    const IrOp op = ops[static_cast<std::size_t>(below(ops.size()))];
    const ValueId a = any();
    const ValueId c = any();
    const auto k = static_cast<std::int64_t>(1 + below(12));
    switch (op) {
      case IrOp::guard_below:
      case IrOp::guard_nonnegative:
      case IrOp::guard_nonzero:
        return leaving(graph_.add(block, op, a, no_value, k));
      case IrOp::remainder:
      case IrOp::divide:
        return known_.push_back(graph_.add(block, op, a, small_constant()));
      case IrOp::is_zero:
      case IrOp::low_byte:
      case IrOp::reduce:
        return known_.push_back(graph_.add(block, op, a, no_value, k));
      default:
        known_.push_back(graph_.add(block, op, a, below(2) == 0 ? any() : small_constant()));
        if (op == IrOp::select) graph_.graph.at(known_.back()).c = c;
    }
  }

  std::vector<SlotValue> stored() { return {{-1, any()}, {-2, any()}, {-3, any()}}; }
  void leaving(ValueId id) { graph_.graph.at(id).exit = graph_.exit(stored()); }

  Random random_;
  SmallGraph graph_;
  BlockId entries_ = 1;
  std::vector<std::vector<ValueId>> phis_;  // of each block
  std::vector<ValueId> known_;
};

}  // namespace

Graph random_flow(std::uint64_t seed) {
  return FlowMaker(seed).make();
}

Graph random_graph(std::uint64_t seed, const RandomGraphSize& size) {
  return Maker(seed, size).make();
}

}  // namespace fungescope::jit::test
