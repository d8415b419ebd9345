// Boards that are played: what clicks on squares and the buttons of the console type.
#include "debugger_ui/panels/run/console_text.h"
#include "debugger_ui/panels/test.h"

namespace {

// Echoes its input for ever.
constexpr const char* moves =
    ">~,v\n^  <\n\n"
    "12  X.\n34  XX\n"
    "#$region[0,3](2x2):ascii = page\n"
    "#$region[4,3](2x2):bool (\".\" | \"X\") = seen\n"
    "#$board[1x1] = page masked by seen labelled a-b x 2-1\n"
    "#$click page = \"{column}{row} {column}{row} {value|last=9}\\n\"\n"
    "#$button say = \"{one|two} {1-3}!\\n\"\n"
    "#$button stop = \"stop\\n\"\n"
    "#$prompt = \"say something\"\n";

struct Boards : PanelFixture {
  explicit Boards(const char* source = moves, std::unique_ptr<Panel> panel = make_board_panel())
      : PanelFixture(std::move(panel),
                     {.size = {500, 400}, .source = source, .input_closed = false}, {"continue"}) {}
  void click_square(int x, int y) {
    click("board page", {(static_cast<float>(x) + 0.5F) / 2, (static_cast<float>(y) + 0.5F) / 2});
  }
};
struct Buttons : Boards {
  Buttons() : Boards(moves, make_console_panel()) {}
};

}  // namespace

TEST_CASE_FIXTURE(Boards, "two clicks and a choice type a line, and the run goes on") {
  click_square(0, 0);
  CHECK(lines.empty());
  click_square(1, 1);
  CHECK(lines.empty());
  // The values on the board, the hidden one too, then the other choices.
  CHECK(names_after("choice ") == Lines{"1", "2", "3", "4", "last"});
  click("choice 4");
  CHECK(lines == Lines{R"(input "a2 b1 4\n")"});
  CHECK(output() == "a2 b1 4\n");
  CHECK(snapshot().input.awaited);
  CHECK_FALSE(has("choice 4"));
  click_square(0, 0);
  click_square(0, 1);
  click("choice last");
  CHECK(lines.back() == R"(input "a2 a1 9\n")");
}

TEST_CASE_FIXTURE(Boards, "a second click on a square takes it back, and so does Escape") {
  click_square(0, 0);
  click_square(0, 0);
  click_square(1, 0);
  click_square(0, 1);
  REQUIRE(has("choice 1"));
  tap(Key::escape);
  CHECK_FALSE(has("choice 1"));
  CHECK(lines.empty());
  click_square(0, 0);
  click_square(0, 1);
  click("choice 1");
  CHECK(lines == Lines{R"(input "a2 a1 1\n")"});
}

TEST_CASE_FIXTURE(Boards, "Ctrl and a click select the cell, where a click types") {
  drag(point_of("board page", {0.75F, 0.75F}), point_of("board page", {0.75F, 0.75F}), with_ctrl);
  CHECK(selection().cell == Point{1, 4});
  click_square(0, 0);
  CHECK(selection().cell == Point{1, 4});
}

TEST_CASE_FIXTURE(Boards, "a click in the past begins a branch, as a typed line does") {
  submit_all({"input \"x\\n\"", "goto 0"});
  lines.clear();
  click_square(0, 0);
  click_square(1, 1);
  click("choice 3");
  CHECK(lines == Lines{R"(input replace "a2 b1 3\n")"});
  CHECK(snapshot().branch == 1);
  CHECK(tick() == 0);
}

TEST_CASE_FIXTURE(Boards, "what a mask hides is not in the snapshot") {
  REQUIRE(snapshot().region_boards.size() == 1);
  const RegionBoardView& board = snapshot().region_boards[0];
  CHECK(board.at({1, 0}).hidden);
  CHECK(board.at({1, 0}).text.empty());
  CHECK(board.at({1, 0}).value == 0);
  CHECK(board.at({1, 1}).text == "4");
}

TEST_CASE("squares of a text that have one label are one place, and others type nothing") {
  Boards boards(
      ">~,v\n^  <\n\n"
      "+--+\n|12|\n"
      "#$region[0,3](4x2):ascii = page\n"
      "#$board = page labelled \" 00\" x \" 5\"\n"
      "#$click page = \"{row}{column}\\n\"\n");
  CHECK(boards.snapshot().region_boards[0].text);
  boards.click("board page", {0.4F, 0.25F});
  CHECK(boards.lines.empty());
  boards.click("board page", {0.4F, 0.75F});
  boards.click("board page", {0.6F, 0.75F});
  CHECK(boards.lines == Lines{R"(input "50\n")", R"(input "50\n")"});
}

TEST_CASE_FIXTURE(Buttons, "buttons of the console ask for one choice after the other") {
  click("button say");
  CHECK(names_after("choice ") == Lines{"one", "two"});
  click("choice two");
  CHECK(names_after("choice ") == Lines{"1", "2", "3"});
  CHECK(lines.empty());
  click("choice 3");
  click("button stop");
  CHECK(lines == Lines{R"(input "two 3!\n")", R"(input "stop\n")"});
  CHECK(output() == "two 3!\nstop\n");
}

TEST_CASE_FIXTURE(Buttons, "the console says what to type until something is") {
  CHECK(has("console prompt say something"));
  click("button stop");
  CHECK_FALSE(has("console prompt say something"));
  seek(0);
  submit_all({"input replace \"\""});
  CHECK(has("console prompt say something"));
}
