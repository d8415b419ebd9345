// Regions, fields for ticks and other solvers, in the whole window.
#include "debugger_ui/app/test.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

TEST_CASE_FIXTURE(AppWindow, "the dialog of the trace takes nothing that it does not understand") {
  run("goto 3000");
  perform("trace as CSV…");
  for (const std::string text : {"garbage here", "200 100", "1 2 3", "10"}) {
    CAPTURE(text);
    answer(text);
    CHECK(has("field error") == (text != "10"));
  }
  // The last one was an interval, and the dialog for the file has replaced that of the ticks.
  answer(folder / "run.csv");
  const std::string csv = test::file_bytes(folder / "run.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3000 - 10);
}

TEST_CASE_FIXTURE(AppWindow, "a dialog that is opened again begins with its text selected") {
  run("goto 3000");
  for (int i = 0; i < 2; ++i) {
    perform("trace as CSV…");
    tap("Left Esc");
  }
  perform("trace as CSV…");
  type("9 5");
  CHECK(has("field error"));  // "9 5", not "0 9 53000"
  tap("Ctrl+A Ctrl+C");
  CHECK(std::string(ImGui::GetClipboardText()) == "9 5");
}

TEST_CASE("a region declared by hand is there again after a restart of the window") {
  AppWindow window({.source = "12+.@\n#$region[0,0](1x1) = given\n", .user_files = true});
  const auto names = [&] {
    std::string all;
    for (const Region& region : window.snapshot().program->symbols.regions()) {
      all += region.name + ' ';
    }
    return all;
  };
  window.run_all(
      {"region mine = 0,0,3,1:hex", "region other = 0,0,2,1", "region rename other = second"});
  CHECK_FALSE(window.app().run("region given = 0,0,3,1"));
  window.settle();
  CHECK(names() == "given mine second ");
  window.reopen();
  CHECK(names() == "given mine second ");
  window.run("region delete mine");
  window.reopen();
  CHECK(names() == "given second ");
}

TEST_CASE("another author's solver ends right, without a conflict or a difference") {
  AppWindow window(
      {.file = test::data_path("programs/backtracker_mapped.b93"),
       .input =
           "..3..16579.7345.21.51876493.48132976729..4.38.36798245.72689514814253.69.95.17382\n"});
  for (const std::string line : {"goto 200000", "change grid", "change rlatter", "goto end"}) {
    CAPTURE(line);
    window.run(line);
    if (line == "goto end") window.run("continue");
    CHECK(window.has("board event"));
    CHECK_FALSE(window.has("board conflict"));
    CHECK_FALSE(window.has("board check"));
    CHECK_FALSE(check_of(window.snapshot()).difference_at);
  }
  const ViewSnapshot& snapshot = window.snapshot();
  CHECK(snapshot.status == Status::ended);
  CHECK(snapshot.output.text.starts_with("483921657\n"));
}
