// The contract that every tier obeys: run(machine, until_tick), exact to the tick.
//
// A run executes cells until the machine's tick equals `until`, or the program
// ends or faults, or a port or a trap stops it. Whatever the tier, the machine is
// then the same value, bit for bit, the output the same bytes, an observer has
// seen the same events, and the same cells are in the write map. The reference
// interpreter defines that value:
//
//   run_reference    (vm/reference_interpreter.h)  naive, the oracle for ever
//   FastInterpreter  (vm/blocks/fast_interpreter.h)       decoded cells, computed goto
#pragma once

#include "lang/geometry.h"
#include "vm/io.h"
#include "vm/machine.h"
#include "vm/traps.h"
#include "vm/write_map.h"

#include <cstdint>

namespace fungescope {

inline constexpr Tick no_limit = ~Tick{0};

enum class StopReason : std::uint8_t {
  tick_reached,   // machine.tick == until
  ended,          // `@`
  faulted,        // machine.fault says why
  input_wait,     // the input answered `not_yet`; nothing of the instruction was executed
  output_closed,  // the output took nothing; nothing of the instruction was executed
  trapped,        // a trap was met: see Probe::event
  interrupted,    // a Monitor said so: only runs of a History
};

// What an observer wants to hear of. Each set is an instantiation of the loops
// of its own: who watches nothing pays nothing.
enum class Interest : std::uint8_t {
  writes,  // on_write
  all,     // on_write, on_read, on_execute
};

// Called synchronously from inside a run; must not touch the machine.
// `tick` is the number of the executing instruction's tick, counted from 1: the
// machine's tick once it is done. Only accesses inside the field are reported.
class Observer {
 public:
  virtual ~Observer() = default;
  [[nodiscard]] virtual Interest interest() const = 0;
  // `p` stored `now` where `before` was (they may be equal). `by` is the cell of the `p`.
  virtual void on_write(Tick /*tick*/, Point /*by*/, Point /*at*/, std::int64_t /*before*/,
                        std::int64_t /*now*/) {}
  virtual void on_read(Tick /*tick*/, Point /*by*/, Point /*at*/, std::int64_t /*value*/) {}
  // Before a cell is executed, faulting cells included. A cell that a port
  // stopped is not executed, and is announced only when a retry executes it.
  virtual void on_execute(Tick /*tick*/, Point /*at*/) {}
};

// What a run reports besides its result, and what may stop it. Everything is
// optional; who asks for nothing pays nothing.
struct Probe {
  Observer* observer = nullptr;
  WriteMap* written = nullptr;  // gets every cell that `p` stores to
  // For a field of the machine's size. At machine.tick == until, traps before the
  // next cell are not looked at any more, those after the last one are; the end
  // and faults come first.
  const Traps* traps = nullptr;
  // Traps *before* the cell that is executed at this tick are passed over: set it
  // to machine.tick to go on from where one stopped.
  Tick skip_traps_at = no_limit;
  TrapEvent event;  // out: what was met, when the run returns `trapped`
};

}  // namespace fungescope
