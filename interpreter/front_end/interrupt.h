// Handles Ctrl-C: the first requests the end of the run, the second kills the process. A front end
// that continues after the first calls clear_interrupt.
//
// The flag alone would miss a signal just before a read blocks, so the handler also makes a
// descriptor readable, which the waits of interruptible_io.h poll together with their own.
#pragma once

#include <atomic>

namespace fungescope {

// Installs the SIGINT handler, and ignores SIGPIPE: a closed output is an error of write(). Must be
// called once, before any thread is started.
void install_interrupt_handling();

// Returns the flag that Ctrl-C sets.
[[nodiscard]] const std::atomic<bool>& interrupted();

// Returns a descriptor that Ctrl-C makes readable; -1 before install_interrupt_handling.
[[nodiscard]] int interrupt_descriptor();

// Resets the state after a Ctrl-C was handled, so that the next one counts as the first.
void clear_interrupt();

}  // namespace fungescope
