#include "debugger_ui/platform/pictures/image.h"
#include "front_end/file_output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include <gif_lib.h>

namespace fungescope::ui {

namespace {

constexpr int palette_size = 255;          // one index is reserved for `transparent`
constexpr std::uint8_t transparent = 255;  // keeps the previous frame's pixel
constexpr int max_delay = 65535;           // hundredths of a second

// Visible distance of a pixel from its palette's nearest colour: 12 a channel.
constexpr int visible_distance = 3 * 12 * 12;

using ColorMap = std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)>;

ColorMap to_color_map(const std::vector<Rgb>& palette) {
  std::array<GifColorType, 256> colors{};
  std::transform(palette.begin(), palette.end(), colors.begin(), [](Rgb color) {
    return GifColorType{color.red, color.green, color.blue};
  });
  return {GifMakeMapObject(256, colors.data()), &GifFreeMapObject};
}

Rgb color_at(const Image& image, int x, int y) {
  const std::uint8_t* pixel = image.pixel(x, y);
  return {pixel[0], pixel[1], pixel[2]};
}

// Returns the bounding rectangle of all pixels that differ; empty if none.
PixelRectangle changed_part(const Image& before, const Image& now) {
  int left = now.size.width;
  int right = -1;
  int top = now.size.height;
  int bottom = -1;
  for (int y = 0; y < now.size.height; ++y) {
    const std::size_t row = 4 * static_cast<std::size_t>(now.size.width);
    if (std::equal(now.pixel(0, y), now.pixel(0, y) + row, before.pixel(0, y))) continue;
    top = std::min(top, y);
    bottom = y;
    const auto differs = [&](int x) { return !(color_at(now, x, y) == color_at(before, x, y)); };
    for (int x = 0; x < left; ++x) {
      if (differs(x)) left = x;
    }
    for (int x = now.size.width - 1; x > right; --x) {
      if (differs(x)) right = x;
    }
  }
  if (right < left) return {};
  return {left, top, right - left + 1, bottom - top + 1};
}

// A frame whose delay is not known yet.
struct Held {
  PixelRectangle part;
  std::vector<std::uint8_t> indices;
  std::optional<std::vector<Rgb>> palette;  // unset: the file's
  int delay = 0;
};

}  // namespace

struct GifWriter::State {
  std::string path;
  PixelSize size;
  int delay = 0;
  OutputFile output;
  std::optional<Error> output_error;
  GifFileType* file = nullptr;
  std::optional<PaletteIndex> global;
  Image before;
  std::optional<Held> held;

  explicit State(OutputFile opened) : output(std::move(opened)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (file != nullptr) EGifCloseFile(file, nullptr);
  }

  // Called by the library.
  static int write(GifFileType* gif, const GifByteType* bytes, int count) {
    auto& state = *static_cast<State*>(gif->UserData);
    const std::string_view text(reinterpret_cast<const char*>(bytes),
                                static_cast<std::size_t>(count));
    const auto written = state.output.write(text);
    if (written) return count;
    state.output_error = written.error();
    return 0;
  }

  [[nodiscard]] tl::unexpected<Error> problem(int code) const {
    if (output_error) return tl::unexpected(*output_error);
    const char* text = GifErrorString(code);
    return fail({path},
                "the picture cannot be written: " + std::string(text != nullptr ? text : "unknown"),
                "choose another folder or name");
  }

  Result<void> start(const Image& first);
  bool index(const Image& image, PixelRectangle part, PaletteIndex& palette,
             std::vector<std::uint8_t>& indices) const;
  [[nodiscard]] Held prepare(const Image& image, PixelRectangle part);
  Result<void> write_held();
  Result<void> finish();
};

// Writes the header, the global palette and the loop extension.
Result<void> GifWriter::State::start(const Image& first) {
  global.emplace(choose_palette(first, {0, 0, size.width, size.height}, palette_size));
  const ColorMap colors = to_color_map(global->palette());
  EGifSetGifVersion(file, true);
  constexpr std::array<unsigned char, 3> loop{1, 0, 0};
  const bool written =
      EGifPutScreenDesc(file, size.width, size.height, 8, 0, colors.get()) == GIF_OK &&
      EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
      EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
      EGifPutExtensionBlock(file, loop.size(), loop.data()) == GIF_OK &&
      EGifPutExtensionTrailer(file) == GIF_OK;
  if (!written) return problem(file->Error);
  return {};
}

// Whether every pixel of the part is close enough to a colour of the palette.
bool GifWriter::State::index(const Image& image, PixelRectangle part, PaletteIndex& palette,
                             std::vector<std::uint8_t>& indices) const {
  indices.clear();
  bool good = true;
  for (int y = part.y; y < part.y + part.height; ++y) {
    for (int x = part.x; x < part.x + part.width; ++x) {
      const Rgb color = color_at(image, x, y);
      if (!before.rgba.empty() && color == color_at(before, x, y)) {
        indices.push_back(transparent);
        continue;
      }
      const PaletteIndex::Match match = palette.nearest(color);
      good = good && match.distance <= visible_distance;
      indices.push_back(match.index);
    }
  }
  return good;
}

Held GifWriter::State::prepare(const Image& image, PixelRectangle part) {
  Held frame{part, {}, {}, delay};
  frame.indices.reserve(static_cast<std::size_t>(part.width) *
                        static_cast<std::size_t>(part.height));
  if (!index(image, part, *global, frame.indices) && !before.rgba.empty()) {
    PaletteIndex own(choose_palette(image, part, palette_size));
    index(image, part, own, frame.indices);
    frame.palette = own.palette();
  }
  return frame;
}

Result<void> GifWriter::State::write_held() {
  if (!held) return {};
  GraphicsControlBlock control{DISPOSE_DO_NOT, false, std::min(held->delay, max_delay),
                               transparent};
  std::array<GifByteType, 4> bytes{};
  const std::size_t length = EGifGCBToExtension(&control, bytes.data());
  const ColorMap own =
      held->palette ? to_color_map(*held->palette) : ColorMap{nullptr, &GifFreeMapObject};
  const PixelRectangle part = held->part;
  bool written =
      EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(length), bytes.data()) ==
          GIF_OK &&
      EGifPutImageDesc(file, part.x, part.y, part.width, part.height, false, own.get()) == GIF_OK;
  for (int y = 0; written && y < part.height; ++y) {
    const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(part.width);
    written = EGifPutLine(file, &held->indices[row], part.width) == GIF_OK;
  }
  held.reset();
  if (!written) return problem(file->Error);
  return {};
}

Result<void> GifWriter::State::finish() {
  if (file == nullptr) return {};
  Result<void> result;
  if (before.rgba.empty()) {
    result = fail({path}, "an animation needs a frame");
  } else {
    result = write_held();
  }
  int code = 0;
  const bool closed = EGifCloseFile(file, &code) == GIF_OK;
  file = nullptr;
  if (!result) return result;
  if (!closed) return problem(code);
  return output.close();
}

GifWriter::GifWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
GifWriter::GifWriter(GifWriter&&) noexcept = default;
GifWriter& GifWriter::operator=(GifWriter&&) noexcept = default;

GifWriter::~GifWriter() = default;

Result<GifWriter> GifWriter::open(const std::string& path, PixelSize size, int delay) {
  if (size.width < 1 || size.height < 1 || size.width > 65535 || size.height > 65535) {
    return fail({path}, "a GIF file has 1 to 65535 pixels a side", "choose another size");
  }
  auto output = TRY(OutputFile::create(path));
  auto state = std::make_unique<State>(std::move(output));
  state->path = path;
  state->size = size;
  state->delay = std::max(1, (delay + 5) / 10);
  int code = E_GIF_ERR_OPEN_FAILED;
  state->file = EGifOpen(state.get(), &State::write, &code);
  if (state->file == nullptr) return state->problem(code);
  return GifWriter(std::move(state));
}

Result<void> GifWriter::add_frame(const Image& image) {
  State& state = *state_;
  if (image.size != state.size) {
    return fail({state.path}, "the frame's size is not the animation's",
                "keep the window's size while it is recorded");
  }
  PixelRectangle part{0, 0, state.size.width, state.size.height};
  if (state.before.rgba.empty()) {
    if (Result<void> started = state.start(image); !started) return started;
  } else {
    part = changed_part(state.before, image);
    if (part.width == 0) {
      if (state.held) state.held->delay += state.delay;
      return {};
    }
  }
  Held next = state.prepare(image, part);
  if (Result<void> written = state.write_held(); !written) return written;
  state.held = std::move(next);
  state.before = image;
  return {};
}

Result<void> GifWriter::close() {
  return state_->finish();
}

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
