#include "debugger_ui/platform/pictures/image.h"

#include "front_end/file_output.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <png.h>

namespace fungescope::ui {
namespace {

std::uint64_t area(PixelSize size) {
  return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
}

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

constexpr int margin = 2;

void draw_smaller(const Image& picture, int factor, Image& sheet, int left, int top) {
  for (int y = 0; y < picture.size.height / factor; ++y) {
    for (int x = 0; x < picture.size.width / factor; ++x) {
      for (int channel = 0; channel < 4; ++channel) {
        int sum = 0;
        for (int i = 0; i < factor * factor; ++i) {
          sum += picture.pixel(x * factor + i % factor, y * factor + i / factor)[channel];
        }
        sheet.pixel(left + x, top + y)[channel] =
            static_cast<std::uint8_t>((sum + factor * factor / 2) / (factor * factor));
      }
    }
  }
}

}  // namespace

Image::Image(PixelSize wanted) : size(wanted), rgba(4 * area(wanted)) {}

ImageDifference compare(const Image& a, const Image& b, int tolerance) {
  if (a.size != b.size) return {std::max(area(a.size), area(b.size)), 255};
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
  const auto bytes = TRY(encode_png(image));
  return replace_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Image contact_sheet(const std::vector<Image>& pictures, int columns, int factor) {
  if (pictures.empty()) return {};
  const PixelSize each{pictures.front().size.width / factor + 2 * margin,
                       pictures.front().size.height / factor + 2 * margin};
  const int count = static_cast<int>(pictures.size());
  columns = std::min(columns, count);
  Image sheet(PixelSize{columns * each.width, (count + columns - 1) / columns * each.height});
  for (int y = 0; y < sheet.size.height; ++y) {
    for (int x = 0; x < sheet.size.width; ++x) sheet.pixel(x, y)[3] = 255;
  }
  for (int i = 0; i < count; ++i) {
    draw_smaller(pictures[static_cast<std::size_t>(i)], factor, sheet,
                 i % columns * each.width + margin, i / columns * each.height + margin);
  }
  return sheet;
}

}  // namespace fungescope::ui
