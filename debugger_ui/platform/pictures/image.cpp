#include "debugger_ui/platform/pictures/image.h"

#include "front_end/file_output.h"

#include <algorithm>
#include <string_view>

#include <png.h>

namespace fungescope::ui {
namespace {

std::uint64_t area(PixelSize size) {
  return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
}

constexpr int margin = 2;
constexpr int max_columns = 3;
constexpr int factor = 2;

void draw_smaller(const Image& picture, Image& sheet, int left, int top) {
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

Result<void> write_png(const std::string& path, const Image& image) {
  png_image codec{};
  codec.version = PNG_IMAGE_VERSION;
  codec.width = static_cast<png_uint_32>(image.size.width);
  codec.height = static_cast<png_uint_32>(image.size.height);
  codec.format = PNG_FORMAT_RGBA;
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(codec), '\0');
  png_alloc_size_t size = bytes.size();
  if (!png_image_write_to_memory(&codec, bytes.data(), &size, 0, image.rgba.data(), 0, nullptr)) {
    return fail({}, "the picture does not fit a PNG file: " + std::string(codec.message));
  }
  return replace_file(path, std::string_view(bytes).substr(0, size));
}

Image contact_sheet(const std::vector<Image>& pictures) {
  if (pictures.empty()) return {};
  const PixelSize each{pictures.front().size.width / factor + 2 * margin,
                       pictures.front().size.height / factor + 2 * margin};
  const int count = static_cast<int>(pictures.size());
  const int columns = std::min(max_columns, count);
  Image sheet(PixelSize{columns * each.width, (count + columns - 1) / columns * each.height});
  for (int y = 0; y < sheet.size.height; ++y) {
    for (int x = 0; x < sheet.size.width; ++x) sheet.pixel(x, y)[3] = 255;
  }
  for (int i = 0; i < count; ++i) {
    draw_smaller(pictures[static_cast<std::size_t>(i)], sheet, i % columns * each.width + margin,
                 i / columns * each.height + margin);
  }
  return sheet;
}

}  // namespace fungescope::ui
