// Ctrl-C: the first asks the run to end, the second kills the process. A front
// end that lives on calls clear_interrupt in between.
//
// The flag alone would miss a signal that comes just before a read blocks, so
// the handler also makes a descriptor readable, which the waits of
// standard_ports.h watch together with their own.
#pragma once

#include <atomic>

namespace fungescope {

// Handles SIGINT from now on, and ignores SIGPIPE: a closed output is an error
// of write(), not a signal. Call once, before any thread is started.
void install_interrupt_handling();

// Set once Ctrl-C was pressed.
[[nodiscard]] const std::atomic<bool>& interrupted();

// Readable once Ctrl-C was pressed; -1 before install_interrupt_handling.
[[nodiscard]] int interrupt_descriptor();

// Forgets a Ctrl-C that has been obeyed: the next one is a first one again.
void clear_interrupt();

}  // namespace fungescope
