#include "session/run_control/pace.h"

#include "support/test.h"
#include "vm/run.h"

namespace {

// Plays a run whose events are `event_distance` ticks apart (0: none) for some frames of 1/60 s.
// Returns the tick after each frame.
std::vector<Tick> play(PaceSettings settings, Tick event_distance, int frames, Tick at = 0) {
  Pace pace(settings, event_distance > 0);
  std::vector<Tick> ticks;
  for (int frame = 0; frame < frames; ++frame) {
    pace.elapse(1.0 / 60);
    while (const Tick due = pace.due(at)) {
      const Tick until_event =
          event_distance == 0 ? no_limit : event_distance - at % event_distance;
      const Tick ran = std::min(due, until_event);
      const bool event = ran == until_event;
      if (ran == no_limit) break;
      pace.ran(at, ran, event);
      at += ran;
      if (!event) break;
    }
    ticks.push_back(at);
  }
  return ticks;
}

}  // namespace

TEST_CASE("a pace in ticks runs as many as the time holds") {
  CHECK(play({PaceMode::ticks, 600}, 0, 60).back() == 600);
  CHECK(play({PaceMode::ticks, 1}, 0, 180).back() == 3);
  CHECK(play({PaceMode::ticks, 90'000'000}, 0, 60).back() == 90'000'000);
  CHECK(Pace({PaceMode::ticks, 0}, false).due(0) == no_limit);
}

TEST_CASE("a pace in events counts events, however far they are apart") {
  for (const Tick distance : {Tick{1}, Tick{1000}, Tick{100'000'000}}) {
    CAPTURE(distance);
    const Tick events = play({PaceMode::events, 10}, distance, 120).back() / distance;
    CHECK(events >= 20);
    CHECK(events <= 21);
  }
}

TEST_CASE("events do not slow a pace in ticks") {
  CHECK(play({PaceMode::ticks, 6000}, 10, 60).back() ==
        play({PaceMode::ticks, 6000}, 0, 60).back());
}

TEST_CASE("a guided run begins with single instructions and accelerates") {
  const std::vector<Tick> ticks = play({}, 0, 60 * 60);
  CHECK(ticks[59] >= 8);
  CHECK(ticks[59] <= 24);
  CHECK(ticks[119] - ticks[59] > 2 * ticks[59]);
  CHECK(ticks.back() > 1'000'000'000);
  const std::vector<Tick> twice = play({PaceMode::guided, 2}, 0, 60 * 10);
  CHECK(twice.back() > 10 * ticks[60 * 10 - 1]);
}

TEST_CASE("a guided run rests at events") {
  CHECK(play({}, 1000, 60 * 20).back() < play({}, 0, 60 * 20).back() / 2);
  // The further it is, the shorter.
  const Tick far = Tick{1} << 40;
  CHECK(play({}, 1000, 60, far).back() - far > 100 * 1000);
}

TEST_CASE("a run that cannot keep up does not make up for it") {
  Pace pace({PaceMode::ticks, 1000}, false);
  pace.elapse(60);
  CHECK(pace.due(0) == 125);  // of 60,000
}

TEST_CASE("the time until a tick is due is told") {
  Pace pace({PaceMode::ticks, 10}, false);
  CHECK(pace.seconds_until_due(0) == doctest::Approx(0.1));
  pace.elapse(0.04);
  CHECK(pace.seconds_until_due(0) == doctest::Approx(0.06));
  CHECK(pace.due(0) == 0);
  pace.elapse(0.06);
  CHECK(pace.due(0) == 1);
}
