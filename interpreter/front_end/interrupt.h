// Handles Ctrl-C: the first requests the end of the run, the second kills the process. A front end
// that continues after the first calls clear_interrupt, and one whose process must not be killed,
// since the user's work would be lost, calls survive_interrupts.
//
// The flag alone would miss a signal just before a read blocks, so the handler also makes a
// descriptor readable, which the waits of interruptible_io.h poll together with their own.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <string_view>

namespace fungescope {

// The signals of output that cannot be written, because its reader has closed it or a file may not
// grow (ulimit -f). An ignored signal is inherited, so they are reset for other programs.
inline constexpr std::array output_signals{SIGPIPE, SIGXFSZ};

// Installs the SIGINT handler, and ignores `output_signals`, which become errors of write(). Must
// be called once, before any thread is started.
void install_interrupt_handling();

// Returns the flag that Ctrl-C sets.
[[nodiscard]] const std::atomic<bool>& interrupted();

// Returns a descriptor that Ctrl-C makes readable; -1 before install_interrupt_handling.
[[nodiscard]] int interrupt_descriptor();

// From now on, no Ctrl-C kills: the second prints `hint` on standard error, and the front end asks
// interrupt_count how to continue. `hint` must outlive the process.
void survive_interrupts(std::string_view hint);

// Returns how many Ctrl-C came since the last clear_interrupt.
[[nodiscard]] int interrupt_count();

// Resets the state after a Ctrl-C was handled, so that the next one counts as the first.
void clear_interrupt();

}  // namespace fungescope
