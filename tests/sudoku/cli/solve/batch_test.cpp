#include "sudoku/cli/solve/batch.h"

#include "support/eventually.h"
#include "support/test.h"

#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>

#include "sudoku/cli/engine_totals.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/cli/solve/batch_writer.h"
#include "sudoku/cli/solve/solving.h"
#include <nlohmann/json.hpp>

using fungescope::BatchStats;
using fungescope::format_progress;
using fungescope::Tick;
using puzzles::grid_from_line;
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

TEST_CASE("batch output: a drawn grid, plain and with bold givens") {
  const auto puzzle = grid_from_line(test::easy);
  const auto solution = grid_from_line(test::easy_solution);
  const std::string plain = format_grid(solution, puzzle, {false, false});
  CHECK(plain.substr(0, 52) == "+-------+-------+-------+\n| 5 3 4 | 6 7 8 | 9 1 2 |\n");
  const std::string bold = format_grid(solution, puzzle, {true, true});
  CHECK(contains(bold, "│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m 4 │ 6 \x1b[1m7\x1b[0m 8 │ 9 1 2 │\n"));
  CHECK(contains(bold, "├───────┼───────┼───────┤"));
}

TEST_CASE("batch output: words and codes") {
  BatchTask task{.file = std::make_shared<const std::string>("f"),
                 .line = 7,
                 .puzzle = grid_from_line(test::easy)};
  CHECK(exit_code_of(task) == 0);
  CHECK(describe_failure(task).empty());
  task.result.status = puzzles::SolveStatus::wrong;
  task.result.reason = "because";
  CHECK(exit_code_of(task) == 1);
  CHECK(describe_failure(task) == "f:7: wrong: because");
  CHECK(format_result(task, SolutionFormat::line, {}, true) == "wrong\n");
  CHECK(format_result(task, SolutionFormat::grid, {}, false) == "\nwrong\n");
  task.kind = BatchTask::Kind::malformed;
  task.error = Error{{"f", 7, 3}, "bad", "mend it"};
  CHECK(describe_failure(task) == "f:7:3: bad; mend it");
  CHECK(
      format_result(task, SolutionFormat::json, {}, true) ==
      "{\"file\":\"f\",\"line\":7,\"status\":\"malformed\",\"reason\":\"f:7:3: bad; mend it\"}\n");
}

TEST_CASE("batch stats: the median, exact and not") {
  BatchStats stats;
  CHECK(stats.median() == 0);
  stats.add(true, 10);
  CHECK(stats.median() == 10);
  stats.add(true, 1'000'000'007);
  CHECK(stats.median() == 10);
  stats.add(false, 1'000'000'007);
  CHECK(stats.median() == 1'000'000'007);
  CHECK(stats.puzzles() == 3);
  CHECK(stats.solved() == 2);
  for (std::size_t i = 0; i < 2 * BatchStats::exact_limit; ++i) stats.add(true, 3'000'000 + i);
  const Tick middle = 3'000'000 + BatchStats::exact_limit;
  CHECK(stats.median() > middle - middle / 128);
  CHECK(stats.median() < middle + middle / 128);
}

TEST_CASE("batch stats: ticks of every size have a bucket") {
  for (unsigned shift = 0; shift < 64; ++shift) {
    for (const Tick ticks : {(Tick{1} << shift) - 1, Tick{1} << shift, (Tick{1} << shift) + 1}) {
      BatchStats stats;
      for (std::size_t i = 0; i <= BatchStats::exact_limit; ++i) stats.add(true, ticks);
      const Tick median = stats.median();
      CHECK((median > ticks ? median - ticks : ticks - median) <= ticks / 128);
    }
  }
}

TEST_CASE("batch stats: the statistics of the JITs of all jobs are summed") {
  fungescope::jit::JitStatistics one;
  one.native_ticks = 300;
  one.regions = 2;
  one.compile_seconds = 0.5;
  fungescope::EngineTotals totals;
  CHECK(!totals.jit());
  totals.add(std::nullopt, 0);
  CHECK(!totals.jit());
  totals.add(one, 500);
  totals.add(one, 300);
  BatchStats stats;
  stats.add(true, 800);
  BatchStats::Run run;
  CHECK(nlohmann::json::parse(stats.to_json(run))["engine"] == "interpreter");
  run.jit = totals.jit();
  run.ticks = totals.ticks();
  const auto json = nlohmann::json::parse(stats.to_json(run));
  CHECK(json["engine"] == "jit");
  CHECK(json["ticks_by_tier"]["jit"] == 600);
  CHECK(json["ticks_by_tier"]["interpreter"] == 200);
  CHECK(json["jit"]["regions"] == 4);
  CHECK(json["jit"]["compile_seconds"] == 1.0);
  CHECK(contains(stats.to_text(run), "engine jit (75.0 % of the ticks)"));
  // An engine whose last run was cut short has more native ticks than its results account for.
  totals.add(one, 0);
  run.jit = totals.jit();
  run.ticks = totals.ticks();
  CHECK(contains(stats.to_text(run), "engine jit (81.8 % of the ticks)"));
  run.solver = "reference solver";
  CHECK(nlohmann::json::parse(stats.to_json(run))["engine"] == "reference solver");
}

TEST_CASE("progress: only known quantities are shown") {
  CHECK(format_progress(1234, 2, 0) == "1,234 puzzles, 617 a second");
  CHECK(format_progress(10, 10, 0.25) == "10 puzzles, 1 a second, 25%, 30 s left");
  CHECK(format_progress(10, 100, 0.5) == "10 puzzles, 0 a second, 50%, 1:40 min left");
  CHECK(format_progress(10, 3600, 0.5) == "10 puzzles, 0 a second, 50%, 1:00 h left");
}
