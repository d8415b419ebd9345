#include "cli/batch_stats.h"

#include "cli/progress.h"

#include <doctest/doctest.h>

using fungescope::BatchStats;
using fungescope::progress_text;
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

TEST_CASE("batch stats: ticks of every size have a place") {
  for (unsigned shift = 0; shift < 64; ++shift) {
    for (const Tick ticks : {(Tick{1} << shift) - 1, Tick{1} << shift, (Tick{1} << shift) + 1}) {
      BatchStats stats;
      for (std::size_t i = 0; i <= BatchStats::exact_limit; ++i) stats.add(true, ticks);
      const Tick median = stats.median();
      CHECK((median > ticks ? median - ticks : ticks - median) <= ticks / 128);
    }
  }
}

TEST_CASE("progress: what is known is told") {
  CHECK(progress_text(1234, 2, 0) == "1,234 puzzles, 617 a second");
  CHECK(progress_text(10, 10, 0.25) == "10 puzzles, 1 a second, 25%, 30 s left");
  CHECK(progress_text(10, 100, 0.5) == "10 puzzles, 0 a second, 50%, 1:40 min left");
  CHECK(progress_text(10, 3600, 0.5) == "10 puzzles, 0 a second, 50%, 1:00 h left");
}
