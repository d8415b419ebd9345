// Programs that talk, in the whole window: played in the console.
#include "debugger_ui/app/test.h"

namespace {

struct Cats : AppWindow {
  Cats() : AppWindow({.file = "@cats"}) {}
  [[nodiscard]] bool printed(const std::string& text) const {
    return output().find(text) != std::string::npos;
  }
  [[nodiscard]] bool waits() const { return snapshot().input.awaited; }
};

}  // namespace

TEST_CASE_FIXTURE(Cats, "cat and mouse is played in the console") {
  CHECK_FALSE(has("tab puzzle"));
  CHECK(has("tab board"));
  tap(Key::f5);
  CHECK(waits());
  CHECK(has("tile console"));
  // The line has the keyboard, and the run goes on after each answer.
  enter("mouse 1");
  CHECK(printed("Mouse, your move:"));
  CHECK(waits());
  enter("9");
  CHECK(printed("I move"));
  CHECK(snapshot().input.lines.size() == 2);
  CHECK(snapshot().branches.size() == 1);
  const Tick end = snapshot().tick;
  enter("7");
  CHECK(snapshot().tick > end);
}

TEST_CASE_FIXTURE(Cats, "the tour of a program that talks shows its console") {
  perform("tour");
  for (int i = 0; i < 2; ++i) click("tour next");
  CHECK(has("tile console"));
}

TEST_CASE_FIXTURE(Cats, "the console comes forward when a run waits, and takes the keyboard") {
  application().tiling().bring_to_front(PanelId::history);
  settle();
  REQUIRE_FALSE(has("tile console"));
  SUBCASE("playing with Space") {
    application().session().play(RunDirection::forward, SessionThread::unlimited);
    settle();
    CHECK(has("tile console"));
    CHECK(snapshot().input.resumes);
    tap(Key::escape);  // leaves the field
    tap(Key::escape);  // ends the run that waits
    CHECK_FALSE(snapshot().input.resumes);
  }
  SUBCASE("a step") {
    run("step 1000000");
    CHECK(has("tile console"));
    REQUIRE(waits());
    const Tick tick = snapshot().tick;
    enter("both");
    CHECK(snapshot().input.size == 5);
    CHECK(snapshot().tick == tick);
  }
}

TEST_CASE_FIXTURE(Cats, "what was typed for one program is not in the line of the next") {
  tap(Key::f5);
  type("mouse");
  open_file("@sudoku1k");
  tap(Key::f5);
  enter("119");
  CHECK(snapshot().input.text.starts_with("119\n"));
}

TEST_CASE_FIXTURE(Cats, "a program at a read waits for input, however it came there") {
  run("step 1000000");
  CHECK(has("status waits for input"));
  run("goto " + std::to_string(tick()));
  CHECK(has("status waits for input"));
}
