#include "session/visited_instants.h"

#include "session/commands/command.h"
#include "support/session_fixture.h"

#include <optional>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

const char* const endless = "1+:v\n^  <\n";

// A session that goes to ticks as a front end does.
struct Visitor {
  std::unique_ptr<Session> session = test::open_session(endless);
  test::PollLimit monitor;

  Visitor() { arrive(Visit::same); }

  void arrive(Visit visit) {
    const History& history = session->history();
    session->visits().moved_to({history.branch(), history.tick()}, visit);
  }
  void jump(Tick tick) {
    session->history().seek(tick);
    arrive(Visit::next);
  }
  void step() {
    session->history().seek(session->history().tick() + 1);
    arrive(Visit::same);
  }
  bool back() { return go_to_visit(*session, VisitDirection::back, &monitor).has_value(); }
  bool forward() { return go_to_visit(*session, VisitDirection::forward, &monitor).has_value(); }
  [[nodiscard]] Tick tick() const { return session->history().tick(); }
};

}  // namespace

TEST_CASE("back and forward go between the ends of jumps") {
  Visitor visitor;
  CHECK_FALSE(visitor.back());
  visitor.jump(100);
  visitor.jump(40);
  CHECK_FALSE(visitor.forward());
  CHECK(visitor.back());
  CHECK(visitor.tick() == 100);
  CHECK(visitor.back());
  CHECK(visitor.tick() == 0);
  CHECK_FALSE(visitor.back());
  CHECK(visitor.forward());
  CHECK(visitor.forward());
  CHECK(visitor.tick() == 40);
}

TEST_CASE("steps move the visit that they start from, and add none") {
  Visitor visitor;
  visitor.jump(100);
  for (int i = 0; i < 50; ++i) visitor.step();
  visitor.jump(10);
  CHECK(visitor.session->visits().all().size() == 3);
  CHECK(visitor.back());
  CHECK(visitor.tick() == 150);
  // They do not lose what is ahead either.
  visitor.step();
  CHECK(visitor.forward());
  CHECK(visitor.tick() == 10);
}

TEST_CASE("a jump replaces the visits that were left by going back") {
  Visitor visitor;
  for (const Tick tick : {10U, 20U, 30U}) visitor.jump(tick);
  visitor.back();
  visitor.back();
  visitor.jump(25);
  CHECK_FALSE(visitor.forward());
  CHECK(visitor.back());
  CHECK(visitor.tick() == 10);
}

TEST_CASE("a jump to the present instant is no visit, and old visits are dropped") {
  Visitor visitor;
  visitor.jump(10);
  visitor.jump(10);
  CHECK(visitor.session->visits().all().size() == 2);
  VisitedInstants& visits = visitor.session->visits();
  for (Tick tick = 0; tick < 3 * VisitedInstants::max_count; ++tick) {
    visits.moved_to({0, tick}, Visit::next);
  }
  CHECK(visits.all().size() == VisitedInstants::max_count);
  CHECK(visits.present() == visits.all().size() - 1);
}

TEST_CASE("visits are on their branches, and those of dropped ones are skipped") {
  Visitor visitor;
  visitor.jump(10);
  History& history = visitor.session->history();
  REQUIRE(history.edit(Edit{SetCell{{3, 1}, 7}}));
  visitor.arrive(Visit::same);
  visitor.jump(12);
  REQUIRE(history.switch_to(0));
  visitor.jump(5);
  CHECK(visitor.back());
  CHECK(history.branch() == 1);
  CHECK(visitor.tick() == 12);
  CHECK(visitor.forward());
  CHECK(history.branch() == 0);
  REQUIRE(history.drop(1));
  CHECK(visitor.back());
  CHECK(visitor.tick() == 0);
  CHECK(visitor.session->visits().all().size() == 2);
}

TEST_CASE("an interruption keeps the list") {
  Visitor visitor;
  visitor.jump(30'000'000);
  visitor.jump(5);
  visitor.monitor.polls_left = 0;
  const auto interrupted = go_to_visit(*visitor.session, VisitDirection::back, &visitor.monitor);
  if (!interrupted) CHECK(visitor.session->visits().present() == 2);
  visitor.monitor.polls_left = test::PollLimit::unlimited;
  if (!interrupted) CHECK(visitor.back());
  CHECK(visitor.tick() == 30'000'000);
}

TEST_CASE("single steps are told from jumps by their command") {
  for (const char* const line :
       {"step", "s", "next", "line", "back step", "rs", "back line", " step "})
    CHECK_MESSAGE(is_single_step(line), line);
  for (const char* const line : {"step 100", "continue", "goto 5", "over", "out", "output",
                                 "back continue", "restart", "", "back", "nothing", "; step"})
    CHECK_MESSAGE(!is_single_step(line), line);
}
