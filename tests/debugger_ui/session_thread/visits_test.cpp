// Which moves of the window are visits, and what ends the display of progress.
#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/test.h"
#include "support/eventually.h"

#include <chrono>

namespace fungescope::ui {
namespace {

struct Moves : TestThread {
  explicit Moves(std::string source = endless) : TestThread(std::move(source)) {
    use_virtual_time();
  }
  [[nodiscard]] bool becomes_busy() const {
    return fungescope::test::eventually([&] { return snapshot()->busy(); },
                                        [] { sleep_for(std::chrono::milliseconds(1)); });
  }
  void seek_to(Tick tick, Visit visit = Visit::next) {
    seek(tick, visit);
    settle();
  }
  void back() {
    go_to_visit(VisitDirection::back);
    settle();
  }
  [[nodiscard]] Tick tick() const { return snapshot()->tick; }
  [[nodiscard]] Tick before() const {
    const auto visit = snapshot()->visit_before;
    return visit ? visit->tick : no_limit;
  }
};

TEST_CASE("commands that go far are visits, single steps are not") {
  Moves moves;
  CHECK_FALSE(moves.snapshot()->visit_before);
  moves.run("goto 100");
  CHECK(moves.before() == 0);
  for (const char* const line : {"step", "next", "back step", "back next", "step"}) moves.run(line);
  CHECK(moves.before() == 0);
  const Tick left = moves.tick();
  moves.run("step 30");
  CHECK(moves.before() == left);
  moves.run("goto 7");
  moves.back();
  CHECK(moves.tick() == left + 30);
  REQUIRE(moves.snapshot()->visit_after);
  CHECK(moves.snapshot()->visit_after->tick == 7);
}

TEST_CASE("a drag is one visit, also from the present instant") {
  Moves moves;
  moves.run("goto 1000");
  moves.seek_to(900);
  for (Tick tick = 899; tick > 500; tick -= 50) moves.seek_to(tick, Visit::same);
  CHECK(moves.before() == 1000);
  moves.back();
  CHECK(moves.tick() == 1000);
  moves.seek_to(1000);  // pressed where the run stands
  moves.seek_to(800, Visit::same);
  moves.seek_to(700, Visit::same);
  CHECK(moves.before() == 1000);
}

TEST_CASE("playing is one visit, from where it began to where it ends") {
  Moves moves;
  moves.run("goto 50");
  moves.play(RunDirection::forward, 1000);
  for (int i = 0; i < 20; ++i) moves.after(0.01);
  moves.pause();
  moves.settle();
  CHECK(moves.tick() > 200);
  CHECK(moves.before() == 50);
}

TEST_CASE("the window's jumps are entries of the notebook, with what was clicked") {
  Moves moves;
  ViewRequest request;
  request.notebook = true;
  moves.set_request(request);
  moves.seek(100, "click on the timeline");
  moves.settle();
  moves.seek(90, "click on the timeline", Visit::same);
  moves.settle();
  moves.run("until depth == 60");
  moves.seek_to(7);
  moves.play(RunDirection::forward, 1000);
  for (int i = 0; i < 5; ++i) moves.after(0.01);
  moves.pause();
  moves.settle();
  const auto questions = [&] {
    std::vector<std::string> all;
    for (const NotebookRow& row : moves.snapshot()->notebook) {
      all.push_back(row.entry.question);
    }
    return all;
  };
  CHECK(questions() == std::vector<std::string>{"start", "click on the timeline",
                                                "until depth == 60", "jump", "play"});
  CHECK(moves.snapshot()->notebook[1].entry.at.tick == 90);
  CHECK(moves.snapshot()->notebook[4].entry.at.tick == moves.tick());
  moves.go_to_visit(2);
  moves.settle();
  CHECK(moves.tick() == 90);
  CHECK(moves.snapshot()->notebook[1].present);
  CHECK(questions().size() == 5);
}

TEST_CASE("the entry of a play says why it stopped") {
  Moves moves("12+.@");
  moves.play(RunDirection::forward, 1000);
  for (int i = 0; i < 5; ++i) moves.after(0.01);
  ViewRequest request;
  request.notebook = true;
  moves.show(request);
  const auto& notebook = moves.snapshot()->notebook;
  REQUIRE(notebook.size() == 2);
  CHECK(notebook[1].entry.answer.starts_with("the program has ended; at (4, 0)"));
}

TEST_CASE("an edit moves the visit to its branch") {
  Moves moves;
  moves.run("goto 50");
  moves.run("set 3,1 = 7");
  moves.run("goto 60");
  moves.back();
  CHECK(moves.tick() == 50);
  CHECK(moves.snapshot()->branch == 1);
}

TEST_CASE("a query's progress does not stay on the screen when it ends") {
  enum class End { found, nothing, cancelled };
  for (const End end : {End::found, End::nothing, End::cancelled}) {
    Moves moves;
    std::optional<bool> result;
    // Searches until the window has seen its progress, or stops it.
    moves.ask<bool>(
        slot::find,
        [&moves, end](Debugger& debugger, Monitor& monitor) {
          const Tick now = debugger.session().machine().tick;
          while (monitor.should_continue(now, now + 1)) {
            if (moves.snapshot()->busy() && end != End::cancelled) break;
          }
          return end == End::found;
        },
        [&result](bool found) { result = found; });
    if (end == End::cancelled) {
      CHECK(moves.becomes_busy());
      moves.interrupt();
    }
    moves.settle();
    moves.run_callbacks();
    CHECK(result == (end == End::found));
    CHECK_FALSE(moves.snapshot()->busy());
  }
}

TEST_CASE("a search's progress does not stay on the screen when it fails") {
  Moves moves;
  moves.submit("until cell(0,0) == 5");
  CHECK(moves.becomes_busy());
  moves.interrupt();
  moves.settle();
  CHECK_FALSE(moves.snapshot()->busy());
}

}  // namespace
}  // namespace fungescope::ui
