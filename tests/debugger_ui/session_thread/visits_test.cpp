// Which moves of the window are visits, and what ends the display of progress.
#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "support/eventually.h"
#include "support/session_fixture.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

const char* const endless_loop = "1+:v\n^  <\n";

struct Moves {
  explicit Moves(std::string source = endless_loop) {
    SessionStart start;
    start.session = fungescope::test::open_session(std::move(source));
    session = std::make_unique<SessionThread>(std::move(start), [] {});
    session->use_virtual_time();
  }
  void submit(const std::string& line) {
    session->submit(line);
    session->settle();
  }
  [[nodiscard]] bool becomes_busy() const {
    return fungescope::test::eventually([&] { return session->snapshot()->busy(); },
                                        [] { sleep_for(std::chrono::milliseconds(1)); });
  }
  void seek(Tick tick, Visit visit = Visit::next) {
    session->seek(tick, visit);
    session->settle();
  }
  void back() {
    session->go_to_visit(VisitDirection::back);
    session->settle();
  }
  [[nodiscard]] Tick tick() const { return session->snapshot()->tick; }
  [[nodiscard]] Tick before() const {
    const auto visit = session->snapshot()->visit_before;
    return visit ? visit->tick : no_limit;
  }

  std::unique_ptr<SessionThread> session;
};

TEST_CASE("commands that go far are visits, single steps are not") {
  Moves moves;
  CHECK_FALSE(moves.session->snapshot()->visit_before);
  moves.submit("goto 100");
  CHECK(moves.before() == 0);
  for (const char* const line : {"step", "next", "back step", "back next", "step"})
    moves.submit(line);
  CHECK(moves.before() == 0);
  const Tick left = moves.tick();
  moves.submit("step 30");
  CHECK(moves.before() == left);
  moves.submit("goto 7");
  moves.back();
  CHECK(moves.tick() == left + 30);
  REQUIRE(moves.session->snapshot()->visit_after);
  CHECK(moves.session->snapshot()->visit_after->tick == 7);
}

TEST_CASE("a drag is one visit, also from the present instant") {
  Moves moves;
  moves.submit("goto 1000");
  moves.seek(900);
  for (Tick tick = 899; tick > 500; tick -= 50) moves.seek(tick, Visit::same);
  CHECK(moves.before() == 1000);
  moves.back();
  CHECK(moves.tick() == 1000);
  moves.seek(1000);  // pressed where the run stands
  moves.seek(800, Visit::same);
  moves.seek(700, Visit::same);
  CHECK(moves.before() == 1000);
}

TEST_CASE("playing is one visit, from where it began to where it ends") {
  Moves moves;
  moves.submit("goto 50");
  moves.session->play(RunDirection::forward, 1000);
  for (int i = 0; i < 20; ++i) {
    moves.session->elapse(0.01);
    moves.session->settle();
  }
  moves.session->pause();
  moves.session->settle();
  CHECK(moves.tick() > 200);
  CHECK(moves.before() == 50);
}

TEST_CASE("the window's jumps are entries of the notebook, with what was clicked") {
  Moves moves;
  ViewRequest request;
  request.notebook = true;
  moves.session->set_request(request);
  moves.session->seek(100, "click on the timeline");
  moves.session->settle();
  moves.session->seek(90, "click on the timeline", Visit::same);
  moves.session->settle();
  moves.submit("until depth == 60");
  moves.seek(7);
  moves.session->play(RunDirection::forward, 1000);
  for (int i = 0; i < 5; ++i) {
    moves.session->elapse(0.01);
    moves.session->settle();
  }
  moves.session->pause();
  moves.session->settle();
  const auto questions = [&] {
    std::vector<std::string> all;
    for (const NotebookRow& row : moves.session->snapshot()->notebook) {
      all.push_back(row.entry.question);
    }
    return all;
  };
  CHECK(questions() == std::vector<std::string>{"start", "click on the timeline",
                                                "until depth == 60", "jump", "play"});
  CHECK(moves.session->snapshot()->notebook[1].entry.at.tick == 90);
  CHECK(moves.session->snapshot()->notebook[4].entry.at.tick == moves.tick());
  moves.session->go_to_visit(2);
  moves.session->settle();
  CHECK(moves.tick() == 90);
  CHECK(moves.session->snapshot()->notebook[1].present);
  CHECK(questions().size() == 5);
}

TEST_CASE("the entry of a play says why it stopped") {
  Moves moves("12+.@");
  moves.session->play(RunDirection::forward, 1000);
  for (int i = 0; i < 5; ++i) {
    moves.session->elapse(0.01);
    moves.session->settle();
  }
  ViewRequest request;
  request.notebook = true;
  moves.session->set_request(request);
  moves.session->settle();
  const auto& notebook = moves.session->snapshot()->notebook;
  REQUIRE(notebook.size() == 2);
  CHECK(notebook[1].entry.answer.starts_with("the program has ended; at (4, 0)"));
}

TEST_CASE("an edit moves the visit to its branch") {
  Moves moves;
  moves.submit("goto 50");
  moves.submit("set 3,1 = 7");
  moves.submit("goto 60");
  moves.back();
  CHECK(moves.tick() == 50);
  CHECK(moves.session->snapshot()->branch == 1);
}

TEST_CASE("a query's progress does not stay on the screen when it ends") {
  enum class End { found, nothing, cancelled };
  for (const End end : {End::found, End::nothing, End::cancelled}) {
    Moves moves;
    std::optional<bool> result;
    // Searches until the window has seen its progress, or stops it.
    moves.session->ask<bool>(
        slot::find,
        [&moves, end](Debugger& debugger, Monitor& monitor) {
          const Tick now = debugger.session().machine().tick;
          while (monitor.should_continue(now, now + 1)) {
            if (moves.session->snapshot()->busy() && end != End::cancelled) break;
          }
          return end == End::found;
        },
        [&result](bool found) { result = found; });
    if (end == End::cancelled) {
      CHECK(moves.becomes_busy());
      moves.session->interrupt();
    }
    moves.session->settle();
    moves.session->run_callbacks();
    CHECK(result == (end == End::found));
    CHECK_FALSE(moves.session->snapshot()->busy());
  }
}

TEST_CASE("a search's progress does not stay on the screen when it fails") {
  Moves moves;
  moves.session->submit("until cell(0,0) == 5");
  CHECK(moves.becomes_busy());
  moves.session->interrupt();
  moves.session->settle();
  CHECK_FALSE(moves.session->snapshot()->busy());
}

}  // namespace
}  // namespace fungescope::ui
