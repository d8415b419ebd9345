#include "debugger_ui/platform/pictures/quantizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace fungescope::ui {
namespace {

// A colour and its number of pixels.
struct Counted {
  std::array<std::uint8_t, 3> channels{};
  std::uint64_t count = 0;
};

std::uint32_t packed(const std::uint8_t* pixel) {
  return std::uint32_t{pixel[0]} << 16 | std::uint32_t{pixel[1]} << 8 | pixel[2];
}

std::vector<Counted> count_colors(const Image& image, PixelRectangle part) {
  std::unordered_map<std::uint32_t, std::uint64_t> counts;
  for (int y = part.y; y < part.y + part.height; ++y) {
    const std::uint8_t* pixel = image.pixel(part.x, y);
    // Windows have long runs of one colour: one look-up per run.
    std::uint32_t color = packed(pixel);
    std::uint64_t run = 0;
    for (int x = 0; x < part.width; ++x, pixel += 4) {
      const std::uint32_t here = packed(pixel);
      if (here != color) {
        counts[color] += run;
        color = here;
        run = 0;
      }
      ++run;
    }
    counts[color] += run;
  }
  std::vector<Counted> colors;
  colors.reserve(counts.size());
  for (const auto& [color, count] : counts) {
    colors.push_back({{static_cast<std::uint8_t>(color >> 16),
                       static_cast<std::uint8_t>(color >> 8), static_cast<std::uint8_t>(color)},
                      count});
  }
  // Sorted, because output files must not depend on the order of a hash table.
  std::sort(colors.begin(), colors.end(),
            [](const Counted& a, const Counted& b) { return a.channels < b.channels; });
  return colors;
}

// A range of the sorted colours, and the channel to split it by.
struct Box {
  std::size_t first = 0;
  std::size_t last = 0;  // one past the end
  std::array<double, 3> mean{};
  std::size_t widest = 0;  // the channel of largest variance
  double variance = 0;     // its weighted sum of squares about the mean
};

Box measure(const std::vector<Counted>& colors, std::size_t first, std::size_t last) {
  Box box{first, last};
  double weight = 0;
  std::array<double, 3> squares{};
  for (std::size_t i = first; i < last; ++i) {
    const auto count = static_cast<double>(colors[i].count);
    weight += count;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const double value = colors[i].channels[channel];
      box.mean[channel] += count * value;
      squares[channel] += count * value * value;
    }
  }
  for (std::size_t channel = 0; channel < 3; ++channel) {
    box.mean[channel] /= weight;
    const double variance = squares[channel] - weight * box.mean[channel] * box.mean[channel];
    if (variance > box.variance) {
      box.variance = variance;
      box.widest = channel;
    }
  }
  return box;
}

// Splits at the mean, so that a dominant colour gets a box of its own.
std::size_t split_point(std::vector<Counted>& colors, const Box& box) {
  const auto begin = colors.begin() + static_cast<std::ptrdiff_t>(box.first);
  const auto end = colors.begin() + static_cast<std::ptrdiff_t>(box.last);
  const double mean = box.mean[box.widest];
  const auto middle = std::stable_partition(
      begin, end, [&](const Counted& color) { return color.channels[box.widest] <= mean; });
  return static_cast<std::size_t>(middle - colors.begin());
}

std::vector<Box> split_boxes(std::vector<Counted>& colors, std::size_t count) {
  std::vector<Box> boxes{measure(colors, 0, colors.size())};
  while (boxes.size() < count) {
    const auto widest =
        std::max_element(boxes.begin(), boxes.end(),
                         [](const Box& a, const Box& b) { return a.variance < b.variance; });
    const std::size_t middle = split_point(colors, *widest);
    if (middle == widest->first || middle == widest->last) break;  // nothing is left to split
    const std::size_t last = widest->last;
    *widest = measure(colors, widest->first, middle);
    boxes.push_back(measure(colors, middle, last));
  }
  return boxes;
}

}  // namespace

std::vector<Rgb> choose_palette(const Image& image, PixelRectangle part, int count) {
  std::vector<Counted> colors = count_colors(image, part);
  std::vector<Rgb> palette;
  if (colors.size() <= static_cast<std::size_t>(count)) {
    for (const Counted& color : colors) {
      palette.push_back({color.channels[0], color.channels[1], color.channels[2]});
    }
    return palette;
  }
  for (const Box& box : split_boxes(colors, static_cast<std::size_t>(count))) {
    const auto rounded = [&](std::size_t channel) {
      return static_cast<std::uint8_t>(std::lround(box.mean[channel]));
    };
    palette.push_back({rounded(0), rounded(1), rounded(2)});
  }
  return palette;
}

PaletteIndex::Match PaletteIndex::nearest(Rgb color) {
  const std::array channels{color.red, color.green, color.blue};
  const auto [known, is_new] = known_.try_emplace(packed(channels.data()));
  if (!is_new) return known->second;
  Match best{0, 1 << 30};
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    const int red = int{palette_[i].red} - color.red;
    const int green = int{palette_[i].green} - color.green;
    const int blue = int{palette_[i].blue} - color.blue;
    const int distance = red * red + green * green + blue * blue;
    if (distance < best.distance) best = {static_cast<std::uint8_t>(i), distance};
  }
  return known->second = best;
}

}  // namespace fungescope::ui
