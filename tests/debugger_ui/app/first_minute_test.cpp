// What a newcomer sees after pressing play, in the whole window.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/app/tour.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "support/scratch.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

std::unique_ptr<HeadlessApplication> open_solver(bool user_files = false) {
  ApplicationOptions options;
  options.user_files = user_files;
  options.open.keep = user_files;
  auto opened = open_file(options.open, nullptr);
  REQUIRE(opened);
  auto app = HeadlessApplication::create({1280, 800}, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(app, to_string(app.error()));
  (*app)->settle();
  return std::move(*app);
}

// Presses the left button in the middle of a widget.
void click(HeadlessApplication& app, const std::string& name) {
  const auto box = app.names().find(name);
  REQUIRE_MESSAGE(box, name);
  const ImVec2 at = box->at({0.5F, 0.5F});
  app.input().move(at.x, at.y);
  app.settle();
  app.input().click(at.x, at.y);
  app.settle();
}

}  // namespace

TEST_CASE("while it plays, the pointer is in view and not below the minimap") {
  const auto app = open_solver();
  for (int i = 0; i < 26; ++i) {
    app->play(1);
    CAPTURE(app->application().snapshot().tick);
    const auto pointer = app->names().find("pointer");
    const auto field = app->names().find("playfield");
    REQUIRE(pointer);
    REQUIRE(field);
    const ImVec2 at = pointer->at({0.5F, 0.5F});
    CHECK(at.x > field->min.x);
    CHECK(at.x < field->max.x);
    CHECK(at.y > field->min.y);
    CHECK(at.y < field->max.y);
    if (const auto map = app->names().find("minimap")) {
      const bool below =
          at.x > map->min.x && at.x < map->max.x && at.y > map->min.y && at.y < map->max.y;
      CHECK_FALSE(below);
    }
  }
}

TEST_CASE("the status bar names the phase, and the board says what happened") {
  const auto app = open_solver();
  CHECK(app->names().find("board event"));
  CHECK_FALSE(app->names().find("phase"));
  app->play(2);
  CHECK(app->names().find("phase"));
  CHECK(app->names().find("lane of phases"));
  app->play(16);
  REQUIRE(board_event(app->application().snapshot()));
  app->play(12);
  REQUIRE(app->application().snapshot().status == Status::ended);
  CHECK_FALSE(app->names().find("phase"));
}

TEST_CASE("the pace is chosen next to its speed") {
  const auto app = open_solver();
  CHECK(app->application().settings().pace == PaceMode::guided);
  click(*app, "pace");
  click(*app, "pace by digits");
  CHECK(app->application().settings().pace == PaceMode::events);
  CHECK(app->application().settings().play_settings().events.empty());
  click(*app, "pace");
  click(*app, "pace by recursionLevel");
  CHECK(app->application().settings().play_settings().events == "recursionLevel");
  click(*app, "pace");
  click(*app, "pace by ticks");
  CHECK(app->application().settings().pace == PaceMode::ticks);
}

TEST_CASE("each step of the tour points at a widget of the window") {
  const auto app = open_solver();
  app->application().perform("tour");
  app->settle();
  CHECK(tour_steps().size() == 5);
  for (const TourStep& step : tour_steps()) {
    CAPTURE(step.widget);
    CHECK(app->names().find(std::string(step.widget)));
    click(*app, "tour next");
  }
  CHECK_FALSE(app->names().find("tour next"));
}

TEST_CASE("the tour is offered once") {
  test::Scratch scratch;
  ::setenv("XDG_CONFIG_HOME", (scratch.folder() + "/config").c_str(), 1);
  ::setenv("XDG_STATE_HOME", (scratch.folder() + "/state").c_str(), 1);
  {
    const auto app = open_solver(true);
    CHECK(app->names().find("take the tour"));
    click(*app, "no tour");
    CHECK_FALSE(app->names().find("take the tour"));
    app->application().close();
  }
  const auto app = open_solver(true);
  CHECK_FALSE(app->names().find("take the tour"));
}

TEST_CASE("a picture of playing has the same bytes each time") {
  Image pictures[2];
  for (Image& picture : pictures) {
    const auto app = open_solver();
    app->play(4);
    picture = app->read();
  }
  CHECK(pictures[0] == pictures[1]);
}
