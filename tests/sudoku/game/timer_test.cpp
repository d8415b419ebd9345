#include <limits>

#include "sudoku/game/game.h"
#include <doctest/doctest.h>

using namespace fungescope::game;

TEST_CASE("timer: adds up the time between resume and pause") {
  Timer timer(5000);
  CHECK_FALSE(timer.running());
  CHECK(timer.milliseconds(1000) == 5000);
  timer.resume(100);
  CHECK(timer.running());
  CHECK(timer.seconds(102.5) == 7.5);
  timer.resume(102);  // runs already
  timer.pause(104);
  CHECK(timer.milliseconds(200) == 9000);
  timer.pause(300);
  CHECK(timer.milliseconds(300) == 9000);
  timer.resume(300);
  timer.pause(301);
  CHECK(timer.milliseconds(400) == 10000);
}

TEST_CASE("timer: a clock that is set back, or that is no number, adds nothing") {
  Timer timer;
  timer.resume(50);
  CHECK(timer.milliseconds(40) == 0);
  CHECK(timer.milliseconds(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(timer.milliseconds(std::numeric_limits<double>::infinity()) == 4'000'000'000'000);
  timer.pause(20);
  CHECK(timer.milliseconds(60) == 0);
}

TEST_CASE("timer: its text") {
  CHECK(time_text(0) == "0:00");
  CHECK(time_text(247'999) == "4:07");
  CHECK(time_text(3'847'000) == "1:04:07");
}
