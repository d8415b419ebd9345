#include "vm/blocks/block_runner.h"

#include "lang/instruction.h"
#include "vm/arithmetic.h"
#include "vm/io.h"

#include <array>
#include <limits>
#include <utility>

namespace fungescope {
namespace {

// Prepares the stack for a block that exceeds its high-water mark or pops from it when it is empty.
// In the latter case zeros are inserted below the stack. A side exit removes those that were not
// popped.
class PaddedStack {
 public:
  PaddedStack() = default;
  PaddedStack(const Superblock& block, ValueStack& stack)
      : stack_(&stack),
        size_before_(static_cast<std::ptrdiff_t>(stack.size())),
        size_(std::max(size_before_, block.need)) {
    // At least one: the element of the top is always read.
    const std::ptrdiff_t capacity = std::max<std::ptrdiff_t>(1, size_ + block.reach);
    bottom_ = stack.reserve(static_cast<std::size_t>(capacity));
    if (size_ == size_before_) return;
    insert_zeros(bottom_, bottom_ + size_before_, size_ - size_before_);
  }

  [[nodiscard]] std::int64_t* bottom() const { return bottom_; }
  // Returns the number of values, zeros included.
  [[nodiscard]] std::ptrdiff_t size() const { return size_; }

  // Returns the size up to which the stack may grow without updating the high-water mark or
  // allocating.
  [[nodiscard]] std::ptrdiff_t unchecked_size(const StackEffect& block,
                                              std::ptrdiff_t ceiling) const {
    const std::size_t before = std::min(stack_->high_water(), stack_->capacity());
    return std::max(std::min(static_cast<std::ptrdiff_t>(before), ceiling),
                    block.max_size(size_before_));
  }

  // Sets the stack to `size` values after the cells of the block with the effect `use`.
  void leave(const StackEffect& use, std::ptrdiff_t size) const {
    const std::ptrdiff_t popped_or_own = std::max<std::ptrdiff_t>(size_before_, use.need);
    const std::ptrdiff_t unused_zeros = size_ - popped_or_own;
    if (unused_zeros > 0) remove_zeros(bottom_, bottom_ + size, unused_zeros);
    stack_->set_size(static_cast<std::size_t>(size - unused_zeros),
                     static_cast<std::size_t>(use.max_size(size_before_)));
  }

 private:
  ValueStack* stack_ = nullptr;
  std::ptrdiff_t size_before_ = 0;
  std::ptrdiff_t size_ = 0;
  std::int64_t* bottom_ = nullptr;
};

// Writes to a cell that is covered or has a write trap. Returns whether the trap fires. Invalidates
// the blocks of the cell.
bool write_marked_cell(const BlockRun& run, const MicroOp& op, CellIndex cell, std::int64_t value) {
  Playfield& field = run.machine.field;
  const std::int64_t before = field.at(cell);
  field.set(cell, value);
  const std::uint8_t mark = run.cache.marks()[cell];
  if ((mark & BlockCache::covered) != 0 && before != value) run.cache.invalidate_rewritten(cell);
  if ((mark & BlockCache::write_trap) == 0 || run.probe.traps == nullptr) return false;
  const Point by = run.cache.point_of(op.at);
  run.probe.event = {TrapEvent::write, by, run.cache.point_of(cell), before, value};
  return true;
}

// How writes are reported. The loop is instantiated for each.
enum class WriteReports : std::uint8_t {
  none,
  map,  // the write map
  all,  // the observer, and the write map if any
};

// Runs blocks with one computed goto per micro-operation (token threading; Bell 1973).
//
// The top of the stack is cached in `top`, and `sp` is the element to which it would be spilled, so
// a push is `*sp++ = top; top = v`. With an empty stack, `top` has no meaning and `sp` points below
// the bottom.
//
// Handlers use the macros below: NEXT dispatches the next micro-operation and ENTER the next block;
// the leave_… labels end the loop.
template <WriteReports reports>
BlockExit run_blocks_as(const BlockRun& run, Superblock* block) {
  Machine& machine = run.machine;
  BlockCache& cache = run.cache;
  const unsigned char* const source = machine.field.source();
  std::int64_t* const deltas = machine.field.deltas();
  const std::uint8_t* const marks = cache.marks();
  const auto width = static_cast<std::uint64_t>(machine.field.size().width);
  const auto height = static_cast<std::uint64_t>(machine.field.size().height);

  PaddedStack stack;
  const Superblock* padded_block = nullptr;
  StackEffect use;  // of padded_block; at a side exit, of the cells before it
  std::uint64_t remaining_after_padded = 0;
  const std::int64_t* pop_limit = nullptr;   // the element below the lowest value to be popped
  const std::int64_t* push_limit = nullptr;  // the element of the highest value to be pushed
  std::int64_t* sp = nullptr;
  std::int64_t top = 0;
  std::uint64_t remaining = run.until - machine.tick;
  const MicroOp* op = nullptr;
  std::uint64_t index = 0;  // of the cell of a store
  std::int64_t value = 0;   // its value
  BlockExit exit = BlockExit::not_ready;
  OutputBuffer printer;
  Point at;  // of the pointer at the end of the loop
  Heading heading;

  static const std::array<const void*, micro_opcode_count> handlers{
#define FUNGESCOPE_HANDLER(name, operands) &&do_##name,
      FUNGESCOPE_MICRO_OPS(FUNGESCOPE_HANDLER)
#undef FUNGESCOPE_HANDLER
  };

// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define DISPATCH goto* handlers[static_cast<std::size_t>(op->code)]
#define NEXT  \
  {           \
    ++op;     \
    DISPATCH; \
  }
#define ENTER(next)                                                 \
  {                                                                 \
    block = (next);                                                 \
    if (remaining < block->ticks || sp - pop_limit < block->need || \
        block->reach > push_limit - sp) {                           \
      goto leave_before_block;                                      \
    }                                                               \
    remaining -= block->ticks;                                      \
    op = block->code;                                               \
    DISPATCH;                                                       \
  }
#define CELL(i) static_cast<std::int64_t>(static_cast<std::uint64_t>(deltas[i]) + source[i])
#define PUSH(v)                      \
  {                                  \
    const std::int64_t pushed = (v); \
    *sp++ = top;                     \
    top = pushed;                    \
  }
// Whether the block for which the stack was padded is still in its first execution.
#define IN_PADDED_BLOCK (block == padded_block && remaining == remaining_after_padded)
#define BRANCH(condition) ENTER(block->exits[(condition) ? 1 : 0])

enter_with_padding:
  stack = PaddedStack(*block, machine.stack);
  padded_block = block;
  use = block->use;
  pop_limit = stack.bottom() + run.bounds.floor - 1;
  push_limit = stack.bottom() + stack.unchecked_size(use, run.bounds.ceiling) - 1;
  sp = stack.bottom() + stack.size() - 1;
  top = *sp;
  remaining -= block->length;
  remaining_after_padded = remaining;
  op = block->code;
  DISPATCH;

do_push_k:
  PUSH(op->a);
  NEXT;
do_push_cell:
  PUSH(CELL(op->a));
  NEXT;
do_push_cell_add_k:
  PUSH(wrapping_add(CELL(op->a), op->b));
  NEXT;
do_push_digit_or_step : {
  const std::int64_t digit = wrapping_subtract(CELL(op->a), '0');
  if (static_cast<std::uint64_t>(digit) > 9) goto leave_to_step;
  PUSH(digit);
  NEXT;
}
do_tuck_k:
  *sp++ = op->a;
  NEXT;
do_duplicate:
  *sp++ = top;
  NEXT;
do_swap:
  std::swap(sp[-1], top);
  NEXT;
do_discard:
  top = *--sp;
  NEXT;
do_logical_not:
  top = top == 0 ? 1 : 0;
  NEXT;
do_add:
  top = wrapping_add(*--sp, top);
  NEXT;
do_subtract:
  top = wrapping_subtract(*--sp, top);
  NEXT;
do_multiply:
  top = wrapping_multiply(*--sp, top);
  NEXT;
do_divide:
  top = wrapping_divide(*--sp, top);
  NEXT;
do_remainder:
  top = wrapping_remainder(*--sp, top);
  NEXT;
do_greater:
  top = *--sp > top ? 1 : 0;
  NEXT;
do_add_k:
  top = wrapping_add(top, op->a);
  NEXT;
do_multiply_k:
  top = wrapping_multiply(top, op->a);
  NEXT;
do_divide_k:
  top = wrapping_divide(top, op->a);
  NEXT;
do_remainder_k:
  top = wrapping_remainder(top, op->a);
  NEXT;
do_greater_k:
  top = top > op->a ? 1 : 0;
  NEXT;
do_add_cell:
  top = wrapping_add(top, CELL(op->a));
  NEXT;
do_subtract_cell:
  top = wrapping_subtract(top, CELL(op->a));
  NEXT;
do_multiply_cell:
  top = wrapping_multiply(top, CELL(op->a));
  NEXT;
do_divide_cell:
  top = wrapping_divide(top, CELL(op->a));
  NEXT;
do_remainder_cell:
  top = wrapping_remainder(top, CELL(op->a));
  NEXT;
do_greater_cell:
  top = top > CELL(op->a) ? 1 : 0;
  NEXT;
do_divide_or_step:
  if (top == 0) goto leave_to_step;
  top = wrapping_divide(*--sp, top);
  NEXT;
do_remainder_or_step:
  if (top == 0) goto leave_to_step;
  top = wrapping_remainder(*--sp, top);
  NEXT;

do_get : {
  const auto x = static_cast<std::uint64_t>(*--sp);
  const auto y = static_cast<std::uint64_t>(top);
  top = 0;
  if (x < width && y < height) top = CELL(y * width + x);
  NEXT;
}
do_get_in_row : {
  const auto x = static_cast<std::uint64_t>(top);
  top = 0;
  if (x < width) top = CELL(static_cast<std::uint64_t>(op->a) + x);
  NEXT;
}
do_get_or_step : {
  const auto x = static_cast<std::uint64_t>(sp[-1]);
  const auto y = static_cast<std::uint64_t>(top);
  if (x >= width || y >= height) goto leave_to_step;
  --sp;
  top = CELL(y * width + x);
  NEXT;
}
do_get_trapped : {
  const auto x = static_cast<std::uint64_t>(sp[-1]);
  const auto y = static_cast<std::uint64_t>(top);
  const bool inside = x < width && y < height;
  const std::uint64_t cell = y * width + x;
  if (inside ? (marks[cell] & BlockCache::read_trap) != 0 : op->a != 0) goto leave_to_step;
  --sp;
  top = inside ? CELL(cell) : 0;
  NEXT;
}

do_put : {
  const auto x = static_cast<std::uint64_t>(sp[-1]);
  const auto y = static_cast<std::uint64_t>(top);
  value = sp[-2];
  sp -= 3;
  top = *sp;
  if (x >= width || y >= height) NEXT;
  index = y * width + x;
  goto write;
}
do_put_in_row : {
  const auto x = static_cast<std::uint64_t>(top);
  value = sp[-1];
  sp -= 2;
  top = *sp;
  if (x >= width) NEXT;
  index = static_cast<std::uint64_t>(op->a) + x;
  goto write;
}
do_put_or_step : {
  const auto x = static_cast<std::uint64_t>(sp[-1]);
  const auto y = static_cast<std::uint64_t>(top);
  if (x >= width || y >= height) goto leave_to_step;
  value = op->a != 0 ? low_byte_signed(sp[-2]) : sp[-2];
  sp -= 3;
  top = *sp;
  index = y * width + x;
  goto write;
}
do_store:
  index = static_cast<std::uint64_t>(op->a);
  value = top;
  top = *--sp;
  goto write;
do_store_k:
  index = static_cast<std::uint64_t>(op->a);
  value = op->b;
  goto write;
do_store_cell_add_k:
  index = static_cast<std::uint64_t>(op->a) >> 32U;
  value = wrapping_add(CELL(static_cast<std::uint32_t>(op->a)), op->b);
  goto write;

write : {
  if constexpr (reports == WriteReports::map) run.probe.written->add(index);
  if constexpr (reports == WriteReports::all) {
    if (run.probe.written != nullptr) run.probe.written->add(index);
    const Tick tick = run.until - remaining - block->length + op->ticks + 1;
    run.probe.observer->on_write(tick, cache.point_of(op->at),
                                 cache.point_of(static_cast<CellIndex>(index)), CELL(index), value);
  }
  if ((marks[index] & (BlockCache::covered | BlockCache::write_trap)) != 0) goto write_marked;
  deltas[index] = wrapping_subtract(value, source[index]);
  NEXT;
}
write_marked:
  if (write_marked_cell(run, *op, static_cast<CellIndex>(index), value)) {
    exit = BlockExit::trapped;
    goto leave_after_write;
  }
  if (!block->has_code()) goto leave_after_write;
  NEXT;

do_input_character : {
  printer.flush(run.ports.output, machine.output_size);
  const int byte = run.ports.input.at(machine.input_position);
  if (byte == Input::not_yet) goto leave_to_wait;
  if (byte != Input::end) ++machine.input_position;
  PUSH(byte);
  NEXT;
}
do_input_number : {
  printer.flush(run.ports.output, machine.output_size);
  const NumberRead read =
      read_number(run.ports.input, machine.input_position, machine.dialect.number_input);
  if (read.outcome == NumberRead::Outcome::not_yet) goto leave_to_wait;
  machine.input_position = read.position;
  PUSH(read.outcome == NumberRead::Outcome::number ? read.value : -1);
  NEXT;
}

do_output_character:
  if (!printer.put_byte(run.ports.output, top, machine.output_size)) goto leave_closed;
  top = *--sp;
  NEXT;
do_output_byte_or_step:
  if (top < 0 || top >= op->a) goto leave_to_step;
  if (!printer.put_byte(run.ports.output, top, machine.output_size)) goto leave_closed;
  top = *--sp;
  NEXT;
do_output_number:
  if (!printer.put_number(run.ports.output, top, machine.output_size)) goto leave_closed;
  top = *--sp;
  NEXT;

do_branch:
  value = top;
  top = *--sp;
  BRANCH(value != 0);
do_branch_keep:
  BRANCH(top != 0);
do_branch_cell:
  BRANCH(CELL(op->a) != 0);
do_branch_greater:
  value = top;
  sp -= 2;
  top = *sp;
  BRANCH(sp[1] > value);
do_branch_greater_k:
  value = top;
  top = *--sp;
  BRANCH(value > op->b);
do_branch_keep_greater_k:
  BRANCH(top > op->b);
do_branch_cell_greater_k:
  BRANCH(CELL(op->a) > op->b);
do_branch_not_equal:
  value = top;
  sp -= 2;
  top = *sp;
  BRANCH(sp[1] != value);
do_branch_not_equal_k:
  value = top;
  top = *--sp;
  BRANCH(value != op->b);
do_branch_keep_not_equal_k:
  BRANCH(top != op->b);
do_branch_cell_not_equal_k:
  BRANCH(CELL(op->a) != op->b);
do_branch_random:
  ENTER(block->exits[machine.random.next_two_bits()]);
do_jump:
  ENTER(block->exits[0]);
do_step:
  goto leave_to_step;

leave_before_block:
  *sp = top;
  stack.leave(use, sp - stack.bottom() + 1);
  if (block->ticks != Superblock::never &&
      worth_entering(*block, machine.stack.size(), remaining) &&
      may_enter(*block, machine, run.bounds, remaining)) {
    goto enter_with_padding;
  }
  at = cache.point_of(block->cell);
  heading = block->heading;
  goto leave;
leave_after_write:  // the block's own cells were rewritten, or a trap fired
  if (IN_PADDED_BLOCK) {
    use = block->uses[static_cast<std::size_t>(op - block->code)];
    use.add_cell(instruction(Op::put).pops, 0);
  }
  *sp = top;
  stack.leave(use, sp - stack.bottom() + 1);
  heading = op->heading;
  at = step_on_torus(cache.point_of(op->at), heading.direction(), cache.size());
  remaining += static_cast<std::uint64_t>(block->length - op->ticks - 1);
  goto leave;
leave_to_wait:
  exit = BlockExit::input_wait;
  goto leave_at_op;
leave_closed:
  exit = BlockExit::output_closed;
  goto leave_at_op;
leave_to_step:
  exit = BlockExit::step;
leave_at_op:
  if (IN_PADDED_BLOCK) use = block->uses[static_cast<std::size_t>(op - block->code)];
  *sp = top;
  stack.leave(use, sp - stack.bottom() + 1);
  heading = op->heading;
  at = cache.point_of(op->at);
  remaining += static_cast<std::uint64_t>(block->length - op->ticks);
leave:
  printer.flush(run.ports.output, machine.output_size);
  run.leave_at(at, heading.direction(), heading.string_mode(), remaining);
  return exit;
#undef DISPATCH
#undef NEXT
#undef ENTER
#undef CELL
#undef PUSH
#undef BRANCH
#undef IN_PADDED_BLOCK
}

}  // namespace

StackBounds::StackBounds(const Machine& machine, const Traps* traps) {
  const auto clamped = [](std::size_t depth) {
    constexpr auto max = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
    return static_cast<std::ptrdiff_t>(std::min(depth, max));
  };
  ceiling = clamped(machine.max_stack);
  if (traps == nullptr) return;
  floor = clamped(traps->floor());
  ceiling = std::min(ceiling, clamped(traps->ceiling()));
}

bool may_enter(const Superblock& block, const Machine& machine, const StackBounds& bounds,
               Tick left) {
  if (left < block.length) return false;
  const auto size = static_cast<std::ptrdiff_t>(machine.stack.size());
  if (size < block.need && machine.dialect.stack_underflow != OnUndefined::ignore) return false;
  if (std::max(size, block.need) + block.reach > bounds.ceiling) return false;
  return bounds.floor == 0 || size - block.need >= bounds.floor;
}

BlockExit run_blocks(const BlockRun& run, Superblock& block) {
  if (run.probe.observer != nullptr) return run_blocks_as<WriteReports::all>(run, &block);
  if (run.probe.written != nullptr) return run_blocks_as<WriteReports::map>(run, &block);
  return run_blocks_as<WriteReports::none>(run, &block);
}

}  // namespace fungescope
