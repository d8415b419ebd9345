// The list panels, driven by mouse and keyboard.
#include "debugger_ui/panels/test.h"

namespace {

constexpr const char* break_field = "break 10,3 west if depth > 2";  // the command it offers
const ImVec2 name_column{0.05F, 0.5F};  // of a row of the watches; the rest may be a curve

FixtureOptions program(std::string source) {
  return {.size = {500, 300}, .source = std::move(source)};
}

FixtureOptions looping(PixelSize size = {600, 400}) {
  return {.size = size, .source = "v\n>>1$v\n^   <\n"};
}

// Replaces the text of a field by typing.
void retype(PanelFixture& fixture, const std::string& field, const std::string& text) {
  fixture.click(field);
  fixture.input().tap(Key::a, with_ctrl);
  fixture.type(text);
}

// After a thousand ticks of a loop, all counted.
struct Profiled : PanelFixture {
  Profiled() : PanelFixture(make_profile_panel(), looping({500, 300}), {"goto 1000"}) {
    for (int i = 0; i < 20; ++i) draw();
  }
};

TEST_CASE("a stack value is edited in place") {
  PanelFixture fixture(make_stack_panel(), program("123@"), {"goto 3"});
  REQUIRE(fixture.snapshot().stack.values == std::vector<std::int64_t>{3, 2, 1});
  fixture.double_click("stack row 1");
  fixture.answer("7");
  CHECK(fixture.snapshot().stack.values == std::vector<std::int64_t>{3, 7, 1});
}

TEST_CASE("a large value keeps clear of the index of its row, however narrow the panel") {
  for (const int width : {140, 200, 300, 500}) {
    PanelFixture fixture(make_stack_panel(), {.size = {width, 300}, .source = "@"},
                         Lines(12, "push -9223372036854775807"));
    CAPTURE(width);
    CHECK(fixture.box("index stack row 1").max.x < fixture.box("value stack row 1").min.x);
  }
}

TEST_CASE("the messages of logpoints stay in a list, which leads to their instants") {
  PanelFixture fixture(make_breakpoints_panel(), program("123...@"),
                       {"break 3,0 log \"top {top}\"", "continue"});
  REQUIRE(fixture.snapshot().log->size() == 1);
  fixture.frames(2000);
  fixture.click("logged 0");
  CHECK(fixture.tick() == 3);
  CHECK(fixture.snapshot().log->front().text == "top 3");
}

TEST_CASE("a value is pushed and popped") {
  PanelFixture fixture(make_stack_panel(), program("123@"));
  fixture.click("push EXPR");
  fixture.enter("6*7");
  CHECK(fixture.snapshot().stack.values == std::vector<std::int64_t>{42});
  fixture.click("pop");
  CHECK(fixture.snapshot().stack.size == 0);
  CHECK(fixture.lines == Lines{"pop"});
}

TEST_CASE("the selected stack value leads to the instruction that pushed it") {
  PanelFixture fixture(make_stack_panel(), program("123@"), {"goto 3"});
  fixture.click("stack row 2");  // the 1
  fixture.click("goto 1");
  CHECK(fixture.tick() == 1);
  CHECK(fixture.selection().cell == Point{0, 0});
}

TEST_CASE("a click on a row of the trace seeks to its instant") {
  PanelFixture fixture(make_trace_panel(), program("12+.@"), {"continue"});
  REQUIRE(fixture.tick() == 5);
  fixture.click("trace row 2");
  CHECK(fixture.tick() == 2);
  CHECK(fixture.selection().cell == Point{2, 0});
}

TEST_CASE("the bar of the trace leads to the first and the last of many rows") {
  PanelFixture fixture(make_trace_panel(), program("><"), {"goto 100000"});
  fixture.click("bar of rows", {0.5F, 0.02F});
  CHECK(fixture.has("trace row 0"));
  fixture.click("bar of rows", {0.5F, 0.98F});
  CHECK(fixture.has("trace row 100000"));
}

TEST_CASE("a breakpoint is typed, disabled and deleted") {
  PanelFixture fixture(make_breakpoints_panel(), program("12+.@"));
  fixture.click(break_field);
  fixture.enter("3,0 if depth > 1");
  REQUIRE(fixture.snapshot().breakpoints.size() == 1);
  CHECK(fixture.snapshot().breakpoints[0].condition == "depth > 1");
  fixture.click("disable 1");
  CHECK_FALSE(fixture.snapshot().breakpoints[0].enabled);
  fixture.click("delete 1");
  CHECK(fixture.snapshot().breakpoints.empty());
  CHECK(fixture.lines == Lines{"disable 1", "delete 1"});
}

TEST_CASE("an error in a breakpoint is shown in place") {
  PanelFixture fixture(make_breakpoints_panel(), program("12+.@"));
  const Image before = fixture.draw();
  fixture.click(break_field);
  fixture.enter("nowhere");
  const Image after = fixture.draw();
  CHECK(fixture.snapshot().breakpoints.empty());
  CHECK(fixture.notices.empty());
  CHECK_FALSE(compare(before, after).none());
  // The text is still there to be corrected.
  fixture.answer("tick 3");
  CHECK(fixture.snapshot().breakpoints.size() == 1);
}

TEST_CASE("a variable is edited in place, and its cell is selected") {
  PanelFixture fixture(make_watches_panel(), program("12+.@  \n#$watch[5,0]:int = first\n"
                                                     "#$watch[6,0]:int = second\n"));
  REQUIRE(fixture.snapshot().variables.size() == 2);
  fixture.double_click("second", name_column);
  CHECK(fixture.selection().cell == Point{6, 0});
  fixture.answer("77");
  CHECK(fixture.snapshot().variables[1].value == 77);
}

TEST_CASE("a variable can be shown as each type, and the choice is saved") {
  PanelFixture fixture(make_watches_panel(),
                       program("12+.@ ~A\n#$watch[6,0]:int = first\n#$watch[7,0]:int = second\n"));
  const std::vector<std::pair<std::string, std::string>> shown{
      {"char", "'A'"},       {"hex", "0x41"}, {"hex8", ""},
      {"bool", "true (65)"}, {"binary", ""},  {"long", "00000065"}};
  for (const auto& [name, text] : shown) {
    const std::string& type = name;  // for the macros' lambdas
    fixture.click("second", name_column, MouseButton::right);
    REQUIRE(fixture.hover_widget("show as"));
    REQUIRE_MESSAGE(fixture.click_widget(type), type);
    fixture.choose("second", "copy the value", name_column);
    if (!text.empty()) CHECK(fixture.copied == text);
    const Json saved = saved_by(fixture.panel());
    CHECK(saved["types"]["second"] == type);
    CHECK_FALSE(saved["types"].contains("first"));
    const auto again = make_watches_panel();
    again->load(saved);
    CHECK(saved_by(*again) == saved);
  }
}

TEST_CASE("a variable's menu breaks on its change, and sends it to the timeline") {
  FixtureOptions options = program("1+>5:60p@\n#$watch[6,0]:int = first\n");
  options.size.width = 800;  // the submenu of types fits next to the menu
  PanelFixture fixture(make_watches_panel(), std::move(options));
  fixture.choose("first", "break on change", name_column);
  REQUIRE(fixture.snapshot().breakpoints.size() == 1);
  CHECK(fixture.snapshot().breakpoints[0].area == Rectangle{{6, 0}, {1, 1}});
  fixture.choose("first", "show in the timeline", name_column);
  CHECK(fixture.selection().add_lane == "first");
  CHECK(fixture.revealed == std::vector<PanelId>{PanelId::timeline});
}

TEST_CASE("a bookmark whose name could be a tick is sought to and renamed") {
  PanelFixture fixture(make_breakpoints_panel(), program("12+.@"),
                       {"goto 3", "mark \"1\"", "goto 5"});
  fixture.click("goto \"1\"");
  REQUIRE(fixture.lines == Lines{"goto \"1\""});
  CHECK(fixture.tick() == 3);
  fixture.answer_line = "the \"sum\"";
  fixture.choose("goto \"1\"", "rename…");
  CHECK(fixture.snapshot().bookmarks[0].name == "the \"sum\"");
}

TEST_CASE_FIXTURE(Profiled, "a click on the hottest cell selects it") {
  click("(2, 1)");
  CHECK(selection().cell == Point{2, 1});
  CHECK(selection().marked.size() == 1);
  REQUIRE(click_widget("runs"));
  click("(0, 2)");  // which goes west from (4, 2)
  CHECK(selection().marked == std::vector<Rectangle>{{{0, 2}, {5, 1}}});
}

TEST_CASE_FIXTURE(Profiled, "a click on a heading sorts the rows, which are copied in that order") {
  const auto first_copied = [&](const std::string& item) {
    choose("(2, 1)", item);
    return copied.substr(0, copied.find('\t'));
  };
  CHECK(first_copied("copy the row") == "1 (2, 1)");
  CHECK(std::ranges::count(copied, '\n') == 1);
  CHECK(first_copied("copy all rows") != "v (0, 0)");  // which is executed once
  CHECK(std::ranges::count(copied, '\n') > 5);
  click("cells heading cell");
  CHECK(first_copied("copy all rows") == "v (0, 0)");
  click("cells heading cell");
  CHECK(first_copied("copy all rows") != "v (0, 0)");
}

TEST_CASE("both instants of the comparison are typed as ticks") {
  const char* const counter =
      "0>1+:53pv\n"
      " ^      <\n\n"
      "     c\n"
      "#$watch[5,3]:int = count\n";
  PanelFixture fixture(make_comparison_panel(), {.size = {900, 400}, .source = counter},
                       {"goto 1000"});
  CHECK_FALSE(fixture.has("(5, 3)"));
  retype(fixture, "tick A", "garbage here");
  CHECK(fixture.has("field error"));
  fixture.tap(Key::enter);
  CHECK(fixture.has("field error"));
  CHECK_FALSE(fixture.has("(5, 3)"));
  // The field keeps the keyboard, and the text.
  fixture.answer("100");
  CHECK_FALSE(fixture.has("field error"));
  CHECK(fixture.has("(5, 3)"));
  fixture.click("(5, 3)");
  CHECK(fixture.selection().cell == Point{5, 3});
  // B at the same tick: no cell differs.
  retype(fixture, "tick B", "100");
  fixture.tap(Key::enter);
  CHECK_FALSE(fixture.has("(5, 3)"));
  // Without a text, B follows the present again.
  fixture.click("tick B");
  fixture.tap("Ctrl+A Backspace Enter");
  CHECK(fixture.has("(5, 3)"));
  CHECK(fixture.tick() == 1000);
  // A at an instant that another panel asks for.
  retype(fixture, "tick A", "1000");
  fixture.tap(Key::enter);
  CHECK_FALSE(fixture.has("(5, 3)"));
  fixture.selection().compare_with = 100;
  fixture.draw();
  CHECK_FALSE(fixture.selection().compare_with);
  CHECK(fixture.has("(5, 3)"));
}

TEST_CASE("the headings of the trace stand over its columns") {
  PanelFixture fixture(make_trace_panel(), looping(), {"goto 1000"});
  const auto x = [&](const std::string& name, float fraction) {
    return fixture.point_of(name, {fraction, 0}).x;
  };
  CHECK(x("trace heading cell", 0) == x("cell trace row 990", 0));
  CHECK(x("trace heading top", 1) == x("top trace row 990", 1));
  CHECK(x("trace heading tick", 1) < x("trace heading cell", 0));
  CHECK(x("trace heading cell", 1) < x("trace heading instruction", 0));
  CHECK(x("trace heading instruction", 1) < x("trace heading top", 0));
  CHECK(x("trace heading top", 1) < x("trace heading effect", 0));
  CHECK(fixture.point_of("trace heading cell").y < fixture.point_of("trace row 990").y);
  // The present is the last row, below the headings and in the panel.
  CHECK(fixture.point_of("trace row 1000").y < 400);
  // In a narrow tile there is no column for the name.
  PanelFixture small(make_trace_panel(), looping({220, 300}), {"goto 1000"});
  CHECK_FALSE(small.has("trace heading instruction"));
  CHECK(small.has("trace heading top"));
}

TEST_CASE("a large value on top keeps clear of the columns before it, however narrow the trace") {
  for (const int width : {220, 400, 600}) {
    PanelFixture fixture(make_trace_panel(), looping({width, 300}),
                         {"push -9223372036854775807", "goto 1"});
    CAPTURE(width);
    const float top = fixture.point_of("top trace row 0", {0, 0}).x;
    CHECK(fixture.point_of("cell trace row 0", {1, 0}).x < top);
    if (!fixture.has("trace heading instruction")) continue;
    CHECK(fixture.point_of("trace heading instruction", {1, 0}).x < top);
  }
}

}  // namespace
