// Writes PNG files: 8 bits a channel, with alpha.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/pictures/image.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::ui {

// Writes as replace_file does. The bytes depend on the picture alone.
[[nodiscard]] Result<void> write_png(const std::string& path, const Image& image);

[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const Image& image);

}  // namespace fungescope::ui
