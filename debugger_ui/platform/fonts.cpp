#include "debugger_ui/platform/fonts.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "front_end/file_input.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <imgui.h>

namespace fungescope::ui {
namespace {

// Dense, because text drawn smaller than its font's size is blurred.
constexpr std::array<float, 20> ladder_sizes{6,  7,  8,  9,  10, 11, 12, 13, 14, 16,
                                             18, 20, 22, 25, 28, 32, 36, 42, 48, 60};

constexpr std::array<float, 25> digit_sizes{14,  16,  18,  20,  22,  25,  28, 32, 36,
                                            40,  44,  48,  54,  60,  67,  75, 84, 94,
                                            105, 118, 132, 148, 166, 186, 208};

// Pairs of first and last, ended by 0; the atlas reads them when it is built.
constexpr auto all_signs =
    std::to_array<ImWchar>({0x0020, 0x00ff,  // Latin-1
                            0x0370, 0x03ff,  // Greek
                            0x2010, 0x2027,  // dashes, quotes, bullet, ellipsis
                            0x2030, 0x2044,  // per mille, primes, fraction slash
                            0x2070, 0x209c,  // superscripts and subscripts
                            0x2190, 0x21ff,  // arrows
                            0x2200, 0x22ff,  // mathematical operators
                            0x2300, 0x23ff,  // technical: keys, media buttons
                            0x2500, 0x25ff,  // box drawing, blocks, geometric shapes
                            0x2600, 0x26ff,  // stars, flags, signs
                            0x2713, 0x2718,  // ticks and crosses
                            0});
constexpr auto some_signs = std::to_array<ImWchar>(
    {0x0020, 0x00ff, 0x2010, 0x2027, 0x2190, 0x21ff, 0x25a0, 0x25ff, 0x2713, 0x2718, 0});
constexpr auto digits_alone = std::to_array<ImWchar>({'1', '9', 0});
constexpr auto latin_1 = std::to_array<ImWchar>({0x0020, 0x00ff, 0});

// The bytes of font files by path, each read once for all sizes. The atlas refers to them.
using FontBytes = std::map<std::string, std::string>;
FontBytes& font_bytes() {
  static FontBytes bytes;
  return bytes;
}

ImFont* add_face(ImFontAtlas& atlas, const FontFile& file, float pixels, const ImWchar* ranges,
                 bool merges) {
  ImFontConfig config;
  config.PixelSnapH = true;
  config.FontDataOwnedByAtlas = false;
  config.FontNo = file.index;
  config.MergeMode = merges;
  const auto [found, is_new] = font_bytes().try_emplace(file.path);
  std::string& bytes = found->second;
  if (is_new) bytes = read_file(file.path).value_or("");
  if (bytes.empty()) return nullptr;
  return atlas.AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), pixels, &config,
                                    ranges);
}

ImFont* built_in_font(ImFontAtlas& atlas, float pixels) {
  ImFontConfig config;
  config.SizePixels = pixels;
  return atlas.AddFontDefault(&config);
}

Fonts built_in_fonts(ImFontAtlas& atlas, float unit) {
  Fonts fonts;
  fonts.body = fonts.bold = built_in_font(atlas, 13 * unit);
  fonts.small = built_in_font(atlas, 10 * unit);
  fonts.title = built_in_font(atlas, 16 * unit);
  for (const float size : ladder_sizes) fonts.ladder.push_back(built_in_font(atlas, size));
  fonts.digits = fonts.bold_digits = fonts.ladder;
  return fonts;
}

}  // namespace

Fonts build_fonts(ImFontAtlas& atlas, const std::optional<FontFamily>& family, float body_size,
                  float scale) {
  const float unit = std::clamp(scale, 0.5F, 4.0F);
  atlas.TexDesiredWidth = unit > 1.5F ? 4096 : 2048;  // or the texture gets too high
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  select_rasterizer(atlas);
  if (!family) return built_in_fonts(atlas, unit);

  const float body_pixels = std::round(std::clamp(body_size, 8.0F, 40.0F) * unit);
  font_bytes().clear();
  // Returns null if the file cannot be read.
  const auto add = [&](const FontFile& file, float pixels, const ImWchar* ranges) {
    ImFont* const font = add_face(atlas, file, pixels, ranges, false);
    const bool has_signs = ranges == all_signs.data() || ranges == some_signs.data();
    if (font != nullptr && has_signs && family->symbols.found()) {
      add_face(atlas, family->symbols, pixels, ranges, true);
    }
    return font;
  };
  Fonts fonts;
  fonts.family = family->name;
  fonts.body = add(family->regular, body_pixels, all_signs.data());
  if (fonts.body == nullptr) return built_in_fonts(atlas, unit);
  const FontFile& bold = family->bold.found() ? family->bold : family->regular;
  fonts.bold = family->bold.found() ? add(bold, body_pixels, some_signs.data()) : fonts.body;
  fonts.small = add(family->regular, std::round(body_pixels * 3 / 4), some_signs.data());
  fonts.title = add(bold, std::round(body_pixels * 6 / 5), some_signs.data());
  for (const float size : ladder_sizes) {
    fonts.ladder.push_back(add(family->regular, size, latin_1.data()));
  }
  for (const float size : digit_sizes) {
    fonts.digits.push_back(add(family->regular, size, digits_alone.data()));
    fonts.bold_digits.push_back(add(bold, size, digits_alone.data()));
  }
  return fonts;
}

}  // namespace fungescope::ui
