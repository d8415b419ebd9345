// Defines the contract of all tiers: run(machine, until_tick), exact to the tick.
//
// A run executes cells until the machine's tick equals `until`, the program ends or faults, or a
// port or a trap stops it. On every tier the machine then has the same value, bit for bit, the
// output has the same bytes, an observer has received the same events, and the write map has the
// same cells. The reference interpreter defines that value:
//
//   run_reference    vm/reference_interpreter.h    naive, the oracle
//   FastInterpreter  vm/blocks/fast_interpreter.h  superblocks of micro-operations
//   Engine           jit/tier/engine.h             the above, and native code
#pragma once

#include "lang/geometry.h"
#include "vm/io.h"
#include "vm/machine.h"
#include "vm/traps.h"
#include "vm/write_map.h"

#include <cstddef>
#include <cstdint>

namespace fungescope {

inline constexpr Tick no_limit = ~Tick{0};

enum class StopReason : std::uint8_t {
  tick_reached,   // machine.tick == until
  ended,          // `@`
  faulted,        // see machine.fault
  input_wait,     // the input has no byte yet; the instruction was not executed
  output_closed,  // the output is closed; the instruction was not executed
  trapped,        // a trap holds: see Probe::event
  interrupted,    // by a Monitor: only runs of a History
};

// The events that an observer receives. The loops are instantiated for each value, so unobserved
// events cost nothing.
enum class Interest : std::uint8_t {
  writes,  // on_write
  all,     // on_write, on_read, on_execute
};

// Receives events synchronously from inside a run; must not change the machine. `tick` is the
// number of the instruction's tick, counted from 1: the machine's tick after it. `by` is the cell
// of the instruction. Only accesses inside the field are reported.
class Observer {
 public:
  virtual ~Observer() = default;
  [[nodiscard]] virtual Interest interest() const = 0;
  // Called after `p` stored `now` in a cell that held `before`, which may be equal.
  virtual void on_write(Tick /*tick*/, Point /*by*/, Point /*at*/, std::int64_t /*before*/,
                        std::int64_t /*now*/) {}
  // Called after `g` read `value`.
  virtual void on_read(Tick /*tick*/, Point /*by*/, Point /*at*/, std::int64_t /*value*/) {}
  // Called before a cell is executed, faulting cells included. Not called for a cell that a port
  // stops, until a retry executes it.
  virtual void on_execute(Tick /*tick*/, Point /*at*/) {}
};

// Instruments a run: observers, the write map, and traps. Everything is optional and costs nothing
// if absent. Not owned.
struct Probe {
  Observer* observer = nullptr;
  WriteMap* written = nullptr;  // receives every cell that `p` stores to
  // For a field of the machine's size. At machine.tick == until, traps after the last instruction
  // are checked, but those before the next one are not. The end takes precedence over traps. An
  // instruction whose fault is the edge was executed: its traps come first, and the run that
  // continues there returns `faulted`.
  const Traps* traps = nullptr;
  // Traps *before* the instruction at this tick are ignored: set it to machine.tick to continue
  // from a trap.
  Tick skip_traps_at = no_limit;
  TrapEvent event;  // out: the traps that hold, if the run returns `trapped`
};

// ---- Checking traps, for the tiers

// Returns the kinds (of TrapEvent) of traps that hold before the next instruction of `machine`:
// none without traps, if the machine is not running, and at `skip_traps_at`. The definition of all
// traps before an instruction; those after one are checked where it is executed.
[[nodiscard]] std::uint8_t traps_before(const Machine& machine, const Probe& probe);

// Returns whether an instruction with `pops`, executed with `size` values on the stack, popped one
// of the lowest `floor`, or would have.
[[nodiscard]] constexpr bool pops_below(std::size_t floor, std::size_t size, std::size_t pops) {
  return floor > 0 && pops > 0 && (size < pops || size - pops < floor);
}

// Ends a run after an instruction with the traps of `event`: stores it in the probe, together with
// the traps before the next instruction. Returns `trapped`.
StopReason report_trap(const Machine& machine, Probe& probe, const TrapEvent& event);

}  // namespace fungescope
