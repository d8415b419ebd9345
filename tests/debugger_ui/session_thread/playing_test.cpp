// Playing in virtual time: the same calls give the same snapshots.
#include "debugger_ui/session_thread/task_session.h"
#include "debugger_ui/session_thread/test.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include <array>
#include <cstddef>
#include <set>

namespace {

constexpr double frame = 1.0 / 30;

// The solver with its sample puzzle, or another program.
struct Playing : TestThread {
  explicit Playing(std::string source) : TestThread(std::move(source)) { elapse(0); }
  Playing() : TestThread(std::string(puzzles::embedded_solver()), closed_input(hard_puzzle)) {
    elapse(0);
  }
};

}  // namespace

TEST_CASE("the guided pace solves the sample puzzle in 20 to 30 seconds, and begins slowly") {
  Playing playing;
  playing.play(RunDirection::forward, PlaySettings{});
  std::set<std::string> sentences;
  int frames = 0;
  std::vector<Tick> ticks;
  for (; frames < 60 / frame; ++frames) {
    const auto snapshot = playing.after(frame);
    ticks.push_back(snapshot->tick);
    if (board_event(*snapshot)) sentences.insert(to_text(*board_event(*snapshot)));
    if (!snapshot->playing()) break;
  }
  CHECK(frames * frame >= 20);
  CHECK(frames * frame <= 30);
  CHECK(ticks[30] < 30);
  CHECK(ticks[90] < 600);
  // Most of the about 200 digits, guesses and undos were to be seen.
  CHECK(sentences.size() > 90);
  CHECK(playing.snapshot()->status == Status::ended);
}

TEST_CASE_FIXTURE(Playing, "the guided pace lets the first of each kind of decision be read") {
  play(RunDirection::forward, PlaySettings{});
  std::array<int, 4> shown{};  // frames, by kind: of the first event
  std::array<Tick, 4> first{};
  int before_givens = 0;
  for (int i = 0; i < 60 / frame; ++i) {
    const auto snapshot = after(frame);
    if (!snapshot->playing()) break;
    if (!board_event(*snapshot)) {
      ++before_givens;
      continue;
    }
    const auto kind = static_cast<std::size_t>(board_event(*snapshot)->kind);
    if (first[kind] == 0) first[kind] = board_event(*snapshot)->tick;
    shown[kind] += first[kind] == board_event(*snapshot)->tick;
  }
  // Nothing changes on the board before.
  CHECK(before_givens * frame < 6.5);
  for (const auto kind :
       {BoardEvent::Kind::deduced, BoardEvent::Kind::guessed, BoardEvent::Kind::undone}) {
    CAPTURE(to_string(kind));
    CHECK(shown[static_cast<std::size_t>(kind)] * frame >= 1.5);
  }
}

TEST_CASE("playing in virtual time is reproducible") {
  std::vector<std::vector<Tick>> runs(2);
  for (std::vector<Tick>& ticks : runs) {
    Playing playing;
    playing.play(RunDirection::forward, PlaySettings{});
    for (int i = 0; i < 300; ++i) ticks.push_back(playing.after(frame)->tick);
  }
  CHECK(runs[0] == runs[1]);
}

TEST_CASE_FIXTURE(Playing, "a pace in events plays the board's digits, or changes of a variable") {
  play(RunDirection::forward, {{PaceMode::events, 10}, {}});
  std::vector<std::string> sentences;
  for (int i = 0; i < 61; ++i) {
    const auto snapshot = after(frame);
    if (!board_event(*snapshot)) continue;
    const std::string text = to_text(*board_event(*snapshot));
    if (sentences.empty() || sentences.back() != text) sentences.push_back(text);
  }
  CHECK(sentences.size() >= 20);
  CHECK(sentences.size() <= 22);
  CHECK(sentences.front() == "given: 4 in r1c1");

  Playing depth;
  depth.play(RunDirection::forward, {{PaceMode::events, 10}, "recursionLevel"});
  std::vector<std::int64_t> values;
  for (int i = 0; i < 31; ++i) {
    const auto snapshot = depth.after(frame);
    for (const VariableSnapshot& variable : snapshot->variables) {
      if (variable.watch.name != "recursionLevel" || !variable.set) continue;
      if (values.empty() || values.back() != variable.value) values.push_back(variable.value);
    }
  }
  REQUIRE(values.size() >= 9);
  for (std::int64_t i = 0; i < 9; ++i) CHECK(values[static_cast<std::size_t>(i)] == i);
}

TEST_CASE_FIXTURE(Playing, "in reverse too, events are stopped at") {
  run("goto 230000");
  play(RunDirection::reverse, {{PaceMode::events, 10}, "recursionLevel"});
  bool found = false;
  for (int i = 0; i < 10 && !found; ++i) found = after(0.02)->tick == 223'050;
  CHECK(found);
}

TEST_CASE("a snapshot has the cells that were touched since the last one") {
  Playing playing("9>:.:03p1-:v\n ^         _@\n\n \n");
  playing.play(RunDirection::forward, 30);
  const auto first = playing.after(1.0 / 30);
  REQUIRE(first->touched.size() == 1);
  CHECK(first->touched[0] == Touch{{0, 0}, Access::execute});
  CHECK(first->trail == std::vector<Point>{{0, 0}});
  // One that nobody took is contained in the next.
  for (int i = 0; i < 2; ++i) {
    playing.elapse(2.0 / 30);
    playing.settle();
  }
  const auto next = playing.snapshot();
  REQUIRE(next->touched.size() >= 3);
  CHECK(next->touched[0] == Touch{{1, 0}, Access::execute});
  for (int i = 0; i < 3; ++i) CHECK(playing.after(1.0 / 30)->touched.size() <= 2);
}

TEST_CASE_FIXTURE(Playing, "the samples of a timeline tell the phases") {
  ViewRequest request;
  request.timeline.to = 1'000'000;
  request.timeline.columns = 100;
  set_request(request);
  run("continue");
  const auto snapshot = SessionThread::snapshot();
  REQUIRE(snapshot->timeline);
  const auto& samples = snapshot->timeline->samples;
  REQUIRE(samples.size() == 100);
  const auto main_phase = [&](std::size_t i) {
    const auto& ticks = samples[i].phase_ticks;
    REQUIRE(ticks.size() == snapshot->program->phases.names().size() + 1);
    const auto most =
        static_cast<std::size_t>(std::max_element(ticks.begin(), ticks.end()) - ticks.begin());
    return most < ticks.size() - 1 ? snapshot->program->phases.names()[most] : std::string();
  };
  CHECK(main_phase(1) == "READ");
  CHECK(main_phase(5) == "CLEAR");
  CHECK(snapshot->played->back().phase_ticks.size() == samples[0].phase_ticks.size());
}

TEST_CASE_FIXTURE(Playing, "the puzzle that will be solved is on the board from the first tick") {
  ViewRequest request;
  show(request);
  const auto snapshot = SessionThread::snapshot();
  REQUIRE(board_view(*snapshot));
  CHECK(board_view(*snapshot)->upcoming);
  CHECK(board_view(*snapshot)->at({0, 0}).digit == 4);
  CHECK(board_view(*snapshot)->at({0, 0}).origin == BoardCell::Origin::given);
  CHECK(board_view(*snapshot)->at({1, 0}).digit == 0);
  for (const VariableSnapshot& variable : snapshot->variables) CHECK_FALSE(variable.set);
}

TEST_CASE("a run that waits goes on at its pace once it is answered, unless it was left") {
  Playing playing("~$>:v\n  ^ <\n");
  playing.play(RunDirection::forward, 1000);
  auto snapshot = playing.after(1);
  CHECK(snapshot->tick == 0);
  CHECK_FALSE(snapshot->playing());
  CHECK(snapshot->input.awaited);
  CHECK(snapshot->input.resumes);
  SUBCASE("answered") {
    playing.run("input x");
    CHECK(playing.snapshot()->playing());
    snapshot = playing.after(0.1);
    CHECK(snapshot->tick == 100);
    CHECK(snapshot->playing());
  }
  SUBCASE("its input ends") {
    playing.run("input end");
    CHECK(playing.after(0.1)->tick == 100);
  }
  SUBCASE("asked about") {
    playing.run("stack");
    CHECK(playing.snapshot()->input.resumes);
  }
  SUBCASE("left") {
    playing.interrupt();
    playing.settle();
    CHECK_FALSE(playing.snapshot()->input.resumes);
    playing.run("input x");
    CHECK(playing.after(1)->tick == 0);
  }
  SUBCASE("moved") {
    playing.run("set ip 1,0");
    CHECK_FALSE(playing.snapshot()->input.resumes);
  }
}
