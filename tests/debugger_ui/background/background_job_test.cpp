#include "debugger_ui/background/background_job.h"

#include <functional>
#include <memory>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

int run_until_stopped(const StopToken& stop) {
  int polls = 0;
  while (!stop()) ++polls;
  return polls;
}

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

}  // namespace
