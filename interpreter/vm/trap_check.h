// Whether a trap holds, for a machine between two cells: the one definition of
// the traps before an instruction. Those after it are found where it is executed.
#pragma once

#include "vm/machine.h"
#include "vm/run.h"

#include <cstdint>

namespace fungescope {

// The kinds (of TrapEvent) of traps that hold before the cell that `machine`
// executes next. None without traps, if the machine is not running, and at the tick to be passed.
[[nodiscard]] std::uint8_t traps_before(const Machine& machine, const Probe& probe);

// Did an instruction with `pops` and so many values before it take one of the
// lowest `floor`, or would it have?
[[nodiscard]] constexpr bool pops_below(std::size_t floor, std::size_t size, std::size_t pops) {
  return floor > 0 && pops > 0 && (size < pops || size - pops < floor);
}

// The end of a run after an instruction that met `event`: reports it, with what
// holds before the next one.
StopReason report_trap(const Machine& machine, Probe& probe, const TrapEvent& event);

}  // namespace fungescope
