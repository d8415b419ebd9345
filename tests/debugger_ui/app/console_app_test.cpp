// Programs that talk, in the whole window: played in the console.
#include "debugger_ui/app/headless_application.h"

#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

std::unique_ptr<HeadlessApplication> open_program(const std::string& file) {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  options.open.file = file;
  auto opened = open_file(options.open, nullptr);
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto app = HeadlessApplication::create({1280, 800}, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(app, to_string(app.error()));
  (*app)->settle();
  return std::move(*app);
}

bool shows(HeadlessApplication& app, const std::string& name) {
  return app.names().find(name).has_value();
}

// Types at the keyboard, wherever that is.
void type_line(HeadlessApplication& app, const std::string& line) {
  app.input().type(line);
  app.input().tap(Key::enter);
  app.settle();
}

bool printed(HeadlessApplication& app, const std::string& text) {
  return app.application().snapshot().output.text.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("cat and mouse is played in the console") {
  const auto app = open_program("@cats");
  CHECK_FALSE(shows(*app, "tab puzzle"));
  CHECK(shows(*app, "tab board"));
  app->input().tap(Key::f5);
  app->settle();
  CHECK(app->application().snapshot().input.awaited);
  CHECK(shows(*app, "tile console"));
  // The line has the keyboard, and the run goes on after each answer.
  type_line(*app, "mouse 1");
  CHECK(printed(*app, "Mouse, your move:"));
  CHECK(app->application().snapshot().input.awaited);
  type_line(*app, "9");
  CHECK(printed(*app, "I move"));
  CHECK(app->application().snapshot().input.lines.size() == 2);
  CHECK(app->application().snapshot().branches.size() == 1);
  const Tick end = app->application().snapshot().tick;
  type_line(*app, "7");
  CHECK(app->application().snapshot().tick > end);
}

TEST_CASE("the game of sudoku on one page is played in the console") {
  const auto app = open_program("@sudoku1k");
  CHECK_FALSE(shows(*app, "tab puzzle"));
  CHECK(shows(*app, "tile console"));
  app->input().tap(Key::f5);
  app->settle();
  REQUIRE(app->application().snapshot().input.awaited);
  const std::uint64_t printed_before = app->application().snapshot().output.size;
  type_line(*app, "119");
  CHECK(app->application().snapshot().input.awaited);
  CHECK(app->application().snapshot().input.position > 0);
  CHECK(app->application().snapshot().output.size > printed_before);
}

TEST_CASE("the tour of a program that talks shows its console") {
  const auto app = open_program("@cats");
  app->application().perform("tour");
  for (int i = 0; i < 2; ++i) {
    app->settle();
    const auto box = app->names().find("tour next");
    REQUIRE(box);
    const ImVec2 at = box->at({0.5F, 0.5F});
    app->input().click(at.x, at.y);
  }
  app->settle();
  CHECK(shows(*app, "tile console"));
}

TEST_CASE("the console comes forward when a run waits, and takes the keyboard") {
  const auto app = open_program("@cats");
  Application& window = app->application();
  window.tiling().bring_to_front(PanelId::history);
  app->settle();
  REQUIRE_FALSE(shows(*app, "tile console"));
  SUBCASE("playing with Space") {
    window.session().play(RunDirection::forward, SessionThread::unlimited);
    app->settle();
    CHECK(shows(*app, "tile console"));
    CHECK(window.snapshot().input.resumes);
    app->input().tap(Key::escape);  // leaves the field
    app->settle();
    app->input().tap(Key::escape);  // ends the run that waits
    app->settle();
    CHECK_FALSE(window.snapshot().input.resumes);
  }
  SUBCASE("a step") {
    REQUIRE(app->run("step 1000000"));
    app->settle();
    CHECK(shows(*app, "tile console"));
    REQUIRE(window.snapshot().input.awaited);
    const Tick tick = window.snapshot().tick;
    type_line(*app, "both");
    CHECK(window.snapshot().input.size == 5);
    CHECK(window.snapshot().tick == tick);
  }
}

TEST_CASE("what was typed for one program is not in the line of the next") {
  const auto app = open_program("@cats");
  app->input().tap(Key::f5);
  app->settle();
  app->input().type("mouse");
  app->settle();
  app->application().open("@sudoku1k");
  app->settle();
  app->input().tap(Key::f5);
  app->settle();
  type_line(*app, "119");
  CHECK(app->application().snapshot().input.text.starts_with("119\n"));
}

TEST_CASE("a program at an instant at which it reads waits for input, however it came there") {
  const auto app = open_program("@cats");
  REQUIRE(app->run("step 1000000"));
  app->settle();
  CHECK(shows(*app, "status waits for input"));
  REQUIRE(app->run("goto " + std::to_string(app->application().snapshot().tick)));
  app->settle();
  CHECK(shows(*app, "status waits for input"));
}
