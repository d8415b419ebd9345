// What a newcomer sees after pressing play, in the whole window.
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/test.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

TEST_CASE("while it plays, the pointer is in view and not below the minimap") {
  AppWindow window;
  for (int i = 0; i < 26; ++i) {
    window.app().play(1);
    CAPTURE(window.snapshot().tick);
    const ImVec2 at = window.box("pointer").at({0.5F, 0.5F});
    const ItemBox field = window.box("playfield");
    CHECK(at.x > field.min.x);
    CHECK(at.x < field.max.x);
    CHECK(at.y > field.min.y);
    CHECK(at.y < field.max.y);
    if (const auto map = window.app().names().find("minimap")) {
      const bool below =
          at.x > map->min.x && at.x < map->max.x && at.y > map->min.y && at.y < map->max.y;
      CHECK_FALSE(below);
    }
  }
}

TEST_CASE("the status bar names the phase, and the board says what happened") {
  AppWindow window;
  CHECK(window.has("board event"));
  CHECK_FALSE(window.has("phase"));
  window.app().play(2);
  CHECK(window.has("phase"));
  CHECK(window.has("lane of phases"));
  window.app().play(16);
  REQUIRE(board_event(window.snapshot()));
  window.app().play(12);
  REQUIRE(window.snapshot().status == Status::ended);
  CHECK_FALSE(window.has("phase"));
}

TEST_CASE("the pace is chosen next to its speed") {
  AppWindow window;
  CHECK(window.settings().pace == PaceMode::guided);
  window.click("pace");
  window.click("pace by digits");
  CHECK(window.settings().pace == PaceMode::events);
  CHECK(window.settings().play_settings().events.empty());
  window.click("pace");
  window.click("pace by recursionLevel");
  CHECK(window.settings().play_settings().events == "recursionLevel");
  window.click("pace");
  window.click("pace by ticks");
  CHECK(window.settings().pace == PaceMode::ticks);
}

TEST_CASE("each step of the tour points at a widget of the window") {
  AppWindow window;
  window.perform("tour");
  CHECK(tour_steps().size() == 5);
  for (const TourStep& step : tour_steps()) {
    CAPTURE(step.widget);
    CHECK(window.has(std::string(step.widget)));
    window.click("tour next");
  }
  CHECK_FALSE(window.has("tour next"));
}

TEST_CASE("the tour is offered once") {
  AppWindow window({.user_files = true});
  CHECK(window.has("take the tour"));
  window.click("no tour");
  CHECK_FALSE(window.has("take the tour"));
  window.reopen();
  CHECK_FALSE(window.has("take the tour"));
}

TEST_CASE("a picture of playing has the same bytes each time") {
  Image pictures[2];
  for (Image& picture : pictures) {
    AppWindow window;
    window.app().play(4);
    picture = window.app().read();
  }
  CHECK(pictures[0] == pictures[1]);
}
