// What a newcomer sees after pressing play, in the whole window.
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/test.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

TEST_CASE_FIXTURE(AppWindow, "while it plays, the pointer is in view and not below the minimap") {
  for (int i = 0; i < 26; ++i) {
    app().play(1);
    CAPTURE(snapshot().tick);
    const ImVec2 at = point_of("pointer");
    const auto over = [&](const ItemBox& item) {
      return at.x > item.min.x && at.x < item.max.x && at.y > item.min.y && at.y < item.max.y;
    };
    CHECK(over(box("playfield")));
    if (has("minimap")) CHECK_FALSE(over(box("minimap")));
  }
}

TEST_CASE_FIXTURE(AppWindow, "the status bar names the phase, and the board says what happened") {
  CHECK(has("board event"));
  CHECK_FALSE(has("phase"));
  app().play(2);
  CHECK(has("phase"));
  CHECK(has("lane of phases"));
  app().play(16);
  REQUIRE(board_event(snapshot()));
  app().play(12);
  REQUIRE(snapshot().status == Status::ended);
  CHECK_FALSE(has("phase"));
}

TEST_CASE_FIXTURE(AppWindow, "the pace is chosen next to its speed") {
  CHECK(settings().pace == PaceMode::guided);
  click_all({"pace", "pace by digits"});
  CHECK(settings().pace == PaceMode::events);
  CHECK(settings().play_settings().events.empty());
  click_all({"pace", "pace by recursionLevel"});
  CHECK(settings().play_settings().events == "recursionLevel");
  click_all({"pace", "pace by ticks"});
  CHECK(settings().pace == PaceMode::ticks);
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
