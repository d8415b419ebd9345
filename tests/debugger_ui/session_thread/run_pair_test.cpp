// Two runs side by side: one follows the other.
#include "debugger_ui/session_thread/run_pair.h"

#include "debugger_ui/session_thread/test.h"

#include <array>

namespace {

// Both write 1, 2 and 3 into the row; the second takes longer, and has to clear it before.
const std::string regions =
    "\n\n#$region[0,1](3x1):decimal = row\n#$region[0,2](1x1):decimal = one\n";
const std::string brief = "101p211p321p@\n" + regions;
const std::string slow = "48*01p     101p     211p     321p     @\n7" + regions;
constexpr std::array<Tick, 4> slow_ticks{6, 15, 24, 33};

struct Pair {
  explicit Pair(const std::string& here = brief, const std::string& other = slow)
      : session(here), pair(test_program(other), [] {}) {
    follow();
  }
  void follow() {
    REQUIRE(test::eventually(
        [&] {
          session.run_callbacks();
          // Before the snapshot is taken: it is the last one then, unless the update moves a run.
          const bool settled = session.settled();
          const bool news = pair.update(session, session.snapshot());
          return settled && !news && !pair.at_work();
        },
        [] { sleep_for(std::chrono::milliseconds(1)); }));
  }
  void go_here(Tick tick) {
    session.seek(tick);
    session.settle();
    follow();
  }
  void go_there(Tick tick) {
    pair.there().seek(tick);
    pair.there().settle();
    follow();
  }
  void step(int changes) {
    pair.step_changes(changes);
    follow();
  }
  [[nodiscard]] Tick here() const { return session.snapshot()->tick; }
  [[nodiscard]] Tick there() const { return pair.snapshot()->tick; }

  TestThread session;
  RunPair pair;
};

}  // namespace

TEST_CASE_FIXTURE(
    Pair, "the other run follows to the same number of changes, from where both hold the same") {
  CHECK(pair.regions() == std::vector<std::string>{"row", "one"});
  CHECK(pair.region() == "row");
  CHECK(here() == 0);
  CHECK(there() == slow_ticks[0]);
  go_here(4);
  CHECK(there() == slow_ticks[1]);
  go_here(7);  // no change since
  CHECK(here() == 7);
  CHECK(there() == slow_ticks[1]);
  go_here(8);
  CHECK(there() == slow_ticks[2]);
  CHECK(pair.change(0) == 2);
  CHECK(pair.change(1) == 2);
  go_here(0);
  CHECK(there() == slow_ticks[0]);
}

TEST_CASE_FIXTURE(Pair, "this run follows the other, and both go from change to change") {
  go_there(slow_ticks[2] + 3);
  CHECK(here() == 8);
  CHECK(there() == slow_ticks[2] + 3);  // stays within its change
  go_there(2);                          // before both hold the same
  CHECK(here() == 0);
  CHECK(there() == 2);
  CHECK(pair.change(1) == -1);
  go_here(4);
  step(1);
  CHECK(here() == 8);
  CHECK(there() == slow_ticks[2]);
  step(-2);
  CHECK(here() == 0);
  CHECK(there() == slow_ticks[0]);
  go_here(13);  // the end
  step(1);
  CHECK(there() == slow_ticks[3]);
}

TEST_CASE_FIXTURE(Pair, "at the same share of both runs, and apart") {
  go_there(38);  // their ends are known
  go_here(13);
  pair.set_together(RunPair::Together::share);
  follow();
  const Tick end = pair.snapshot()->end;
  CHECK(there() == end);
  go_here(0);
  CHECK(there() == 0);
  pair.set_together(RunPair::Together::apart);
  follow();
  go_here(8);
  CHECK(there() == 0);
  go_there(15);
  CHECK(here() == 8);
}

TEST_CASE("programs without a region that both have are aligned by their shares") {
  Pair both(brief, "12345$$$$$@");
  CHECK(both.pair.regions().empty());
  both.go_there(11);
  CHECK(both.there() == 11);
  both.step(1);  // nothing to step by
  CHECK(both.there() == 11);
}

TEST_CASE_FIXTURE(Pair, "another program here, or another region, begins again") {
  go_here(8);
  pair.choose_region("one");
  follow();
  CHECK(there() == 0);  // `one` never changes
  session.replace(test_program(slow));
  session.settle();
  follow();
  pair.choose_region("row");
  go_here(slow_ticks[3]);
  CHECK(there() == slow_ticks[3]);
}
