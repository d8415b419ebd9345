#include "debugger_ui/platform/opengl.h"

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

TEST_CASE("a picture without a display has the size asked for") {
  Result<std::unique_ptr<Offscreen>> offscreen = Offscreen::create({320, 200});
  REQUIRE_MESSAGE(offscreen, to_string(offscreen.error()));
  const Image image = (*offscreen)->read();
  CHECK(image.size == PixelSize{320, 200});
  CHECK(image.pixel(319, 199)[3] == 255);
}

TEST_CASE("a picture that is too large, or empty, is refused with the limit") {
  const auto too_large = Offscreen::create({100'000, 100});
  REQUIRE_FALSE(too_large);
  CHECK(too_large.error().what == "a picture of 100000x100 pixels cannot be drawn");
  CHECK_FALSE(too_large.error().advice.empty());
  CHECK_FALSE(Offscreen::create({0, 10}));
}
