// The reference interpreter: deliberately naive, the oracle for every other tier.
//
// One cell at a time, in the order in which docs/semantics.md states the rules,
// with nothing cached between cells, so that a reader can check it against that
// page line by line. Use it to judge the others; for speed use FastInterpreter.
#pragma once

#include "vm/run.h"

namespace fungescope {

// Executes exactly one cell, unless the machine is not running, a port stops it or
// a trap does. Returns `tick_reached` when the machine can go on.
StopReason step(Machine& machine, const Ports& ports, Probe& probe);

StopReason run_reference(Machine& machine, const Ports& ports, Tick until, Probe& probe);
StopReason run_reference(Machine& machine, const Ports& ports, Tick until,
                         Observer* observer = nullptr);

}  // namespace fungescope
