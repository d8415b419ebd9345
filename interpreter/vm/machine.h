// Holds the machine's state as a plain value.
//
// It contains everything that determines how a run continues, random numbers and input position
// included, so a run is a function of (program, input, seed). A Machine can be copied, compared and
// hashed. The interpreters are functions over it: see vm/run.h.
#pragma once

#include "base/random.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/playfield.h"
#include "vm/value_stack.h"

#include <cstdint>
#include <string>

namespace fungescope {

// Counts executed cells, blanks, string-mode cells and `@` included. `#` is one tick and the cell
// that it skips is none.
using Tick = std::uint64_t;

enum class Status : std::uint8_t {
  running,
  ended,    // `@` was executed
  faulted,  // an error stopped the run: see Machine::fault
};

enum class FaultKind : std::uint8_t {
  none,
  stack_limit,
  stack_underflow,
  get_outside,
  put_outside,
  division_by_zero,
  unknown_instruction,
  edge_wrap,
  output_out_of_byte,
};

// The undefined operation that stopped a run. The faulting instruction has no effect, but its tick
// is counted and the pointer stays on its cell. Only `edge_wrap` occurs after the instruction was
// executed.
struct Fault {
  FaultKind kind = FaultKind::none;
  Point at;            // the cell
  Tick tick = 0;       // the tick in which it was executed, counted from 1
  std::int64_t a = 0;  // operands of the message: the coordinates, the value or the limit
  std::int64_t b = 0;
  friend bool operator==(const Fault&, const Fault&) = default;
};

// Returns the message without cell and tick: "`p` outside the field at (-1, 3)".
[[nodiscard]] std::string describe(const Fault& fault);

struct MachineOptions {
  Dialect dialect;
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;
};

struct Machine {
  explicit Machine(Playfield playfield, const MachineOptions& options = {});

  Dialect dialect;
  std::size_t max_stack;

  Playfield field;
  ValueStack stack;
  Point ip;  // the cell that is executed next
  Direction direction = Direction::east;
  bool string_mode = false;
  Random random;
  std::uint64_t input_position = 0;  // bytes read so far
  std::uint64_t output_size = 0;     // bytes written so far
  Tick tick = 0;                     // cells executed so far
  Status status = Status::running;
  Fault fault;

  // Assigns all members of `next` but the field.
  void assign_except_field(const Machine& next);

  // Equal machines continue equally. The stack's high-water mark is a statistic and not compared.
  friend bool operator==(const Machine& a, const Machine& b);

  // Returns a hash of the state that operator== compares. Cost: one pass over the field.
  [[nodiscard]] std::uint64_t hash() const;
};

}  // namespace fungescope
