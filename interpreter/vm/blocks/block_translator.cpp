// The translator follows the path of the instruction pointer. Values known at translation
// (constants, and cells at known coordinates) are kept in `pending_`, off the stack, until an
// operation needs them there. So `57*` becomes the constant 35, `52g` the operand cell (5, 2),
// `52g3+` one operation, and a branch on a constant disappears.
//
// Although cells are fused, these stay exact: the ticks of the block, its effect on the depth of
// the stack (counted cell by cell), and the state at each side exit, before which all pending
// values are flushed to the stack.
#include "lang/analysis/static_analysis.h"
#include "vm/arithmetic.h"
#include "vm/blocks/block_runner.h"

#include <cassert>
#include <optional>

namespace fungescope {
namespace {

using Operand = TranslatorMemory::Operand;

// The variants of a binary operation by the location of the second operand.
struct BinaryForms {
  MicroOpcode on_stack;
  MicroOpcode constant;
  MicroOpcode cell;
};

class Translator {
 public:
  Translator(Superblock& block, const Machine& machine, BlockCache& cache, TranslatorMemory& memory)
      : block_(block),
        machine_(machine),
        dialect_(machine.dialect),
        cache_(cache),
        at_(cache.point_of(block.cell)),
        heading_(block.heading),
        ops_(memory.ops),
        uses_(memory.uses),
        cells_(memory.cells),
        pending_(memory.pending) {
    ops_.clear();
    uses_.clear();
    cells_.clear();
    pending_.clear();
  }

  void run() {
    while (!finished_) translate_cell();
    block_.length = ticks_;
    block_.need = use_.need;
    block_.reach = use_.reach;
    block_.use = use_;
    block_.ops.assign(ops_.begin(), ops_.end());
    block_.uses.assign(uses_.begin(), uses_.end());
    block_.code = block_.ops.data();
    block_.cells.assign(cells_.begin(), cells_.end());
    block_.ticks = ticks_;
    cache_.add_code(block_);
  }

 private:
  // ---- The path

  void translate_cell() {
    use_before_ = use_;
    const CellIndex cell = cache_.index_of(at_);
    const bool full = ticks_ == max_block_cells;
    const bool closes_loop = ticks_ > 0 && cell == block_.cell && heading_ == block_.heading;
    // A long loop is a chain of full blocks, which ends where it has begun: not somewhere in the
    // first block, to be translated again from there.
    const bool closes_chain = block_.continues && ticks_ > 0 && cache_.has_code(cell, heading_);
    if (full || closes_loop || closes_chain) return finish_with_jump(full);
    if (cache_.is_volatile(cell)) return translate_volatile_cell(cell);
    const std::int64_t value = machine_.field.at(cell);
    const Op op = decode_op(dialect_, value);
    if (trapped_before(cell, op)) {
      cells_.push_back(cell);  // if it changes, the trap may not hold
      return finish_with_step();
    }
    if (heading_.string_mode()) {
      if (forbidden_edge(heading_.direction(), 1)) return finish_with_step();
      if (op == Op::string_mode) {
        heading_ = Heading(heading_.direction(), false);
        use_.add_cell(0, 0);
      } else {
        use_.add_cell(0, 1);
        push({false, value});
      }
      return advance(cell, 1);
    }
    translate_instruction(cell, op);
  }

  // A volatile cell is usually a number in the code. If it holds a digit, it is loaded at run time
  // and the block continues after it.
  void translate_volatile_cell(CellIndex cell) {
    const BlockCache::Armed& armed = cache_.armed();
    const bool trapped = armed.before_ops != 0 || armed.on_modified_code ||
                         (cache_.marks()[cell] & BlockCache::execute_trap) != 0;
    const bool holds_digit = is_digit(decode_op(dialect_, machine_.field.at(cell)));
    if (trapped || !holds_digit || heading_.string_mode() ||
        forbidden_edge(heading_.direction(), 1)) {
      return finish_with_step();
    }
    flush_and_emit(MicroOpcode::push_digit_or_step, cell);
    use_.add_cell(0, 1);
    ++ticks_;
    at_ = step_on_torus(at_, heading_.direction(), cache_.size());
  }

  void translate_instruction(CellIndex cell, Op op) {
    switch (op) {
      case Op::end:
        return finish_with_step();
      case Op::unknown:
        if (dialect_.unknown_instruction != OnUndefined::ignore) return finish_with_step();
        break;
      case Op::branch_horizontal:
        return branch(cell, Direction::east, Direction::west);
      case Op::branch_vertical:
        return branch(cell, Direction::south, Direction::north);
      case Op::go_random:
        return branch_randomly(cell);
      case Op::get:
        if (reads_trapped_cell()) return finish_with_step();
        break;
      default:
        break;
    }
    const Heading turned =
        Heading(direction_after(op, heading_.direction()), op == Op::string_mode);
    const int distance = op == Op::trampoline ? 2 : 1;
    if (forbidden_edge(turned.direction(), distance)) return finish_with_step();
    use_.add_cell(instruction(op).pops, instruction(op).pushes);
    emit_instruction(op);
    heading_ = turned;
    advance(cell, distance);
  }

  void advance(CellIndex cell, int distance) {
    cells_.push_back(cell);
    ++ticks_;
    for (; distance > 0; --distance) at_ = step_on_torus(at_, heading_.direction(), cache_.size());
  }

  // Returns whether a trap holds before this cell; agrees with traps_before in vm/run.h.
  [[nodiscard]] bool trapped_before(CellIndex cell, Op op) const {
    const BlockCache::Armed& armed = cache_.armed();
    const bool only_pushed = heading_.string_mode() && op != Op::string_mode;
    const bool op_trapped = (armed.before_ops >> static_cast<unsigned>(op) & 1U) != 0;
    return (cache_.marks()[cell] & BlockCache::execute_trap) != 0 || (op_trapped && !only_pushed) ||
           (armed.on_modified_code && machine_.field.changed(cell));
  }

  // Returns whether the pointer would cross the edge in a dialect that does not ignore it.
  [[nodiscard]] bool forbidden_edge(Direction direction, std::int64_t distance) const {
    if (dialect_.edge_wrap == OnUndefined::ignore) return false;
    const Point delta = delta_of(direction);
    return !cache_.size().contains({at_.x + distance * delta.x, at_.y + distance * delta.y});
  }

  // ---- Emitting

  void emit(MicroOpcode code, std::int64_t a = 0, std::int64_t b = 0) {
    ops_.push_back({code, heading_, ticks_, cache_.index_of(at_), a, b});
    uses_.push_back(use_before_);
  }
  MicroOp take_last() {
    const MicroOp last = ops_.back();
    ops_.pop_back();
    uses_.pop_back();
    return last;
  }
  // Emits an operation whose operands must be on the stack, which it pops or may leave at a side
  // exit.
  void flush_and_emit(MicroOpcode code, std::int64_t a = 0, std::int64_t b = 0) {
    flush();
    emit(code, a, b);
  }
  [[nodiscard]] bool last_is(MicroOpcode code, std::size_t from_last = 0) const {
    return ops_.size() > from_last && ops_[ops_.size() - 1 - from_last].code == code;
  }

  void push(Operand operand) { pending_.push_back(operand); }
  Operand take_pending() {
    const Operand operand = pending_.back();
    pending_.pop_back();
    return operand;
  }
  [[nodiscard]] bool pending_constant(std::size_t from_last = 0) const {
    return pending_.size() > from_last && !pending_[pending_.size() - 1 - from_last].is_cell;
  }

  // Pushes all but the last `keep` pending values.
  void flush(std::size_t keep = 0) {
    if (pending_.size() <= keep) return;
    const auto end = pending_.end() - static_cast<std::ptrdiff_t>(keep);
    for (auto operand = pending_.begin(); operand != end; ++operand) {
      emit(operand->is_cell ? MicroOpcode::push_cell : MicroOpcode::push_k, operand->value);
    }
    pending_.erase(pending_.begin(), end);
  }

  void emit_instruction(Op op) {
    switch (op) {
      case Op::logical_not:
        return logical_not();
      case Op::discard:
        if (pending_.empty()) return emit(MicroOpcode::discard);
        pending_.pop_back();
        return;
      case Op::duplicate:
        if (pending_.empty()) return emit(MicroOpcode::duplicate);
        return push(pending_.back());
      case Op::swap:
        return swap();
      case Op::add:
        return binary(op, {MicroOpcode::add, MicroOpcode::add_k, MicroOpcode::add_cell});
      case Op::subtract:
        return binary(op, {MicroOpcode::subtract, MicroOpcode::add_k, MicroOpcode::subtract_cell});
      case Op::multiply:
        return binary(op,
                      {MicroOpcode::multiply, MicroOpcode::multiply_k, MicroOpcode::multiply_cell});
      case Op::greater:
        return binary(op,
                      {MicroOpcode::greater, MicroOpcode::greater_k, MicroOpcode::greater_cell});
      case Op::divide:
        return division(op, {MicroOpcode::divide, MicroOpcode::divide_k, MicroOpcode::divide_cell},
                        MicroOpcode::divide_or_step);
      case Op::remainder:
        return division(
            op, {MicroOpcode::remainder, MicroOpcode::remainder_k, MicroOpcode::remainder_cell},
            MicroOpcode::remainder_or_step);
      case Op::get:
        return get();
      case Op::put:
        return put();
      case Op::input_character:
        return flush_and_emit(MicroOpcode::input_character);
      case Op::input_number:
        return flush_and_emit(MicroOpcode::input_number);
      case Op::output_character:
        if (const std::int64_t limit = dialect_.plain_output_limit(); limit != 0) {
          return flush_and_emit(MicroOpcode::output_byte_or_step, limit);
        }
        return flush_and_emit(MicroOpcode::output_character);
      case Op::output_number:
        return flush_and_emit(MicroOpcode::output_number);
      default:
        if (is_digit(op)) push({false, digit_of(op)});
        return;
    }
  }

  void logical_not() {
    if (pending_constant()) {
      pending_.back().value = pending_.back().value == 0 ? 1 : 0;
      return;
    }
    flush_and_emit(MicroOpcode::logical_not);
  }

  void swap() {
    if (pending_.size() >= 2) {
      std::swap(pending_.back(), pending_[pending_.size() - 2]);
    } else if (pending_.size() == 1 && pending_constant()) {
      emit(MicroOpcode::tuck_k, take_pending().value);
    } else {
      flush_and_emit(MicroOpcode::swap);
    }
  }

  static std::int64_t fold(Op op, std::int64_t a, std::int64_t b) {
    switch (op) {
      case Op::add:
        return wrapping_add(a, b);
      case Op::subtract:
        return wrapping_subtract(a, b);
      case Op::multiply:
        return wrapping_multiply(a, b);
      case Op::divide:
        return wrapping_divide(a, b);
      case Op::remainder:
        return wrapping_remainder(a, b);
      default:
        return a > b ? 1 : 0;
    }
  }

  void binary(Op op, const BinaryForms& forms) {
    if (pending_.empty()) return emit(forms.on_stack);
    const Operand b = take_pending();
    if (!b.is_cell && pending_constant()) {
      pending_.back().value = fold(op, pending_.back().value, b.value);
      return;
    }
    const bool commutes = op == Op::add || op == Op::multiply;
    if (b.is_cell && commutes && pending_constant()) {  // `523g+` as cell + 5
      const Operand a = take_pending();
      push(b);
      return binary_k(op, a.value, forms);
    }
    if (!b.is_cell) return binary_k(op, b.value, forms);
    flush_and_emit(forms.cell, b.value);
  }

  void binary_k(Op op, std::int64_t k, const BinaryForms& forms) {
    if (op == Op::subtract) k = wrapping_subtract(0, k);
    const bool adds = forms.constant == MicroOpcode::add_k;
    flush();
    if (adds && last_is(MicroOpcode::push_cell)) {
      ops_.back().code = MicroOpcode::push_cell_add_k;
      ops_.back().b = k;
    } else if (adds && last_is(MicroOpcode::add_k)) {
      ops_.back().a = wrapping_add(ops_.back().a, k);
    } else {
      emit(forms.constant, k);
    }
  }

  void division(Op op, const BinaryForms& forms, MicroOpcode checked) {
    const bool never_zero = pending_constant() && pending_.back().value != 0;
    const bool zero_is_zero = dialect_.division_by_zero == DivisionByZero::zero;
    if (never_zero || zero_is_zero) {
      binary(op, forms);
    } else {
      flush_and_emit(checked);
    }
  }

  // Returns the coordinates that two pending constants are.
  [[nodiscard]] std::optional<Point> pending_point() const {
    if (!pending_constant() || !pending_constant(1)) return std::nullopt;
    return Point{pending_[pending_.size() - 2].value, pending_.back().value};
  }
  // Emits an access to a row of the field, if that is known. Returns whether it is.
  bool emit_in_row(MicroOpcode code) {
    if (!pending_constant()) return false;
    const std::int64_t row = pending_.back().value;
    if (row < 0 || row >= cache_.size().height) return false;
    take_pending();
    flush_and_emit(code, row * cache_.size().width);
    return true;
  }

  [[nodiscard]] bool reads_trapped_cell() const {
    const std::optional<Point> point = pending_point();
    return point && cache_.size().contains(*point) &&
           (cache_.marks()[cache_.index_of(*point)] & BlockCache::read_trap) != 0;
  }

  void get() {
    const bool quiet = dialect_.outside_get == OnUndefined::ignore;
    if (const std::optional<Point> point = pending_point()) {
      const bool inside = cache_.size().contains(*point);
      if (inside || quiet) {
        pending_.resize(pending_.size() - 2);
        return push({inside, inside ? static_cast<std::int64_t>(cache_.index_of(*point)) : 0});
      }
    }
    if (cache_.armed().reads > 0) return flush_and_emit(MicroOpcode::get_trapped, quiet ? 0 : 1);
    if (quiet && emit_in_row(MicroOpcode::get_in_row)) return;
    flush_and_emit(quiet ? MicroOpcode::get : MicroOpcode::get_or_step);
  }

  void put() {
    const bool narrow = dialect_.signed_8_bit_cells;
    if (narrow || dialect_.outside_put != OnUndefined::ignore) {
      return flush_and_emit(MicroOpcode::put_or_step, narrow ? 1 : 0);
    }
    if (const std::optional<Point> point = pending_point()) {
      pending_.resize(pending_.size() - 2);
      if (!cache_.size().contains(*point)) return emit_instruction(Op::discard);
      return store(cache_.index_of(*point));
    }
    if (!emit_in_row(MicroOpcode::put_in_row)) flush_and_emit(MicroOpcode::put);
  }

  void store(CellIndex cell) {
    if (pending_constant()) {
      const std::int64_t k = take_pending().value;
      return flush_and_emit(MicroOpcode::store_k, cell, k);
    }
    flush();
    const bool of_sum = last_is(MicroOpcode::push_cell_add_k);
    if (of_sum || last_is(MicroOpcode::push_cell)) {
      const MicroOp source = take_last();
      const std::int64_t cells = static_cast<std::int64_t>(cell) << 32U | source.a;
      return emit(MicroOpcode::store_cell_add_k, cells, of_sum ? source.b : 0);
    }
    emit(MicroOpcode::store, cell);
  }

  // ---- Branches

  void branch(CellIndex cell, Direction if_zero, Direction otherwise) {
    if (forbidden_edge(if_zero, 1) || forbidden_edge(otherwise, 1)) return finish_with_step();
    use_.add_cell(1, 0);
    if (pending_constant()) {  // always the same direction
      const bool zero = take_pending().value == 0;
      heading_ = Heading(zero ? if_zero : otherwise, false);
      return advance(cell, 1);
    }
    const bool negated = emit_branch();
    const Heading first(negated ? otherwise : if_zero, false);
    const Heading second(negated ? if_zero : otherwise, false);
    block_.exits = {successor(first), successor(second), nullptr, nullptr};
    finish(cell);
  }

  void branch_randomly(CellIndex cell) {
    for (const Direction direction : all_directions) {
      if (forbidden_edge(direction, 1)) return finish_with_step();
    }
    flush();
    use_.add_cell(0, 0);
    emit(MicroOpcode::branch_random);
    for (const Direction direction : all_directions) {
      block_.exits[static_cast<std::size_t>(direction)] = successor(Heading(direction, false));
    }
    finish(cell);
  }

  [[nodiscard]] Superblock* successor(Heading heading) {
    return &cache_.find(step_on_torus(at_, heading.direction(), cache_.size()), heading);
  }

  // Fuses the branch with its condition. Returns whether the exits for zero and nonzero are
  // swapped.
  bool emit_branch() {
    if (!pending_.empty()) {  // a cell
      const Operand operand = take_pending();
      flush_and_emit(MicroOpcode::branch_cell, operand.value);
      return false;
    }
    bool negated = false;
    for (; last_is(MicroOpcode::logical_not); take_last()) negated = !negated;
    if (last_is(MicroOpcode::greater_k)) {
      fuse_comparison(ops_.back().a, MicroOpcode::branch_greater_k,
                      MicroOpcode::branch_keep_greater_k, MicroOpcode::branch_cell_greater_k);
    } else if (last_is(MicroOpcode::add_k)) {
      fuse_comparison(wrapping_subtract(0, ops_.back().a), MicroOpcode::branch_not_equal_k,
                      MicroOpcode::branch_keep_not_equal_k, MicroOpcode::branch_cell_not_equal_k);
    } else if (last_is(MicroOpcode::push_cell_add_k)) {
      const MicroOp sum = take_last();
      emit(MicroOpcode::branch_cell_not_equal_k, sum.a, wrapping_subtract(0, sum.b));
    } else if (last_is(MicroOpcode::push_cell)) {  // a cell, negated
      const std::int64_t cell = take_last().a;
      emit(MicroOpcode::branch_cell, cell);
    } else if (last_is(MicroOpcode::duplicate)) {
      replace_last(MicroOpcode::branch_keep);
    } else if (last_is(MicroOpcode::greater)) {
      replace_last(MicroOpcode::branch_greater);
    } else if (last_is(MicroOpcode::subtract)) {
      replace_last(MicroOpcode::branch_not_equal);
    } else {
      emit(MicroOpcode::branch);
    }
    return negated;
  }

  void replace_last(MicroOpcode code) {
    take_last();
    emit(code);
  }

  // Fuses the last operation, a comparison with `k`, by the location of the compared value.
  void fuse_comparison(std::int64_t k, MicroOpcode popped, MicroOpcode kept, MicroOpcode of_cell) {
    take_last();
    if (last_is(MicroOpcode::duplicate)) {
      take_last();
      emit(kept, 0, k);
    } else if (last_is(MicroOpcode::push_cell)) {
      const std::int64_t cell = take_last().a;
      emit(of_cell, cell, k);
    } else {
      emit(popped, 0, k);
    }
  }

  // ---- Ends

  // Ends the block with the branch at `cell`.
  void finish(CellIndex cell) {
    cells_.push_back(cell);
    ++ticks_;
    finished_ = true;
  }
  void finish_with_jump(bool full) {
    flush_and_emit(MicroOpcode::jump);
    block_.exits = {&cache_.find(at_, heading_), nullptr, nullptr, nullptr};
    if (full) cache_.expect(*block_.exits[0]);
    finished_ = true;
  }
  void finish_with_step() {
    flush_and_emit(MicroOpcode::step);
    block_.exits = {};
    finished_ = true;
  }

  Superblock& block_;
  const Machine& machine_;
  const Dialect& dialect_;
  BlockCache& cache_;
  Point at_;
  Heading heading_;

  std::vector<MicroOp>& ops_;
  std::vector<StackEffect>& uses_;
  std::vector<CellIndex>& cells_;
  std::vector<Operand>& pending_;
  std::uint16_t ticks_ = 0;
  StackEffect use_;         // of the cells so far
  StackEffect use_before_;  // of the cells before `at_`
  bool finished_ = false;
};

}  // namespace

void translate(Superblock& block, const Machine& machine, BlockCache& cache,
               TranslatorMemory& memory) {
  assert(!block.has_code());
  Translator(block, machine, cache, memory).run();
}

}  // namespace fungescope
