// Pictures in memory, and as PNG files.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::ui {

// In pixels.
struct PixelSize {
  int width = 0;
  int height = 0;

  friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

// Red, green, blue, alpha, a byte each; rows from top to bottom without gaps.
struct Image {
  PixelSize size;
  std::vector<std::uint8_t> rgba;  // 4 * width * height bytes

  Image() = default;
  explicit Image(PixelSize wanted);  // transparent black

  [[nodiscard]] const std::uint8_t* pixel(int x, int y) const { return &rgba[offset(x, y)]; }
  [[nodiscard]] std::uint8_t* pixel(int x, int y) { return &rgba[offset(x, y)]; }

  friend bool operator==(const Image&, const Image&) = default;

 private:
  [[nodiscard]] std::size_t offset(int x, int y) const {
    return 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                static_cast<std::size_t>(x));
  }
};

struct ImageDifference {
  std::uint64_t pixels = 0;  // with a channel that differs by more than the tolerance
  int worst = 0;             // the largest difference of any channel, 0 to 255

  [[nodiscard]] bool none() const { return pixels == 0; }
};

// Pictures of different sizes differ in every pixel of the larger, by 255.
[[nodiscard]] ImageDifference compare(const Image& a, const Image& b, int tolerance = 0);

// A PNG file has 8 bits a channel, with alpha. Writes as replace_file does. The bytes depend on the
// picture alone.
[[nodiscard]] Result<void> write_png(const std::string& path, const Image& image);

[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const Image& image);

// Puts pictures of one size side by side. Each is made smaller by an integer factor, averaging its
// pixels. Rows of `columns` pictures, with a black margin around each.
[[nodiscard]] Image contact_sheet(const std::vector<Image>& pictures, int columns, int factor);

}  // namespace fungescope::ui
