// Reads PNG files, and compares pictures.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/pictures/image.h"

#include <cstdint>
#include <string>

namespace fungescope::ui {

// Accepts any PNG and converts it to 8 bits a channel with alpha.
[[nodiscard]] Result<Image> read_png(const std::string& path);

struct ImageDifference {
  std::uint64_t pixels = 0;  // with a channel that differs by more than the tolerance
  int worst = 0;             // the largest difference of any channel, 0 to 255

  [[nodiscard]] bool none() const { return pixels == 0; }
};

// Pictures of different sizes differ in every pixel of the larger, by 255.
[[nodiscard]] ImageDifference compare(const Image& a, const Image& b, int tolerance = 0);

}  // namespace fungescope::ui
