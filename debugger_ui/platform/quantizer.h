// Few colours for many: the palettes of GIF files.
#pragma once

#include "debugger_ui/platform/image.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fungescope::ui {

struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  friend bool operator==(const Color&, const Color&) = default;
};

struct Rectangle {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

// At most `count` colours (2 to 256) for a part of a picture; alpha is not
// looked at. Exact if the part has no more colours than that, else the boxes of
// largest variance are split until there are enough of them.
[[nodiscard]] std::vector<Color> choose_palette(const Image& image, Rectangle part, int count);

// Finds the nearest colour of a palette, and remembers what it found.
class PaletteIndex {
 public:
  explicit PaletteIndex(std::vector<Color> palette) : palette_(std::move(palette)) {}

  struct Match {
    std::uint8_t index = 0;
    int distance = 0;  // sum of the squared differences of the channels
  };
  [[nodiscard]] Match nearest(Color color);
  [[nodiscard]] const std::vector<Color>& palette() const { return palette_; }

 private:
  std::vector<Color> palette_;
  std::unordered_map<std::uint32_t, Match> known_;
};

}  // namespace fungescope::ui
