#include "support/test.h"

#include "sudoku/cli/solve/batch_writer.h"
#include "sudoku/cli/solve/progress.h"
#include <nlohmann/json.hpp>

using fungescope::BatchStats;
using fungescope::format_progress;
using fungescope::Tick;

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
  CHECK(stats.to_text(run).find("engine jit (75.0 % of the ticks)") != std::string::npos);
  // An engine whose last run was cut short has more native ticks than its results account for.
  totals.add(one, 0);
  run.jit = totals.jit();
  run.ticks = totals.ticks();
  CHECK(stats.to_text(run).find("engine jit (81.8 % of the ticks)") != std::string::npos);
  run.solver = "reference solver";
  CHECK(nlohmann::json::parse(stats.to_json(run))["engine"] == "reference solver");
}

TEST_CASE("progress: only known quantities are shown") {
  CHECK(format_progress(1234, 2, 0) == "1,234 puzzles, 617 a second");
  CHECK(format_progress(10, 10, 0.25) == "10 puzzles, 1 a second, 25%, 30 s left");
  CHECK(format_progress(10, 100, 0.5) == "10 puzzles, 0 a second, 50%, 1:40 min left");
  CHECK(format_progress(10, 3600, 0.5) == "10 puzzles, 0 a second, 50%, 1:00 h left");
}
