// "why this value?" in the context menus of the panels.
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/support/widget_finder.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

// Counts in (0, 3), which is a variable and in a region, and prints the digits.
constexpr const char* counting_down =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = Loop :: count\n"
    "#$region[0,3](2x1):decimal = pair\n";

struct Menus {
  Menus(std::unique_ptr<Panel> panel, const std::string& go_to)
      : fixture(std::move(panel), {.size = {640, 400}, .source = counting_down}) {
    fixture.draw();
    fixture.submit(go_to);
    fixture.draw();
  }
  void choose(const std::string& name, ImVec2 fraction, const std::string& item) {
    fixture.click_at(name, fraction, MouseButton::right);
    REQUIRE_MESSAGE(click_widget(fixture, item), item);
  }
  // That this question was asked, understood, and its panel brought forward.
  void check_asked(const std::string& line) {
    CHECK(fixture.lines == std::vector<std::string>{line});
    CHECK(fixture.revealed == std::vector<PanelId>{PanelId::why});
    CHECK(fixture.notices.empty());
    CHECK(fixture.snapshot().why != nullptr);
  }
  PanelFixture fixture;
};

TEST_CASE("why is asked in the menu of a cell, and at the pointer why it came there") {
  for (const bool here : {false, true}) {
    Menus menus(make_playfield_panel(), "goto 9");
    const auto& playfield = static_cast<const PlayfieldPanel&>(menus.fixture.panel());
    const Point at = here ? menus.fixture.snapshot().ip : Point{0, 3};
    const PixelRect cell = playfield.view().area_of({at, {1, 1}});
    menus.fixture.input().click(cell.x + cell.width / 2, cell.y + cell.height / 2,
                                MouseButton::right);
    menus.fixture.draw();
    REQUIRE(click_widget(menus.fixture, here ? "why here?" : "why this value?"));
    menus.check_asked(here ? "why here" : "why 0,3");
  }
}

TEST_CASE("why is asked in the menus of the stack, of variables and of watched expressions") {
  Menus stack(make_stack_panel(), "goto 3");
  stack.choose("stack row 0", {0.3F, 0.5F}, "why this value?");
  stack.check_asked("why stack 0");
  Menus watches(make_watches_panel(), "goto 9");
  watches.choose("Loop::count", {0.05F, 0.5F}, "why this value?");
  watches.check_asked("why Loop::count");
}

TEST_CASE("why is asked in the menu of a region's element, and of a printed byte") {
  Menus regions(make_regions_panel(), "goto 9");
  regions.choose("pair", {0.2F, 0.5F}, "why pair(0,0)?");
  regions.check_asked("why pair(0,0)");
  Menus console(make_console_panel(), "continue");
  console.choose("console text", {0.5F, 0.5F}, "why this value?");
  console.check_asked("why output 0");
}

TEST_CASE("why is asked in the menu of a square of the sudoku") {
  PanelFixture fixture(make_board_panel(), {.size = {480, 480}});
  fixture.submit("goto 400000");
  fixture.draw();
  fixture.click_at("board", {0.06F, 0.06F}, MouseButton::right);
  REQUIRE(click_widget(fixture, "why this value?"));
  REQUIRE(fixture.lines.size() == 1);
  CHECK(fixture.lines[0] == "why grid(0,0)");
  CHECK(fixture.snapshot().why != nullptr);
}

TEST_CASE("W asks about the value that a panel offers under the mouse") {
  Menus stack(make_stack_panel(), "goto 3");
  const ImVec2 at = stack.fixture.point_of("stack row 0");
  stack.fixture.input().move(at.x, at.y);
  stack.fixture.draw();
  CHECK(stack.fixture.selection().value_here == "stack 0");
  Menus regions(make_regions_panel(), "goto 9");
  const ImVec2 element = regions.fixture.point_of("pair", {0.2F, 0.5F});
  regions.fixture.input().move(element.x, element.y);
  regions.fixture.draw();
  CHECK(regions.fixture.selection().value_here == "pair(0,0)");
}

}  // namespace
}  // namespace fungescope::ui
