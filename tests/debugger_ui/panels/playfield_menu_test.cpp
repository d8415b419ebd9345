// The playfield's menus and its minimap, with injected input.
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/support/widget_finder.h"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

// Writes 'x' to (2,2), then loops forever.
constexpr const char* small =
    "\"x\"22p v\n"
    "       >v\n"
    "  .    ^<   comment\n";

struct Field {
  explicit Field(std::string source = small, PixelSize size = {900, 500})
      : fixture(make_playfield_panel(), {.size = size, .source = std::move(source)}) {
    fixture.draw();
  }

  const FieldView& view() { return static_cast<const PlayfieldPanel&>(fixture.panel()).view(); }
  ImVec2 middle_of(Point cell) {
    const PixelRect area = view().area_of({cell, {1, 1}});
    return {area.x + area.width / 2, area.y + area.height / 2};
  }
  void open_menu(Point cell) {
    const ImVec2 at = middle_of(cell);
    fixture.input().click(at.x, at.y, MouseButton::right);
    fixture.draw();
  }
  void choose(Point cell, const std::string& item) {
    open_menu(cell);
    REQUIRE_MESSAGE(click_widget(fixture, item), item);
  }
  void select(Point from, Point to) {
    const ImVec2 a = middle_of(from);
    const ImVec2 b = middle_of(to);
    fixture.input().drag(a.x, a.y, b.x, b.y);
    fixture.draw();
  }
  void enter(std::string_view text) {
    fixture.input().type(text);
    fixture.input().tap(Key::enter);
    fixture.draw();
  }
  const std::vector<BreakpointSnapshot>& breakpoints() { return fixture.snapshot().breakpoints; }

  PanelFixture fixture;
};

}  // namespace

TEST_CASE("a conditional breakpoint is set, changed and made unconditional in its menu") {
  Field field;
  field.choose({5, 0}, "condition…");
  field.enter("depth > 1");
  REQUIRE(field.breakpoints().size() == 1);
  CHECK(field.breakpoints()[0].area == Rectangle{{5, 0}, {1, 1}});
  CHECK(field.breakpoints()[0].condition == "depth > 1");
  field.choose({5, 0}, "condition…");
  field.enter("top == 2");  // replaces the selected text
  REQUIRE(field.breakpoints().size() == 1);
  CHECK(field.breakpoints()[0].condition == "top == 2");
  field.choose({5, 0}, "condition…");
  field.fixture.input().tap(Key::backspace);
  field.enter("");
  CHECK(field.breakpoints()[0].condition.empty());
  field.choose({5, 0}, "disable it");
  CHECK_FALSE(field.breakpoints()[0].enabled);
  field.choose({5, 0}, "delete the breakpoint");
  CHECK(field.breakpoints().empty());
}

TEST_CASE("an invalid condition is refused and corrected in place") {
  Field field;
  field.choose({5, 0}, "condition…");
  field.enter("depht >");
  CHECK(field.breakpoints().empty());
  field.enter("depth > 3");
  REQUIRE(field.breakpoints().size() == 1);
  CHECK(field.breakpoints()[0].condition == "depth > 3");
}

TEST_CASE("data breakpoints of a cell") {
  Field field;
  field.choose({2, 2}, "break when changed");
  field.choose({2, 2}, "break when read");
  field.choose({2, 2}, "break when written");
  REQUIRE(field.breakpoints().size() == 3);
  for (const BreakpointSnapshot& stop : field.breakpoints()) {
    CHECK(stop.kind == BreakpointKind::data);
    CHECK(stop.area == Rectangle{{2, 2}, {1, 1}});
  }
  field.fixture.submit("continue");
  field.fixture.draw();
  CHECK(field.fixture.snapshot().tick == 6);
}

TEST_CASE("a selection becomes a region, and then a data breakpoint") {
  Field field;
  field.select({1, 2}, {3, 2});
  field.open_menu({2, 2});
  CHECK(click_widget(field.fixture, "break when changed"));  // breakpoints refer to regions by name
  CHECK(field.breakpoints().empty());
  field.fixture.input().tap(Key::escape);
  field.fixture.draw();
  field.select({1, 2}, {3, 2});
  field.choose({2, 2}, "make it a region…");
  field.enter("row:decimal");
  const auto& regions = field.fixture.snapshot().program->symbols.regions();
  REQUIRE(regions.size() == 1);
  CHECK(regions[0].name == "row");
  CHECK(regions[0].area == Rectangle{{1, 2}, {3, 1}});
  CHECK(field.fixture.selection().area == Rectangle{{1, 2}, {3, 1}});
  field.choose({2, 2}, "break when changed");
  REQUIRE(field.breakpoints().size() == 1);
  CHECK(field.breakpoints()[0].area == regions[0].area);
  CHECK(field.fixture.lines == std::vector<std::string>{"break change row"});
}

TEST_CASE("cells are copied from the menus") {
  Field field;
  field.choose({5, 0}, "copy");
  CHECK(field.fixture.copied == "p");
  field.select({0, 0}, {2, 1});
  field.choose({1, 0}, "copy as text");
  CHECK(field.fixture.copied == "\"x\"\n   \n");
  field.choose({1, 0}, "copy values");
  CHECK(field.fixture.copied == "34\t120\t34\n32\t32\t32\n");
}

TEST_CASE("the menu runs forward and back to a cell, and seeks to its last write") {
  Field field;
  field.choose({8, 2}, "run to here");
  CHECK(field.fixture.snapshot().ip == Point{8, 2});
  const Tick there = field.fixture.snapshot().tick;
  field.fixture.submit("step 1");
  field.fixture.draw();
  field.choose({8, 2}, "back to here");
  CHECK(field.fixture.snapshot().tick == there);
  field.choose({2, 2}, "who wrote this");
  field.fixture.draw();
  CHECK(field.fixture.snapshot().tick == 6);
  field.choose({0, 0}, "move the pointer here");
  CHECK(field.fixture.snapshot().ip == Point{0, 0});
  field.choose({2, 2}, "history");
  CHECK(field.fixture.revealed == std::vector<PanelId>{PanelId::history});
}

TEST_CASE("the menu's popups set a value, go to a cell and find text") {
  Field field;
  field.choose({12, 2}, "set value…");
  field.enter("=7");
  const CellsSnapshot& cells = field.fixture.snapshot().cells;
  CHECK(cells.values[cells.index_of({12, 2})] == 7);
  field.choose({0, 0}, "go to…");
  field.enter("8,1");
  CHECK(field.fixture.selection().cell == Point{8, 1});
  field.choose({0, 0}, "find…");
  field.fixture.input().type("omm");
  field.fixture.draw();
  CHECK(field.fixture.selection().cell == Point{13, 2});
}

TEST_CASE("a drag in the minimap moves the view") {
  std::string source;
  for (int y = 0; y < 300; ++y) source += std::string(500, y % 7 == 0 ? '.' : ' ') + "<\n";
  source[0] = '>';
  Field field(std::move(source), {500, 300});
  const Size size{501, 300};
  const auto drag = [&](ImVec2 from, ImVec2 to) {
    const ImVec2 a = field.fixture.point_of("minimap", from);
    const ImVec2 b = field.fixture.point_of("minimap", to);
    field.fixture.input().drag(a.x, a.y, b.x, b.y);
    field.fixture.draw();
  };
  const ImVec2 last_cells{0.98F, 0.98F};
  field.fixture.click_at("minimap", last_cells);
  CHECK(field.view().visible(size).contains({500, 299}));
  CHECK_FALSE(field.view().visible(size).contains({0, 0}));
  CHECK_FALSE(field.fixture.selection().cell);  // not a click into the field
  drag(last_cells, {0.2F, 0.17F});
  CHECK(field.view().visible(size).contains({100, 50}));
  CHECK_FALSE(field.fixture.selection().area);
  // The drag continues beyond the edge and is clamped to the field.
  drag(last_cells, {-1, -1});
  CHECK(field.view().visible(size).contains({0, 0}));
}

TEST_CASE("the minimap is never over the pointer") {
  std::string source;
  for (int y = 0; y < 200; ++y) source += std::string(400, '.') + "\n";
  for (const PixelSize size : {PixelSize{900, 600}, PixelSize{420, 300}}) {
    Field field(source, size);
    for (const Point at : {Point{0, 0}, Point{399, 0}, Point{0, 199}, Point{399, 199},
                           Point{200, 100}, Point{380, 190}, Point{380, 10}}) {
      CAPTURE(at.x);
      CAPTURE(at.y);
      field.fixture.submit("set ip " + std::to_string(at.x) + "," + std::to_string(at.y));
      field.fixture.draw();
      // Wherever the user scrolls, as long as the pointer is in view.
      for (int i = 0; i < 6; ++i) {
        const ImVec2 ip = field.fixture.point_of("pointer");
        const ImVec2 from = field.fixture.point_of("minimap", {0, 0});
        const ImVec2 to = field.fixture.point_of("minimap", {1, 1});
        CHECK_FALSE((ip.x > from.x && ip.x < to.x && ip.y > from.y && ip.y < to.y));
        field.fixture.input().tap(Key::left);
        field.fixture.input().tap(Key::up);
        field.fixture.draw();
      }
    }
  }
}

TEST_CASE("find references frames the instructions that access a cell") {
  Field field;
  field.fixture.submit("goto 20");
  field.fixture.draw();
  field.choose({2, 2}, "find references");
  REQUIRE(field.fixture.selection().marked.size() == 1);
  CHECK(field.fixture.selection().marked[0].corner == Point{5, 0});
  REQUIRE_FALSE(field.fixture.notices.empty());
  CHECK(field.fixture.notices.back() == "(2, 2): written by (5, 0) (1 times); they are framed");
}
