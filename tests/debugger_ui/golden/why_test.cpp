// Compares the window with an answer about causes: its tree, and its path in the playfield and on
// the timeline.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/golden/golden.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

void compare_answer(PixelSize size, bool dark, const std::string& picture) {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  options.dark = dark;
  options.layout = LayoutPreset::solver;
  auto opened = open_file(options.open, nullptr);
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto still = HeadlessApplication::create(size, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(still, to_string(still.error()));
  (*still)->frame();
  if (!golden_font((*still)->host())) return;
  REQUIRE((*still)->run("goto 243800"));
  REQUIRE((*still)->run("why grid(6,6)"));
  (*still)->application().reveal(PanelId::why);
  constexpr int frames = 60;
  (*still)->settle(frames);
  check_golden(picture, (*still)->read());
}

}  // namespace

TEST_CASE("an answer about causes in a small dark window") {
  compare_answer({900, 600}, true, "why-small-dark");
}
TEST_CASE("an answer about causes in a large light window") {
  compare_answer({2560, 1440}, false, "why-large-light");
}
