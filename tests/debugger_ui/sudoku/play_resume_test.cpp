// A game outlives its window, however that ends.
#include "debugger_ui/sudoku/play_window.h"
#include "front_end/file_output.h"
#include "support/process.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace {

void make_moves(PlayWindow& window) {
  window.paste(easy_puzzle);
  window.enter(2, 1, with_ctrl);
  window.enter(3, 6);
  window.enter(5, 2, with_ctrl_shift);
  window.frames(3, 1.0);
  window.enter(6, 9);
  window.tap(Key::z, with_ctrl);
}

void check_moves(PlayWindow& window) {
  REQUIRE(window.model().is_playing());
  CHECK(window.game().puzzle().givens == puzzles::grid_from_line(easy_puzzle));
  CHECK(window.content(2).centre == 1);
  CHECK(window.content(3).digit == 6);
  CHECK(window.content(5).colours == 2);
  CHECK(window.content(6).digit == 0);
  CHECK(window.state().milliseconds() >= 2900);
  window.tap(Key::y, with_ctrl);
  CHECK(window.content(6).digit == 9);
  for (int i = 0; i < 4; ++i) window.tap(Key::z, with_ctrl);
  CHECK_FALSE(window.game().can_undo());
}

}  // namespace

TEST_CASE("a killed window loses no move") {
  if (const char* const folder = std::getenv("FUNGESCOPE_PLAY_AND_DIE"); folder != nullptr) {
    // In the child: the folders are those of its parent.
    TemporaryFolder unused;
    ::setenv("XDG_STATE_HOME", folder, 1);
    ::setenv("XDG_CONFIG_HOME", folder, 1);
    PlayWindow window({900, 600}, &unused);
    make_moves(window);
    ::kill(::getpid(), SIGKILL);
  }
  TemporaryFolder folder;
  ::setenv("FUNGESCOPE_PLAY_AND_DIE", folder.folder().c_str(), 1);
  const auto child = test::run_process({std::filesystem::read_symlink("/proc/self/exe").string(),
                                        "--test-case=a killed window loses no move"});
  ::unsetenv("FUNGESCOPE_PLAY_AND_DIE");
  CHECK(child.exit_code == 128 + SIGKILL);
  PlayWindow window({900, 600}, &folder);
  check_moves(window);
}

TEST_CASE("a closed window resumes, and another layout leaves the game alone") {
  TemporaryFolder folder;
  {
    PlayWindow window({900, 600}, &folder);
    make_moves(window);
    window.application().close();
  }
  PlayWindow window({900, 600}, &folder);
  window.tap("Alt+1 Ctrl+4");
  check_moves(window);
}

TEST_CASE("a damaged game is set aside, and said") {
  TemporaryFolder folder;
  std::string file;
  {
    PlayWindow window({900, 600}, &folder);
    make_moves(window);
    file = folder / "fungescope/sudoku-game";
    REQUIRE(std::filesystem::exists(file));
    window.application().close();
  }
  REQUIRE(replace_file(file, "fungescope game 1\ngivens 12"));
  PlayWindow window({900, 600}, &folder);
  CHECK(window.has("level easy"));
  CHECK(window.count_messages("the saved game is damaged") == 1);
  CHECK(std::filesystem::exists(file + ".broken"));
}

TEST_CASE("a second window plays a game of its own, and says that it keeps nothing") {
  TemporaryFolder folder;
  PlayWindow first({900, 600}, &folder);
  make_moves(first);
  const std::string saved = test::file_bytes(folder / "fungescope/sudoku-game");
  std::vector<std::string> reports;
  GameStorage second([&](std::string text) { reports.push_back(std::move(text)); });
  CHECK_FALSE(second.load());
  CHECK(reports.empty());
  second.save_best({});
  second.save(first.state().game(), 0);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].find("another window") == 0);
  CHECK(test::file_bytes(folder / "fungescope/sudoku-game") == saved);
  CHECK_FALSE(std::filesystem::exists(folder / "fungescope/sudoku-best-times"));
}

TEST_CASE("a program that is asked for is shown, and the game waits") {
  TemporaryFolder folder;
  {
    PlayWindow window({900, 600}, &folder);
    make_moves(window);
    window.application().open("@cats");
    window.settle();
    CHECK(window.snapshot().program->file == "@cats");
    CHECK(window.settings().layout == LayoutPreset::solver);
    window.tap(Key::digit_4, with_alt);
    check_moves(window);
    window.application().close();
  }
  for (const bool asked_for : {false, true}) {
    ApplicationOptions options;
    options.program_asked_for = asked_for;
    const auto app = headless({900, 600}, options, open_file(options.open, nullptr));
    CHECK((app->application().settings().layout == LayoutPreset::play) == !asked_for);
  }
}
