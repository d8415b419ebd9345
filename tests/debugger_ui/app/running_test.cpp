// At what speed the controls run: only Space plays at the pace of the slider.
#include "debugger_ui/app/test.h"

namespace {

const char* const digits_program = ">123...@\n";

constexpr double frame_seconds = 1.0 / 60;

// A window whose slider stands at a tick a second, in virtual time.
struct SlowWindow : AppWindow {
  explicit SlowWindow(AppWindowOptions options) : AppWindow(std::move(options)) {
    application().settings().pace = PaceMode::ticks;
    application().settings().speed = 1;
    application().session().elapse(0);
  }
  void press(const std::string& item) {
    const ImVec2 at = point_of(item);
    input().click(at.x, at.y);
  }
  // A frame in which the run may take its time.
  void pass(double seconds = frame_seconds) {
    app().frame(seconds);
    application().session().elapse(seconds);
    application().session().settle();
    app().frame(0);
  }
};

Tick tick_after(const std::string& commands) {
  AppWindow window;
  window.run("goto 20000");
  if (!commands.empty()) window.run(commands);
  return window.tick();
}

}  // namespace

TEST_CASE("every step of the run menu goes all the way at once, whatever the slider says") {
  AppWindow any;
  for (const Action& action : any.application().actions().all()) {
    if (action.menu != "Run" || action.command.empty() || action.keys.empty()) continue;
    if (action.command.find_first_of("0123456789XT") != std::string_view::npos) continue;
    CAPTURE(action.label);
    SlowWindow window({});
    window.run("goto 20000");
    window.input().tap(action.keys.front().key, action.keys.front().mods);
    // Playing needs time to pass, and one frame is enough; commands need none.
    if (action.label.starts_with("play")) window.pass();
    window.pass(0);
    CHECK(window.tick() == tick_after(std::string(action.command)));
    CHECK_FALSE(window.snapshot().playing());
  }
}

TEST_CASE("the slider goes from one tick per second to unlimited") {
  SlowWindow window({});
  const auto speed_at = [&window](float share) {
    window.click("speed", {share, 0.5F});
    return window.application().settings().speed;
  };
  CHECK(speed_at(0.01F) == 1);
  double before = 1;
  for (const float share : {0.25F, 0.5F, 0.75F, 0.9F}) {
    CHECK(speed_at(share) > before);
    before = window.application().settings().speed;
  }
  CHECK(before <= 1e9);
  CHECK(speed_at(0.99F) == SessionThread::unlimited);
}

TEST_CASE("only Space, and its button, play at the pace of the slider") {
  for (const bool by_key : {true, false}) {
    SlowWindow window({.source = digits_program});
    if (by_key) {
      window.input().tap(Key::space);
      window.pass(0);  // it plays when it is released
    } else {
      window.press("play or pause");
      for (int i = 0; i < 4; ++i) window.pass(0);
    }
    window.pass(0.5);
    CHECK(window.tick() == 0);
    window.pass(0.6);
    CHECK(window.tick() == 1);
    CHECK(window.snapshot().playing());
    // F5 takes over at full speed.
    window.input().tap(Key::f5);
    window.pass();
    window.pass();
    CHECK(window.snapshot().status == Status::ended);
  }
}

TEST_CASE("solve this restarts and runs to the end, paused or playing") {
  for (const bool playing : {false, true}) {
    CAPTURE(playing);
    SlowWindow window({});
    window.reveal(*find_panel("puzzle"));
    if (playing) {
      window.input().tap(Key::space);
      window.pass(0);
      window.pass();
      REQUIRE(window.snapshot().playing());
    }
    window.press("solve this");
    for (int i = 0; i < 6; ++i) window.pass();
    CHECK(window.snapshot().status == Status::ended);
    CHECK(window.output().find("417369825") != std::string::npos);
    CHECK_FALSE(window.snapshot().playing());
    CHECK(window.has("tile board"));  // which it solves
  }
}

TEST_CASE("at the end of a run, playing begins again from the beginning") {
  for (const bool by_key : {true, false}) {
    CAPTURE(by_key);
    SlowWindow window({.source = digits_program});
    window.run("continue");
    REQUIRE(window.snapshot().status == Status::ended);
    const Tick end = window.snapshot().end;
    if (by_key) {
      window.input().tap(Key::space);
    } else {
      window.press("play or pause");
    }
    for (int i = 0; i < 4; ++i) window.pass(0);
    window.pass(0.5);
    CHECK(window.tick() == 0);
    CHECK(window.snapshot().playing());
    window.pass(0.6);
    CHECK(window.tick() == 1);
    window.input().tap(Key::f5);  // on to the end, and again
    for (int i = 0; i < 3; ++i) window.pass();
    CHECK(window.tick() == end);
    window.input().tap(Key::f5);
    window.pass(0);
    CHECK(window.tick() == 0);
    for (int i = 0; i < 2; ++i) window.pass();
    CHECK(window.tick() == end);
  }
}

TEST_CASE_FIXTURE(AppWindow, "solve this solves another puzzle in a new run") {
  settings().pace = PaceMode::ticks;
  settings().speed = 1;
  reveal(*find_panel("puzzle"));
  click("puzzle");
  application().copy(
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
  tap(Key::v, with_ctrl);
  click("solve this");
  CHECK(snapshot().status == Status::ended);
  CHECK(snapshot().input.text.starts_with("53..7"));
  CHECK(snapshot().output.text.find("534678912") != std::string::npos);
}
