// The playfield: mapping of cells to pixels, formatting, and input.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/panels/test.h"
#include "debugger_ui/support/contrast.h"

#include <array>
#include <cmath>

namespace {

// Writes 'x' to (2,2), then loops forever.
constexpr const char* named =
    "\"x\"22p v\n"
    "       >v\n"
    "  .    ^<   comment\n"
    "#$watch[2,2]:char = mark\n"
    "#$region[1,2](3x1):ascii = row\n";

struct Field : FieldTest {
  explicit Field(std::string source = named, PixelSize size = {900, 500})
      : FieldTest(std::move(source), size) {}
  // The brightest pixel of a cell.
  ImU32 ink_of(Point cell) {
    const Image image = draw();
    const PixelRect area = view().area_of({cell, {1, 1}});
    ImU32 brightest = IM_COL32_BLACK;
    for (int y = static_cast<int>(area.y); y < static_cast<int>(area.y + area.height); ++y) {
      for (int x = static_cast<int>(area.x); x < static_cast<int>(area.x + area.width); ++x) {
        const ImU32 colour = colour_at(image, x, y);
        const auto light = [](ImU32 c) { return colour_distance(c, IM_COL32_BLACK); };
        if (light(colour) > light(brightest)) brightest = colour;
      }
    }
    return brightest;
  }
};

std::vector<ZoomLevel> some_levels() {
  constexpr std::array fonts{FontCell{4, 6}, FontCell{7, 16}, FontCell{14, 32}};
  return zoom_levels(fonts);
}

}  // namespace

TEST_CASE("zoom levels ascend, blocks before text") {
  const auto levels = some_levels();
  CHECK(std::ranges::is_sorted(levels, {}, &ZoomLevel::height));
  CHECK(std::ranges::is_sorted(levels, {}, &ZoomLevel::font));
  CHECK(levels.front().height * 12'000 < 700);  // the largest field fits the window
  CHECK(levels.back().font == 2);
}

TEST_CASE("zooming keeps the cell under the mouse, panning moves it with the mouse") {
  const auto levels = some_levels();
  FieldView view{{10, 20, 600, 400}, levels[levels.size() - 2], 3, 5};
  const Point cell = view.cell_at(300, 200);
  for (const ZoomLevel& level : levels) {
    view.zoom_at(300, 200, level);
    const PixelRect area = view.area_of({cell, {1, 1}});
    CHECK(area.x - 1 <= 300);
    CHECK(area.x + area.width + 1 >= 300);
    CHECK(area.y - 1 <= 200);
    CHECK(area.y + area.height + 1 >= 200);
  }
  const Point before = view.cell_at(300, 200);
  view.pan(50, -30);
  CHECK(view.cell_at(350, 170) == before);
}

TEST_CASE("the visible area is clipped to the field") {
  const FieldView view{{0, 0, 100, 90}, {10, 10, 0}, -2, 1.5};
  CHECK(view.visible({80, 25}) == Rectangle{{0, 1}, {9, 10}});
  CHECK(view.visible({4, 3}) == Rectangle{{0, 1}, {4, 2}});
  CHECK(view.visible({80, 1}).size.area() == 0);
}

TEST_CASE("scrolling to a cell is minimal if it is near") {
  FieldView view{{0, 0, 100, 100}, {10, 10, 0}, 0, 0};
  view.bring_into_view({5, 5}, 0.1F);
  CHECK(view.left == 0);
  view.bring_into_view({10, 5}, 0.1F);
  CHECK(view.left == doctest::Approx(2));
  view.bring_into_view({500, 5}, 0.1F);
  CHECK(view.left == doctest::Approx(495.5));
  view.clamp_scroll({80, 5});
  CHECK(view.left == doctest::Approx(78));
  view.top = -8;
  view.clamp_scroll({80, 5});
  CHECK(view.top == doctest::Approx(-8));
  view.top = 4;
  view.clamp_scroll({80, 5});
  CHECK(view.top == doctest::Approx(3));
}

TEST_CASE("ruler steps are 1, 2 or 5 times a power of ten") {
  CHECK(ruler_step(10, 8) == 1);
  CHECK(ruler_step(10, 18) == 2);
  CHECK(ruler_step(10, 41) == 5);
  CHECK(ruler_step(10, 51) == 10);
  CHECK(ruler_step(0.06F, 20) == 500);
}

TEST_CASE("the rectangle between two cells is clipped to the field") {
  CHECK(rectangle_between({4, 3}, {2, 5}, {10, 10}) == Rectangle{{2, 3}, {3, 3}});
  CHECK(rectangle_between({-4, 3}, {2, 50}, {10, 10}) == Rectangle{{0, 3}, {3, 7}});
  CHECK(!rectangle_between({-4, 3}, {-1, 3}, {10, 10}));
}

TEST_CASE("typed cell entries become expressions") {
  CHECK(parse_cell_entry("v").value() == "'v'");
  CHECK(parse_cell_entry("7").value() == "'7'");
  CHECK(parse_cell_entry("=").value() == "'='");
  CHECK(parse_cell_entry("'").value() == "39");
  CHECK(parse_cell_entry("\\").value() == "92");
  CHECK(parse_cell_entry("\xc3\xa4").value() == "228");
  CHECK(parse_cell_entry("42").value() == "42");
  CHECK(parse_cell_entry("-1").value() == "-1");
  CHECK(parse_cell_entry("0xff").value() == "0xff");
  CHECK(parse_cell_entry("=7").value() == "7");
  CHECK(parse_cell_entry("=x + 1").value() == "x + 1");
  CHECK(!parse_cell_entry(""));
  CHECK(!parse_cell_entry("abc"));
  CHECK(!parse_cell_entry("\x80"));
}

TEST_CASE("cells are formatted for tooltips and the clipboard") {
  CHECK(value_in_words('v') == "118 · 0x76 · 'v'");
  CHECK(value_in_words(-3) == "-3");
  CHECK(value_in_words(88) == "88 · 0x58 · 'X'");
  CHECK(value_in_words(' ') == "32 · 0x20 · a blank");
  CHECK(compact_number(-12, 3) == "-12");
  CHECK(compact_number(1234, 3).empty());
  const auto value = [](Point at) { return at.x == 0 ? 'a' : at.y * 1000; };
  CHECK(area_as_text({{0, 0}, {2, 2}}, value) == "a \na \n");
  CHECK(area_as_values({{0, 0}, {2, 2}}, value) == "97\t0\n97\t1000\n");
  CHECK(area_as_text({{0, 0}, {1, 1}}, value) == "a");
}

TEST_CASE("cells in string mode have the colour of strings") {
  Field field("\"p\"gv\n\"g\" <\n");
  field.frames_until([&] { return field.snapshot().reachable != nullptr; });
  const Playfield& source = *field.snapshot().program->source;
  CodeCells code;
  code.learn(field.snapshot());
  const auto is_text = [&](Point at) { return code.is_text(source.index_of(at)); };
  CHECK(is_text({1, 0}));
  CHECK_FALSE(is_text({0, 0}));  // the opening quote
  CHECK_FALSE(is_text({3, 0}));
  CHECK(is_text({1, 1}));
  const CellColours colours(dark_theme(), field.snapshot().program->dialect);
  CHECK(colours.of('p', CellKind::text) == dark_theme().of(InstructionClass::string));
  CHECK(colours.of('p', CellKind::code) == dark_theme().of(InstructionClass::memory));
}

TEST_CASE("a field shown as a whole has its counts in blocks, and the legend says what is shown") {
  std::string source;
  for (int y = 0; y < 3000; ++y) source += std::string(400, y == 0 ? '1' : '.') + "\n";
  Field field(std::move(source), {900, 400});
  field.submit("goto 300");
  field.tap(Key::f);
  REQUIRE(detail_for(field.view().zoom) == CellDetail::density);
  field.click("overlay 1");
  const auto heat = field.snapshot().heat;
  REQUIRE(heat);
  CHECK(heat->block_bits == 4);
  CHECK(heat->area.size == Size{400, 3000});
  CHECK(heat->cells[heat->index_of({299, 0})].executions == 1);
  CHECK(heat->cells[heat->index_of({304, 0})].executions == 0);
  CHECK(field.point_of("legend executions, ticks 0 to 300").x > 0);
  CHECK(field.snapshot().cells.values.empty());
  field.click("overlay 5");
  CHECK(field.point_of("legend modified cells are shown at a larger zoom").x > 0);
}

TEST_CASE("heat is logarithmic, and a single count is visible") {
  CHECK(heat_intensity(0, 100) == 0);
  CHECK(heat_intensity(1, 100) > 0.1F);
  CHECK(heat_intensity(100, 100) == doctest::Approx(1));
  CHECK(heat_intensity(10, 100) > heat_intensity(5, 100));
  CHECK(age_intensity(0, 0, 100) == 0);
  CHECK(age_intensity(100, 0, 100) == 1);
  CHECK(age_intensity(90, 0, 100) > age_intensity(50, 0, 100));
}

TEST_CASE("density counts non-blank cells incrementally") {
  std::string text(std::size_t{2000} * 130, ' ');
  text[0] = text[1] = text[text.size() - 1] = '#';
  const auto field = std::make_shared<const Playfield>(Size{2000, 130},
                                                       Playfield::Bytes(text.begin(), text.end()));
  Density density;
  density.set_source(field);
  CHECK(!density.done());
  while (!density.done()) density.work(1);
  CHECK(density.at(0, {0, 0}) == doctest::Approx(2.0 / 16));
  CHECK(density.at(2, {0, 0}) == doctest::Approx(2.0 / 4096));
  CHECK(density.at(2, {31, 2}) == doctest::Approx(1.0 / 4096));
  CHECK(density.at(1, {124, 8}) == doctest::Approx(1.0 / 256));
  CHECK(density.at(1, {50, 5}) == 0);
  CHECK(Density::level_for(3) == 0);
  CHECK(Density::level_for(40) == 1);
}

TEST_CASE_FIXTURE(Field, "a cell has the colour of its class, prose is faint") {
  const Theme& theme = dark_theme();
  CHECK(colour_distance(ink_of({5, 0}), theme.of(InstructionClass::memory)) < 60);
  CHECK(colour_distance(ink_of({7, 1}), theme.of(InstructionClass::flow)) < 60);
  CHECK(colour_distance(ink_of({14, 2}), theme.faint) < 60);
  CHECK(colour_distance(theme.faint, theme.of(InstructionClass::memory)) > 120);
}

TEST_CASE_FIXTURE(Field, "a click selects, Ctrl+click toggles a breakpoint") {
  click_cell({5, 0});
  CHECK(selection().cell == Point{5, 0});
  CHECK(snapshot().breakpoints.empty());
  click_cell({5, 0}, MouseButton::left, with_ctrl);
  REQUIRE(snapshot().breakpoints.size() == 1);
  CHECK(lines == Lines{"break 5,0"});
  click_cell({5, 0}, MouseButton::left, with_ctrl);
  CHECK(lines.back() == "delete 1");
  CHECK(snapshot().breakpoints.empty());
}

TEST_CASE_FIXTURE(Field, "a dragged rectangle is copied as text") {
  select({0, 0}, {2, 1});
  CHECK(selection().area == Rectangle{{0, 0}, {3, 2}});
  tap(Key::c, with_ctrl);
  CHECK(copied == "\"x\"\n   \n");
  tap(Key::escape);
  CHECK(!selection().area);
}

TEST_CASE_FIXTURE(Field, "a value is typed into the selected cell") {
  click_cell({12, 2});
  tap(Key::enter);
  type("abc");
  tap(Key::enter);  // refused: the popup stays open
  enter("42");
  CHECK(value_of({12, 2}) == 42);
}

TEST_CASE_FIXTURE(Field, "the wheel zooms around the cell under the mouse") {
  const Point cell{7, 1};
  const ImVec2 mouse = middle_of(cell);
  CHECK(playfield().fitted());
  for (const float steps : {-1.0F, -1.0F, -1.0F, 1.0F, 1.0F}) {
    input().move(mouse.x, mouse.y);
    input().wheel(steps);
    draw();
    CHECK(selection().hovered == cell);
  }
  CHECK(!playfield().fitted());
  tap(Key::f);
  click_cell({0, 0});
  tap(Key::f);
  CHECK(playfield().fitted());
}

TEST_CASE("the tooltip of the next instruction says what it takes and does") {
  Field field("34-:!0p@\n");
  const auto next = [&](Tick tick) {
    field.seek(tick);
    return cell_tooltip(field.snapshot(), field.snapshot().ip).next;
  };
  CHECK(next(0) == Lines{"pushes 3"});
  CHECK(next(2) == Lines{"takes 3 and 4", "pushes -1"});
  CHECK(next(3) == Lines{"takes -1", "pushes -1 twice"});
  CHECK(next(4) == Lines{"takes -1", "pushes 0"});
  CHECK(next(6) == Lines{"takes -1, 0 and 0", "(0, 0) becomes -1, was 51 '3'"});
  CHECK(next(8).empty());  // ended
}

TEST_CASE_FIXTURE(Field, "the tooltip has names, value, instruction and last write") {
  seek(8);
  const CellTooltip tooltip = cell_tooltip(snapshot(), {2, 2});
  CHECK(tooltip.heading == "(2, 2) · mark · row(1,0)");
  CHECK(tooltip.value == "120 · 0x78 · 'x'");
  CHECK(tooltip.instruction.find("no instruction") != std::string::npos);
  input().move(middle_of({2, 2}).x, middle_of({2, 2}).y);
  const Image before = draw();
  frames(40);
  CHECK(compare(before, draw()).pixels > 2000);

  seek(30);
  click_cell({2, 2});
  tap(Key::l);
  draw();
  CHECK(snapshot().tick == 6);
  CHECK(notices == Lines{"tick 6, by (5, 0): mark from 46 to 120  'x'"});
}

TEST_CASE("the tooltip of code names the constant that it pushes, the longest in a direction") {
  Field field("v *93\n>39*:*.@\n[0,0] CONST width 27 => 39*\n// area  27*27 = 729 => 39*:*\n");
  const auto constants = [&](Point at) { return cell_tooltip(field.snapshot(), at).constants; };
  CHECK(constants({1, 1}) == Lines{"39*:* is 729, area"});
  CHECK(constants({5, 1}) == Lines{"39*:* is 729, area"});
  CHECK(constants({3, 0}) == Lines{"39* going west is 27, width"});
  CHECK(constants({0, 1}).empty());
  CHECK(constants({6, 1}).empty());
}

TEST_CASE_FIXTURE(Field, "the first hit of a search is selected") {
  click_cell({0, 0});
  tap(Key::f, with_ctrl);
  type("comm");
  CHECK(selection().cell == Point{12, 2});
}

TEST_CASE("a large field opens at the instruction pointer, at a readable size") {
  std::string source;
  for (int y = 0; y < 300; ++y) source += std::string(500, y % 7 == 0 ? '.' : ' ') + "<\n";
  source[0] = '>';
  Field field(std::move(source), {500, 300});
  CHECK(!field.playfield().fitted());
  CHECK(field.view().zoom.font >= 0);
  CHECK(field.view().visible({501, 300}).contains({0, 0}));
  field.selection().show = Point{400, 200};
  field.draw();
  CHECK(field.view().visible({501, 300}).contains({400, 200}));
  CHECK(!field.selection().show);
}

TEST_CASE("the user's choices are saved") {
  PlayfieldPanel panel;
  panel.load({{"overlay", "writes"}, {"whole_run", true}, {"follow", false}});
  const Json settings = saved_by(panel);
  CHECK(settings["overlay"] == "writes");
  CHECK(settings["whole_run"] == true);
  CHECK(settings["follow"] == false);
  panel.load({{"overlay", 3}, {"follow", "no"}});
  panel.load(Json::array());
}

TEST_CASE("names of areas neither meet each other nor are cut off") {
  const PixelRect canvas{0, 20, 400, 300};
  std::vector<PixelRect> placed;
  CHECK(place_name({50, 60, 100, 80}, 40, 10, canvas, placed) == PixelRect{50, 50, 40, 10});
  // Beside it the row is taken; within its area there is room.
  CHECK(place_name({80, 60, 100, 80}, 40, 10, canvas, placed) == PixelRect{80, 60, 40, 10});
  CHECK(place_name({200, 24, 100, 80}, 40, 10, canvas, placed) == PixelRect{200, 24, 40, 10});
  CHECK_FALSE(place_name({300, 24, 100, 8}, 40, 10, canvas, placed));
  CHECK_FALSE(place_name({300, 0, 100, 80}, 40, 10, canvas, placed));
  CHECK(placed.size() == 3);
}
