// The two rows of samples that a timeline is drawn from.
#include "debugger_ui/session_thread/played_strip.h"
#include "debugger_ui/session_thread/strip_refinement.h"
#include "support/debugger_world.h"

#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

// Counts in (5, 3) for ever.
std::unique_ptr<Session> counting() {
  return test::open_session(
      "0>1+:53pv\n"
      " ^      <\n"
      "\n"
      "     c\n"
      "#$watch[5,3]:int = count\n"
      "#$region[5,3](1x1):decimal = cell\n",
      InputLog("", InputLog::End::closed));
}

void check_rising(const std::vector<StripSample>& samples) {
  for (std::size_t i = 1; i < samples.size(); ++i) CHECK(samples[i - 1].tick < samples[i].tick);
}

TEST_CASE("a played strip holds values, and changes since the sample before") {
  const auto session = counting();
  PlayedStrip strip;
  for (const Tick tick : {0, 100, 200}) {
    session->history().seek(tick);
    strip.add(*session);
  }
  strip.add(*session);  // the same instant
  const auto samples = *strip.samples();
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].values == std::vector<std::int64_t>{'c'});
  CHECK(samples[1].values[0] > 0);
  CHECK(samples[2].values[0] > samples[1].values[0]);
  CHECK(samples[0].changed[0] == 0);
  CHECK(samples[2].changed[0] == 1);
  CHECK(strip.samples() == strip.samples());
}

TEST_CASE("too many samples are thinned out, with the sums of their changes") {
  const auto session = counting();
  PlayedStrip strip;
  constexpr Tick count = 3 * PlayedStrip::most_samples;
  for (Tick tick = 0; tick < count; ++tick) {
    session->history().seek(tick * 20);
    strip.add(*session);
  }
  const auto samples = *strip.samples();
  CHECK(samples.size() <= PlayedStrip::most_samples);
  CHECK(samples.size() >= PlayedStrip::most_samples / 4);
  CHECK(samples.front().tick == 0);
  CHECK(samples.back().tick == (count - 1) * 20);
  check_rising(samples);
  std::uint64_t changes = 0;
  for (const StripSample& sample : samples) changes += sample.changed[0];
  CHECK(changes == count - 1);  // one every 20 ticks
}

TEST_CASE("another branch takes the place of the old one from where it begins") {
  const auto session = counting();
  PlayedStrip strip;
  for (const Tick tick : {0, 100, 200, 300}) {
    session->history().seek(tick);
    strip.add(*session);
  }
  session->history().seek(150);
  REQUIRE(session->history().edit(SetCell{{5, 3}, 1000}));
  strip.add(*session);
  const auto samples = *strip.samples();
  REQUIRE(samples.size() == 3);
  CHECK(samples[1].tick == 100);
  CHECK(samples[2].tick == 150);
  CHECK(samples[2].values[0] == 1000);
}

TEST_CASE("the last instant in common of two branches") {
  const auto session = counting();
  History& history = session->history();
  history.seek(1000);
  history.seek(400);
  REQUIRE(history.edit(SetCell{{5, 3}, 1}));  // branch 1
  history.seek(800);
  history.seek(600);
  REQUIRE(history.edit(SetCell{{5, 3}, 2}));  // branch 2, of 1
  CHECK(last_in_common(history, 0, 1) == 400);
  CHECK(last_in_common(history, 2, 0) == 400);
  CHECK(last_in_common(history, 1, 2) == 600);
  CHECK(last_in_common(history, 2, 9) == 0);
}

// ---- The refinement

// A refinement at work on a session that rests.
struct Bench {
  test::MemoryFiles files;
  test::Patience monitor;
  Debugger debugger{counting(), files, monitor};
  std::unique_ptr<Refinement> refinement = make_strip_refinement();
  Look look;
  std::uint64_t line = 1;
  bool playing = false;

  [[nodiscard]] Occasion occasion() const { return {1, line, playing, look}; }
  Refinement::Progress work() { return refinement->work(debugger, occasion(), monitor); }
  std::shared_ptr<const StripPicture> shown() {
    Picture picture;
    refinement->show(occasion(), picture);
    return picture.strip;
  }
};

TEST_CASE("the strip answers what is looked at, once") {
  Bench bench;
  bench.debugger.session().history().seek(1000);
  CHECK(bench.work() == Refinement::Progress::done);  // nobody looks
  CHECK(bench.shown() == nullptr);
  bench.look.strip = {0, 1000, 50, {{5, 3}}, true};
  CHECK(bench.work() == Refinement::Progress::news);
  CHECK(bench.work() == Refinement::Progress::done);
  const auto strip = bench.shown();
  REQUIRE(strip != nullptr);
  CHECK(strip->done);
  CHECK(strip->look == bench.look.strip);
  REQUIRE(strip->samples.size() == 50);
  CHECK(strip->samples.back().changed.size() == 1);
  CHECK(strip->samples.back().values[0] > 10);
  check_rising(strip->samples);
}

TEST_CASE("the strip begins anew with another look, another line, and other stops") {
  Bench bench;
  bench.debugger.session().history().seek(1000);
  bench.look.strip = {0, 1000, 50, {}, true};
  bench.work();
  bench.look.strip.columns = 20;
  CHECK(bench.work() == Refinement::Progress::news);
  CHECK(bench.shown()->samples.size() == 20);
  ++bench.line;
  CHECK(bench.shown() == nullptr);
  CHECK(bench.work() == Refinement::Progress::news);
  CHECK(bench.work() == Refinement::Progress::done);
  REQUIRE(bench.debugger.submit("break 7,0"));
  CHECK(bench.work() == Refinement::Progress::news);
  std::uint64_t hits = 0;
  for (const StripSample& sample : bench.shown()->samples) hits += sample.hits;
  CHECK(hits > 10);
}

TEST_CASE("the strip is made again when the run has grown by a column, not while it is played") {
  Bench bench;
  History& history = bench.debugger.session().history();
  history.seek(1000);
  bench.look.strip = {0, 5000, 10, {}, true};
  bench.work();
  history.seek(1010);
  CHECK(bench.work() == Refinement::Progress::done);
  history.seek(2000);
  bench.playing = true;
  CHECK(bench.work() == Refinement::Progress::done);
  bench.playing = false;
  CHECK(bench.work() == Refinement::Progress::news);
  CHECK(bench.shown()->samples.back().tick > 1500);
}

}  // namespace
}  // namespace fungescope::ui
