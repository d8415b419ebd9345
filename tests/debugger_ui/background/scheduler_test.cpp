// The scheduler of programs without threads.
#include "debugger_ui/background/cooperative/scheduler.h"

#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/background/cooperative/fiber.h"

#include <chrono>
#include <mutex>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

using namespace std::chrono_literals;

TEST_CASE("a fiber keeps its stack while others run") {
  std::string order;
  const auto count = [&order](char name, auto& self, int depth) -> void {
    const std::string local(static_cast<std::size_t>(depth) + 20, name);
    order += name;
    Fiber::suspend();
    if (depth > 0) self(name, self, depth - 1);
    CHECK(local == std::string(local.size(), name));
  };
  Fiber a([&] { count('a', count, 3); });
  Fiber b([&] { count('b', count, 1); });
  while (!a.ended() || !b.ended()) {
    if (!a.ended()) a.resume();
    if (!b.ended()) b.resume();
  }
  CHECK(order == "ababaa");
}

TEST_CASE("background work runs only when it is given time, and until none is ready") {
  CHECK_FALSE(run_background_work(1h));
  CHECK_FALSE(next_background_work());
  int done = 0;
  Completion go_on;
  BackgroundThread first([&] { ++done; });
  BackgroundThread second([&] {
    go_on.wait();
    ++done;
  });
  CHECK(done == 0);
  CHECK(*next_background_work() <= std::chrono::steady_clock::now());
  CHECK_FALSE(run_background_work(1h));
  CHECK(done == 1);
  CHECK_FALSE(next_background_work());  // it waits for the foreground
  go_on.finish();
  CHECK(next_background_work());
  CHECK_FALSE(run_background_work(1h));
  CHECK(done == 2);
}

TEST_CASE("endless work is interrupted when the time is over") {
  bool stop = false;
  std::uint64_t polls = 0;
  BackgroundThread endless([&] {
    while (!stop) {
      ++polls;
      yield_if_due();
    }
  });
  for (int frame = 0; frame < 5; ++frame) {
    const std::uint64_t before = polls;
    CHECK(run_background_work(100us));
    CHECK(polls > before);
    CHECK(*next_background_work() <= std::chrono::steady_clock::now());
  }
  stop = true;
  endless.join();
}

TEST_CASE("the time that background work waits for is known") {
  std::mutex mutex;
  ConditionVariable never;
  const auto time = std::chrono::steady_clock::now() + 1h;
  bool stop = false;
  BackgroundThread waits([&] {
    std::unique_lock lock(mutex);
    never.wait_until(lock, time, [&] { return stop; });
  });
  CHECK_FALSE(run_background_work(1h));
  CHECK(next_background_work() == time);
  stop = true;
  never.notify_all();
}
