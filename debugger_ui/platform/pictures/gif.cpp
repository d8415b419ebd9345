#include "debugger_ui/platform/pictures/gif.h"

#include "debugger_ui/platform/pictures/quantizer.h"
#include "front_end/file_output.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

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

}  // namespace fungescope::ui
