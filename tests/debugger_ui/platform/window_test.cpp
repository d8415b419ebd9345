#include "debugger_ui/platform/window.h"

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

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
