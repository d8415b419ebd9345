// Programs that talk, in the whole window: played in the console.
#include "debugger_ui/app/test.h"

namespace {

// Types at the keyboard, wherever that is.
void type_line(AppWindow& window, const std::string& line) {
  window.type(line);
  window.tap(Key::enter);
}

bool printed(const AppWindow& window, const std::string& text) {
  return window.snapshot().output.text.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("cat and mouse is played in the console") {
  AppWindow window({.file = "@cats"});
  CHECK_FALSE(window.has("tab puzzle"));
  CHECK(window.has("tab board"));
  window.tap(Key::f5);
  CHECK(window.snapshot().input.awaited);
  CHECK(window.has("tile console"));
  // The line has the keyboard, and the run goes on after each answer.
  type_line(window, "mouse 1");
  CHECK(printed(window, "Mouse, your move:"));
  CHECK(window.snapshot().input.awaited);
  type_line(window, "9");
  CHECK(printed(window, "I move"));
  CHECK(window.snapshot().input.lines.size() == 2);
  CHECK(window.snapshot().branches.size() == 1);
  const Tick end = window.snapshot().tick;
  type_line(window, "7");
  CHECK(window.snapshot().tick > end);
}

TEST_CASE("the game of sudoku on one page is played in the console") {
  AppWindow window({.file = "@sudoku1k"});
  CHECK_FALSE(window.has("tab puzzle"));
  CHECK(window.has("tile console"));
  window.tap(Key::f5);
  REQUIRE(window.snapshot().input.awaited);
  const std::uint64_t printed_before = window.snapshot().output.size;
  type_line(window, "119");
  CHECK(window.snapshot().input.awaited);
  CHECK(window.snapshot().input.position > 0);
  CHECK(window.snapshot().output.size > printed_before);
}

TEST_CASE("the tour of a program that talks shows its console") {
  AppWindow window({.file = "@cats"});
  window.perform("tour");
  for (int i = 0; i < 2; ++i) window.click("tour next");
  CHECK(window.has("tile console"));
}

TEST_CASE("the console comes forward when a run waits, and takes the keyboard") {
  AppWindow window({.file = "@cats"});
  window.application().tiling().bring_to_front(PanelId::history);
  window.settle();
  REQUIRE_FALSE(window.has("tile console"));
  SUBCASE("playing with Space") {
    window.application().session().play(RunDirection::forward, SessionThread::unlimited);
    window.settle();
    CHECK(window.has("tile console"));
    CHECK(window.snapshot().input.resumes);
    window.tap(Key::escape);  // leaves the field
    window.tap(Key::escape);  // ends the run that waits
    CHECK_FALSE(window.snapshot().input.resumes);
  }
  SUBCASE("a step") {
    window.run("step 1000000");
    CHECK(window.has("tile console"));
    REQUIRE(window.snapshot().input.awaited);
    const Tick tick = window.snapshot().tick;
    type_line(window, "both");
    CHECK(window.snapshot().input.size == 5);
    CHECK(window.snapshot().tick == tick);
  }
}

TEST_CASE("what was typed for one program is not in the line of the next") {
  AppWindow window({.file = "@cats"});
  window.tap(Key::f5);
  window.type("mouse");
  window.open_file("@sudoku1k");
  window.tap(Key::f5);
  type_line(window, "119");
  CHECK(window.snapshot().input.text.starts_with("119\n"));
}

TEST_CASE("a program at an instant at which it reads waits for input, however it came there") {
  AppWindow window({.file = "@cats"});
  window.run("step 1000000");
  CHECK(window.has("status waits for input"));
  window.run("goto " + std::to_string(window.snapshot().tick));
  CHECK(window.has("status waits for input"));
}
