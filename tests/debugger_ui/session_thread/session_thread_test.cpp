#include "debugger_ui/session_thread/test.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include <atomic>
#include <chrono>

#include "sudoku/solving/program_host.h"

namespace {

TEST_CASE("at unlimited speed too, snapshots have touched cells and the board's last event") {
  TestThread session(std::string(puzzles::embedded_solver()), closed_input(impossible_puzzle));
  session.play_fast();
  Tick before = 0;
  int told = 0;
  // A busy machine may leave no time to look for an event.
  for (int i = 0; i < 5 || (told == 0 && i < 1000); ++i) {
    const auto snapshot = session.until([before](const ViewSnapshot& now) {
      return now.playing() && now.tick > before + 1'000'000;
    });
    before = snapshot->tick;
    CHECK_FALSE(snapshot->touched.empty());
    CHECK_FALSE(snapshot->trail.empty());
    if (!board_event(*snapshot)) continue;
    ++told;
    CHECK(board_event(*snapshot)->tick == snapshot->tick);
  }
  CHECK(told > 0);
  session.pause();
  session.settle();
}

TEST_CASE("a command changes the first snapshot, and run_callbacks calls its callback") {
  TestThread session("12+.@");
  CHECK(session.snapshot()->tick == 0);
  CHECK(session.snapshot()->program->name == "test.b93");
  CHECK(session.snapshot()->ip == Point{0, 0});
  std::string line;
  bool good = false;
  session.submit("step 3", [&](const CommandOutcome& outcome) {
    line = outcome.line;
    good = outcome.response.has_value();
  });
  session.settle();
  CHECK(line.empty());
  session.run_callbacks();
  CHECK(line == "step 3");
  CHECK(good);
  const auto snapshot = session.snapshot();
  CHECK(snapshot->tick == 3);
  CHECK(snapshot->stack.values == std::vector<std::int64_t>{3});
}

TEST_CASE("the window gets the visible cells") {
  TestThread session("12+.@");
  ViewRequest request;
  request.cells = {{1, 0}, {2, 5}};
  session.show(request);
  const auto snapshot = session.snapshot();
  CHECK(snapshot->cells.area.corner == Point{1, 0});
  CHECK(snapshot->cells.area.size.width == 2);
  REQUIRE(snapshot->cells.values.size() >= 2);
  CHECK(snapshot->cells.values[0] == '2');
  CHECK(snapshot->cells.values[1] == '+');
}

TEST_CASE("a query does not replace the window's view request") {
  TestThread session("12+.@");
  session.settle();
  auto go_on = std::make_shared<ui::Completion>();
  session.ask<int>(
      slot::none,
      [go_on](Debugger&, Monitor&) {
        go_on->wait();
        return 0;
      },
      [](int) {});
  // Meanwhile there comes a frame that looks elsewhere, and something that changes nothing.
  ViewRequest request;
  request.cells = {{1, 0}, {3, 1}};
  session.set_request(request);
  SUBCASE("a query") {
    session.ask<int>(
        slot::hover, [](Debugger&, Monitor&) { return 0; }, [](int) {});
  }
  SUBCASE("a seek to the present tick") {
    session.seek(0);
  }
  go_on->finish();
  session.settle();
  CHECK(session.snapshot()->cells.area == Rectangle{{1, 0}, {3, 1}});
}

TEST_CASE("scrolling while it plays slowly shows the new cells at once") {
  TestThread session("12+.@");
  session.settle();
  session.play(RunDirection::forward, 1e-6);
  ViewRequest request;
  request.cells = {{1, 0}, {3, 1}};
  session.set_request(request);
  const auto seen = session.until([&](const auto& p) { return p.cells.area == request.cells; });
  CHECK(seen->tick == 0);
  CHECK(seen->playing());
}

TEST_CASE("an endless program plays until it is paused") {
  TestThread session(endless);
  session.play_fast();
  session.until([](const auto& p) { return p.playing() && p.tick > 1'000'000; });
  session.pause();
  const auto paused = session.until([](const auto& p) { return !p.playing(); });
  session.settle();
  CHECK(session.snapshot()->tick == paused->tick);
}

TEST_CASE("playing stops at a breakpoint, forwards and backwards") {
  TestThread session("12+.@");
  session.submit("break 2,0");
  session.play_fast();
  auto snapshot = session.until([](const auto& p) { return p.tick == 2 && !p.playing(); });
  REQUIRE(snapshot->last_stop);
  CHECK(snapshot->last_stop->reason == StopInfo::Reason::breakpoint);
  session.play_fast();
  session.until([](const auto& p) { return p.status == Status::ended && !p.playing(); });
  session.play_fast(RunDirection::reverse);
  session.until([](const auto& p) { return p.tick == 2 && !p.playing(); });
}

TEST_CASE("playing ends at the beginning, and where input is missing") {
  TestThread session("12~@");
  session.play_fast();
  auto snapshot =
      session.until([](const auto& p) { return p.last_stop && !p.playing() && p.tick == 2; });
  CHECK(snapshot->last_stop->reason == StopInfo::Reason::input_wait);
  session.play(RunDirection::reverse, 1000);
  session.until([](const auto& p) { return p.tick == 0 && !p.playing(); });
}

TEST_CASE("a slow speed is not exceeded, however late the thread gets to run") {
  using Clock = std::chrono::steady_clock;
  TestThread session(endless);
  const Clock::time_point begin = Clock::now();
  session.play(RunDirection::forward, 200);
  session.until([&](const auto& p) {
    const std::chrono::duration<double> passed = Clock::now() - begin;
    CHECK(static_cast<double>(p.tick) <= 1 + 200 * passed.count());
    return p.tick >= 20;
  });
}

TEST_CASE("the last of many seeks counts") {
  TestThread session(endless);
  session.run("goto 1000000");
  for (Tick tick = 0; tick <= 500; ++tick) session.seek(tick * 1000);
  session.settle();
  CHECK(session.snapshot()->tick == 500'000);
}

TEST_CASE("an endless search can be interrupted") {
  TestThread session(endless);
  std::atomic<bool> called{false};
  session.submit("until depth < 0", [&](const CommandOutcome&) { called = true; });
  session.until([](const auto& p) { return p.busy(); });
  session.interrupt();
  session.until([&](const auto& p) { return called && !p.busy(); });
}

TEST_CASE("the newest query of a slot gets a result") {
  TestThread session(endless);
  std::vector<int> answers;
  for (int i = 0; i < 50; ++i) {
    session.ask<int>(
        slot::hover, [i](Debugger&, Monitor&) { return i; },
        [&](int outcome) { answers.push_back(outcome); });
  }
  session.settle();
  session.run_callbacks();
  REQUIRE_FALSE(answers.empty());
  CHECK(answers.back() == 49);
}

TEST_CASE("a running program is replaced by another") {
  TestThread session(endless);
  session.play_fast();
  session.until([](const auto& p) { return p.tick > 1000; });
  session.replace(test_program("9.@"));
  const auto snapshot = session.until([](const auto& p) { return p.tick == 0; });
  session.run("continue");
  CHECK(session.snapshot()->output.text == "9 ");
}

TEST_CASE("a program replaced during its analysis leaves the analysis of the last one") {
  TestThread session(std::string(2000, '.') + "\n");
  for (int width = 10; width <= 100; width += 10) {
    session.replace(test_program(std::string(static_cast<std::size_t>(width), '.') + "@\n"));
  }
  session.settle();
  const auto snapshot = session.snapshot();
  REQUIRE(snapshot->reachable);
  CHECK(snapshot->reachable->reached.size() ==
        static_cast<std::size_t>(snapshot->program->field().area()));
}

TEST_CASE("destruction interrupts an endless command without running its callback") {
  bool called = false;
  {
    TestThread session(endless);
    session.submit("until depth < 0", [&](const CommandOutcome&) { called = true; });
    session.until([](const auto& p) { return p.busy(); });
  }
  CHECK_FALSE(called);
}

}  // namespace
