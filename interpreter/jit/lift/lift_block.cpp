#include "jit/lift/lift_block.h"

#include "vm/arithmetic.h"

#include <initializer_list>
#include <optional>
#include <utility>

namespace fungescope::jit {

ValueId LiftContext::emit(BlockId block, Instr instr) {
  instr.block = block;
  if (instr.from == no_cell) instr.from = from;
  return values.make_in(graph.blocks[block].code, instr);
}

ValueId LiftContext::slot(BlockId block, LiftState& state, int slot) {
  ValueId& value = state.slots.at(slot);
  if (value == no_value) value = emit(block, {.op = IrOp::load_slot, .k = slot});
  return value;
}

ValueId LiftContext::cell(BlockId block, LiftState& state, CellIndex cell) {
  const ValueId known = state.cells.find(cell);
  if (known != no_value) return known;
  const ValueId value = emit(block, {.op = IrOp::load_cell, .k = cell});
  if (feedback.aliased.contains(cell)) return value;
  dependencies.insert(cell);
  state.cells.set(cell, value);
  return value;
}

StackState stack_of(const Graph& graph, const LiftState& state) {
  StackState stack;
  stack.depth = static_cast<std::int16_t>(state.depth);
  for (int slot = -Slots::reach; slot < state.depth; ++slot) {
    const ValueId value = state.slots.at(slot);
    if (value == no_value || graph.is_load_of_slot(value, slot)) continue;
    stack.stored.push_back({static_cast<std::int16_t>(slot), value});
  }
  return stack;
}

namespace {

class BlockLifter {
 public:
  BlockLifter(LiftContext& context, BlockId block, Superblock& superblock, LiftState& state)
      : context_(context),
        graph_(context.graph),
        block_(block),
        superblock_(superblock),
        state_(state) {}

  LiftedTerminator lift() {
    for (const MicroOp& op : superblock_.ops) {
      op_ = &op;
      operands_end_ = state_.depth;
      context_.from = op.at;
      lift_op(op);
      if (end_.left) break;
    }
    context_.from = no_cell;
    return end_;
  }

 private:
  void lift_op(const MicroOp& op) {
    switch (op.code) {
      // The stack
      case MicroOpcode::push_k:
      case MicroOpcode::push_cell:
        return push(operand());
      case MicroOpcode::push_cell_add_k:
        return push(emit(IrOp::add, cell(op.a), constant(op.b)));
      case MicroOpcode::push_digit_or_step: {
        const ValueId digit = emit(IrOp::add, cell(op.a), constant(-'0'));
        guard(IrOp::guard_below, digit, 10);
        return push(digit);
      }
      case MicroOpcode::tuck_k: {
        const ValueId value = pop();
        push(constant(op.a));
        return push(value);
      }
      case MicroOpcode::duplicate:
        return push(top());
      case MicroOpcode::swap: {
        const ValueId b = pop();
        const ValueId a = pop();
        push(b);
        return push(a);
      }
      case MicroOpcode::discard:
        --state_.depth;
        return;
      case MicroOpcode::logical_not:
        return push(emit(IrOp::is_zero, pop()));
      case MicroOpcode::add:
      case MicroOpcode::add_k:
      case MicroOpcode::add_cell:
        return binary(IrOp::add);
      case MicroOpcode::subtract:
      case MicroOpcode::subtract_cell:
        return binary(IrOp::subtract);
      case MicroOpcode::multiply:
      case MicroOpcode::multiply_k:
      case MicroOpcode::multiply_cell:
        return binary(IrOp::multiply);
      case MicroOpcode::greater:
      case MicroOpcode::greater_k:
      case MicroOpcode::greater_cell:
        return binary(IrOp::greater);
      case MicroOpcode::divide:
      case MicroOpcode::divide_k:
      case MicroOpcode::divide_cell:
        return divide(IrOp::divide);
      case MicroOpcode::remainder:
      case MicroOpcode::remainder_k:
      case MicroOpcode::remainder_cell:
        return divide(IrOp::remainder);
      case MicroOpcode::divide_or_step:
        guard(IrOp::guard_nonzero, top());
        return divide(IrOp::divide);
      case MicroOpcode::remainder_or_step:
        guard(IrOp::guard_nonzero, top());
        return divide(IrOp::remainder);
      // Memory
      case MicroOpcode::get:
      case MicroOpcode::get_or_step:
      case MicroOpcode::get_trapped: {
        const ValueId y = pop();
        return get(pop(), y, op.code != MicroOpcode::get);
      }
      case MicroOpcode::get_in_row: {
        const ValueId x = pop();
        return get(x, constant(op.a / width()), false);
      }
      case MicroOpcode::put:
      case MicroOpcode::put_or_step: {
        const ValueId y = pop();
        const ValueId x = pop();
        const ValueId value = pop();
        const bool narrow = op.code == MicroOpcode::put_or_step && op.a != 0;
        return put(value, x, y, narrow ? emit(IrOp::low_byte, value) : value);
      }
      case MicroOpcode::put_in_row: {
        const ValueId x = pop();
        const ValueId y = constant(op.a / width());
        const ValueId value = pop();
        return put(value, x, y, value);
      }
      case MicroOpcode::store:
        return store_known(static_cast<CellIndex>(op.a), pop());
      case MicroOpcode::store_k:
        return store_known(static_cast<CellIndex>(op.a), constant(op.b));
      case MicroOpcode::store_cell_add_k:
        return store_known(static_cast<CellIndex>(op.a >> 32),
                           emit(IrOp::add, cell(op.a), constant(op.b)));
      // Ports
      case MicroOpcode::output_byte_or_step:
        guard(IrOp::guard_below, top(), op.a);
        return print(IrOp::put_byte);
      case MicroOpcode::output_character:
        return print(IrOp::put_byte);
      case MicroOpcode::output_number:
        return print(IrOp::put_number);
      case MicroOpcode::input_character:
        return read(IrOp::read_byte);
      case MicroOpcode::input_number:
        return read(IrOp::read_number);
      // Ends
      case MicroOpcode::branch:
        return branch_nonzero(pop(), false);
      case MicroOpcode::branch_keep:
        return branch_nonzero(top(), false);
      case MicroOpcode::branch_cell:
        return branch_nonzero(cell(op.a), false);
      case MicroOpcode::branch_greater:
      case MicroOpcode::branch_not_equal: {
        const ValueId b = pop();
        const ValueId a = pop();
        return branch(
            op.code == MicroOpcode::branch_greater ? Condition::greater : Condition::not_equal, a,
            b);
      }
      case MicroOpcode::branch_greater_k:
        return branch(Condition::greater, pop(), constant(op.b));
      case MicroOpcode::branch_keep_greater_k:
        return branch(Condition::greater, top(), constant(op.b));
      case MicroOpcode::branch_cell_greater_k:
        return branch(Condition::greater, cell(op.a), constant(op.b));
      case MicroOpcode::branch_not_equal_k:
        return branch(Condition::not_equal, pop(), constant(op.b));
      case MicroOpcode::branch_keep_not_equal_k:
        return branch(Condition::not_equal, top(), constant(op.b));
      case MicroOpcode::branch_cell_not_equal_k:
        return branch(Condition::not_equal, cell(op.a), constant(op.b));
      case MicroOpcode::branch_random:
        return end_with(TerminatorKind::quarter, effect({.op = IrOp::random_quarter}));
      case MicroOpcode::jump:
        end_.only_edge = 0;
        return;
      default:
        return end_with_step();
    }
  }

  [[nodiscard]] ValueId constant(std::int64_t k) { return context_.values.constant(k); }

  ValueId emit(IrOp op, ValueId a = no_value, ValueId b = no_value, std::int64_t k = 0) {
    return context_.emit(block_, {.op = op, .a = a, .b = b, .k = k, .from = op_->at});
  }

  ValueId effect(Instr instr) {
    instr.block = block_;
    instr.from = op_->at;
    const ValueId id = context_.values.append(instr);
    graph_.blocks[block_].code.push_back(id);
    return id;
  }

  void push(ValueId value) { state_.slots.at(state_.depth++) = value; }
  ValueId pop() { return context_.slot(block_, state_, --state_.depth); }
  ValueId top() { return context_.slot(block_, state_, state_.depth - 1); }
  ValueId cell(std::int64_t index) {
    return context_.cell(block_, state_, static_cast<CellIndex>(index));
  }

  void print(IrOp op) {
    const ValueId value = top();
    effect({.op = op, .a = value, .exit = exit_here(ExitKind::output_closed)});
    --state_.depth;
  }
  void read(IrOp op) { push(effect({.op = op, .exit = exit_here(ExitKind::input_wait)})); }

  // The last operand of the operation: part of it, or on the stack.
  ValueId operand() {
    switch (operands_of(op_->code)) {
      case MicroOperands::k:
        return constant(op_->a);
      case MicroOperands::cell:
        return cell(op_->a);
      default:
        return pop();
    }
  }

  void binary(IrOp op) {
    const ValueId b = operand();
    const ValueId a = pop();
    push(emit(op, a, b));
  }

  // The speculated range of the dividend makes a division by a constant short
  // (passes/division_lowering.cpp).
  void divide(IrOp op) {
    const ValueId b = operand();
    const ValueId a = pop();
    set_operands({a, b});
    const bool by_constant = graph_.is_constant(b) && graph_.at(b).k > 1;
    if (by_constant && context_.values.range_of(a).low < 0) {
      const DividendRange speculated = context_.feedback.dividend(op_->at);
      if (speculated == DividendRange::small) guard(IrOp::guard_below, a, small_dividend_limit);
      if (speculated == DividendRange::nonnegative) guard(IrOp::guard_nonnegative, a);
    }
    push(emit(op, a, b));
  }

  // Exits of the current operation have these on the stack, on top of the values that are there
  // now: the operands that it has popped, or that are part of it.
  void set_operands(std::initializer_list<ValueId> operands) {
    operands_end_ = state_.depth;
    for (const ValueId value : operands) state_.slots.at(operands_end_++) = value;
  }

  // Returns an exit before the current operation.
  ExitId exit_here(ExitKind kind) {
    const int depth = std::exchange(state_.depth, operands_end_);
    StackState stack = stack_of(graph_, state_);
    state_.depth = depth;
    return graph_.add({.kind = kind,
                       .superblock = &superblock_,
                       .op = static_cast<std::uint16_t>(op_ - superblock_.ops.data()),
                       .ticks = state_.ticks + op_->ticks,
                       .stack = std::move(stack)});
  }

  void guard(IrOp op, ValueId a, std::int64_t k = 0) {
    Instr instr{.op = op, .a = a, .k = k};
    if (always_holds(instr, context_.values.range_of(a))) return;
    instr.exit = step_exit();
    effect(instr);
  }

  void guard_in_bounds(ValueId x, ValueId y) {
    guard(IrOp::guard_below, x, width());
    guard(IrOp::guard_below, y, height());
  }

  void get(ValueId x, ValueId y, bool checked) {
    set_operands({x, y});
    const bool watched = op_->code == MicroOpcode::get_trapped;
    if (is_in_bounds(x, y) && !watched) return push(cell(index_of_constants(x, y)));
    if (!checked && context_.feedback.out_of_bounds.contains(op_->at)) {
      return push(emit(IrOp::load_or_zero, x, y));
    }
    guard_in_bounds(x, y);
    const ValueId index = index_of(x, y);
    if (watched) guard(IrOp::guard_untrapped, index);
    push(load_at(index));
  }

  void put(ValueId value, ValueId x, ValueId y, ValueId stored) {
    set_operands({value, x, y});
    if (is_in_bounds(x, y)) {
      const auto index = static_cast<CellIndex>(index_of_constants(x, y));
      context_.unforeseen_stores.insert(index);
      return store_known(index, stored);
    }
    if (op_->code != MicroOpcode::put_or_step &&
        context_.feedback.out_of_bounds.contains(op_->at)) {
      effect({.op = IrOp::store_inside, .a = x, .b = y, .c = value, .exit = step_exit()});
      state_.loads.clear();
      return;
    }
    guard_in_bounds(x, y);
    store_at(index_of(x, y), stored);
  }

  void store_known(CellIndex cell, ValueId value) {
    const ValueId x = constant(cell % width());
    set_operands({value, x, constant(cell / width())});
    const std::uint8_t mark = context_.cache.marks()[cell];
    if ((mark & (BlockCache::covered | BlockCache::write_trap)) != 0) return end_with_step();
    if (context_.feedback.aliased.contains(cell)) return store_at(constant(cell), value);
    effect({.op = IrOp::store_cell, .a = value, .k = cell});
    if (graph_.marks_writes) effect({.op = IrOp::mark_written, .k = cell});
    context_.dependencies.insert(cell);
    state_.cells.set(cell, value);
    state_.loads.clear();
  }

  // Stores a sum that includes the cell's own value as an addition in memory.
  [[nodiscard]] Instr store_to(ValueId index, ValueId value) const {
    Instr instr{.op = IrOp::store, .a = index, .b = value};
    const ValueId held = state_.loads.find(index);
    const Instr& sum = graph_.at(value);
    if (held == no_value || (sum.op != IrOp::add && sum.op != IrOp::subtract)) return instr;
    if (sum.a == held) {
      instr.op = sum.op == IrOp::add ? IrOp::add_to_cell : IrOp::subtract_from_cell;
      instr.b = sum.b;
    } else if (sum.b == held && sum.op == IrOp::add) {
      instr.op = IrOp::add_to_cell;
      instr.b = sum.a;
    }
    return instr;
  }

  void store_at(ValueId index, ValueId value) {
    guard(IrOp::guard_unmarked, index);
    effect(store_to(index, value));
    if (graph_.marks_writes) effect({.op = IrOp::mark_written_at, .a = index});
    state_.loads.clear();
    state_.loads.set(index, value);
  }

  ValueId index_of(ValueId x, ValueId y) {
    const std::uint64_t coordinates = std::uint64_t{x} << 32U | y;
    ValueId index = state_.indices.find(coordinates);
    if (index == no_value) {
      index = emit(IrOp::add, x, emit(IrOp::multiply, y, constant(width())));
      state_.indices.set(coordinates, index);
    }
    return index;
  }

  ValueId load_at(ValueId index) {
    ValueId value = state_.loads.find(index);
    if (value == no_value) {
      value = emit(IrOp::load, index);
      state_.loads.set(index, value);
    }
    return value;
  }

  void end_with_step() {
    Edge edge;
    edge.exit = step_exit();
    graph_.blocks[block_].edges.push_back(std::move(edge));
    end_.left = true;
  }

  ExitId step_exit() {
    if (step_op_ != op_) {
      step_op_ = op_;
      step_exit_ = exit_here(ExitKind::step);
    }
    return step_exit_;
  }

  void end_with(TerminatorKind kind, ValueId a, ValueId b = no_value) {
    graph_.blocks[block_].terminator = kind;
    graph_.blocks[block_].a = a;
    graph_.blocks[block_].b = b;
  }

  void branch(Condition condition, ValueId a, ValueId b) {
    const std::optional<bool> holds =
        a == b ? false
               : decide(condition, context_.values.range_of(a), context_.values.range_of(b));
    if (holds) {
      end_.only_edge = *holds != end_.negated ? 1 : 0;
    } else {
      graph_.blocks[block_].condition = condition;
      end_with(TerminatorKind::branch, a, b);
    }
  }

  // A condition that was computed as a value is fused into the branch.
  void branch_nonzero(ValueId value, bool negated) {
    const Instr instr = graph_.at(value);
    end_.negated = negated;
    switch (instr.op) {
      case IrOp::is_zero:
        return branch_nonzero(instr.a, !negated);
      case IrOp::greater:
        return branch(Condition::greater, instr.a, instr.b);
      case IrOp::subtract:
        return branch(Condition::not_equal, instr.a, instr.b);
      case IrOp::add:
        if (!graph_.is_constant(instr.b)) break;
        return branch(Condition::not_equal, instr.a,
                      constant(wrapping_subtract(0, graph_.at(instr.b).k)));
      default:
        break;
    }
    branch(Condition::not_equal, value, constant(0));
  }

  [[nodiscard]] std::int64_t width() const { return graph_.field.width; }
  [[nodiscard]] std::int64_t height() const { return graph_.field.height; }

  [[nodiscard]] bool is_in_bounds(ValueId x, ValueId y) const {
    return graph_.is_constant(x) && graph_.is_constant(y) &&
           graph_.field.contains({graph_.at(x).k, graph_.at(y).k});
  }
  [[nodiscard]] std::int64_t index_of_constants(ValueId x, ValueId y) const {
    return graph_.at(y).k * width() + graph_.at(x).k;
  }

  LiftContext& context_;
  Graph& graph_;
  BlockId block_;
  Superblock& superblock_;
  LiftState& state_;
  const MicroOp* op_ = nullptr;
  int operands_end_ = 0;  // the depth of the stack at its exits
  LiftedTerminator end_;
  // All guards of an operation share one exit.
  const MicroOp* step_op_ = nullptr;
  ExitId step_exit_ = no_exit;
};

}  // namespace

LiftedTerminator lift_block(LiftContext& context, BlockId block, Superblock& superblock,
                            LiftState& state) {
  return BlockLifter(context, block, superblock, state).lift();
}

}  // namespace fungescope::jit
