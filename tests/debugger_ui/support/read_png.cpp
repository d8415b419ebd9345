#include "debugger_ui/support/read_png.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include <png.h>

namespace fungescope::ui {

Result<Image> read_png(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail({path}, "the file cannot be read: " + std::string(std::strerror(errno)));
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  png_image codec{};
  codec.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&codec, bytes.data(), bytes.size())) {
    return fail({path}, "this is not a PNG file: " + std::string(codec.message));
  }
  codec.format = PNG_FORMAT_RGBA;
  Image image(PixelSize{static_cast<int>(codec.width), static_cast<int>(codec.height)});
  const bool read = png_image_finish_read(&codec, nullptr, image.rgba.data(), 0, nullptr) != 0;
  png_image_free(&codec);
  if (!read) {
    return fail({path}, "the PNG file is damaged: " + std::string(codec.message));
  }
  return image;
}

ImageDifference compare(const Image& a, const Image& b, int tolerance) {
  if (a.size != b.size) return {std::max(a.rgba.size(), b.rgba.size()) / 4, 255};
  ImageDifference difference;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    int worst = 0;
    for (std::size_t channel = i; channel < i + 4; ++channel) {
      worst = std::max(worst, std::abs(int{a.rgba[channel]} - int{b.rgba[channel]}));
    }
    difference.worst = std::max(difference.worst, worst);
    if (worst > tolerance) ++difference.pixels;
  }
  return difference;
}

}  // namespace fungescope::ui
