#include "cli/solve/batch.h"

#include "support/eventually.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>

#include <doctest/doctest.h>

using namespace fungescope;
using test::eventually;

namespace {

// A solver that marks a task by its line, slowly for some.
Batch::Solver make_slow_solver() {
  return [](BatchTask& task) {
    if (task.line % 7 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    task.result.ticks = task.line * 10;
  };
}

struct Collector final : Batch::Writer {
  bool write(BatchTask& task) override {
    CHECK(task.result.ticks == task.line * 10);
    lines.push_back(task.line);
    ++count;
    return lines.size() < limit;
  }
  void on_idle() override {}
  std::vector<std::uint64_t> lines;
  std::atomic<std::size_t> count = 0;  // of lines, for other threads
  std::size_t limit = 1U << 30U;
};

std::vector<BatchTask> chunk(std::uint64_t first, std::size_t size) {
  std::vector<BatchTask> tasks(size);
  for (std::size_t i = 0; i < size; ++i) tasks[i].line = first + i;
  return tasks;
}

// Starts so many threads, after which the system has none.
Batch::ThreadStarter starter_of(std::size_t count) {
  return [count](const std::function<void()>& work) mutable {
    if (count == 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    --count;
    return Thread(work);
  };
}

// Pushes the lines from `first` to before `end`.
void push_lines(Batch& batch, std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t line = first; line < end; ++line) {
    if (!batch.push(chunk(line, 1))) return;
  }
}

// Solvers that wait until it is open, except on the reader's thread.
struct Gate {
  Batch::SolverFactory make_solver() {
    return [this]() -> Batch::Solver {
      return [this](BatchTask& task) {
        if (std::this_thread::get_id() != reader)
          REQUIRE(eventually([this] { return open.load(); }));
        task.result.ticks = task.line * 10;
      };
    };
  }
  std::atomic<bool> open = false;
  std::thread::id reader = std::this_thread::get_id();
};

bool counts_from_0(const std::vector<std::uint64_t>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != i) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("batch: results come in order for any number of threads and chunk size") {
  for (const std::size_t jobs : {1, 2, 5}) {
    for (const std::size_t size : {1, 3}) {
      Collector collector;
      Batch batch(jobs, make_slow_solver, collector);
      for (std::uint64_t line = 0; line < 300; line += size) REQUIRE(batch.push(chunk(line, size)));
      batch.finish();
      REQUIRE(collector.lines.size() == 300);
      for (std::size_t i = 0; i < 300; ++i) CHECK(collector.lines[i] == i);
    }
  }
}

TEST_CASE("batch: a writer can stop the batch") {
  Collector collector;
  collector.limit = 10;
  Batch batch(2, make_slow_solver, collector);
  std::uint64_t line = 0;
  while (batch.push(chunk(line, 1))) ++line;  // ends when push returns false
  batch.finish();
  CHECK(collector.lines.size() == 10);
}

TEST_CASE("batch: nothing to do, and stopping at once") {
  Collector collector;
  { Batch batch(3, make_slow_solver, collector); }
  {
    Batch batch(3, make_slow_solver, collector);
    batch.stop();
    CHECK_FALSE(batch.push(chunk(0, 1)));
  }
  CHECK(collector.lines.empty());
}

TEST_CASE("batch: threads that cannot be started are done without") {
  constexpr std::size_t jobs = 4;
  for (std::size_t threads = 0; threads <= jobs; ++threads) {  // the first one writes
    CAPTURE(threads);
    Collector collector;
    Gate gate;
    Batch batch(jobs, gate.make_solver(), collector, starter_of(threads));
    push_lines(batch, 0, 10);
    CHECK(batch.jobs() == std::max<std::size_t>(threads, 2) - 1);
    gate.open = true;
    push_lines(batch, 10, 100);
    batch.finish();
    CHECK(collector.lines.size() == 100);
    CHECK(counts_from_0(collector.lines));
  }
}

TEST_CASE("batch: no more threads than there is work for") {
  std::atomic<int> started = 0;
  Collector collector;
  Batch batch(8, make_slow_solver, collector, [&](const std::function<void()>& work) {
    ++started;
    return Thread(work);
  });
  CHECK(started == 1);  // the writer
  push_lines(batch, 0, 2);
  batch.finish();
  CHECK(started <= 3);
  CHECK(batch.jobs() == 8);
  CHECK(collector.lines.size() == 2);
}

TEST_CASE("batch: an allocation of the reader that fails ends a worker, and is repeated") {
  Collector collector;
  Gate gate;
  Batch batch(2, gate.make_solver(), collector);
  push_lines(batch, 0, 10);
  REQUIRE(batch.jobs() == 2);
  gate.open = true;
  const std::new_handler handler = std::get_new_handler();
  const bool has_handler = handler != nullptr;
  REQUIRE(has_handler);
  handler();
  CHECK(batch.jobs() == 1);
  push_lines(batch, 10, 20);
  handler();
  push_lines(batch, 20, 30);
  CHECK_THROWS_AS(handler(), std::bad_alloc);  // no more can be done
  CHECK(batch.on_wait());
  batch.finish();
  CHECK(collector.lines.size() == 30);
  CHECK(counts_from_0(collector.lines));
}

TEST_CASE("batch: what the last worker leaves is solved while the reader waits") {
  std::atomic<bool> failed = false;
  Collector collector;
  const auto reader = std::this_thread::get_id();
  Batch batch(
      1,
      [&, reader]() -> Batch::Solver {
        return [&, reader](BatchTask& task) {
          if (std::this_thread::get_id() != reader) {
            failed = true;
            throw std::bad_alloc();
          }
          task.result.ticks = task.line * 10;
        };
      },
      collector);
  push_lines(batch, 0, 1);
  CHECK(eventually([&] { return batch.on_wait() && failed && collector.count == 1; }));
  batch.finish();
  CHECK(collector.lines == std::vector<std::uint64_t>{0});
}

TEST_CASE("batch: workers that run out of memory leave their work to the others") {
  std::atomic<int> made = 0;
  std::atomic<int> solved = 0;
  Collector collector;
  // Of five workers, two are never ready and two fail with a chunk. There may be none left.
  const auto is_worker = [reader = std::this_thread::get_id()] {
    return std::this_thread::get_id() != reader;
  };
  Batch batch(
      5,
      [&]() -> Batch::Solver {
        if (is_worker() && made++ < 2) throw std::bad_alloc();
        return [&](BatchTask& task) {
          if (is_worker() && solved++ < 2) throw std::bad_alloc();
          task.result.ticks = task.line * 10;
        };
      },
      collector);
  push_lines(batch, 0, 200);
  batch.finish();
  CHECK(collector.lines.size() == 200);
  CHECK(counts_from_0(collector.lines));
}

TEST_CASE("batch: a failure on the reader's thread is the batch's, after what was solved") {
  for (const std::size_t threads : {0, 1, 2}) {
    CAPTURE(threads);
    Collector collector;
    const auto make_solver = []() -> Batch::Solver {
      return [](BatchTask& task) {
        if (task.line == 50) throw std::bad_alloc();
        task.result.ticks = task.line * 10;
      };
    };
    Batch batch(1, make_solver, collector, starter_of(threads));
    const auto run = [&] {
      push_lines(batch, 0, 100);
      batch.finish();
    };
    CHECK_THROWS_AS(run(), std::bad_alloc);
    batch.abandon();
    CHECK(collector.lines.size() == 50);
    CHECK(counts_from_0(collector.lines));
  }
}

TEST_CASE("batch: a writer without memory ends the batch") {
  struct Failing final : Batch::Writer {
    bool write(BatchTask& /*task*/) override { throw std::bad_alloc(); }
    void on_idle() override {}
  };
  Failing writer;
  Batch batch(2, make_slow_solver, writer);
  while (batch.push(chunk(1, 1))) {
  }
  CHECK_THROWS_AS(batch.finish(), std::bad_alloc);
}
