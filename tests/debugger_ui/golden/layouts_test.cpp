// Compares the whole window in each layout, at one instant of the built-in solver.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/golden/golden.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

void compare_layouts(bool dark) {
  // The game has its own pictures (play_pictures_test.cpp).
  for (std::size_t i = 0; i < tiled_layouts; ++i) {
    const std::string_view layout = layout_names[i];
    ApplicationOptions options;
    options.user_files = false;
    options.open.keep = false;
    options.dark = dark;
    options.layout = find_layout(layout);
    auto opened = open_file(options.open, nullptr);
    REQUIRE_MESSAGE(opened, to_string(opened.error()));
    auto still = HeadlessApplication::create({1280, 800}, std::move(options), std::move(*opened));
    REQUIRE_MESSAGE(still, to_string(still.error()));
    (*still)->frame();
    if (!golden_font((*still)->host())) return;
    REQUIRE((*still)->run("break change grid"));
    REQUIRE((*still)->run("goto 400000"));
    // Some panels run their queries only after a while.
    constexpr int frames = 60;
    (*still)->settle(frames);
    check_golden("layout-" + std::string(layout) + (dark ? "-dark" : "-light"), (*still)->read());
  }
}

}  // namespace

TEST_CASE("the layouts match the kept pictures, dark") {
  compare_layouts(true);
}
TEST_CASE("the layouts match the kept pictures, light") {
  compare_layouts(false);
}
