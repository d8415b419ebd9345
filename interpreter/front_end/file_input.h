// Reading whole files for the commands, with errors that say what to do.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace fungescope {

enum class StandardInput : std::uint8_t {
  refuse,  // "-" is the name of a file
  accept,  // "-" is standard input
};

// More bytes are an error: an endless file, such as /dev/zero, is met sooner or
// later.
inline constexpr std::uint64_t max_file_bytes = std::uint64_t{1} << 31U;

// The bytes of a file, pipe or terminal, up to its end. Errors name the path as
// it was given ("<stdin>" for standard input). Cost: one copy of the bytes.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            StandardInput standard_input = StandardInput::refuse);

// How messages name the file of `path`.
[[nodiscard]] std::string display_name(const std::string& path,
                                       StandardInput standard_input = StandardInput::refuse);

}  // namespace fungescope
