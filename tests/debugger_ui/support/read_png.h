// Reads PNG files.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/pictures/image.h"

#include <cstdint>
#include <span>
#include <string>

namespace fungescope::ui {

// Accepts any PNG and converts it to 8 bits a channel with alpha.
[[nodiscard]] Result<Image> read_png(const std::string& path);
[[nodiscard]] Result<Image> decode_png(std::span<const std::uint8_t> bytes);

}  // namespace fungescope::ui
