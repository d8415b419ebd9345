// Tests the playback samples and the timeline task, from which a timeline is drawn.
#include "debugger_ui/session_thread/task_session.h"
#include "session/bookmarks.h"

namespace {

// Counts in (5, 3) forever.
constexpr const char* counting =
    "0>1+:53pv\n"
    " ^      <\n"
    "\n"
    "     c\n"
    "#$watch[5,3]:int = count\n"
    "#$region[5,3](1x1):decimal = cell\n";

void check_rising(const std::vector<TimelineSample>& samples) {
  for (std::size_t i = 1; i < samples.size(); ++i) CHECK(samples[i - 1].tick < samples[i].tick);
}

// A run, and the samples that were added at some of its ticks.
struct Recorded {
  void add(Tick tick) {
    session->history().seek(tick);
    timeline.add(*session);
  }
  std::unique_ptr<Session> session = open_session(counting);
  PlaybackSamples timeline;
};

TEST_CASE_FIXTURE(Recorded, "playback samples hold values, and changes since the previous sample") {
  for (const Tick tick : {0, 100, 200, 200}) add(tick);
  const auto samples = *timeline.samples();
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].values == std::vector<std::int64_t>{'c', 0});  // and the stack's depth
  CHECK(samples[1].values[0] > 0);
  CHECK(samples[2].values[0] > samples[1].values[0]);
  CHECK(samples[0].changed[0] == 0);
  CHECK(samples[2].changed[0] == 1);
  CHECK(timeline.samples() == timeline.samples());
}

TEST_CASE_FIXTURE(Recorded, "too many samples are merged, with the sums of their changes") {
  constexpr Tick count = 3 * PlaybackSamples::max_samples;
  for (Tick tick = 0; tick < count; ++tick) add(tick * 20);
  const auto samples = *timeline.samples();
  CHECK(samples.size() <= PlaybackSamples::max_samples);
  CHECK(samples.size() >= PlaybackSamples::max_samples / 4);
  CHECK(samples.front().tick == 0);
  CHECK(samples.back().tick == (count - 1) * 20);
  check_rising(samples);
  std::uint64_t changes = 0;
  for (const TimelineSample& sample : samples) changes += sample.changed[0];
  CHECK(changes == count - 1);  // one every 20 ticks
}

TEST_CASE_FIXTURE(Recorded, "another branch replaces the old one from its beginning") {
  for (const Tick tick : {0, 100, 200, 300}) add(tick);
  session->history().seek(150);
  REQUIRE(session->history().edit(SetCell{{5, 3}, 1000}));
  timeline.add(*session);
  const auto samples = *timeline.samples();
  REQUIRE(samples.size() == 3);
  CHECK(samples[1].tick == 100);
  CHECK(samples[2].tick == 150);
  CHECK(samples[2].values[0] == 1000);
}

TEST_CASE("the last common tick of two branches") {
  const auto session = open_session(counting);
  History& history = session->history();
  history.seek(1000);
  history.seek(400);
  REQUIRE(history.edit(SetCell{{5, 3}, 1}));  // branch 1
  history.seek(800);
  history.seek(600);
  REQUIRE(history.edit(SetCell{{5, 3}, 2}));  // branch 2, of 1
  CHECK(last_common_tick(history, 0, 1) == 400);
  CHECK(last_common_tick(history, 2, 0) == 400);
  CHECK(last_common_tick(history, 1, 2) == 600);
  CHECK(last_common_tick(history, 2, 9) == 0);
}

// ---- The timeline task

struct Sampled : TaskSession {
  Sampled() : TaskSession(make_timeline_task(), "", counting) { seek(1000); }
  std::shared_ptr<const TimelineSamples> shown() { return snapshot().timeline; }
};

TEST_CASE_FIXTURE(Sampled, "the requested samples are computed once") {
  CHECK(work() == BackgroundTask::Progress::done);  // no timeline is requested
  CHECK(shown() == nullptr);
  request.timeline = {0, 1000, 50, {"cell(5, 3)"}, true};
  CHECK(work() == BackgroundTask::Progress::updated);
  CHECK(work() == BackgroundTask::Progress::done);
  const auto timeline = shown();
  REQUIRE(timeline != nullptr);
  CHECK(timeline->done);
  CHECK(timeline->request == request.timeline);
  REQUIRE(timeline->samples.size() == 50);
  CHECK(timeline->samples.back().changed.size() == 1);
  CHECK(timeline->samples.back().values[0] > 10);
  check_rising(timeline->samples);
}

TEST_CASE_FIXTURE(Sampled, "sampling starts over for another request, branch or breakpoints") {
  request.timeline = {0, 1000, 50, {}, true};
  work();
  request.timeline.columns = 20;
  CHECK(work() == BackgroundTask::Progress::updated);
  CHECK(shown()->samples.size() == 20);
  edit(SetCell{{9, 9}, 0});
  CHECK(shown() == nullptr);
  CHECK(work() == BackgroundTask::Progress::updated);
  CHECK(work() == BackgroundTask::Progress::done);
  submit("break 7,0");
  CHECK(work() == BackgroundTask::Progress::updated);
  std::uint64_t hits = 0;
  for (const TimelineSample& sample : shown()->samples) hits += sample.hits;
  CHECK(hits > 10);
}

TEST_CASE_FIXTURE(Sampled, "sampling starts over when the run has grown, except while playing") {
  request.timeline = {0, 5000, 10, {}, true};
  work();
  seek(1010);
  CHECK(work() == BackgroundTask::Progress::done);
  seek(2000);
  playing = true;
  CHECK(work() == BackgroundTask::Progress::done);
  playing = false;
  CHECK(work() == BackgroundTask::Progress::updated);
  CHECK(shown()->samples.back().tick > 1500);
}

}  // namespace
