// The timeline, comparison and history panels, with injected input.
#include "base/text_table.h"
#include "debugger_ui/panels/test.h"
#include "support/session_fixture.h"

namespace {

const char* const counter_program =
    "0>1+:53pv\n"
    " ^      <\n"
    "\n"
    "     c\n"
    "#$watch[5,3]:int = count\n";

// A program that increments a variable forever, on a wide tile.
FixtureOptions counting(PixelSize size = {1000, 200}) {
  FixtureOptions options;
  options.size = size;
  options.source = counter_program;
  return options;
}

// Drags along the timeline, between two fractions of its width.
void drag(PanelFixture& fixture, float from, float to) {
  fixture.drag(fixture.point_of("timeline", {from, 0.5F}),
               fixture.point_of("timeline", {to, 0.5F}));
}

TEST_CASE("an empty timeline says how to start a run") {
  PanelFixture fixture(make_timeline_panel(), counting({600, 120}));
  const Image before = fixture.draw();
  fixture.submit("goto 500");
  CHECK_FALSE(compare(before, fixture.draw()).none());
}

TEST_CASE("dragging in the timeline seeks to the mouse") {
  PanelFixture fixture(make_timeline_panel(), counting(), {"goto 1000"});
  drag(fixture, 0.9F, 0.35F);
  const Tick middle = fixture.snapshot().tick;
  CHECK(middle > 100);
  CHECK(middle < 900);
  drag(fixture, 0.35F, -0.1F);
  CHECK(fixture.snapshot().tick == 0);
  fixture.click("timeline", {0.998F, 0.5F});
  CHECK(fixture.snapshot().tick == fixture.snapshot().end);
}

TEST_CASE("zoomed to single ticks a click is exact, and a double click shows the whole run again") {
  PanelFixture fixture(make_timeline_panel(), counting(), {"goto 1000"});
  const ImVec2 at = fixture.point_of("timeline", {0.55F, 0.5F});
  fixture.input().move(at.x, at.y);
  for (int i = 0; i < 60; ++i) fixture.input().wheel(1);
  fixture.draw();
  REQUIRE(fixture.selection().hovered_tick);
  const Tick wanted = *fixture.selection().hovered_tick;
  fixture.input().click(at.x, at.y);
  fixture.draw();
  CHECK(fixture.snapshot().tick == wanted);
  REQUIRE(fixture.snapshot().timeline != nullptr);
  CHECK(fixture.snapshot().timeline->request.to - fixture.snapshot().timeline->request.from < 100);
  fixture.double_click("timeline", {0.55F, 0.5F});
  CHECK(fixture.snapshot().timeline->request.to >= fixture.snapshot().end);
}

TEST_CASE("the first lane is the depth of the stack, then come the first variables") {
  PanelFixture fixture(make_timeline_panel(), counting(), {"goto 1000"});
  const auto& timeline = fixture.snapshot().timeline;
  REQUIRE(timeline != nullptr);
  CHECK(timeline->done);
  CHECK(timeline->request.expressions == Lines{"depth", "cell(5,3)"});
  REQUIRE(timeline->samples.size() > 100);
  CHECK(timeline->samples.back().values[1] > 10);
  const float depth = fixture.point_of("lane stack depth").y;
  CHECK(depth < fixture.point_of("lane count").y);
}

TEST_CASE("of a solver of sudokus the first lane is its own depth") {
  PanelFixture fixture(make_timeline_panel(), {.size = {1000, 200}}, {"goto 1000"});
  CHECK(fixture.has("lane recursionLevel"));
  CHECK_FALSE(fixture.has("lane stack depth"));
}

TEST_CASE("the values under the mouse are those of its tick") {
  // Zoomed out, a column has a hundred ticks, and the values differ in all of them.
  const std::string source = counter_program;
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("watch tick * 3");
  fixture.submit("goto 100000");
  fixture.selection().add_lane = "tick * 3";
  fixture.draw();
  for (const float at : {0.113F, 0.2721F, 0.5003F, 0.7777F, 0.9F}) {
    CAPTURE(at);
    fixture.hover("timeline", {at, 0.5F});
    REQUIRE(fixture.selection().hovered_tick);
    const Tick tick = *fixture.selection().hovered_tick;
    const auto session = test::open_session(source);
    session->history().seek(tick);
    const Machine& machine = session->machine();
    const std::string shown = "at " + with_separators(tick) + " ";
    CHECK(fixture.has(shown + "stack depth " + std::to_string(machine.stack.size())));
    CHECK(fixture.has(shown + "count " + std::to_string(machine.field.at({5, 3}))));
    CHECK(fixture.has(shown + "tick * 3 " + std::to_string(3 * tick)));
    CHECK(fixture.snapshot().tick == 100'000);
  }
}

TEST_CASE("an expression is a lane with its range, and can be removed") {
  PanelFixture fixture(make_timeline_panel(), counting({1000, 300}));
  fixture.submit("goto 1000");
  fixture.selection().add_lane = "depth * 10";
  fixture.draw();
  CHECK(fixture.has("range depth * 10 0..40"));
  fixture.answer_line = "-50..50";
  fixture.choose("lane depth * 10", "fixed range…");
  CHECK(fixture.has("range depth * 10 -50..50, fixed"));
  fixture.answer_line = "wide";
  fixture.choose("lane depth * 10", "fixed range…");
  CHECK(fixture.notices.size() == 1);
  fixture.choose("lane depth * 10", "to the top");
  CHECK(fixture.point_of("lane depth * 10").y < fixture.point_of("lane stack depth").y);
  fixture.choose("lane depth * 10", "remove");
  CHECK_FALSE(fixture.has("lane depth * 10"));
  fixture.selection().add_lane = "nonsense(";
  fixture.draw();
  CHECK(fixture.notices.size() == 2);
}

TEST_CASE("a click on a bookmark seeks to it") {
  PanelFixture fixture(make_timeline_panel(), counting(),
                       {"goto 1000", "goto 500", "mark the middle", "goto 1000"});
  fixture.click("mark the middle");
  REQUIRE(fixture.lines.size() == 1);
  CHECK(fixture.lines[0] == "goto \"the middle\"");
  CHECK(fixture.snapshot().tick == 500);
}

TEST_CASE("a bookmark is renamed and deleted in its menu") {
  PanelFixture fixture(make_timeline_panel(), counting(),
                       {"goto 1000", "goto 500", "mark the middle"});
  fixture.answer_line = "half way";
  const auto choose = [&](const std::string& item) {
    fixture.click("mark " + fixture.snapshot().bookmarks[0].name, item_middle, MouseButton::right);
    return fixture.click_widget(item);
  };
  REQUIRE(choose("rename…"));
  REQUIRE(fixture.snapshot().bookmarks.size() == 1);
  CHECK(fixture.snapshot().bookmarks[0].name == "half way");
  REQUIRE(choose("delete it"));
  CHECK(fixture.snapshot().bookmarks.empty());
}

TEST_CASE("a click on a breakpoint hit seeks to its exact instant") {
  PanelFixture fixture(make_timeline_panel(), counting(), {"goto 100000", "break tick 45678"});
  fixture.click("lane of breakpoints", {0.45678F, 0.5F});
  REQUIRE(fixture.lines.size() == 2);
  CHECK(fixture.lines[1] == "continue");
  CHECK(fixture.snapshot().tick == 45'678);
}

TEST_CASE("the lanes of each program are saved and loaded") {
  using Json = nlohmann::ordered_json;
  const auto panel = make_timeline_panel();
  const Json lanes{{"curves", {{{"text", "count"}}, {{"text", "depth"}, {"low", 0}, {"high", 9}}}},
                   {"regions", Json::array()},
                   {"output", false},
                   {"input", true},
                   {"hits", true},
                   {"phases", true}};
  const Json settings{{"programs", {{"/a.b93", lanes}}}};
  panel->load(settings);
  Json saved;
  panel->save(saved);
  CHECK(saved == settings);
  panel->load(Json{{"programs", {{"/a.b93", {{"curves", 3}, {"output", "no"}}}}}});  // invalid
  saved = {};
  panel->save(saved);
  CHECK(saved.empty());
}

TEST_CASE("the comparison lists the differences between two instants") {
  PanelFixture fixture(make_comparison_panel(), counting({600, 400}));
  fixture.submit("goto 1000");
  const Image empty = fixture.draw();
  fixture.selection().compare_with = 100;
  fixture.draw();
  CHECK_FALSE(fixture.selection().compare_with);
  const Image compared = fixture.draw();
  CHECK_FALSE(compare(empty, compared).none());
  fixture.click("(5, 3)");
  REQUIRE(fixture.selection().cell);
  CHECK(*fixture.selection().cell == Point{5, 3});
}

TEST_CASE("a click in the history of a cell seeks to the write") {
  PanelFixture fixture(make_cell_history_panel(), counting());
  fixture.submit("goto 1000");
  fixture.selection().cell = Point{5, 3};
  fixture.draw();
  fixture.draw();
  fixture.click("history row 1", {0.03F, 0.5F});
  CHECK(fixture.snapshot().tick < 1000);
  CHECK(fixture.snapshot().tick > 950);
}

}  // namespace
