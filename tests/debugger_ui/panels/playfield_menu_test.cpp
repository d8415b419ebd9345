// The playfield's menus and its minimap, with injected input.
#include "debugger_ui/panels/test.h"

namespace {

// Writes 'x' to (2,2), then loops forever.
constexpr const char* small =
    "\"x\"22p v\n"
    "       >v\n"
    "  .    ^<   comment\n";

struct MenuField : FieldTest {
  explicit MenuField(std::string source = small, PixelSize size = {900, 500})
      : FieldTest(std::move(source), size) {}
  const std::vector<BreakpointSnapshot>& breakpoints() { return snapshot().breakpoints; }
};

}  // namespace

TEST_CASE_FIXTURE(MenuField, "a breakpoint gets, changes and loses its condition in its menu") {
  const auto condition = [this](const std::string& entered) {
    choose_of({5, 0}, "condition…");
    if (entered.empty()) input().tap(Key::backspace);
    enter(entered);
    REQUIRE(breakpoints().size() == 1);
    CHECK(breakpoints()[0].area == Rectangle{{5, 0}, {1, 1}});
    CHECK(breakpoints()[0].condition == entered);
  };
  condition("depth > 1");
  condition("top == 2");  // replaces the selected text
  condition("");
  choose_of({5, 0}, "disable it");
  CHECK_FALSE(breakpoints()[0].enabled);
  choose_of({5, 0}, "delete the breakpoint");
  CHECK(breakpoints().empty());
}

TEST_CASE_FIXTURE(MenuField, "an invalid condition is refused and corrected in place") {
  choose_of({5, 0}, "condition…");
  enter("depht >");
  CHECK(breakpoints().empty());
  enter("depth > 3");
  REQUIRE(breakpoints().size() == 1);
  CHECK(breakpoints()[0].condition == "depth > 3");
}

TEST_CASE_FIXTURE(MenuField, "data breakpoints of a cell") {
  choose_of({2, 2}, "break when changed");
  choose_of({2, 2}, "break when read");
  choose_of({2, 2}, "break when written");
  REQUIRE(breakpoints().size() == 3);
  for (const BreakpointSnapshot& stop : breakpoints()) {
    CHECK(stop.kind == BreakpointKind::data);
    CHECK(stop.area == Rectangle{{2, 2}, {1, 1}});
  }
  submit_all({"continue"});
  CHECK(snapshot().tick == 6);
}

TEST_CASE_FIXTURE(MenuField, "a selection becomes a region, and then a data breakpoint") {
  select({1, 2}, {3, 2});
  click_cell({2, 2}, MouseButton::right);
  CHECK(click_widget("break when changed"));  // breakpoints refer to regions by name
  CHECK(breakpoints().empty());
  tap(Key::escape);
  select({1, 2}, {3, 2});
  choose_of({2, 2}, "make it a region…");
  enter("row:decimal");
  const auto& regions = snapshot().program->symbols.regions();
  REQUIRE(regions.size() == 1);
  CHECK(regions[0].name == "row");
  CHECK(regions[0].area == Rectangle{{1, 2}, {3, 1}});
  CHECK(selection().area == Rectangle{{1, 2}, {3, 1}});
  choose_of({2, 2}, "break when changed");
  REQUIRE(breakpoints().size() == 1);
  CHECK(breakpoints()[0].area == regions[0].area);
  CHECK(lines == Lines{"break change row"});
}

TEST_CASE_FIXTURE(MenuField, "cells are copied from the menus") {
  choose_of({5, 0}, "copy");
  CHECK(copied == "p");
  select({0, 0}, {2, 1});
  choose_of({1, 0}, "copy as text");
  CHECK(copied == "\"x\"\n   \n");
  choose_of({1, 0}, "copy values");
  CHECK(copied == "34\t120\t34\n32\t32\t32\n");
}

TEST_CASE_FIXTURE(MenuField, "the menu runs forward and back to a cell, or to its last write") {
  choose_of({8, 2}, "run to here");
  CHECK(snapshot().ip == Point{8, 2});
  const Tick there = tick();
  submit_all({"step 1"});
  choose_of({8, 2}, "back to here");
  CHECK(tick() == there);
  choose_of({2, 2}, "who wrote this");
  draw();
  CHECK(tick() == 6);
  choose_of({0, 0}, "move the pointer here");
  CHECK(snapshot().ip == Point{0, 0});
  choose_of({2, 2}, "history");
  CHECK(revealed == std::vector<PanelId>{PanelId::history});
}

TEST_CASE_FIXTURE(MenuField, "the menu's popups set a value, go to a cell and find text") {
  choose_of({12, 2}, "set value…");
  enter("=7");
  CHECK(value_of({12, 2}) == 7);
  choose_of({0, 0}, "go to…");
  enter("8,1");
  CHECK(selection().cell == Point{8, 1});
  choose_of({0, 0}, "find…");
  type("omm");
  CHECK(selection().cell == Point{13, 2});
}

TEST_CASE("a drag in the minimap moves the view") {
  std::string source;
  for (int y = 0; y < 300; ++y) source += std::string(500, y % 7 == 0 ? '.' : ' ') + "<\n";
  source[0] = '>';
  MenuField field(std::move(source), {500, 300});
  const Size size{501, 300};
  const auto drag = [&](ImVec2 from, ImVec2 to) {
    field.drag(field.point_of("minimap", from), field.point_of("minimap", to));
  };
  const ImVec2 last_cells{0.98F, 0.98F};
  field.click("minimap", last_cells);
  CHECK(field.view().visible(size).contains({500, 299}));
  CHECK_FALSE(field.view().visible(size).contains({0, 0}));
  CHECK_FALSE(field.selection().cell);  // not a click into the field
  drag(last_cells, {0.2F, 0.17F});
  CHECK(field.view().visible(size).contains({100, 50}));
  CHECK_FALSE(field.selection().area);
  // The drag continues beyond the edge and is clamped to the field.
  drag(last_cells, {-1, -1});
  CHECK(field.view().visible(size).contains({0, 0}));
}

TEST_CASE("the minimap is never over the pointer") {
  std::string source;
  for (int y = 0; y < 200; ++y) source += std::string(400, '.') + "\n";
  for (const PixelSize size : {PixelSize{900, 600}, PixelSize{420, 300}}) {
    MenuField field(source, size);
    for (const Point at : {Point{0, 0}, Point{399, 0}, Point{0, 199}, Point{399, 199},
                           Point{200, 100}, Point{380, 190}, Point{380, 10}}) {
      CAPTURE(at.x);
      CAPTURE(at.y);
      field.submit_all({"set ip " + std::to_string(at.x) + "," + std::to_string(at.y)});
      // Wherever the user scrolls, as long as the pointer is in view.
      for (int i = 0; i < 6; ++i) {
        const ImVec2 ip = field.point_of("pointer");
        const ItemBox map = field.box("minimap");
        CHECK_FALSE((ip.x > map.min.x && ip.x < map.max.x && ip.y > map.min.y && ip.y < map.max.y));
        field.tap("Left Up");
      }
    }
  }
}

TEST_CASE_FIXTURE(MenuField, "find references frames the instructions that access a cell") {
  submit_all({"goto 20"});
  choose_of({2, 2}, "find references");
  REQUIRE(selection().marked.size() == 1);
  CHECK(selection().marked[0].corner == Point{5, 0});
  REQUIRE_FALSE(notices.empty());
  CHECK(notices.back() == "(2, 2): written by (5, 0) (1 times); they are framed");
}
