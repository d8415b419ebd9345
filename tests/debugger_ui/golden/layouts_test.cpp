// Compares the whole window with kept pictures: in each layout, at one instant of the built-in
// solver, and with an answer about causes.
#include "debugger_ui/golden/golden.h"
#include "debugger_ui/support/app_window.h"

#include <string>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

// Some panels run their queries only after a while.
constexpr int quiet_frames = 60;

void compare_layouts(bool dark) {
  // The game has its own pictures (play_pictures_test.cpp).
  for (std::size_t i = 0; i < tiled_layouts; ++i) {
    AppWindow window({.layout = static_cast<LayoutPreset>(i), .dark = dark});
    if (!golden_font(window.app().host())) return;
    window.run_all({"break change grid", "goto 400000"});
    window.app().settle(quiet_frames);
    check_golden("layout-" + std::string(layout_names[i]) + (dark ? "-dark" : "-light"),
                 window.app().read());
  }
}

// The answer's tree, and its path in the playfield and on the timeline.
void compare_answer(PixelSize size, bool dark, const std::string& picture) {
  AppWindow window({.dark = dark, .size = size});
  if (!golden_font(window.app().host())) return;
  window.run_all({"goto 243800", "why grid(6,6)"});
  window.reveal(PanelId::why);
  window.app().settle(quiet_frames);
  check_golden(picture, window.app().read());
}

TEST_CASE("the layouts match the kept pictures, dark") {
  compare_layouts(true);
}
TEST_CASE("the layouts match the kept pictures, light") {
  compare_layouts(false);
}
TEST_CASE("an answer about causes in a small dark window") {
  compare_answer({900, 600}, true, "why-small-dark");
}
TEST_CASE("an answer about causes in a large light window") {
  compare_answer({2560, 1440}, false, "why-large-light");
}

}  // namespace
}  // namespace fungescope::ui
