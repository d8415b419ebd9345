// Handles Ctrl-C: the first requests the end of the run, the second kills the process. A front end
// that continues after the first calls clear_interrupt, and one whose process must not be killed,
// since the user's work would be lost, calls survive_interrupts.
//
// The flag alone would miss a signal just before a read blocks, so the handler also makes a
// descriptor readable, which the waits below poll together with their own.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <sys/types.h>

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

// ---- Reading and writing

// All input and output of the front ends that may block goes through these functions, so that
// Ctrl-C ends every wait.

enum class Wait : std::uint8_t { ready, interrupted, timed_out };

// Waits until the descriptor is readable or at its end, at most so many milliseconds; -1: for ever.
// After Ctrl-C, returns `interrupted` at once.
[[nodiscard]] Wait wait_for_input(int descriptor, int milliseconds = -1);

// As read(2), but waits for non-blocking descriptors too. Fails with EINTR only after Ctrl-C.
[[nodiscard]] ssize_t read_some(int descriptor, char* to, std::size_t size);

// Writes everything; after Ctrl-C, only as much as is accepted without waiting. Removes what was
// written from `bytes`. Returns 0 or the error number, which is EINTR only after Ctrl-C.
[[nodiscard]] int write_all(int descriptor, std::string_view& bytes) noexcept;

}  // namespace fungescope
