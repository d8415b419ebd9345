// What threads and fibers have in common, and jobs on them.
#include "debugger_ui/background/background_thread.h"

#include "debugger_ui/background/background_job.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

using namespace std::chrono_literals;

namespace {

int run_until_stopped(const StopToken& stop) {
  int polls = 0;
  while (!stop()) ++polls;
  return polls;
}

}  // namespace

TEST_CASE("joining a background thread waits for its work") {
  std::string done;
  BackgroundThread none;
  none.join();
  BackgroundThread thread([&] {
    sleep_for(1ms);
    done += "first";
  });
  thread.join();
  CHECK(done == "first");
  {
    const BackgroundThread last([&] { done += " last"; });
  }
  CHECK(done == "first last");
  thread = BackgroundThread([&] { done += "; assigned"; });
  thread = BackgroundThread();
  CHECK(done == "first last; assigned");
}

TEST_CASE("background threads wait for each other and for the foreground, in both directions") {
  std::mutex mutex;
  ConditionVariable changed;
  std::vector<int> order;
  int turn = 0;
  const auto take_turns = [&](int self) {
    for (int round = 0; round < 10; ++round) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return turn % 3 == self; });
      order.push_back(turn++);
      changed.notify_all();
    }
  };
  BackgroundThread first([&] { take_turns(1); });
  BackgroundThread second([&] { take_turns(2); });
  take_turns(0);
  first.join();
  second.join();
  REQUIRE(order.size() == 30);
  for (int i = 0; i < 30; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("a wait for a time ends at that time, or earlier when it is notified") {
  std::mutex mutex;
  ConditionVariable changed;
  bool set = false;
  using Clock = ConditionVariable::Clock;
  const auto wait_until = [&](Clock::time_point time) {
    std::unique_lock lock(mutex);
    return changed.wait_until(lock, time, [&] { return set; });
  };
  const auto end = Clock::now() + 2ms;
  CHECK_FALSE(wait_until(end));
  CHECK(Clock::now() >= end);
  bool timed_out = false;
  BackgroundThread waits([&] { timed_out = !wait_until(Clock::now() + 1ms); });
  waits.join();
  CHECK(timed_out);
  const BackgroundThread sets([&] {
    const std::lock_guard lock(mutex);
    set = true;
    changed.notify_all();
  });
  CHECK(wait_until(Clock::now() + std::chrono::hours(1)));
}

TEST_CASE("work that computes without an end leaves others their turns") {
  std::atomic<bool> stop{false};
  std::atomic<int> rounds{0};
  const auto spin = [&] {
    while (!stop) {
      ++rounds;
      yield_if_due();
    }
  };
  const BackgroundThread first(spin);
  const BackgroundThread second(spin);
  Completion third_done;
  const BackgroundThread third([&] { third_done.finish(); });
  third_done.wait();
  CHECK_FALSE(stop);                   // the others have not ended
  while (rounds == 0) sleep_for(1ms);  // nor been forgotten
  stop = true;
}

// ---- Jobs

TEST_CASE("a job's result is taken once") {
  BackgroundJob<int> job;
  CHECK_FALSE(job.running());
  CHECK_FALSE(job.take());
  job.wait();
  Completion told;
  job.start([](const StopToken&) { return 7; }, [&] { told.finish(); });
  told.wait();
  CHECK(job.running());
  CHECK(job.take() == 7);
  CHECK_FALSE(job.running());
  CHECK_FALSE(job.take());
}

TEST_CASE("a new start, cancelling and destruction end the work, and drop its result") {
  BackgroundJob<int> job;
  job.start(run_until_stopped);
  job.start([](const StopToken&) { return 2; });
  job.wait();
  CHECK(job.take() == 2);
  job.start(run_until_stopped);
  job.cancel();
  CHECK_FALSE(job.running());
  CHECK_FALSE(job.take());
  job.start(run_until_stopped);
}

TEST_CASE("a job may have a result that cannot be copied") {
  BackgroundJob<std::unique_ptr<int>> job;
  job.start([](const StopToken& stop) {
    // As other layers take it.
    const std::function<bool()> stopped = stop;
    return std::make_unique<int>(stopped() ? 0 : 5);
  });
  job.wait();
  const auto result = job.take();
  REQUIRE(result);
  CHECK(**result == 5);
}

TEST_CASE("abandoned work is cancelled, and not waited for") {
  const auto go_on = std::make_shared<Completion>();
  const auto ended = std::make_shared<Completion>();
  {
    BackgroundJob<bool> job(UnfinishedWork::abandon);
    job.start([go_on, ended](const StopToken& stop) {
      go_on->wait();
      const bool stopped = stop();
      if (stopped) ended->finish();
      return stopped;
    });
  }
  CHECK_FALSE(ended->finished());
  go_on->finish();
  ended->wait();
}
