#include "history/history.h"
#include "support/program_from_text.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Writes to all cells of a 60 x 20 area, with different values in each round, endlessly.
Machine scribbler() {
  return Machine(
      program_from_text("v                                                    \n"
                        ">00g1+:00p:97*%:73*%9+p                           v  \n"
                        "^                                                 <  ",
                        {80, 40}));
}

}  // namespace

TEST_CASE("thinning keeps a long run within its memory limit") {
  HistoryOptions options;
  options.memory_limit = 100'000;
  options.first_interval = 1000;
  History history(scribbler(), InputLog(), options);
  history.run(5'000'000);
  const History::Usage usage = history.usage();
  CHECK(usage.bytes <= options.memory_limit);
  // Up to one checkpoint above the limit, before thinning.
  CHECK(usage.peak_bytes <= options.memory_limit + 40'000);
  CHECK(usage.checkpoints > 5);
  CHECK(usage.interval > options.first_interval);
  // The spacing remains even, without gaps much above the interval.
  Tick end = history.end();
  while (end > 0) {
    const History::Segment segment = history.segment_before(end);
    CHECK(segment.end - segment.begin <= 2 * usage.interval);
    end = segment.begin;
  }
}

TEST_CASE("stored output is bounded, and the rest is replayed") {
  HistoryOptions options;
  options.memory_limit = 100'000;
  options.first_interval = 1000;
  // Prints a counter endlessly.
  History history(Machine(program_from_text(">1+:.v\n^    <")), InputLog(), options);
  history.run(1'000'000);
  const std::uint64_t size = history.machine().output_size;
  REQUIRE(size > 300'000);
  CHECK(history.usage().bytes <= options.memory_limit);
  const std::string whole = history.output(0, size);
  REQUIRE(whole.size() == size);
  std::string counted;
  for (int i = 1; counted.size() < size; ++i) counted += std::to_string(i) + ' ';
  CHECK(whole == counted);
  CHECK(history.output(size - 7, size) == whole.substr(size - 7));
  CHECK(history.output(200'000, 200'050) == whole.substr(200'000, 50));
  CHECK(history.tick() == 1'000'000);
}

TEST_CASE("a state larger than the limit is kept nevertheless") {
  HistoryOptions options;
  options.memory_limit = 1;
  options.first_interval = 10;
  History history(scribbler(), InputLog(), options);
  history.run(100'000);
  const std::uint64_t hash = history.machine().hash();
  history.seek(50'000);
  history.seek(100'000);
  CHECK(history.machine().hash() == hash);
}

TEST_CASE("the stored output of all branches together is bounded") {
  HistoryOptions options;
  options.memory_limit = 200'000;
  options.first_interval = 1000;
  History history(Machine(program_from_text(">1+:.v\n^    <")), InputLog(), options);
  for (int branch = 0; branch < 20; ++branch) {
    history.run(100'000);
    history.seek(10'000);
    REQUIRE(history.edit(SetStack{{branch}}));
  }
  history.run(100'000);
  CHECK(history.usage().bytes <= options.memory_limit);
  // It did not displace checkpoints.
  CHECK(history.segment_before(history.end()).begin > 50'000);
}

TEST_CASE("returning to a short branch records checkpoints") {
  HistoryOptions options;
  options.first_interval = 1000;
  History history(Machine(program_from_text(">1+  v\n^    <")), InputLog(), options);
  history.run(2000);
  REQUIRE(history.edit(SetStack{{1}}));
  history.run(1'000'000);
  REQUIRE(history.switch_to(0));
  REQUIRE(history.tick() == 2000);
  const std::size_t before = history.usage().checkpoints;
  history.run(500'000);
  CHECK(history.usage().checkpoints > before + 10);
}

TEST_CASE("a state whose cells differ by characters takes less than three bytes a cell") {
  // Writes characters to all cells from row 2 on, again and again, each time others.
  const std::string code = "01g79*%48*+01g27*7*%01g27*7*/2+p01g1+27*7*65*5*2**%01p";
  constexpr Size field{98, 302};
  HistoryOptions options;
  options.memory_limit = 1;  // keeps the first and the last checkpoint
  options.first_interval = 100'000;
  History history(Machine(program_from_text(code, field)), InputLog(), options);
  constexpr Tick round = 98 * 98 * 300;
  history.run(2 * round);
  REQUIRE(history.machine().field.at(Point{97, 301}) != ' ');
  CHECK(history.usage().bytes < 3 * static_cast<std::size_t>(field.area()));
}
