#include "history/history.h"
#include "support/test.h"

#include "stepped_run.h"

namespace {

const std::string bytes = "12 -7x\n+3 some more to read 99";

// Checkpoints every few ticks and little memory, so that a short run exercises thinning and
// sharing.
HistoryOptions cramped(Random& random) {
  HistoryOptions options;
  options.first_interval = 1 + below(random, 300);
  options.memory_limit = 1000 << below(random, 12);
  return options;
}

InputLog closed(std::string text) {
  return InputLog(std::move(text), InputLog::End::closed);
}

}  // namespace

TEST_CASE("seeking to any instant of a random program gives the state of a plain run") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Machine start = random_machine(seed);
    const Tick ticks = 200 + below(random, 6000);
    const SteppedRun straight = run_stepwise(start, bytes, ticks);
    const Tick last = straight.hashes.size() - 1;
    History history(start, closed(bytes), cramped(random));
    // Record in pieces, and seek back in between.
    while (history.end() < last) {
      const Tick end = history.end();
      history.run(std::min(last, end + 1 + below(random, 2000)));
      if (history.end() == end) break;
      if (below(random, 3) == 0) history.seek(below(random, history.end() + 1));
      if (history.tick() < history.end() && below(random, 2) == 0) history.seek(history.end());
    }
    REQUIRE(history.end() == last);
    for (int i = 0; i < 60; ++i) {
      Tick target = below(random, last + 1);
      if (i % 3 == 1 && history.tick() > 0) target = history.tick() - 1;  // a step back
      if (i % 7 == 6) target = std::min(last, history.tick() + below(random, 5));
      history.seek(target);
      REQUIRE(history.tick() == target);
      REQUIRE(history.machine().hash() == straight.hashes[target]);
      const std::uint64_t size = history.machine().output_size;
      const std::uint64_t from = below(random, size + 1);
      REQUIRE(history.output(from, size) == straight.output.substr(from, size - from));
      REQUIRE(history.tick() == target);
      REQUIRE(history.machine().hash() == straight.hashes[target]);
    }
  }
}

TEST_CASE("a snapshot has the state at its instant, and comparing two finds the differences") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    History history(random_machine(seed), closed(bytes), cramped(random));
    history.run(3000);
    history.seek(below(random, history.end() + 1));
    const Machine a = history.machine();
    const Snapshot snapshot_a = history.snapshot();
    history.seek(below(random, history.end() + 1));
    const Machine b = history.machine();
    const Snapshot snapshot_b = history.snapshot();
    history.seek(below(random, history.end() + 1));
    CHECK(snapshot_a.tick() == a.tick);
    CHECK(snapshot_a.ip() == a.ip);
    const auto stack = a.stack.values();
    CHECK(snapshot_a.stack() == std::vector<std::int64_t>(stack.begin(), stack.end()));
    std::vector<std::size_t> expected;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.field.size().area()); ++i) {
      REQUIRE(snapshot_a.cell(i) == a.field.at(i));
      if (a.field.at(i) != b.field.at(i)) expected.push_back(i);
    }
    Snapshot::compare(snapshot_a, snapshot_b, [&](std::size_t i, auto before, auto now) {
      CHECK(before == a.field.at(i));
      CHECK(now == b.field.at(i));
      found.push_back(i);
    });
    CHECK(found == expected);
  }
}

TEST_CASE("the monitor stops a run, a run without a limit, and a seek beyond the end") {
  class Impatient final : public Monitor {
   public:
    bool should_continue(Tick now, Tick) override {
      seen = now;
      return --poll_limit > 0;
    }
    int poll_limit = 3;
    Tick seen = 0;
  };
  History history(Machine(program_from_text(">v\n^<")), InputLog());
  Impatient monitor;
  RunHooks travel{.monitor = &monitor};
  CHECK(history.run(no_limit, travel) == StopReason::interrupted);
  CHECK(history.tick() == monitor.seen);
  const Tick end = history.end();
  CHECK(end == history.tick());
  monitor.poll_limit = 2;
  CHECK(history.seek(end + 100'000'000, &monitor) == StopReason::interrupted);
  CHECK(history.end() > end);
  history.seek(5);
  CHECK(history.tick() == 5);
}
