#include "debugger_ui/platform/pictures/image.h"

#include <algorithm>
#include <cstdlib>

namespace fungescope::ui {
namespace {

std::uint64_t area(PixelSize size) {
  return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
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

}  // namespace fungescope::ui
