#include "debugger_ui/session_thread/task_session.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "support/files.h"

namespace {

struct Checked : TaskSession {
  explicit Checked(std::string input = hard_puzzle, std::string source = {})
      : TaskSession(make_check_task(), std::move(input), std::move(source)) {}
  [[nodiscard]] CheckSnapshot check() { return check_of(snapshot()); }
  [[nodiscard]] CheckSnapshot check_at(Tick tick) { return check_of(at(tick)); }
};

}  // namespace

TEST_CASE_FIXTURE(Checked, "the run is compared up to the current instant only") {
  const CheckSnapshot first = check_at(0);
  CHECK(first.method);
  CHECK(first.agreed_until == 0);
  CHECK(first.changes == 0);

  const CheckSnapshot half = check_at(500'000);
  CHECK(half.agreed_until == 500'000);
  CHECK(half.changes > 100);
  CHECK_FALSE(half.difference_at);
  CHECK(tick() == 500'000);
  CHECK(session().history().end() == 500'000);

  seek(100'000);  // earlier: already compared
  CHECK(work() == BackgroundTask::Progress::done);
  CHECK(check().agreed_until == 500'000);

  const CheckSnapshot whole = check_at(100'000'000);  // the end
  CHECK(session().machine().status == Status::ended);
  CHECK(whole.agreed_until == tick());
  CHECK(whole.changes > half.changes);
  CHECK_FALSE(whole.difference_at);
}

TEST_CASE_FIXTURE(Checked, "the first difference has its tick") {
  seek(300'000);
  settle();
  const BoardMap map = *find_board(session().symbols());
  // Any digit that the program sets next replaces another one.
  for (std::int64_t i = 0; i < 81; ++i) {
    edit(SetCell{{map.grid.x + i % 9, map.grid.y + i / 9}, '4'});
  }
  const CheckSnapshot shown = check_at(550'000);
  REQUIRE(shown.difference_at);
  CHECK(*shown.difference_at > 300'000);
  CHECK(shown.agreed_until == *shown.difference_at - 1);
  CHECK(shown.difference.find("the reference") != std::string::npos);
  CHECK(work() == BackgroundTask::Progress::done);
}

TEST_CASE("a program of the classic method is compared with its own reference") {
  const std::string source = test::data("../programs/classic.b93");
  CHECK(Checked("", source).check_at(0).method == puzzles::ReferenceMethod::classic);
  // Without its claim, once the changes tell.
  Checked run("",
              source.substr(0, source.find("#$method")) + source.substr(source.find("#$region")));
  CHECK_FALSE(run.check_at(0).method);
  const CheckSnapshot shown = run.check_at(200'000);
  CHECK(shown.method == puzzles::ReferenceMethod::classic);
  CHECK(shown.agreed_until == 200'000);
  CHECK(shown.changes > 2000);
  CHECK_FALSE(shown.difference_at);
}

TEST_CASE_FIXTURE(Checked, "an interrupted comparison continues where it stopped") {
  seek(550'000);
  int parts = 0;
  for (;; ++parts) {
    REQUIRE(parts < 100'000);
    monitor.polls_left = 3;
    if (work() == BackgroundTask::Progress::done) break;
    CHECK(tick() == 550'000);
  }
  CHECK(check().agreed_until == 550'000);
}

TEST_CASE("without a puzzle, or the regions, there is nothing to compare") {
  CHECK_FALSE(Checked("", "1+>@").check_at(0).method);
  CHECK_FALSE(Checked("1234").check_at(0).method);  // an incomplete puzzle
  // No input: the puzzle in the grid.
  const CheckSnapshot in_grid = Checked("").check_at(200'000);
  CHECK(in_grid.agreed_until == 200'000);
  CHECK(in_grid.changes > 0);
  // While playing it is not searched.
  Checked run;
  run.playing = true;
  CHECK(run.work() == BackgroundTask::Progress::done);
  CHECK_FALSE(run.check().method);
}
