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

struct Menus : PanelFixture {
  Menus(std::unique_ptr<Panel> panel, const std::string& go_to)
      : PanelFixture(std::move(panel), {.size = {640, 400}, .source = counting_down}) {
    draw();
    submit_all({go_to});
  }
};

TEST_CASE("why is asked in the menu of a cell, and at the pointer why it came there") {
  for (const bool here : {false, true}) {
    FieldTest field(counting_down, {640, 400});
    field.submit_all({"goto 9"});
    field.choose_of(here ? field.snapshot().ip : Point{0, 3},
                    here ? "why here?" : "why this value?");
    check_asked(field, here ? "why here" : "why 0,3");
  }
}

TEST_CASE("why is asked in the menus of the stack, of variables and of watched expressions") {
  Menus stack(make_stack_panel(), "goto 3");
  stack.choose("stack row 0", "why this value?", {0.3F, 0.5F});
  check_asked(stack, "why stack 0");
  Menus watches(make_watches_panel(), "goto 9");
  watches.choose("Loop::count", "why this value?", {0.05F, 0.5F});
  check_asked(watches, "why Loop::count");
}

TEST_CASE("why is asked in the menu of a region's element, and of a printed byte") {
  Menus regions(make_regions_panel(), "goto 9");
  regions.choose("pair", "why pair(0,0)?", {0.2F, 0.5F});
  check_asked(regions, "why pair(0,0)");
  Menus console(make_console_panel(), "continue");
  console.choose("console text", "why this value?", {0.5F, 0.5F});
  check_asked(console, "why output 0");
}

TEST_CASE("why is asked in the menu of a square of the sudoku") {
  PanelFixture fixture(make_board_panel(), {.size = {480, 480}}, {"goto 400000"});
  fixture.choose("board", "why this value?", {0.06F, 0.06F});
  REQUIRE(fixture.lines.size() == 1);
  CHECK(fixture.lines[0] == "why grid(0,0)");
  CHECK(fixture.snapshot().why != nullptr);
}

TEST_CASE("W asks about the value that a panel offers under the mouse") {
  Menus stack(make_stack_panel(), "goto 3");
  stack.hover("stack row 0");
  CHECK(stack.selection().value_here == "stack 0");
  Menus regions(make_regions_panel(), "goto 9");
  regions.hover("pair", {0.2F, 0.5F});
  CHECK(regions.selection().value_here == "pair(0,0)");
}

}  // namespace
