// The origins of values, across a whole run. Inside a window of ticks a trace has them. A value
// that was there before the window is found by the searches of the session, at the speed of the
// fast tiers, and only the window of the instruction that made it is traced.
//
//     Provenance provenance(session, limits, monitor);
//     const auto origin = provenance.of_cell({3, 4}, session.machine().tick);
//     const auto step = provenance.step(*origin);          // the instruction that made it
//     provenance.resolve(step->operands[0], step->tick);   // and the origin of what it used
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "lang/instruction.h"
#include "session/queries/edit_line.h"
#include "session/session.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fungescope {

// ---- Inside a window of ticks

// What an instruction does with values, as far as their origin is concerned. How many values it
// pops and pushes is in the table of instructions (lang/instruction.h).
enum class Transfer : std::uint8_t {
  none,        // makes no value and does not depend on one: turns, blanks, `$`, `?`
  use,         // pops a value and makes none: branches, output
  make,        // pushes a value made of those that it pops
  literal,     // pushes the digit that its own cell holds
  own_cell,    // pushes a copy of its own cell: string mode
  read_input,  // pushes a value from the input
  read_cell,   // pushes a copy of another cell: `g`
  write_cell,  // copies a value to a cell: `p`
  duplicate,   // pushes the popped value, and a copy of it
  swap,        // pushes copies of the two popped values in reverse order
};

// `string_mode` is the mode in which the instruction is executed.
[[nodiscard]] constexpr Transfer transfer_of(Op op, bool string_mode) {
  if (string_mode) return op == Op::string_mode ? Transfer::none : Transfer::own_cell;
  if (is_digit(op)) return Transfer::literal;
  if (op == Op::input_character || op == Op::input_number) return Transfer::read_input;
  if (op == Op::get) return Transfer::read_cell;
  if (op == Op::put) return Transfer::write_cell;
  if (op == Op::duplicate) return Transfer::duplicate;
  if (op == Op::swap) return Transfer::swap;
  if (instruction(op).pops == 0 || op == Op::discard) return Transfer::none;
  return instruction(op).pushes == 0 ? Transfer::use : Transfer::make;
}

// How many values an instruction pops and pushes in this mode.
[[nodiscard]] constexpr std::size_t pops_of(Op op, bool string_mode) {
  return string_mode ? 0 : instruction(op).pops;
}
[[nodiscard]] constexpr std::size_t pushes_of(Op op, bool string_mode) {
  if (string_mode) return op == Op::string_mode ? 0 : 1;
  return instruction(op).pushes;
}

// Executes the instructions from the present instant to `end`, or to where the run stops, within
// one branch and its recording. Calls `prepare` before and `finish` after each. Returns false if
// interrupted.
template <class Prepare, class Finish>
bool trace_instructions(History& history, Tick end, Monitor* monitor, const Prepare& prepare,
                        const Finish& finish) {
  constexpr Tick ticks_between_polls = 4096;
  const Machine& machine = history.machine();
  for (Tick count = 0; machine.tick < end; ++count) {
    const bool poll = count % ticks_between_polls == 0 && monitor != nullptr;
    if (poll && !monitor->should_continue(machine.tick, end)) return false;
    prepare();
    const Tick before = machine.tick;
    history.run(before + 1);
    if (machine.tick == before) break;
    finish();
  }
  return true;
}

// Whether a fault refused the instruction before this instant, so that it had no effect.
[[nodiscard]] bool has_faulted(const Machine& machine);

// The origin of a value, as far as a window shows it.
struct ValueRef {
  enum class Kind : std::uint8_t {
    none,
    made,   // by the instruction of tick `number`: its result `part`
    empty,  // a 0 that the instruction of tick `number` popped from the empty stack as operand
            // `part`
    slot,   // it was in slot `number` of the stack, counted from the bottom, at the window's begin
    cell,   // it was in cell `number` at the window's begin
  };
  Kind kind = Kind::none;
  std::uint8_t part = 0;
  std::uint64_t number = 0;

  friend bool operator==(const ValueRef&, const ValueRef&) = default;
};

// An instruction that used or made values.
struct Step {
  Tick tick = 0;  // the instant after it
  Point at;
  Op op = Op::blank;
  Transfer transfer = Transfer::none;
  // What it popped, the deepest first: `a b` of `a b -`, `v x y` of `v x y p`.
  std::uint8_t operand_count = 0;
  std::array<ValueRef, 3> operands;
  std::array<std::int64_t, 3> operand_values{};
  // The value of its own cell, if that differs from the source: the instruction itself was written.
  ValueRef code;
  std::int64_t code_value = 0;
  [[nodiscard]] bool is_written() const { return code.kind != ValueRef::Kind::none; }
  // For `g` and `p`: the other cell; its value after the instruction and, of `g`, where that comes
  // from. Outside the field `p` makes no value, and `g` makes a 0 without a source.
  bool inside = false;
  Point target;
  ValueRef source;
  // The result: the pushed or stored value. Of `\`: both, the lower one first.
  std::array<std::int64_t, 2> results{};
  // The input bytes that it read, and whether it asked for a quotient by zero.
  std::uint64_t input_begin = 0;
  std::uint64_t input_end = 0;
  bool asked = false;
};

// A trace of a few thousand ticks, with the origin of every value: a shadow stack and shadow cells
// hold for each value the instruction that made it, or the slot or cell in which it was when the
// window began.
class Window {
 public:
  // Traces from the present instant to `end`, within one branch and its recording. Nothing if
  // interrupted. Moves the history. Cost: some 100 ns and, for each instruction that uses or makes
  // values, 250 bytes a tick.
  static std::optional<Window> trace(History& history, Tick end, Monitor* monitor);

  // The instants that it covers are begin + 1 .. end.
  [[nodiscard]] Tick begin() const { return begin_; }
  [[nodiscard]] Tick end() const { return end_; }
  [[nodiscard]] Size field() const { return field_; }

  // The instruction that ends at `tick`; null if it used and made no values.
  [[nodiscard]] const Step* step(Tick tick) const;
  // Where the value comes from that a cell, or an occupied slot of the stack, holds at an instant
  // begin .. end.
  [[nodiscard]] ValueRef cell(std::size_t index, Tick tick) const {
    return last_store(cells_, {ValueRef::Kind::cell, 0, index}, tick);
  }
  [[nodiscard]] ValueRef slot(std::size_t slot, Tick tick) const {
    return last_store(slots_, {ValueRef::Kind::slot, 0, slot}, tick);
  }

 private:
  class Tracer;
  struct Store {
    Tick tick;  // the instant after it
    ValueRef value;
  };
  using Stores = std::unordered_map<std::size_t, std::vector<Store>>;  // ascending by tick
  // The last value stored where `initial` was when the window began, else that.
  static ValueRef last_store(const Stores& stores, const ValueRef& initial, Tick tick);

  Tick begin_ = 0;
  Tick end_ = 0;
  Size field_;
  std::vector<Step> steps_;  // ascending by tick
  Stores cells_;
  Stores slots_;
};

// ---- Across windows

// The identity of a value: two values with the same origin are one.
struct Origin {
  enum class Kind : std::uint8_t {
    made,        // by the instruction that ends at `tick`: its result `part`
    empty,       // a 0 from the empty stack: its operand `part`
    source,      // the byte that the cell was loaded with, at the start or by a reload at `tick`
    cell_edit,   // the user set the cell at `tick`
    stack_edit,  // the user replaced the stack at `tick`: the value in this slot
    start,       // in this slot when the history began
  };
  Kind kind = Kind::made;
  std::uint8_t part = 0;
  Tick tick = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::size_t slot = 0;

  [[nodiscard]] Point at() const { return {x, y}; }
  friend bool operator<(const Origin& a, const Origin& b) {
    return std::tie(a.kind, a.part, a.tick, a.x, a.y, a.slot) <
           std::tie(b.kind, b.part, b.tick, b.x, b.y, b.slot);
  }
};

// What ended a question before its answer was complete.
enum class CutBy : std::uint8_t { interrupt, ticks, values };
[[nodiscard]] std::string_view to_string(CutBy cut);

template <class T>
using Traced = Expected<T, CutBy>;

struct TraceLimits {
  Tick window_ticks = Tick{1} << 12U;
  std::size_t kept_windows = 32;
  Tick max_ticks = Tick{1} << 25U;  // in all windows of a question
};

// Moves the history while it works: the caller keeps the present (ScopedSeek). Valid until an edit.
class Provenance {
 public:
  Provenance(Session& session, const TraceLimits& limits, Monitor* monitor);

  // The origin of the value that a cell, or an occupied slot of the stack counted from the bottom,
  // holds at an instant up to the present. Cost: one search backwards.
  Traced<Origin> of_cell(Point at, Tick instant);
  Traced<Origin> of_slot(std::size_t slot, Tick instant);
  // The origin of a value that the instruction of `tick` used. `ref` is not `none`.
  Traced<Origin> resolve(const ValueRef& ref, Tick tick);

  // The instruction that ends at `tick` and used or made values. Cost: the trace of its window.
  Traced<Step> step(Tick tick);

 private:
  using Windows = std::list<Window>;  // the last used first

  Traced<const Window*> window_of(Tick tick);
  [[nodiscard]] const Window* kept_window_of(Tick tick);
  bool trace(Tick begin, Tick end);
  [[nodiscard]] Origin made(const ValueRef& ref) const;

  Session& session_;
  TraceLimits limits_;
  Monitor* monitor_;
  EditLine edits_;
  BranchId branch_;
  Tick present_;
  Windows windows_;
  Tick traced_ = 0;
  std::map<std::pair<std::int64_t, std::pair<std::int64_t, Tick>>, Origin> cells_;  // y, x, instant
  std::map<std::pair<std::size_t, Tick>, Origin> slots_;
};

}  // namespace fungescope
