#include "debugger_ui/platform/pictures/image.h"
#include "front_end/file_output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
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
    return GifColorType{color[0], color[1], color[2]};
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
    for (int x = 0; x < now.size.width; ++x) {
      if (color_at(now, x, y) == color_at(before, x, y)) continue;
      left = std::min(left, x);
      right = std::max(right, x);
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

  // Writes the header, the global palette and the loop extension.
  Result<void> start(const Image& first) {
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
  bool index(const Image& image, PixelRectangle part, PaletteIndex& palette,
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

  [[nodiscard]] Held prepare(const Image& image, PixelRectangle part) {
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

  Result<void> write_held() {
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
};

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
  State& state = *state_;
  if (state.file == nullptr) return {};
  const Result<void> written = state.before.rgba.empty()
                                   ? fail({state.path}, "an animation needs a frame")
                                   : state.write_held();
  int code = 0;
  const bool closed = EGifCloseFile(std::exchange(state.file, nullptr), &code) == GIF_OK;
  if (!written) return written;
  if (!closed) return state.problem(code);
  return state.output.close();
}

namespace {

using Counted = std::pair<Rgb, std::uint64_t>;  // a colour and its number of pixels

// Sorted, because output files must not depend on the order of a hash table.
std::vector<Counted> count_colors(const Image& image, PixelRectangle part) {
  std::map<Rgb, std::uint64_t> counts;
  for (int y = part.y; y < part.y + part.height; ++y) {
    // Windows have long runs of one colour: one look-up per run.
    auto run = counts.end();
    for (int x = part.x; x < part.x + part.width; ++x) {
      const Rgb color = color_at(image, x, y);
      if (run == counts.end() || run->first != color) run = counts.try_emplace(color).first;
      ++run->second;
    }
  }
  return {counts.begin(), counts.end()};
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
    const auto count = static_cast<double>(colors[i].second);
    weight += count;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const double value = colors[i].first[channel];
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
      begin, end, [&](const Counted& color) { return color.first[box.widest] <= mean; });
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
  for (const Box& box : split_boxes(colors, static_cast<std::size_t>(count))) {
    std::transform(box.mean.begin(), box.mean.end(), palette.emplace_back().begin(),
                   [](double mean) { return static_cast<std::uint8_t>(std::lround(mean)); });
  }
  return palette;
}

PaletteIndex::Match PaletteIndex::nearest(Rgb color) {
  const std::uint32_t packed =
      std::uint32_t{color[0]} << 16U | std::uint32_t{color[1]} << 8U | color[2];
  const auto [known, is_new] = known_.try_emplace(packed);
  if (!is_new) return known->second;
  Match best{0, 1 << 30};
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    int distance = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int difference = int{palette_[i][channel]} - color[channel];
      distance += difference * difference;
    }
    if (distance < best.distance) best = {static_cast<std::uint8_t>(i), distance};
  }
  return known->second = best;
}

}  // namespace fungescope::ui
