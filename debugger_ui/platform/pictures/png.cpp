#include "debugger_ui/platform/pictures/png.h"

#include "front_end/file_output.h"

#include <png.h>

namespace fungescope::ui {
namespace {

// Owns libpng's description of a picture.
struct Codec {
  png_image image{};

  Codec() { image.version = PNG_IMAGE_VERSION; }
  explicit Codec(PixelSize size) : Codec() {
    image.width = static_cast<png_uint_32>(size.width);
    image.height = static_cast<png_uint_32>(size.height);
    image.format = PNG_FORMAT_RGBA;
  }
  ~Codec() { png_image_free(&image); }
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
};

}  // namespace

Result<std::vector<std::uint8_t>> encode_png(const Image& image) {
  Codec codec(image.size);
  std::vector<std::uint8_t> bytes(PNG_IMAGE_PNG_SIZE_MAX(codec.image));
  png_alloc_size_t size = bytes.size();
  if (!png_image_write_to_memory(&codec.image, bytes.data(), &size, 0, image.rgba.data(), 0,
                                 nullptr)) {
    return fail({}, "the picture does not fit a PNG file: " + std::string(codec.image.message));
  }
  bytes.resize(size);
  return bytes;
}

Result<void> write_png(const std::string& path, const Image& image) {
  const Result<std::vector<std::uint8_t>> bytes = encode_png(image);
  if (!bytes) return tl::unexpected(bytes.error());
  return replace_file(path, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

}  // namespace fungescope::ui
