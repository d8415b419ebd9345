#include "history/history.h"
#include "support/poll_limit.h"
#include "support/test.h"

namespace {

// Writes to all cells of a 60 x 20 area, with different values in each round, endlessly.
Machine scribbler() {
  return Machine(
      program_from_text("v                                                    \n"
                        ">00g1+:00p:97*%:73*%9+p                           v  \n"
                        "^                                                 <  ",
                        {80, 40}));
}

// Pushes a value and stores to (0,2), every 14 ticks, endlessly.
Machine pusher() {
  return Machine(program_from_text(">1802pv\n^     <\n "));
}

}  // namespace

TEST_CASE("thinning keeps a long run within its memory limit") {
  HistoryOptions options{.memory_limit = 100'000, .first_interval = 1000};
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
  HistoryOptions options{.memory_limit = 100'000, .first_interval = 1000};
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

TEST_CASE("a state larger than the limit is replayed") {
  History history(scribbler(), InputLog(), HistoryOptions{.memory_limit = 1, .first_interval = 10});
  history.run(100'000);
  const std::uint64_t hash = history.machine().hash();
  history.seek(50'000);
  history.seek(100'000);
  CHECK(history.machine().hash() == hash);
}

TEST_CASE("a stack larger than the limit takes no more than the limit") {
  HistoryOptions options{.memory_limit = 1'000'000, .first_interval = 1000};
  History history(pusher(), InputLog(), options);
  const auto check_usage = [&] { CHECK(history.usage().peak_bytes <= options.memory_limit); };
  history.run(20'000'000);
  REQUIRE(history.machine().stack.size() > options.memory_limit);
  check_usage();
  const std::uint64_t hash = history.machine().hash();
  // The last state that fits is where the way back begins.
  CHECK(history.segment_before(history.end()).begin > 100'000);
  for (const Tick tick : {Tick{19'999'999}, Tick{10}, Tick{4'000'000}}) {
    CHECK(history.seek(tick) == StopReason::tick_reached);
    CHECK(history.seek(20'000'000) == StopReason::tick_reached);
    CHECK(history.machine().hash() == hash);
  }
  check_usage();
  // The index has the stores after that state, too.
  const auto may_have_written = [&](Point at) {
    const auto segment = history.segment_before(history.end());
    return history.may_have_written(segment, cells_in({at, {1, 1}}, {7, 3}));
  };
  static_cast<void>(history.snapshot_of_cells());
  check_usage();
  CHECK(may_have_written({0, 2}));
  CHECK_FALSE(may_have_written({1, 2}));
  // On a branch that begins there, the first state has to be kept.
  REQUIRE(history.edit(SetCell{{0, 0}, 'v'}));
  CHECK(history.usage().bytes > options.memory_limit);
  REQUIRE(history.switch_to(0));
  CHECK(history.machine().hash() == hash);
}

TEST_CASE("replays copy no state for which there is no memory beside the end") {
  HistoryOptions options{.memory_limit = 32'000'000, .first_interval = 1000};
  // Memory is counted after each step of the copy.
  const std::size_t most = options.memory_limit + 1'000'000;
  History history(pusher(), InputLog(), options);
  history.run(180'000'000);
  const std::uint64_t hash = history.machine().hash();
  history.seek(170'000'000);
  // The end can be restored, so that is more than half of the memory.
  REQUIRE(history.segment_before(history.end() + 1).begin == history.end());
  REQUIRE(history.usage().bytes > options.memory_limit / 2);
  CHECK(history.usage().peak_bytes <= most);
  history.seek(169'000'000);
  CHECK(history.usage().peak_bytes <= most);
  history.seek(180'000'000);
  CHECK(history.machine().hash() == hash);
}

TEST_CASE("copying a large stack can be interrupted") {
  History history(pusher(), InputLog());
  history.run(20'000'000);
  PollLimit limit(2);
  CHECK(history.seek(0, &limit) == StopReason::interrupted);
  CHECK(limit.polls_left == 0);
  CHECK(history.tick() == 20'000'000);
  // One that stops at each poll gets on nevertheless.
  int tries = 0;
  for (PollLimit none(0); history.tick() != 0; ++tries) history.seek(0, &none);
  CHECK(tries > 2);
  CHECK(history.seek(0) == StopReason::tick_reached);
  CHECK(history.seek(20'000'000) == StopReason::tick_reached);
  CHECK(history.machine().stack.size() == 1'428'572);
}

TEST_CASE("an edit of a large stack can be interrupted, and changes nothing then") {
  History history(pusher(), InputLog());
  history.run(20'000'000);
  const SetStack edit{{7}, history.machine().stack.size()};
  PollLimit limit(2);
  const auto edited = history.edit(edit, &limit);
  REQUIRE_FALSE(edited);
  CHECK(edited.error().what == "interrupted; nothing was changed");
  CHECK(limit.polls_left == 0);
  CHECK(history.branches().size() == 1);
  CHECK(history.machine().stack.size() == 1'428'572);
  REQUIRE(history.edit(edit));
  CHECK(history.machine().stack.size() == 1'428'573);
  history.seek(19'000'000);
  CHECK(history.seek(20'000'000) == StopReason::tick_reached);
  CHECK(history.machine().stack.size() == 1'428'573);
}

TEST_CASE("the input counts, and leaves room for checkpoints") {
  History history(scribbler(), InputLog(std::string(400'000, 'x')),
                  HistoryOptions{.memory_limit = 200'000, .first_interval = 1000});
  history.run(1'000'000);
  const History::Usage usage = history.usage();
  CHECK(usage.bytes > 400'000);
  CHECK(usage.bytes <= 450'000);
  CHECK(usage.checkpoints > 5);
}

TEST_CASE("the stored output of all branches together is bounded") {
  HistoryOptions options{.memory_limit = 200'000, .first_interval = 1000};
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
  History history(Machine(program_from_text(">1+  v\n^    <")), InputLog(),
                  HistoryOptions{.first_interval = 1000});
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
  // One of a quarter of that size more would not fit.
  options.memory_limit = 3 * static_cast<std::size_t>(field.area());
  options.first_interval = 100'000;
  History history(Machine(program_from_text(code, field)), InputLog(), options);
  constexpr Tick round = 98 * 98 * 300;
  history.run(2 * round);
  REQUIRE(history.machine().field.at(Point{97, 301}) != ' ');
  CHECK(history.usage().bytes <= options.memory_limit);
  CHECK(history.segment_before(history.end()).begin > round);
}
