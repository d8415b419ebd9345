// Reads whole files, with errors that say what to do.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace fungescope {

enum class StandardInput : std::uint8_t {
  refuse,  // "-" is the name of a file
  accept,  // "-" is standard input
};

// The maximum size of a file, so that an endless one such as /dev/zero is an error.
inline constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 31U;

// Reads a file, pipe or terminal up to its end, or fails at Ctrl-C. Errors name the path as given
// ("<stdin>" for standard input). Cost: one copy of the bytes.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            StandardInput standard_input = StandardInput::refuse);

// Returns the error of a file that cannot be opened or read, by the number in errno. EINTR is taken
// for Ctrl-C.
[[nodiscard]] Error unreadable_file(const std::string& name, int error);

// Returns the name of the file for messages.
[[nodiscard]] std::string display_name(const std::string& path,
                                       StandardInput standard_input = StandardInput::refuse);

}  // namespace fungescope
