#include "sudoku/cli/solve/batch.h"

#include "support/eventually.h"
#include "support/test.h"

#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>

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
  void finish() override { finished = true; }
  std::vector<std::uint64_t> lines;
  std::atomic<std::size_t> count = 0;  // of lines, for other threads
  std::size_t limit = 1U << 30U;
  bool finished = false;
};

std::vector<BatchTask> chunk(std::uint64_t first, std::size_t size) {
  std::vector<BatchTask> tasks(size);
  for (std::size_t i = 0; i < size; ++i) tasks[i].line = first + i;
  return tasks;
}

// Pushes the lines from `first` to before `end`.
void push_lines(Batch& batch, std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t line = first; line < end; ++line) {
    if (!batch.push(chunk(line, 1))) return;
  }
}

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
      batch.run([&] {
        for (std::uint64_t line = 0; line < 300; line += size) {
          REQUIRE(batch.push(chunk(line, size)));
        }
      });
      CHECK(collector.lines.size() == 300);
      CHECK(counts_from_0(collector.lines));
      CHECK(collector.finished);
    }
  }
}

TEST_CASE("batch: a writer can stop the batch") {
  Collector collector;
  collector.limit = 10;
  Batch batch(2, make_slow_solver, collector);
  batch.run([&] { push_lines(batch, 0, ~std::uint64_t{0}); });  // ends when push returns false
  CHECK(batch.stopping());
  CHECK(collector.lines.size() == 10);
}

TEST_CASE("batch: nothing to do") {
  Collector collector;
  Batch(3, make_slow_solver, collector).run([] {});
  CHECK(collector.lines.empty());
  CHECK(collector.finished);
}

TEST_CASE("batch: results are written while the reader waits") {
  Collector collector;
  Batch batch(2, make_slow_solver, collector);
  batch.run([&] {
    push_lines(batch, 0, 3);
    CHECK(eventually([&] { return collector.count == 3; }));
  });
}

TEST_CASE("batch: what a worker throws ends the batch, after the results before it") {
  for (const std::size_t jobs : {1, 3}) {
    Collector collector;
    const auto make_solver = []() -> Batch::Solver {
      return [](BatchTask& task) {
        if (task.line == 50) throw std::bad_alloc();
        task.result.ticks = task.line * 10;
      };
    };
    Batch batch(jobs, make_solver, collector);
    CHECK_THROWS_AS(batch.run([&] { push_lines(batch, 0, ~std::uint64_t{0}); }), std::bad_alloc);
    CHECK(collector.lines.size() == 50);
    CHECK(counts_from_0(collector.lines));
    CHECK(collector.finished);
  }
}

TEST_CASE("batch: a worker without a solver, a reader and a writer that throw end it too") {
  struct Failing final : Batch::Writer {
    bool write(BatchTask& /*task*/) override { throw std::bad_alloc(); }
    void on_idle() override {}
    void finish() override {}
  };
  const auto no_solver = []() -> Batch::Solver { throw std::bad_alloc(); };
  Collector collector;
  Batch unsolved(2, no_solver, collector);
  CHECK_THROWS_AS(unsolved.run([&] { push_lines(unsolved, 0, ~std::uint64_t{0}); }),
                  std::bad_alloc);
  CHECK(collector.lines.empty());

  Failing writer;
  Batch unwritten(2, make_slow_solver, writer);
  CHECK_THROWS_AS(unwritten.run([&] { push_lines(unwritten, 1, ~std::uint64_t{0}); }),
                  std::bad_alloc);

  Batch unread(2, make_slow_solver, collector);
  const auto read = [&] {
    push_lines(unread, 0, 5);
    throw std::runtime_error("the input");
  };
  CHECK_THROWS_WITH(unread.run(read), "the input");
  CHECK(counts_from_0(collector.lines));
}
