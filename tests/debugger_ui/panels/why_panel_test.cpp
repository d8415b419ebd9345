// The panel of causes, on real answers, with injected input; and "why this value?" in the menus of
// the other panels.
#include "debugger_ui/panels/test.h"
#include "session/why/why_text.h"

namespace {

// Stores (3 + 4) * (3 + 4) in (0, 0).
constexpr const char* square = "34+:*00p1111....@";

// Counts in (0, 3), which is a variable and in a region, and prints the digits.
constexpr const char* counting_down =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = Loop :: count\n"
    "#$region[0,3](2x1):decimal = pair\n";

// That this question was asked, understood, and its panel brought forward.
void check_asked(const PanelFixture& test, const std::string& line) {
  CHECK(test.lines == Lines{line});
  CHECK(test.revealed == std::vector<PanelId>{PanelId::why});
  CHECK(test.notices.empty());
  CHECK(test.snapshot().why != nullptr);
}

class Asked : public PanelFixture {
 public:
  explicit Asked(std::string source = square, const Lines& commands = {"goto 9", "why 0,0"})
      : PanelFixture(make_why_panel(), {.size = {520, 320}, .source = std::move(source)},
                     commands) {}
  [[nodiscard]] std::string question() const { return to_line(snapshot().why->question); }
  // A line has its text at the left.
  void hover_line(const std::string& name) { hover(name, {0.3F, 0.5F}); }
  void click_line(const std::string& name) { click(name, {0.3F, 0.5F}); }
};

TEST_CASE_FIXTURE(Asked, "the panel shows anyone's answer, and a click goes to its instants") {
  REQUIRE(has("why line 5"));
  CHECK_FALSE(has("why line 6"));
  click_line("why line 3");  // the digit 3
  CHECK(tick() == 1);
  CHECK(selection().cell == Point{0, 0});
  CHECK(snapshot().visit_before->tick == 9);
  click_line("why line 1");  // 7 * 7
  CHECK(tick() == 5);
  CHECK(selection().show == Point{4, 0});
  click("why asked at");
  CHECK(tick() == 9);
  CHECK(question() == "why (0, 0)");
}

TEST_CASE_FIXTURE(Asked, "lines are folded, and a value that is used again leads to its causes") {
  click("why fold 2");
  CHECK_FALSE(has("why line 3"));
  CHECK(tick() == 9);
  click("why fold 2");
  REQUIRE(has("why line 3"));
  click("why fold 2");
  click_line("why line 5");  // "7: #1"
  CHECK(tick() == 9);
  tap("Right");  // its line is selected
  REQUIRE(has("why line 3"));
  tap("Down Enter");
  CHECK(tick() == 1);
  tap("Left Left");  // to the sum, which is folded
  CHECK_FALSE(has("why line 3"));
}

TEST_CASE_FIXTURE(Asked, "variations are asked at the instant of the question") {
  submit_all({"goto 2"});
  click("why deeper");
  CHECK(question() == "why (0, 0) --depth 12");
  CHECK(snapshot().why->tick == 9);
  CHECK(tick() == 2);
  click("why all");
  CHECK(question() == "why (0, 0) --depth 12 --all");
  CHECK(snapshot().why->tree.lines.size() > 6);
  click("why only input");
  CHECK(question() == "why (0, 0) --all --to input");
  click_all({"why only input", "why all"});
  CHECK(question() == "why (0, 0)");
  CHECK(tick() == 2);
  CHECK(notices.empty());
}

TEST_CASE_FIXTURE(Asked, "after an edit the answer is old, and can be asked again") {
  submit_all({"goto 2"});
  CHECK_FALSE(has("why old"));
  submit_all({"set 3,0 = '*'"});
  REQUIRE(has("why old"));
  submit_all({"goto 9"});
  click("why again");
  CHECK_FALSE(has("why old"));
  CHECK(lines == Lines{"why (0, 0)"});
  CHECK(snapshot().why_holds);
}

TEST_CASE_FIXTURE(Asked, "the path is that of the unfolded lines, and is hidden and cleared") {
  const auto path = [&] { return selection().next_causes.path; };
  REQUIRE(path() != nullptr);
  CHECK(path()->steps.size() == 5);  // the cell, 7 * 7, 3 + 4, 3 and 4
  hover_line("why line 4");
  const ShownCauses& shown = selection().next_causes;
  REQUIRE(shown.hovered);
  CHECK(shown.path->steps[*shown.hovered].at == Point{1, 0});
  CHECK(shown.hovered_cell == Point{1, 0});
  hover_line("why line 5");  // refers to 3 + 4
  CHECK(selection().next_causes.hovered_cell == Point{2, 0});
  click("why fold 1");
  CHECK(path()->steps.size() == 2);
  click("why path");
  CHECK(path() == nullptr);
  click("why path");
  CHECK(path() != nullptr);
  click("why clear");
  CHECK(path() == nullptr);
  CHECK_FALSE(has("why line 0"));
  submit_all({"why 0,0"});
  CHECK(path() != nullptr);
}

TEST_CASE("why here shows decisions, and more of them") {
  // Counts down from 3 in a loop.
  Asked asked("3v\n >1-:v\n ^   _@\n", {"break 6,2", "continue", "why here 1"});
  REQUIRE(asked.has("why line 1"));
  asked.click_line("why line 1");
  CHECK(asked.tick() == 28);
  CHECK(asked.question() == "why here 1");
  asked.click("why deeper");
  CHECK(asked.question() == "why here 1 --depth 4");
  asked.submit_all({"why here 8"});
  CHECK(asked.has("why further"));
  CHECK(asked.snapshot().why->tree.complete);
}

TEST_CASE("a question that takes long shows that it does, and is cancelled") {
  // Swaps two values in every round, so that each round is a link of the chain.
  Asked asked("\\" + std::string(1500, ' ') + ">", {"push 1", "push 2", "goto 40000000"});
  bool done = false;
  asked.session().submit("why top", [&](const CommandOutcome&) { done = true; });
  asked.frames_until([&] { return asked.has("why cancel") || done; });
  REQUIRE_FALSE(done);
  const ImVec2 at = asked.point_of("why cancel");
  asked.input().click(at.x, at.y);
  asked.frames_until([&] { return done; });
  asked.draw();
  CHECK_FALSE(asked.has("why progress"));
  // Either nothing was known yet, or what was is shown as cut.
  if (asked.snapshot().why != nullptr) CHECK(asked.has("why cut"));
}

TEST_CASE("an answer of very many lines is drawn by its visible rows") {
  // Adds up 2000 rounds; each sum is made of the one before.
  Asked asked("0>1+v\n ^  <\n", {"goto 16002", "why top --depth 5000"});
  REQUIRE(asked.snapshot().why->tree.lines.size() > 3000);
  asked.frames(3);
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < asked.snapshot().why->tree.lines.size(); ++i) {
    drawn += asked.has("why line " + std::to_string(i)) ? 1 : 0;
  }
  CHECK(drawn > 5);
  CHECK(drawn < 60);
}

TEST_CASE("why is asked in the menu of a cell, and at the pointer why it came there") {
  for (const bool here : {false, true}) {
    FieldTest field(counting_down, {640, 400});
    field.seek(9);
    field.choose_of(here ? field.snapshot().ip : Point{0, 3},
                    here ? "why here?" : "why this value?");
    check_asked(field, here ? "why here" : "why 0,3");
  }
}

TEST_CASE("why is asked in menus, and W asks about the value that a panel offers under the mouse") {
  struct Row {
    std::unique_ptr<Panel> (*make)();
    const char* command;
    const char* item;
    ImVec2 place;
    std::string asked;
  };
  for (const Row& row :
       {Row{make_stack_panel, "goto 3", "stack row 0", {0.3F, 0.5F}, "stack 0"},
        {make_watches_panel, "goto 9", "Loop::count", {0.05F, 0.5F}, "Loop::count"},
        {make_regions_panel, "goto 9", "pair", {0.2F, 0.5F}, "pair(0,0)"},
        {make_console_panel, "continue", "console text", item_middle, "output 0"}}) {
    CAPTURE(row.asked);
    PanelFixture panel(row.make(), {.size = {640, 400}, .source = counting_down}, {row.command});
    panel.hover(row.item, row.place);
    CHECK(panel.selection().value_here == row.asked);
    const bool element = row.make == make_regions_panel;
    panel.choose(row.item, element ? "why pair(0,0)?" : "why this value?", row.place);
    check_asked(panel, "why " + row.asked);
  }
}

TEST_CASE("why is asked in the menu of a square of the sudoku") {
  PanelFixture fixture(make_board_panel(), {.size = {480, 480}}, {"goto 400000"});
  fixture.choose("board", "why this value?", {0.06F, 0.06F});
  CHECK(fixture.lines == Lines{"why grid(0,0)"});
  CHECK(fixture.snapshot().why != nullptr);
}

}  // namespace
