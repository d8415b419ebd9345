// The stepper follows the pointer in *runs*: cells in one direction up to the edge of the field or
// to the last tick, whichever comes first. In a run, a cell costs one addition and one countdown
// in addition to its own work; position and ticks are computed at its end.
//
// It does nothing that depends on the dialect, on traps or on observers, but stops before such a
// cell, for the reference interpreter.
#include "lang/instruction.h"
#include "vm/arithmetic.h"
#include "vm/blocks/block_runner.h"
#include "vm/io.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace fungescope {
namespace {

// Cells without a decision after which a turn or an edge counts as an entry: a loop may have no
// decision.
constexpr Tick max_cells_between_entries = 64;

// The maximum number of values that an instruction pops.
constexpr std::ptrdiff_t max_pops = 3;

constexpr auto east = static_cast<std::size_t>(Direction::east);
constexpr auto south = static_cast<std::size_t>(Direction::south);
constexpr auto west = static_cast<std::size_t>(Direction::west);
constexpr auto north = static_cast<std::size_t>(Direction::north);

// By direction. Not in functions: they would copy the tables to the stack at each call.
constexpr std::array<std::int64_t, 4> x_steps{1, 0, -1, 0};
constexpr std::array<std::int64_t, 4> y_steps{0, 1, 0, -1};

// The path of the instruction pointer: where a run begins, and where it goes. Without branches on
// the direction, which would be mispredicted.
class PointerPath {
 public:
  explicit PointerPath(const Machine& machine)
      : at(machine.ip),
        direction(static_cast<std::size_t>(machine.direction)),
        field(machine.field.size()),
        origins_{field.width, field.height, 1, 1} {}

  Point at;
  std::size_t direction;
  Size field;

  [[nodiscard]] std::uint64_t cells_to_edge() const {
    return static_cast<std::uint64_t>(origins_[direction] - x_steps[direction] * at.x -
                                      y_steps[direction] * at.y);
  }
  [[nodiscard]] std::int64_t index() const { return at.y * field.width + at.x; }
  [[nodiscard]] std::int64_t index_step() const {
    return y_steps[direction] * field.width + x_steps[direction];
  }
  void advance(std::uint64_t cells) {
    at.x += x_steps[direction] * static_cast<std::int64_t>(cells);
    at.y += y_steps[direction] * static_cast<std::int64_t>(cells);
  }
  void wrap() {
    if (field.contains(at)) return;
    at = {(at.x + field.width) % field.width, (at.y + field.height) % field.height};
  }
  [[nodiscard]] bool at_border() const {
    return at.x == 0 || at.y == 0 || at.x == field.width - 1 || at.y == field.height - 1;
  }
  [[nodiscard]] Heading heading(bool string_mode) const {
    return {static_cast<Direction>(direction), string_mode};
  }

 private:
  std::array<std::int64_t, 4> origins_;  // of distances to the edges
};

// Executes cells with one computed goto each, as run_blocks_as does with micro-operations. `sp` is
// the element after the top of the stack. `checked` is needed with traps, and for `over_volatile`.
template <bool checked>
BlockExit step_cells_as(const BlockRun& run, Stepping stepping, StepperPace& pace) {
  Machine& machine = run.machine;
  const Dialect& dialect = machine.dialect;
  BlockCache& cache = run.cache;
  const StackBounds& bounds = run.bounds;
  const Traps* const traps = run.probe.traps;
  const unsigned char* const source = machine.field.source();
  std::int64_t* const deltas = machine.field.deltas();
  const std::uint8_t* const marks = cache.marks();
  const auto width = static_cast<std::uint64_t>(machine.field.size().width);
  const auto height = static_cast<std::uint64_t>(machine.field.size().height);
  // Bits of a value that are not ignored when it is executed.
  const std::uint64_t value_bits = dialect.instruction_is_low_byte ? 0xff : ~std::uint64_t{0};
  const std::int64_t output_limit = dialect.plain_output_limit();
  const bool edges_are_free = dialect.edge_wrap == OnUndefined::ignore;
  const bool pops_are_free = dialect.stack_underflow == OnUndefined::ignore && bounds.floor == 0;

  static const std::array<const void*, instructions.size()> handlers{
      &&do_unknown,
#define FUNGESCOPE_HANDLER(name, glyph, pops, pushes, summary) &&do_##name,
      FUNGESCOPE_INSTRUCTIONS(FUNGESCOPE_HANDLER)
#undef FUNGESCOPE_HANDLER
  };

  // The stack.
  std::int64_t* bottom = nullptr;
  std::int64_t* sp = nullptr;
  std::int64_t* deepest = nullptr;       // the maximum of sp
  const std::int64_t* lowest = nullptr;  // that may be popped
  const std::int64_t* limit = nullptr;   // of sp

  std::ptrdiff_t zeros = 0;     // below the stack, for the cell at which...
  std::uint64_t padded_at = 0;  // ...this many ticks were left, itself included
  std::ptrdiff_t deepest_before = 0;

  // The run.
  PointerPath path(machine);
  bool string_mode = machine.string_mode;
  std::uint64_t length = 0;          // of the run, in cells
  std::uint64_t ahead = 0;           // cells of it that were not left yet, the current one included
  std::int64_t cell = path.index();  // the current one
  std::int64_t step = 0;             // to the next one
  Tick left = run.until - machine.tick;  // ticks after this run

  Tick left_at_entry = left;
  Tick left_at_visit = left;  // of a decision
  HeatTable::Slot* entry = nullptr;
  std::size_t to = path.direction;  // of a turn
  bool decided = true;              // it depended on a value or a random number
  Op op = Op::blank;
  std::int64_t value = 0;
  OutputBuffer printer;
  BlockExit exit = BlockExit::not_ready;

// NOLINTBEGIN(bugprone-macro-parentheses)
#define CELL(i) static_cast<std::int64_t>(static_cast<std::uint64_t>(deltas[i]) + source[i])
#define TO_REFERENCE goto leave_to_reference
#define MOVE                           \
  {                                    \
    cell += step;                      \
    if (--ahead == 0) goto end_of_run; \
  }
#define DECODE                                                                             \
  {                                                                                        \
    value = CELL(cell);                                                                    \
    const std::uint64_t byte = static_cast<std::uint64_t>(value) & value_bits;             \
    op = byte < detail::op_table.size() ? detail::op_table[byte] : Op::unknown;            \
    if constexpr (checked) {                                                               \
      const Tick executed = run.until - machine.tick - left - ahead;                       \
      const bool is_volatile = cache.is_volatile(static_cast<CellIndex>(cell));            \
      if (stepping == Stepping::over_volatile && executed > 0 && !is_volatile) goto leave; \
      if (traps != nullptr && traps_before(cell, op)) TO_REFERENCE;                        \
    }                                                                                      \
  }
#define DISPATCH goto* handlers[static_cast<std::size_t>(op)]
#define NEXT  \
  {           \
    MOVE;     \
    DECODE;   \
    DISPATCH; \
  }
#define POPS(count) \
  if (sp - lowest < (count)) goto pad_stack
#define POP_CONDITION                          \
  {                                            \
    const bool empty = sp - lowest < 1;        \
    if (empty && !pops_are_free) TO_REFERENCE; \
    value = empty ? 0 : *--sp;                 \
  }
#define PUSH(v)                       \
  {                                   \
    if (sp == limit) goto grow_stack; \
    *sp++ = (v);                      \
    deepest = std::max(deepest, sp);  \
  }
#define TURN(next)                  \
  {                                 \
    to = (next);                    \
    if (to == path.direction) NEXT; \
    goto turn;                      \
  }
  // NOLINTEND(bugprone-macro-parentheses)

  const auto traps_before = [&](std::int64_t index, Op executed) {
    return (marks[index] & BlockCache::execute_trap) != 0 || traps->has_before(executed) ||
           (traps->on_modified_code() && machine.field.changed(static_cast<std::size_t>(index)));
  };
  const auto near_border = [&] {
    PointerPath here = path;
    here.advance(length - ahead);
    return here.at_border();
  };
  const auto set_stack = [&](std::size_t size, std::size_t capacity) {
    bottom = machine.stack.reserve(capacity);
    sp = bottom + static_cast<std::ptrdiff_t>(size);
    const auto memory = static_cast<std::ptrdiff_t>(machine.stack.capacity());
    lowest = bottom + std::min(memory, bounds.floor);
    limit = bottom + std::min(memory, bounds.ceiling);
  };
  set_stack(machine.stack.size(), machine.stack.size() + max_pops);
  deepest = sp;
  if (sp > limit) return BlockExit::step;
  if (stepping == Stepping::over_volatile) goto begin_run;
  goto at_entry;

do_blank:
  if constexpr (checked) NEXT;
  do {
    MOVE;
    value = CELL(cell);
  } while (value == ' ');
  DECODE;
  DISPATCH;
do_unknown:
  if (dialect.unknown_instruction != OnUndefined::ignore) TO_REFERENCE;
  NEXT;
do_end:
  TO_REFERENCE;

do_logical_not:
  POPS(1);
  sp[-1] = sp[-1] == 0 ? 1 : 0;
  NEXT;
do_discard:
  POPS(1);
  --sp;
  NEXT;
do_duplicate:
  POPS(1);
  value = sp[-1];
  PUSH(value);
  NEXT;
do_swap:
  POPS(2);
  std::swap(sp[-1], sp[-2]);
  NEXT;
do_add:
  POPS(2);
  --sp;
  sp[-1] = wrapping_add(sp[-1], sp[0]);
  NEXT;
do_subtract:
  POPS(2);
  --sp;
  sp[-1] = wrapping_subtract(sp[-1], sp[0]);
  NEXT;
do_multiply:
  POPS(2);
  --sp;
  sp[-1] = wrapping_multiply(sp[-1], sp[0]);
  NEXT;
do_greater:
  POPS(2);
  --sp;
  sp[-1] = sp[-1] > sp[0] ? 1 : 0;
  NEXT;
do_divide:
  POPS(2);
  if (sp[-1] == 0 && dialect.division_by_zero != DivisionByZero::zero) TO_REFERENCE;
  --sp;
  sp[-1] = wrapping_divide(sp[-1], sp[0]);
  NEXT;
do_remainder:
  POPS(2);
  if (sp[-1] == 0 && dialect.division_by_zero != DivisionByZero::zero) TO_REFERENCE;
  --sp;
  sp[-1] = wrapping_remainder(sp[-1], sp[0]);
  NEXT;
do_digit_0:
do_digit_1:
do_digit_2:
do_digit_3:
do_digit_4:
do_digit_5:
do_digit_6:
do_digit_7:
do_digit_8:
do_digit_9:
  PUSH(digit_of(op));
  NEXT;

do_get : {
  POPS(2);
  const auto x = static_cast<std::uint64_t>(sp[-2]);
  const auto y = static_cast<std::uint64_t>(sp[-1]);
  value = 0;
  if (x < width && y < height) {
    const std::uint64_t index = y * width + x;
    if (checked && traps != nullptr && (marks[index] & BlockCache::read_trap) != 0) TO_REFERENCE;
    value = CELL(index);
  } else if (dialect.outside_get != OnUndefined::ignore) {
    TO_REFERENCE;
  }
  --sp;
  sp[-1] = value;
  NEXT;
}
do_put : {
  POPS(3);
  const auto x = static_cast<std::uint64_t>(sp[-2]);
  const auto y = static_cast<std::uint64_t>(sp[-1]);
  if (x < width && y < height) {
    const std::uint64_t index = y * width + x;
    const std::uint8_t mark = marks[index];
    if (run.probe.observer != nullptr) TO_REFERENCE;
    if (checked && traps != nullptr && (mark & BlockCache::write_trap) != 0) TO_REFERENCE;
    if (run.probe.written != nullptr) run.probe.written->add(index);
    value = dialect.signed_8_bit_cells ? low_byte_signed(sp[-3]) : sp[-3];
    const bool same = CELL(index) == value;
    deltas[index] = wrapping_subtract(value, source[index]);
    if ((mark & BlockCache::covered) != 0 && !same) {
      cache.invalidate_rewritten(static_cast<CellIndex>(index));
    }
  } else if (dialect.outside_put != OnUndefined::ignore) {
    TO_REFERENCE;
  }
  sp -= 3;
  NEXT;
}

do_input_character:
  if (sp == limit) goto grow_stack;
  printer.flush(run.ports.output, machine.output_size);
  value = run.ports.input.at(machine.input_position);
  if (value == Input::not_yet) goto leave_to_wait;
  if (value != Input::end) ++machine.input_position;
  PUSH(value);
  NEXT;
do_input_number : {
  if (sp == limit) goto grow_stack;
  printer.flush(run.ports.output, machine.output_size);
  const NumberRead read =
      read_number(run.ports.input, machine.input_position, dialect.number_input);
  if (read.outcome == NumberRead::Outcome::not_yet) goto leave_to_wait;
  machine.input_position = read.position;
  PUSH(read.outcome == NumberRead::Outcome::number ? read.value : -1);
  NEXT;
}
do_output_character:
  POPS(1);
  value = sp[-1];
  if (output_limit != 0 && (value < 0 || value >= output_limit)) TO_REFERENCE;
  if (!printer.put_byte(run.ports.output, value, machine.output_size)) goto leave_closed;
  --sp;
  NEXT;
do_output_number:
  POPS(1);
  if (!printer.put_number(run.ports.output, sp[-1], machine.output_size)) goto leave_closed;
  --sp;
  NEXT;

do_string_mode:
  string_mode = true;
  MOVE;
in_string:
  DECODE;
  if (op == Op::string_mode) {
    string_mode = false;
    NEXT;
  }
  PUSH(value);
  MOVE;
  goto in_string;

do_trampoline:
  if (ahead <= 2) goto skip_over_end;
  cell += 2 * step;
  ahead -= 2;
  ++left;  // two cells in one tick
  DECODE;
  DISPATCH;

do_go_east:
  TURN(east);
do_go_south:
  TURN(south);
do_go_west:
  TURN(west);
do_go_north:
  TURN(north);
do_go_random:
  if (!edges_are_free && near_border()) TO_REFERENCE;
  to = machine.random.next_two_bits();
  goto decide;
do_branch_horizontal:
  if (!edges_are_free && near_border()) TO_REFERENCE;
  POP_CONDITION;
  to = value == 0 ? east : west;
  goto decide;
do_branch_vertical:
  if (!edges_are_free && near_border()) TO_REFERENCE;
  POP_CONDITION;
  to = value == 0 ? south : north;
  goto decide;

turn:
  if (!edges_are_free && near_border()) TO_REFERENCE;
  decided = false;
  goto change_direction;
decide:
  decided = true;
change_direction:
  path.advance(length - ahead);
  left += ahead - 1;
  length = ahead = 0;
  path.direction = to;
  path.advance(1);
  path.wrap();
  if (decided || left_at_entry - left >= max_cells_between_entries) goto at_entry;
  goto begin_run;

skip_over_end:  // `#` before the end of the run
  if (!edges_are_free) TO_REFERENCE;
  path.advance(length - ahead);
  left += ahead - 1;
  ahead = 0;
  path.advance(1);
  path.wrap();
  length = 1;
end_of_run:
  decided = false;
  path.advance(length);
  path.wrap();
  length = 0;
  if (left_at_entry - left >= max_cells_between_entries) goto at_entry;
  goto begin_run;

at_entry:
  if (stepping == Stepping::to_block) {
    if (entry != nullptr) entry->warm(left_at_entry - left);
    entry = nullptr;
    const auto here = static_cast<CellIndex>(path.index());
    const Tick cells = left_at_visit - left;
    const bool due = !decided || cells == 0 || cells >= pace.cells();
    if (!due && (marks[here] & BlockCache::begins_long_block) == 0) goto begin_run;
    entry = &cache.visit(here, path.heading(string_mode));
    const auto size = static_cast<std::size_t>(sp - bottom);
    const bool leaves = entry->block == nullptr ? entry->heat() >= cache.translation_heat()
                                                : worth_entering(*entry->block, size, left);
    if (leaves) {
      left_at_entry = left;  // these cells have warmed the entry before
      goto leave;
    }
    if (due && decided) {
      left_at_visit = left;
      if (entry->block != nullptr || entry->heat() > 0) {
        pace.visit_more();
      } else {
        pace.visit_less();
      }
    }
  }
  left_at_entry = left;
begin_run:
  if (left == 0) goto leave;
  length = std::min(path.cells_to_edge() - (edges_are_free ? 0 : 1), left);
  if (length == 0) TO_REFERENCE;
  ahead = length;
  left -= length;
  cell = path.index();
  step = path.index_step();
  if (string_mode) goto in_string;
  DECODE;
  DISPATCH;

pad_stack : {  // the instruction pops more than there is: zeros
  if (!pops_are_free || bounds.ceiling < max_pops) TO_REFERENCE;
  const std::ptrdiff_t pops = instruction(op).pops;
  zeros = pops - (sp - bottom);
  padded_at = left + ahead;
  deepest_before = deepest - bottom;
  insert_zeros(bottom, sp, zeros);
  sp = bottom + pops;
  deepest = std::max(deepest, bottom + instruction(op).pushes);
  DISPATCH;
}
grow_stack : {
  if (sp - bottom >= bounds.ceiling) TO_REFERENCE;
  const std::ptrdiff_t deepest_size = deepest - bottom;
  machine.stack.set_size(static_cast<std::size_t>(sp - bottom));
  set_stack(machine.stack.size(), machine.stack.size() + 1);
  deepest = bottom + deepest_size;
  if (string_mode) goto in_string;
  DISPATCH;
}

leave_to_wait:
  exit = BlockExit::input_wait;
  goto leave;
leave_closed:
  exit = BlockExit::output_closed;
  goto leave;
leave_to_reference:
  exit = BlockExit::step;
leave:
  if (zeros > 0 && padded_at == left + ahead) {  // the padded instruction is not executed
    remove_zeros(bottom, sp, zeros);
    sp -= zeros;
    deepest = bottom + deepest_before;
  }
  path.advance(length - ahead);
  left += ahead;
  if (entry != nullptr && left < left_at_entry) entry->warm(left_at_entry - left);
  printer.flush(run.ports.output, machine.output_size);
  machine.stack.set_size(static_cast<std::size_t>(sp - bottom),
                         static_cast<std::size_t>(deepest - bottom));
  run.leave_at(path.at, static_cast<Direction>(path.direction), string_mode, left);
  return exit;
#undef CELL
#undef TO_REFERENCE
#undef MOVE
#undef DECODE
#undef DISPATCH
#undef NEXT
#undef POPS
#undef POP_CONDITION
#undef PUSH
#undef TURN
}

}  // namespace

BlockExit step_cells(const BlockRun& run, Stepping stepping, StepperPace& pace) {
  const bool checked = run.probe.traps != nullptr || stepping == Stepping::over_volatile;
  return checked ? step_cells_as<true>(run, stepping, pace)
                 : step_cells_as<false>(run, stepping, pace);
}

}  // namespace fungescope
