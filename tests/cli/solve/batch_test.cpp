#include "cli/solve/batch.h"

#include <thread>

#include <doctest/doctest.h>

using namespace fungescope;

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
    return lines.size() < limit;
  }
  void on_idle() override {}
  std::vector<std::uint64_t> lines;
  std::size_t limit = 1U << 30U;
};

std::vector<BatchTask> chunk(std::uint64_t first, std::size_t size) {
  std::vector<BatchTask> tasks(size);
  for (std::size_t i = 0; i < size; ++i) tasks[i].line = first + i;
  return tasks;
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
