#include "debugger_ui/platform/window.h"

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

TEST_CASE("a window is placed within the work area, with its frame") {
  const WorkArea area{{0, 30}, {1280, 770}};
  const FrameWidths frame{1, 20, 1, 5};
  const auto placed = [&](WindowPlacement placement) {
    const WindowPlacement result = placed_within(placement, area, frame);
    if (result.position) {
      CHECK(result.position->x >= 1);
      CHECK(result.position->y >= 50);
      CHECK(result.position->x + result.size.width <= 1279);
      CHECK(result.position->y + result.size.height <= 795);
    }
    return result;
  };
  CHECK(placed({}).size == PixelSize{1278, 745});
  CHECK_FALSE(placed({}).position);
  CHECK(placed({{900, 600}, {{100, 100}}}).size == PixelSize{900, 600});
  CHECK(placed({{900, 600}, {{100, 100}}}).position->x == 100);
  CHECK(placed({{900, 600}, {{-121, -105}}}).position->y == 50);
  CHECK(placed({{900, 600}, {{1200, 700}}}).position->x == 379);
  CHECK(placed({{1400, 900}, {{-121, -105}}}).size == PixelSize{1278, 745});
}

TEST_CASE("a size for once is remembered only if the user changes it") {
  const WindowPlacement usual{{1400, 900}, {{10, 20}}, true};
  const WindowPlacement opened{{200, 150}, {{10, 20}}};
  const WindowPlacement moved = to_remember({{200, 150}, {{30, 40}}}, opened, usual);
  CHECK(moved.size == usual.size);
  CHECK(moved.maximized);
  CHECK(moved.position->x == 30);
  CHECK(to_remember({{800, 600}, {{10, 20}}}, opened, usual).size == PixelSize{800, 600});
  CHECK_FALSE(to_remember({{800, 600}, {{10, 20}}}, opened, usual).maximized);
  CHECK(to_remember({{200, 150}, {{10, 20}}, true}, opened, usual).size == opened.size);
}

TEST_CASE("without a display the error gives advice") {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  InputQueue input;
  const auto window = Window::create("none", {}, input);
  REQUIRE_FALSE(window);
  CHECK(window.error().what.find("there is no display") == 0);
  CHECK(window.error().advice.find("--screenshot") != std::string::npos);
  Window::wake();  // nothing to wake, and no harm
}
