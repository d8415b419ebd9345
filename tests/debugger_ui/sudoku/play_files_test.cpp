// The pictures and pages that a game writes, and the ways into it from the command line.
#include "debugger_ui/sudoku/play_window.h"
#include "debugger_ui/support/read_png.h"
#include "front_end/file_input.h"
#include "support/process.h"

namespace {

// Asks for a file by the Game menu's action, answers the dialog, and returns what was written.
std::string written_by(PlayWindow& window, std::string_view action, const std::string& path) {
  window.perform(action);
  window.answer(path);
  window.settle();
  CHECK(window.count_messages("written to " + path) == 1);
  const auto bytes = read_file(path);
  REQUIRE(bytes);
  return *bytes;
}

void check_png(const std::string& bytes, int width, int height) {
  const test::Scratch scratch;
  const auto image = read_png(scratch.file("picture.png", bytes));
  REQUIRE(image);
  CHECK(image->size == PixelSize{width, height});
}

// The bytes of a picture of the first frame.
std::string first_picture(const TemporaryFolder& folder, std::vector<std::string> command,
                          const std::string& name) {
  const std::string path = name == "-" ? name : folder / name;
  command.insert(command.end(), {"--screenshot", path, "--window", "900x600"});
  const auto result = test::run_process(command);
  CAPTURE(result.err);
  CHECK(result.exit_code == 0);
  const auto bytes = name == "-" ? result.out : read_file(path);
  REQUIRE(bytes);
  check_png(*bytes, 900, 600);
  return *bytes;
}

}  // namespace

TEST_CASE("the board as a picture") {
  TemporaryFolder folder;
  PlayWindow window;
  window.paste(easy_puzzle);
  const std::string before = written_by(window, "picture of the board…", folder / "a.png");
  check_png(before, 1200, 1200);
  // With what the player has entered.
  window.enter(2, 4);
  const std::string after = written_by(window, "picture of the board…", folder / "b.png");
  check_png(after, 1200, 1200);
  CHECK(before != after);
}

TEST_CASE("a page of puzzles as a picture and as PDF, with the solutions on a second page") {
  TemporaryFolder folder;
  PlayWindow window;
  window.paste(easy_puzzle);
  check_png(written_by(window, "picture of a page of puzzles…", folder / "page.png"), 1240, 1753);
  const std::string pdf = written_by(window, "page of puzzles as PDF…", folder / "page.pdf");
  CHECK(pdf.starts_with("%PDF-"));
  CHECK(pdf.find("%%EOF", pdf.size() - 16) != std::string::npos);
  CHECK(pdf.find("/Count 2") != std::string::npos);
}

TEST_CASE_FIXTURE(EasyGame, "a file that cannot be written is said") {
  perform("picture of the board…");
  answer("/dev/null/board.png");
  settle();
  CHECK(count_messages("written to") == 0);
}

TEST_CASE("fungescope debug play, and --layout play, begin with the game") {
  TemporaryFolder folder;
  const std::string play =
      first_picture(folder, {FUNGESCOPE_PROGRAM, "debug", "play"}, "debug.png");
  CHECK(play == first_picture(folder, {FUNGESCOPE_PROGRAM, "debug", "play"}, "-"));
  CHECK(play == first_picture(folder, {FUNGESCOPE_WINDOW, "--layout", "play"}, "layout.png"));
  CHECK(play != first_picture(folder, {FUNGESCOPE_WINDOW, "--layout", "solver"}, "solver.png"));
}
