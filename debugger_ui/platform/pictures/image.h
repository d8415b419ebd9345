// Pictures in memory, as PNG files and as animated GIF files.
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
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

// A PNG file has 8 bits a channel, with alpha. Writes as replace_file does. The bytes depend on the
// picture alone.
[[nodiscard]] Result<void> write_png(const std::string& path, const Image& image);

// Puts pictures of one size side by side, in rows of three with a black margin around each. Each is
// made half as large, averaging its pixels.
[[nodiscard]] Image contact_sheet(const std::vector<Image>& pictures);

// Writes an animated GIF, a frame at a time. The first frame determines the global palette; a later
// frame gets a local one where the difference would be visible. Only the rectangle that changed is
// written, and equal frames become one with a longer delay. Memory: a few pictures, whatever the
// number of frames.
class GifWriter {
 public:
  // Writes as OutputFile does: `path` is replaced by `close`.
  // `delay` is in milliseconds a frame, stored in hundredths of a second; browsers
  // slow down anything below 20. The animation repeats forever.
  [[nodiscard]] static Result<GifWriter> open(const std::string& path, PixelSize size, int delay);

  GifWriter(GifWriter&&) noexcept;
  GifWriter& operator=(GifWriter&&) noexcept;
  ~GifWriter();  // without `close`, discards the file

  // The picture must have the size given to `open`; alpha is ignored.
  [[nodiscard]] Result<void> add_frame(const Image& image);

  // Writes the pending frame. No frame may be added afterwards.
  [[nodiscard]] Result<void> close();

 private:
  struct State;
  explicit GifWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// ---- Colour quantisation, for its palettes

using Rgb = std::array<std::uint8_t, 3>;

struct PixelRectangle {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  friend bool operator==(const PixelRectangle&, const PixelRectangle&) = default;
};

// Returns at most `count` colours (2 to 256) for a part of a picture; alpha is ignored. Exact if
// the part has no more colours than that. Otherwise the box with the largest variance is split at
// its mean until there are enough: a variant of Heckbert's median cut, "Color Image Quantization
// for Frame Buffer Display" (1982).
[[nodiscard]] std::vector<Rgb> choose_palette(const Image& image, PixelRectangle part, int count);

// Finds the nearest colour of a palette; caches the results.
class PaletteIndex {
 public:
  explicit PaletteIndex(std::vector<Rgb> palette) : palette_(std::move(palette)) {}

  struct Match {
    std::uint8_t index = 0;
    int distance = 0;  // sum of the squared differences of the channels
  };
  [[nodiscard]] Match nearest(Rgb color);
  [[nodiscard]] const std::vector<Rgb>& palette() const { return palette_; }

 private:
  std::vector<Rgb> palette_;
  std::unordered_map<std::uint32_t, Match> known_;
};

}  // namespace fungescope::ui
