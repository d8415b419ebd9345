#include "debugger_ui/golden/golden.h"

#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/support/contrast.h"
#include "debugger_ui/support/read_png.h"
#include "support/files.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <doctest/doctest.h>
#include <imgui/imgui.h>

namespace fungescope::ui {
namespace {

// Another version of Mesa draws slanted edges slightly differently, and one of FreeType or the font
// commas, which affects a few hundred pixels. A line of text that moves by a pixel affects a
// thousand.
constexpr int channel_tolerance = 64;
// One pixel in this many may differ by more. Dear ImGui 1.90 places the headings of tables
// otherwise.
constexpr int pixels_per_difference = IMGUI_VERSION_NUM < 18900 ? 300 : 150;

bool accepting() {
  const char* const wish = std::getenv("FUNGESCOPE_ACCEPT_PICTURES");
  return wish != nullptr && std::string(wish) == "1";
}

// Draws the pixels that differ in red, over the kept picture in pale grey.
Image difference_of(const Image& kept, const Image& image) {
  Image shown(image.size);
  const bool same_size = kept.size == image.size;
  for (int y = 0; y < image.size.height; ++y) {
    for (int x = 0; x < image.size.width; ++x) {
      const std::uint8_t* const now = image.pixel(x, y);
      const std::uint8_t* const before = same_size ? kept.pixel(x, y) : now;
      int worst = same_size ? 0 : 255;
      for (int i = 0; i < 3; ++i) worst = std::max(worst, std::abs(now[i] - before[i]));
      const int grey = 192 + (before[0] + before[1] + before[2]) / 12;
      std::uint8_t* const at = shown.pixel(x, y);
      const bool differs = worst > channel_tolerance;
      at[0] = static_cast<std::uint8_t>(differs ? 208 : grey);
      at[1] = at[2] = static_cast<std::uint8_t>(differs ? 0 : grey);
      at[3] = 255;
    }
  }
  return shown;
}

}  // namespace

bool golden_font(const ImguiHost& host) {
  const std::string wanted = "JetBrains Mono";
  if (!host.font_error() && host.fonts().family == wanted) return true;
  MESSAGE(
      "skipped: the kept pictures are drawn with JetBrains Mono, which is not here; install "
      "fonts-jetbrains-mono");
  return false;
}

void check_golden(const std::string& name, const Image& image) {
  CAPTURE(name);
  for (const std::string& text : poor_text(image))
    FAIL_CHECK(name << ": the contrast of text is " << text);
  const std::string kept_path = test::data_path("pictures/" + name + ".png");
  if (accepting()) {
    const auto written = write_png(kept_path, image);
    REQUIRE_MESSAGE(written, to_string(written.error()));
    return;
  }
  const auto kept = read_png(kept_path);
  const Image before = kept ? *kept : Image();
  const ImageDifference difference = compare(before, image, channel_tolerance);
  const auto pixels =
      static_cast<std::uint64_t>(image.size.width) * static_cast<std::uint64_t>(image.size.height);
  const std::uint64_t allowed = pixels / pixels_per_difference;
  if (difference.pixels <= allowed) return;
  const std::string beside = std::string(FUNGESCOPE_TEST_OUTPUT) + "/" + name;
  CHECK(write_png(beside + ".new.png", image));
  CHECK(write_png(beside + ".difference.png", difference_of(before, image)));
  FAIL_CHECK(name << ": " << difference.pixels << " pixels differ, " << allowed << " may; see "
                  << beside << ".new.png and " << beside
                  << ".difference.png; if the new picture is right, run this test with "
                     "FUNGESCOPE_ACCEPT_PICTURES=1 in the environment");
}

}  // namespace fungescope::ui
