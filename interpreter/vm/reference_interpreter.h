// Runs programs on the reference interpreter, which is deliberately naive: the oracle for all other
// tiers.
//
// It executes one cell at a time in the order of the rules in docs/semantics.md and caches nothing
// between cells, so that it can be checked against that page line by line. Use FastInterpreter for
// speed.
#pragma once

#include "vm/run.h"

namespace fungescope {

// Executes one cell, unless the machine is not running or a port or a trap stops it. Returns
// `tick_reached` if the machine can continue.
StopReason step(Machine& machine, const Ports& ports, Probe& probe);

// Runs until `until`: see vm/run.h.
StopReason run_reference(Machine& machine, const Ports& ports, Tick until, Probe& probe);
StopReason run_reference(Machine& machine, const Ports& ports, Tick until,
                         Observer* observer = nullptr);

}  // namespace fungescope
