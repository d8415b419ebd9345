// The reasons of a digit on the board: asked from its menu, drawn as arrows, and hidden.
#include "debugger_ui/sudoku/panels/board_reasons.h"

#include "debugger_ui/panels/test.h"
#include "session/why/why_text.h"

namespace {

constexpr Point asked_cell{1, 8};
constexpr Point deduced_cell{2, 7};

struct ReasonsBoard {
  explicit ReasonsBoard(bool dark = true)
      : fixture(make_board_panel(), {.size = {640, 640}, .dark = dark}) {
    fixture.submit_all({"goto 400000"});
  }
  [[nodiscard]] static ImVec2 middle(Point cell) {
    return {(static_cast<float>(cell.x) + 0.5F) / 9, (static_cast<float>(cell.y) + 0.5F) / 9};
  }
  void hover(Point cell) {
    const ImVec2 at = fixture.point_of("board", middle(cell));
    fixture.input().move(at.x, at.y);
    fixture.draw();
  }
  [[nodiscard]] bool shows() const { return fixture.has("board reason"); }
  PanelFixture fixture;
};

TEST_CASE("why this digit is asked in the menu of a cell, and answered by arrows and a sentence") {
  ReasonsBoard board;
  const Image before = board.fixture.draw();
  board.fixture.click("board", ReasonsBoard::middle(asked_cell), MouseButton::right);
  REQUIRE(board.fixture.click_widget("why this digit?"));
  CHECK(board.fixture.lines == std::vector<std::string>{"why r9c2"});
  CHECK(board.fixture.revealed == std::vector<PanelId>{PanelId::why});
  board.fixture.draw();
  REQUIRE(board.fixture.snapshot().why != nullptr);
  REQUIRE(board.fixture.snapshot().why->attachments.get<BoardWhy>() != nullptr);
  CHECK(board.shows());
  CHECK(board.fixture.draw() != before);
}

TEST_CASE_FIXTURE(ReasonsBoard, "a blank cell is asked about its candidates") {
  fixture.click("board", ReasonsBoard::middle({4, 0}), MouseButton::right);
  REQUIRE(fixture.click_widget("why these candidates?"));
  CHECK(fixture.lines == std::vector<std::string>{"why r1c5"});
}

TEST_CASE("W on the board asks in terms of the puzzle, once the program solves it") {
  ReasonsBoard board;
  board.hover(asked_cell);
  CHECK(board.fixture.selection().value_here == "r9c2");
  board.fixture.seek(100);
  board.hover(asked_cell);
  CHECK(board.fixture.selection().value_here == "grid(1,8)");
}

TEST_CASE_FIXTURE(ReasonsBoard, "the sentence leads to the instant, and to all reasons") {
  fixture.submit_all({"why r9c2 --depth 1"});
  fixture.click("board all reasons");
  CHECK(fixture.lines == std::vector<std::string>{"why r9c2 --all"});
  fixture.draw();
  CHECK_FALSE(fixture.has("board all reasons"));
  fixture.click("board reason tick");
  fixture.draw();
  CHECK(fixture.snapshot().tick == 255'792);
  CHECK(shows());
}

TEST_CASE("Escape hides the reasons until the next answer, and another answer replaces them") {
  ReasonsBoard board;
  board.fixture.submit("why r9c2");
  board.hover(asked_cell);
  CHECK(board.shows());
  board.fixture.tap(Key::escape);
  CHECK_FALSE(board.shows());
  board.fixture.submit_all({"why r9c2"});
  CHECK(board.shows());
  board.fixture.click("board hide reasons");
  CHECK_FALSE(board.shows());
  board.fixture.submit_all({"why r7c3"});
  CHECK(board.shows());
  board.fixture.submit_all({"why grid(0,0)"});
  CHECK_FALSE(board.shows());
}

TEST_CASE_FIXTURE(ReasonsBoard, "reasons from before an edit are not shown after it") {
  fixture.submit_all({"why r9c2", "goto 300000"});
  CHECK(shows());
  fixture.submit_all({"set grid(8,8) = '1'"});
  CHECK_FALSE(shows());
}

TEST_CASE(
    "the arrows are those of the answer, and a cell with reasons of its own takes the focus") {
  ReasonsBoard board;
  board.fixture.submit_all({"why r9c2"});
  const BoardWhy& answer = *board.fixture.snapshot().why->attachments.get<BoardWhy>();
  const BoardReasons root = reasons_of(answer, std::nullopt);
  CHECK(root.focus == 0);
  CHECK(root.unit.count() == 9);
  CHECK(root.excluded.count() == 8);
  CHECK(root.unit[board_index(asked_cell)]);
  CHECK_FALSE(root.excluded[board_index(asked_cell)]);
  const auto focused = std::count_if(root.arrows.begin(), root.arrows.end(),
                                     [](const ReasonArrow& arrow) { return arrow.focused; });
  CHECK(focused == 6);  // of six digits: one rules out three cells
  for (const ReasonArrow& arrow : root.arrows) {
    CHECK(arrow.focused == (arrow.to == asked_cell));
    CHECK((arrow.to == asked_cell || arrow.to == deduced_cell));
  }
  const BoardReasons other = reasons_of(answer, deduced_cell);
  CHECK(answer.facts[other.focus].cell == deduced_cell);
  CHECK(reason_sentence(answer, other).starts_with("r8c3 is 3: the only cell left for 3 in box 7"));
  CHECK(reasons_of(answer, Point{0, 0}).focus == 0);
}

}  // namespace
