// Parts of the window around the panels: messages, menus, the tour, and the sheet of keys; and
// windows as narrow as a phone, or within other pages.
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/test.h"

namespace {

bool overlap(const ItemBox& a, const ItemBox& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

bool is_within(const ItemBox& inner, const ItemBox& outer) {
  return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
         inner.max.y <= outer.max.y;
}

}  // namespace

TEST_CASE_FIXTURE(AppWindow, "a message that comes after a long time without frames is shown") {
  const auto shown_after = [this](int count, double seconds) {
    frames(count, seconds);
    return has("message saved");
  };
  application().notify("saved", Tone::good);
  CHECK(shown_after(1, 60));
  CHECK(shown_after(1, 5));
  CHECK_FALSE(shown_after(2, 1));
  application().notify("saved", Tone::good);  // again
  CHECK(shown_after(1, 60));
}

TEST_CASE("messages, the offer of the tour and the timeline leave each other free") {
  for (const PixelSize size : {PixelSize{1280, 800}, PixelSize{900, 600}}) {
    AppWindow window({.user_files = true, .size = size});
    for (const char* const text : {"one", "two\nlines", "three"}) {
      window.application().notify(text, Tone::plain);
    }
    window.frames(2, 0.1);
    const ItemBox timeline = window.box("tile timeline");
    CHECK_FALSE(overlap(timeline, window.box("tour offer")));
    REQUIRE(window.names_after("message ").size() == 3);
    for (const std::string& text : window.names_after("message ")) {
      for (const char* const other : {"tile timeline", "tour offer", "take the tour"}) {
        CHECK_FALSE_MESSAGE(overlap(window.box("message " + text), window.box(other)), text);
      }
    }
  }
}

TEST_CASE("the progress of a command stands beside its bar, and is cancelled there") {
  AppWindow window({.source = ">v\n^<"});
  window.application().session().submit("continue");
  while (!window.has("progress text")) window.app().frame(0.01);
  CHECK_FALSE(overlap(window.box("progress"), window.box("progress text")));
  CHECK_FALSE(overlap(window.box("cancel work"), window.box("progress text")));
  const ImVec2 at = window.point_of("cancel work");
  window.input().click(at.x, at.y);
  while (window.snapshot().busy()) window.app().frame(0.01);
  window.settle();
  CHECK_FALSE(window.has("progress"));
}

TEST_CASE_FIXTURE(AppWindow, "the tint of changes has a name with its tick, and a switch") {
  run_all({"goto 395000", "goto 400000"});
  click("board");
  const std::string name = "legend changed since tick 395,000";
  CHECK(has(name));
  perform("mark changes");
  CHECK_FALSE(has(name));
  CHECK_FALSE(settings().changes);
  perform("mark changes");
  CHECK(has(name));
}

TEST_CASE("the board's lines and its legend are within its tile, in a small window too") {
  for (const PixelSize size : {PixelSize{1280, 800}, PixelSize{900, 600}}) {
    AppWindow window({.size = size});
    window.run("goto 100000");
    if (size.width > 900) CHECK(is_within(window.box("board check"), window.box("tile board")));
    window.run("goto 400000");
    for (const char* const word : {"given", "deduced", "guess a", "rests on a", "changed"}) {
      const ItemBox box = window.box(std::string("board legend ") + word);
      CHECK_MESSAGE(is_within(box, window.box("tile board")), word);
      CHECK_FALSE_MESSAGE(overlap(box, window.box("board")), word);
    }
  }
}

TEST_CASE("the list of messages stays within the window") {
  AppWindow window({.size = {300, 200}});
  for (int i = 0; i < 20; ++i) {
    window.application().notify(std::to_string(i) + " words, more than the window is wide", {});
  }
  window.perform("messages");
  CHECK(is_within(window.box("messages"), {{0, 0}, {300, 200}}));
}

TEST_CASE("the tap that opens a submenu chooses none of its entries") {
  AppWindow window({.size = {390, 844}});
  const std::string file = window.snapshot().program->file;
  window.click("menu File");
  const ItemBox examples = window.box("menu examples");
  window.click("menu examples");
  REQUIRE(overlap(window.box("entry sudoku"), examples));
  CHECK(window.has("entry cats"));
  CHECK(window.snapshot().program->file == file);
  window.click("entry cats");
  CHECK(window.snapshot().program->file == "@cats");
}

TEST_CASE_FIXTURE(AppWindow, "an entry is chosen by the press of its menu and a drag to it") {
  const bool minimap = settings().minimap;
  move_to("menu View", item_middle);
  input().press();
  frames(4, 0.02);
  move_to("entry minimap", item_middle);
  frames(4, 0.02);
  input().release();
  settle();
  CHECK(settings().minimap != minimap);
}

TEST_CASE("the tour's cards are next to what they explain, and name no keys") {
  CHECK(tour_steps().size() == 5);
  for (const PixelSize size : {PixelSize{1280, 800}, PixelSize{1920, 1080}, PixelSize{390, 844}}) {
    AppWindow window({.size = size});
    window.perform("tour");
    for (const TourStep& step : tour_steps()) {
      for (const char* const word : {"Space", "Ctrl", "ouble-click", "white"}) {
        CHECK_MESSAGE(step.text.find(word) == std::string_view::npos, step.text);
      }
      const ItemBox card = window.box("tour card");
      CHECK_MESSAGE(!overlap(card, window.box(std::string(step.widget))), step.title);
      const ItemBox next = window.box("tour next");
      CHECK(is_within(next, card));
      const ItemBox all{{0, 0}, {static_cast<float>(size.width), static_cast<float>(size.height)}};
      CHECK(is_within(card, all));
      window.click("tour next");
    }
    CHECK_FALSE(window.has("tour next"));
  }
}

TEST_CASE_FIXTURE(AppWindow, "the sheet of keys is not cut off at the sides") {
  perform("keyboard shortcuts");
  for (const std::string& key : names_after("key ")) {
    CHECK_MESSAGE(box("key " + key).max.x < 1280 * 0.98F - 16, key);
  }
}

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
  const ItemBox phone{{0, 0}, {390, 844}};
  for (const char* const name : {"play or pause", "step", "step back", "to the next output", "pace",
                                 "speed", "back to where you were", "forward again"}) {
    CHECK_MESSAGE(is_within(window.box(name), phone), name);
  }
  REQUIRE(window.has("more tabs console"));
  CHECK(window.has("tab console"));
  CHECK_FALSE(window.has("tab why"));
  window.click_all({"more tabs console", "tab why"});
  CHECK(window.has("tile why"));
  CHECK(is_within(window.box("tab why"), phone));
}

TEST_CASE("the layout for other pages has the playfield, the transport and the console alone") {
  for (const PixelSize size : {PixelSize{700, 450}, PixelSize{360, 560}}) {
    AppWindow window({.source = "12+.@", .layout = LayoutPreset::embed, .size = size});
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
