#include "sudoku/solving/puzzle.h"

#include "debugger_ui/app/files/open_file.h"
#include "debugger_ui/panels/test.h"
#include "debugger_ui/sudoku/panels/board_analysis.h"
#include "debugger_ui/sudoku/panels/puzzle_editor.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "debugger_ui/support/app_window.h"

#include "sudoku/board/board.h"
#include "sudoku/support/scripted_board.h"

using test::BoardScript;

namespace {

struct PuzzlePanel : PanelFixture {
  explicit PuzzlePanel(std::string source = {})
      : PanelFixture(make_puzzle_panel(*find_panel("puzzle")),
                     {.size = {500, 600}, .source = std::move(source)}) {}
  void solve() { tap(Key::enter, with_ctrl); }
  [[nodiscard]] Json saved() { return saved_by(panel()); }
};

}  // namespace

TEST_CASE("typing fills the grid in reading order") {
  PuzzleEditor editor;
  for (const char32_t sign : U"12.4") {
    if (sign != 0) CHECK(editor.type(sign));
  }
  CHECK(puzzles::to_line(editor.grid()).starts_with("12.4...."));
  CHECK(editor.cursor() == Point{4, 0});
  CHECK_FALSE(editor.type(U'x'));
  editor.erase_backwards();
  CHECK(editor.givens() == 2);
  CHECK(editor.cursor() == Point{3, 0});
  editor.undo();
  CHECK(editor.givens() == 3);
  editor.redo();
  CHECK(editor.givens() == 2);
  editor.move_by({-4, -1});
  CHECK(editor.cursor() == Point{8, 8});
  editor.type(U'9');
  CHECK(editor.cursor() == Point{0, 0});
  CHECK(editor.grid().cells[80] == 9);
}

TEST_CASE("a puzzle is pasted in any format, and an error has its location") {
  PuzzleEditor editor;
  REQUIRE(
      editor.paste("# a title\n4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7."
                   "5..2.....1.4......\n"));
  CHECK(editor.givens() == 17);
  const auto wrong = editor.paste(std::string(80, '.') + '\n');
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().where.line == 1);
  CHECK(editor.givens() == 17);
  CHECK_FALSE(editor.paste(""));
  // A link, and candidates without which the digits are another puzzle.
  REQUIRE(editor.paste("https://sudokuexchange.com/play/?s=1" + std::string(80, '0')));
  CHECK(editor.givens() == 1);
  std::string pairs;
  for (int i = 0; i < 81; ++i) pairs += i % 9 == 8 ? "12\n" : "12 ";
  const auto marked = editor.paste(pairs);
  REQUIRE_FALSE(marked);
  CHECK(to_string(marked.error()) ==
        "clipboard:1: this puzzle needs its candidates: its digits alone have several solutions; "
        "here it can have digits only; `fungescope explain` takes candidates");
  CHECK(editor.givens() == 1);
}

TEST_CASE("the samples are valid puzzles") {
  CHECK(puzzle_samples().size() == 12);
  for (const PuzzleSample& sample : puzzle_samples()) {
    REQUIRE(sample.line.size() == puzzles::cell_count);
    CHECK(puzzles::solve_with_bitmasks(puzzles::grid_from_line(sample.line)).count == 1);
  }
}

TEST_CASE("solutions are counted in the background, and a newer puzzle cancels an older count") {
  SolutionCounter counter;
  counter.ask({});
  CHECK(counter.wait() == 2);
  // Has no solution, which takes long to prove.
  counter.ask(puzzles::grid_from_line(
      ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."));
  counter.ask(puzzles::grid_from_line(puzzle_samples().front().line));
  CHECK(counter.wait() == 1);
}

TEST_CASE_FIXTURE(PuzzlePanel, "the puzzle of the input is shown, edited and solved") {
  CHECK_FALSE(saved().contains("puzzle"));  // it belongs to the program
  click("puzzle");
  input().type("7");
  solve();
  REQUIRE(restarted_with.size() == 82);
  CHECK(restarted_with.back() == '\n');
  CHECK(restarted_with != std::string(sample_puzzle));
  CHECK(restarted_with.find('7') != std::string::npos);
  CHECK(saved().contains("puzzle"));
  input().tap(Key::z, with_ctrl);
  solve();
  CHECK(restarted_with == std::string(sample_puzzle));
}

TEST_CASE("a program that reads nothing gets the puzzle into its grid") {
  std::string puzzle(81, ' ');
  puzzle[3] = '5';
  BoardScript script(puzzle);
  script.clear();
  script.set_level(1);
  script.set_digit({3, 0}, 5, 1);
  script.set_digit({4, 0}, 4, 1);
  PuzzlePanel fixture(script.source());
  for (const Tick tick : {Tick{0}, script.tick()}) {
    fixture.seek(tick);
    fixture.click("solve this");
    fixture.draw();
    CHECK(fixture.restarted_with == puzzle);
  }
  fixture.click("puzzle");
  fixture.input().type("7");
  fixture.solve();
  CHECK(fixture.restarted_with.size() == 81);
  CHECK(fixture.restarted_with.find('7') != std::string::npos);
}

TEST_CASE("solve this writes its puzzle into the grid of a program that reads nothing") {
  AppWindow window({.source = test::file_bytes(FUNGESCOPE_SOURCE "/tests/programs/classic.b93"),
                    .file = "classic.b93"});
  const auto drawn = program_puzzle(window.snapshot());
  REQUIRE(drawn);
  window.reveal(*find_panel("puzzle"));
  window.click("puzzle");
  const std::string line(puzzle_samples()[0].line);
  window.application().copy(line);
  window.tap(Key::v, with_ctrl);
  CHECK(program_puzzle(window.snapshot()) == drawn);  // until it is solved
  window.click("solve this");
  CHECK(window.snapshot().status == Status::ended);
  CHECK(is_solved(window.snapshot()));
  const auto solved = puzzles::grid_from_line(line);
  CHECK(program_puzzle(window.snapshot()) == solved);
  CHECK(board_view(window.snapshot())->phase == BoardPhase::Kind::search);
  CHECK(summarise(*board_view(window.snapshot())).given == puzzles::count_clues(solved));
  window.run("goto start");
  CHECK(program_puzzle(window.snapshot()) == solved);
  CHECK_FALSE(is_solved(window.snapshot()));
  // The run with the puzzle that was drawn is a branch.
  window.run("branch 0");
  CHECK(program_puzzle(window.snapshot()) == drawn);
}

TEST_CASE("the puzzle that was edited belongs to one program") {
  std::string drawn(81, ' ');
  drawn[3] = '5';
  BoardScript script(drawn);
  script.clear();
  const std::string edited(puzzle_samples()[0].line);
  const auto solved = [&](const char* of) {
    PuzzlePanel fixture(script.source());
    fixture.draw();
    CHECK(fixture.snapshot().program->file == "test.b93");
    fixture.panel().load({{"puzzle", edited}, {"of", of}});
    fixture.draw();
    fixture.click("solve this");
    CHECK(fixture.saved().contains("puzzle") == (of == std::string("test.b93")));
    std::string line = fixture.restarted_with;
    std::replace(line.begin(), line.end(), ' ', '.');
    return line;
  };
  const std::string own = "...5" + std::string(77, '.');
  CHECK(solved("test.b93") == edited);
  CHECK(solved("other.b93") == own);
  CHECK(solved("") == own);
}

TEST_CASE_FIXTURE(PuzzlePanel, "the program's own puzzle is among the samples once it was edited") {
  const auto samples = [&](const char* entry) {
    REQUIRE(click_widget("samples"));
    draw();
    return click_widget(entry);
  };
  CHECK(samples("easy 1"));
  solve();
  const Image edited = draw();
  CHECK(restarted_with == std::string(puzzle_samples()[0].line) + '\n');
  CHECK(samples("the program's"));
  CHECK_FALSE(compare(edited, draw()).none());  // it says so no longer
  click("solve this");
  CHECK(restarted_with == std::string(sample_puzzle));
}

TEST_CASE_FIXTURE(PuzzlePanel,
                  "a puzzle is pasted by key and button, an invalid one changes nothing") {
  click("puzzle");
  ImGui::SetClipboardText("1 2 3");
  input().tap(Key::v, with_ctrl);
  const Image refused = draw();
  CHECK_FALSE(saved().contains("puzzle"));  // it still belongs to the program
  solve();
  CHECK(restarted_with == std::string(sample_puzzle));
  input().tap(Key::z, with_ctrl);  // there is nothing to undo
  solve();
  CHECK(restarted_with == std::string(sample_puzzle));

  const std::string line(puzzle_samples()[0].line);
  std::string rows;  // with blanks and line breaks
  for (std::size_t y = 0; y < 9; ++y) rows += line.substr(9 * y, 9) + '\n';
  ImGui::SetClipboardText(rows.c_str());
  input().tap(Key::v, with_ctrl);
  CHECK_FALSE(compare(refused, draw()).none());
  solve();
  CHECK(restarted_with == line + '\n');

  ImGui::SetClipboardText(std::string(sample_puzzle).c_str());
  REQUIRE(click_widget("paste"));
  click("puzzle");
  solve();
  CHECK(restarted_with == std::string(sample_puzzle));
  tap(Key::z, with_ctrl);
  solve();
  CHECK(restarted_with == line + '\n');
  REQUIRE(click_widget("copy"));
  CHECK(copied == line);
}
