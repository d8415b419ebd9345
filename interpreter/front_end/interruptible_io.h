// Reading and writing descriptors, so that Ctrl-C (front_end/interrupt.h) ends every wait. All
// input and output of the front ends that may block goes through these functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <sys/types.h>

namespace fungescope {

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
