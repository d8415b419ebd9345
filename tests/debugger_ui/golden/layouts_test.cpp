// Compares the whole window with kept pictures: in each layout, at one instant of the built-in
// solver, and with an answer about causes.
#include "debugger_ui/golden/golden.h"
#include "debugger_ui/support/app_window.h"

#include <doctest/doctest.h>

using namespace fungescope::ui;

namespace {

// Some panels run their queries only after a while.
void compare(AppWindow& window, std::initializer_list<const char*> lines, const std::string& name) {
  if (!golden_font(window.app().host())) return;
  window.run_all(lines);
  window.app().settle(60);
  check_golden(name, window.app().read());
}

// The answer's tree, and its path in the playfield and on the timeline.
void compare_answer(PixelSize size, bool dark, const std::string& picture) {
  AppWindow window({.dark = dark, .size = size});
  window.run_all({"goto 243800", "why grid(6,6)"});
  window.reveal(PanelId::why);
  compare(window, {}, picture);
}

}  // namespace

TEST_CASE("the layouts match the kept pictures, dark and light") {
  // The game has its own pictures (play_pictures_test.cpp).
  for (const bool dark : {true, false}) {
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      AppWindow window({.layout = static_cast<LayoutPreset>(i), .dark = dark});
      compare(window, {"break change grid", "goto 400000"},
              "layout-" + std::string(layout_names[i]) + (dark ? "-dark" : "-light"));
    }
  }
}

TEST_CASE("an answer about causes in a small dark window, and in a large light one") {
  compare_answer({900, 600}, true, "why-small-dark");
  compare_answer({2560, 1440}, false, "why-large-light");
}

TEST_CASE("two programs side by side, of which one has followed the other") {
  constexpr const char* regions = "\n\n#$region[0,1](3x1):decimal = row\n#$board = row\n";
  for (const bool dark : {true, false}) {
    AppWindow window(
        {.source = std::string("101p211p321p@\n") + regions, .dark = dark, .size = {900, 600}});
    const std::string other = window.folder.file(
        "other.b93", std::string("48*01p   101p   211p   321p   @\n7") + regions);
    window.perform("compare with…");
    window.enter(other);
    compare(window, {"goto 8"}, dark ? "side-by-side-dark" : "side-by-side-light");
  }
}
