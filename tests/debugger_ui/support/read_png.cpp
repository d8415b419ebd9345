#include "debugger_ui/support/read_png.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include <png.h>

namespace fungescope::ui {
namespace {

Result<Image> decode(std::span<const std::uint8_t> bytes, const std::string& path) {
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

}  // namespace

Result<Image> decode_png(std::span<const std::uint8_t> bytes) {
  return decode(bytes, "");
}

Result<Image> read_png(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail({path}, "the file cannot be read: " + std::string(std::strerror(errno)));
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  return decode({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, path);
}

}  // namespace fungescope::ui
