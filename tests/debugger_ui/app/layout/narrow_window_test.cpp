// A window as narrow as a phone, and the layout for frames within other pages.
#include "debugger_ui/app/test.h"

namespace {

const char* const narrow_program = ">\"olleh\",,,,,>:1+v\n            ^  p0:<\n";

// Whether the item is entirely within the window.
bool fits(AppWindow& window, const std::string& name, ImVec2 size) {
  const ItemBox box = window.box(name);
  return box.min.x >= 0 && box.min.y >= 0 && box.max.x <= size.x && box.max.y <= size.y;
}

}  // namespace

TEST_CASE("in a narrow window the tiles are one above the other") {
  for (const LayoutPreset layout :
       {LayoutPreset::solver, LayoutPreset::code, LayoutPreset::profile}) {
    AppWindow window({.layout = layout, .size = {390, 844}});
    const ItemBox field = window.box("tile playfield");
    CHECK(field.max.x - field.min.x > 370);
    CHECK(field.max.y - field.min.y > 200);
    const bool profile = layout == LayoutPreset::profile;
    const ItemBox output = window.box(profile ? "tile profile" : "tile console");
    CHECK(output.min.y > field.max.y);
    CHECK(output.max.y - output.min.y > 150);
  }
}

TEST_CASE("a narrow window has every control of the transport, and a menu of tabs without room") {
  AppWindow window({.size = {390, 844}});
  for (const char* const name : {"play or pause", "step", "step back", "to the next output", "pace",
                                 "speed", "back to where you were", "forward again"}) {
    CHECK_MESSAGE(fits(window, name, {390, 844}), name);
  }
  REQUIRE(window.has("more tabs console"));
  CHECK(window.has("tab console"));
  CHECK_FALSE(window.has("tab why"));
  window.click_all({"more tabs console", "tab why"});
  CHECK(window.has("tile why"));
  CHECK(fits(window, "tab why", {390, 844}));
}

TEST_CASE("the layout for other pages has the playfield, the transport and the console alone") {
  for (const PixelSize size : {PixelSize{700, 450}, PixelSize{360, 560}}) {
    AppWindow window({.source = narrow_program, .layout = LayoutPreset::embed, .size = size});
    CHECK(window.has("play or pause"));
    CHECK(window.names_after("tile ") == Lines{"console", "playfield"});
    CHECK(window.names_after("menu ").empty());
    CHECK(window.box("tile console").max.y > static_cast<float>(size.height) - 12);
    window.click("step");
    CHECK(window.tick() == 1);
  }
}

TEST_CASE("saved settings never bring the layout for other pages") {
  const Settings settings = settings_from({{"layout", "embed"}});
  CHECK(settings.layout == LayoutPreset::solver);
}
