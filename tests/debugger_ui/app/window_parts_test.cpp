// Parts of the window around the panels: messages, menus, the tour, and the sheet of keys.
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

TEST_CASE("a message that comes after a long time without frames is shown all its time") {
  AppWindow window;
  window.application().notify("saved", Tone::good);
  window.frames(1, 60);
  CHECK(window.has("message saved"));
  window.frames(1, 5);
  CHECK(window.has("message saved"));
  window.frames(2, 1);
  CHECK_FALSE(window.has("message saved"));
  window.application().notify("saved", Tone::good);  // again
  window.frames(1, 60);
  CHECK(window.has("message saved"));
}

TEST_CASE("a message does not cover the offer of the tour") {
  AppWindow window({.user_files = true});
  window.application().notify("a link was opened", Tone::plain);
  window.frames(1, 0.1);
  REQUIRE(window.has("take the tour"));
  const ItemBox message = window.box("message a link was opened");
  CHECK_FALSE(overlap(message, window.box("tour offer")));
  CHECK_FALSE(overlap(message, window.box("take the tour")));
}

TEST_CASE("messages and the offer of the tour leave the timeline free") {
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
      CHECK_FALSE_MESSAGE(overlap(timeline, window.box("message " + text)), text);
    }
  }
}

TEST_CASE("the progress of a command stands beside its bar, and is cancelled there") {
  AppWindow window({.source = ">v\n^<"});
  window.application().session().submit("continue");
  while (!window.has("progress text")) window.app().frame(0.01);
  CHECK_FALSE(overlap(window.box("progress"), window.box("progress text")));
  CHECK_FALSE(overlap(window.box("cancel work"), window.box("progress text")));
  const ImVec2 at = window.box("cancel work").at({0.5F, 0.5F});
  window.input().click(at.x, at.y);
  while (window.snapshot().busy()) window.app().frame(0.01);
  window.settle();
  CHECK_FALSE(window.has("progress"));
}

TEST_CASE("the tint of changes has a name with its tick, and a switch") {
  AppWindow window;
  window.run_all({"goto 395000", "goto 400000"});
  window.click("board");
  const std::string name = "legend changed since tick 395,000";
  CHECK(window.has(name));
  window.perform("mark changes");
  CHECK_FALSE(window.has(name));
  CHECK_FALSE(window.settings().changes);
  window.perform("mark changes");
  CHECK(window.has(name));
}

TEST_CASE("the board's legend is there in a small window too") {
  for (const PixelSize size : {PixelSize{1280, 800}, PixelSize{900, 600}}) {
    AppWindow window({.size = size});
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

TEST_CASE("an entry is chosen by the press of its menu if the pointer is dragged there") {
  AppWindow window;
  const bool minimap = window.settings().minimap;
  InputQueue& input = window.input();
  const ImVec2 view = window.box("menu View").at({0.5F, 0.5F});
  input.move(view.x, view.y);
  input.press();
  window.frames(4, 0.02);
  const ImVec2 entry = window.box("entry minimap").at({0.5F, 0.5F});
  input.move(entry.x, entry.y);
  window.frames(4, 0.02);
  input.release();
  window.settle();
  CHECK(window.settings().minimap != minimap);
}

TEST_CASE("the tour's cards are next to what they explain, and name no keys") {
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
  }
}

TEST_CASE("the sheet of keys is not cut off at the sides") {
  AppWindow window;
  window.perform("keyboard shortcuts");
  for (const std::string& key : window.names_after("key ")) {
    const ItemBox box = window.box("key " + key);
    CHECK_MESSAGE(box.max.x < 1280 * 0.98F - 16, key);
  }
}

TEST_CASE("the board's lines are within its tile in a window of the usual size") {
  AppWindow window;
  window.run("goto 100000");
  const ItemBox tile = window.box("tile board");
  CHECK(is_within(window.box("board check"), tile));
}
