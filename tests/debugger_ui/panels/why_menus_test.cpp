// "why this value?" in the context menus of the panels.
#include "debugger_ui/panels/test.h"

namespace {

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

}  // namespace

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
