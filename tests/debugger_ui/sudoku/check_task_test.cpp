#include "debugger_ui/session_thread/board_session.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

TEST_CASE("the run is compared up to the current instant only") {
  BoardSession run(hard_puzzle);
  const auto check = make_check_task();
  run.settle(*check);
  CHECK(check_of(run.snapshot(*check)).possible);
  CHECK(check_of(run.snapshot(*check)).agreed_until == 0);
  CHECK(check_of(run.snapshot(*check)).changes == 0);

  run.seek(500'000);
  run.settle(*check);
  const CheckSnapshot half = check_of(run.snapshot(*check));
  CHECK(half.agreed_until == 500'000);
  CHECK(half.changes > 100);
  CHECK_FALSE(half.difference_at);
  CHECK(run.session().machine().tick == 500'000);
  CHECK(run.session().history().end() == 500'000);

  run.seek(100'000);  // earlier: already compared
  CHECK(run.work(*check) == BackgroundTask::Progress::done);
  CHECK(check_of(run.snapshot(*check)).agreed_until == 500'000);

  run.seek(100'000'000);  // the end
  run.settle(*check);
  CHECK(run.session().machine().status == Status::ended);
  CHECK(check_of(run.snapshot(*check)).agreed_until == run.session().machine().tick);
  CHECK(check_of(run.snapshot(*check)).changes > half.changes);
  CHECK_FALSE(check_of(run.snapshot(*check)).difference_at);
}

TEST_CASE("the first difference has its tick") {
  BoardSession run(hard_puzzle);
  const auto check = make_check_task();
  run.seek(300'000);
  run.settle(*check);
  const BoardMap map = *find_board(run.session().symbols());
  // Any digit that the program sets next replaces another one.
  for (std::int64_t i = 0; i < 81; ++i) {
    run.edit(SetCell{{map.grid.x + i % 9, map.grid.y + i / 9}, '4'});
  }
  run.seek(550'000);
  run.settle(*check);
  const CheckSnapshot snapshot = check_of(run.snapshot(*check));
  REQUIRE(snapshot.difference_at);
  CHECK(*snapshot.difference_at > 300'000);
  CHECK(snapshot.agreed_until == *snapshot.difference_at - 1);
  CHECK(snapshot.difference.find("the reference") != std::string::npos);
  CHECK(run.work(*check) == BackgroundTask::Progress::done);
}

TEST_CASE("an interrupted comparison continues where it stopped") {
  BoardSession run(hard_puzzle);
  const auto check = make_check_task();
  run.seek(550'000);
  int parts = 0;
  for (;; ++parts) {
    REQUIRE(parts < 100'000);
    run.monitor.polls_left = 3;
    if (run.work(*check) == BackgroundTask::Progress::done) break;
    CHECK(run.session().machine().tick == 550'000);
  }
  CHECK(check_of(run.snapshot(*check)).agreed_until == 550'000);
}

TEST_CASE("without a puzzle, or the regions, there is nothing to compare") {
  const auto check = make_check_task();
  SUBCASE("regions") {
    BoardSession run("", "1+>@");
    run.settle(*check);
    CHECK_FALSE(check_of(run.snapshot(*check)).possible);
  }
  SUBCASE("an incomplete puzzle") {
    BoardSession run("1234");
    run.settle(*check);
    CHECK_FALSE(check_of(run.snapshot(*check)).possible);
  }
  SUBCASE("no input: the puzzle in the grid") {
    BoardSession run("");
    run.seek(200'000);
    run.settle(*check);
    CHECK(check_of(run.snapshot(*check)).agreed_until == 200'000);
    CHECK(check_of(run.snapshot(*check)).changes > 0);
  }
  SUBCASE("while playing it is not searched") {
    BoardSession run(hard_puzzle);
    run.playing = true;
    CHECK(run.work(*check) == BackgroundTask::Progress::done);
    CHECK_FALSE(check_of(run.snapshot(*check)).possible);
  }
}
