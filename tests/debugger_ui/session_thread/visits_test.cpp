// Which moves of the window are visits, and what ends the display of progress.
#include "debugger_ui/session_thread/test.h"

namespace {

struct Moves : TestThread {
  explicit Moves(std::string source = endless) : TestThread(std::move(source)) { elapse(0); }
  void seek_to(Tick tick, Visit visit = Visit::next) {
    seek(tick, visit);
    settle();
  }
  void back() {
    go_to_visit(VisitDirection::back);
    settle();
  }
  void play_for(int frames) {
    play(RunDirection::forward, 1000);
    for (int i = 0; i < frames; ++i) after(0.01);
    pause();
    settle();
  }
  void request_notebook() {
    ViewRequest request;
    request.notebook = true;
    show(request);
  }
  [[nodiscard]] Tick tick() const { return snapshot()->tick; }
  [[nodiscard]] Tick before() const {
    const auto visit = snapshot()->visit_before;
    return visit ? visit->tick : no_limit;
  }
};

TEST_CASE_FIXTURE(Moves, "commands that go far are visits, single steps are not") {
  CHECK_FALSE(snapshot()->visit_before);
  run("goto 100");
  CHECK(before() == 0);
  for (const char* const line : {"step", "next", "back step", "back next", "step"}) run(line);
  CHECK(before() == 0);
  const Tick left = tick();
  run("step 30");
  CHECK(before() == left);
  run("goto 7");
  back();
  CHECK(tick() == left + 30);
  REQUIRE(snapshot()->visit_after);
  CHECK(snapshot()->visit_after->tick == 7);
}

TEST_CASE_FIXTURE(Moves, "a drag is one visit, also from the present instant") {
  run("goto 1000");
  seek_to(900);
  for (Tick tick = 899; tick > 500; tick -= 50) seek_to(tick, Visit::same);
  CHECK(before() == 1000);
  back();
  CHECK(tick() == 1000);
  seek_to(1000);  // pressed where the run stands
  seek_to(800, Visit::same);
  seek_to(700, Visit::same);
  CHECK(before() == 1000);
}

TEST_CASE_FIXTURE(Moves, "playing is one visit, from where it began to where it ends") {
  run("goto 50");
  play_for(20);
  CHECK(tick() > 200);
  CHECK(before() == 50);
}

TEST_CASE_FIXTURE(Moves, "the window's jumps are entries of the notebook, with what was clicked") {
  request_notebook();
  seek(100, "click on the timeline");
  settle();
  seek(90, "click on the timeline", Visit::same);
  settle();
  run("until depth == 60");
  seek_to(7);
  play_for(5);
  const auto questions = [&] {
    std::vector<std::string> all;
    for (const NotebookRow& row : snapshot()->notebook) all.push_back(row.entry.question);
    return all;
  };
  CHECK(questions() == std::vector<std::string>{"start", "click on the timeline",
                                                "until depth == 60", "jump", "play"});
  CHECK(snapshot()->notebook[1].entry.at.tick == 90);
  CHECK(snapshot()->notebook[4].entry.at.tick == tick());
  go_to_visit(2U);
  settle();
  CHECK(tick() == 90);
  CHECK(snapshot()->notebook[1].present);
  CHECK(questions().size() == 5);
}

TEST_CASE("the entry of a play says why it stopped") {
  Moves moves("12+.@");
  moves.play_for(5);
  moves.request_notebook();
  const auto& notebook = moves.snapshot()->notebook;
  REQUIRE(notebook.size() == 2);
  CHECK(notebook[1].entry.answer.starts_with("the program has ended; at (4, 0)"));
}

TEST_CASE_FIXTURE(Moves, "an edit moves the visit to its branch") {
  run_all({"goto 50", "set 3,1 = 7", "goto 60"});
  back();
  CHECK(tick() == 50);
  CHECK(snapshot()->branch == 1);
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
      moves.until([](const ViewSnapshot& now) { return now.busy(); });
      moves.interrupt();
    }
    moves.settle();
    moves.run_callbacks();
    CHECK(result == (end == End::found));
    CHECK_FALSE(moves.snapshot()->busy());
  }
}

}  // namespace
