// The reasons of a digit on the board: asked from its menu, drawn as arrows, and hidden.
#include "debugger_ui/panels/test.h"
#include "debugger_ui/sudoku/panels/board_words.h"
#include "session/why/why_text.h"

namespace {

constexpr Point asked_cell{1, 8};
constexpr Point deduced_cell{2, 7};

struct ReasonsBoard : PanelFixture {
  ReasonsBoard() : PanelFixture(make_board_panel(), {.size = {640, 640}}, {"goto 400000"}) {}
  [[nodiscard]] static ImVec2 middle(Point cell) {
    return {(static_cast<float>(cell.x) + 0.5F) / 9, (static_cast<float>(cell.y) + 0.5F) / 9};
  }
  void hover_cell(Point cell) { hover("board", middle(cell)); }
  [[nodiscard]] bool shows() const { return has("board reason"); }
};

}  // namespace

TEST_CASE_FIXTURE(ReasonsBoard, "a cell's menu asks why this digit; arrows and a sentence answer") {
  const Image before = draw();
  choose("board", "why this digit?", ReasonsBoard::middle(asked_cell));
  CHECK(lines == Lines{"why r9c2"});
  CHECK(revealed == std::vector<PanelId>{PanelId::why});
  draw();
  REQUIRE(snapshot().why != nullptr);
  REQUIRE(snapshot().why->attachments.get<BoardWhy>() != nullptr);
  CHECK(shows());
  CHECK(draw() != before);
}

TEST_CASE_FIXTURE(ReasonsBoard, "a blank cell is asked about its candidates") {
  choose("board", "why these candidates?", ReasonsBoard::middle({4, 0}));
  CHECK(lines == Lines{"why r1c5"});
}

TEST_CASE_FIXTURE(ReasonsBoard, "W asks in terms of the puzzle, once the program solves it") {
  hover_cell(asked_cell);
  CHECK(selection().value_here == "r9c2");
  seek(100);
  hover_cell(asked_cell);
  CHECK(selection().value_here == "grid(1,8)");
}

TEST_CASE_FIXTURE(ReasonsBoard, "the sentence leads to the instant, and to all reasons") {
  submit_all({"why r9c2 --depth 1"});
  click("board all reasons");
  CHECK(lines == Lines{"why r9c2 --all"});
  draw();
  CHECK_FALSE(has("board all reasons"));
  click("board reason tick");
  draw();
  CHECK(snapshot().tick == 255'792);
  CHECK(shows());
}

TEST_CASE_FIXTURE(ReasonsBoard, "Escape hides the reasons, and another answer replaces them") {
  submit("why r9c2");
  hover_cell(asked_cell);
  CHECK(shows());
  tap(Key::escape);
  CHECK_FALSE(shows());
  submit_all({"why r9c2"});
  CHECK(shows());
  click("board hide reasons");
  CHECK_FALSE(shows());
  submit_all({"why r7c3"});
  CHECK(shows());
  submit_all({"why grid(0,0)"});
  CHECK_FALSE(shows());
}

TEST_CASE_FIXTURE(ReasonsBoard, "reasons from before an edit are not shown after it") {
  submit_all({"why r9c2", "goto 300000"});
  CHECK(shows());
  submit_all({"set grid(8,8) = '1'"});
  CHECK_FALSE(shows());
}

TEST_CASE_FIXTURE(ReasonsBoard, "arrows show the answer, and a cell with reasons takes the focus") {
  submit_all({"why r9c2"});
  const BoardWhy& answer = *snapshot().why->attachments.get<BoardWhy>();
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
