// The panels of the timeline and of a cell's history, with injected input.
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
  return {.size = size, .source = counter_program};
}

struct Timeline : PanelFixture {
  explicit Timeline(const Lines& commands = {"goto 1000"})
      : PanelFixture(make_timeline_panel(), counting(), commands) {}
  // Between two fractions of its width.
  void drag_along(float from, float to) {
    drag(point_of("timeline", {from, 0.5F}), point_of("timeline", {to, 0.5F}));
  }
  void add_lane(const std::string& expression) {
    selection().add_lane = expression;
    draw();
  }
};

TEST_CASE("an empty timeline says how to start a run") {
  PanelFixture fixture(make_timeline_panel(), counting({600, 120}));
  const Image before = fixture.draw();
  fixture.seek(500);
  CHECK_FALSE(compare(before, fixture.draw()).none());
}

TEST_CASE_FIXTURE(Timeline, "dragging in the timeline seeks to the mouse") {
  drag_along(0.9F, 0.35F);
  CHECK(tick() > 100);
  CHECK(tick() < 900);
  drag_along(0.35F, -0.1F);
  CHECK(tick() == 0);
  click("timeline", {0.998F, 0.5F});
  CHECK(tick() == snapshot().end);
}

TEST_CASE_FIXTURE(Timeline,
                  "zoomed in, a click is exact to the tick, and a double click shows all") {
  hover("timeline", {0.55F, 0.5F});
  for (int i = 0; i < 60; ++i) input().wheel(1);
  draw();
  REQUIRE(selection().hovered_tick);
  const Tick wanted = *selection().hovered_tick;
  click("timeline", {0.55F, 0.5F});
  CHECK(tick() == wanted);
  const auto request = [this] { return snapshot().timeline->request; };
  CHECK(request().to - request().from < 100);
  double_click("timeline", {0.55F, 0.5F});
  CHECK(request().to >= snapshot().end);
}

TEST_CASE_FIXTURE(Timeline, "the first lane is the stack's depth, then come the first variables") {
  const auto& timeline = snapshot().timeline;
  REQUIRE(timeline != nullptr);
  CHECK(timeline->done);
  CHECK(timeline->request.expressions == Lines{"depth", "cell(5,3)"});
  REQUIRE(timeline->samples.size() > 100);
  CHECK(timeline->samples.back().values[1] > 10);
  CHECK(point_of("lane stack depth").y < point_of("lane count").y);
}

TEST_CASE("of a solver of sudokus the first lane is its own depth") {
  PanelFixture fixture(make_timeline_panel(), {.size = {1000, 200}}, {"goto 1000"});
  CHECK(fixture.has("lane recursionLevel"));
  CHECK_FALSE(fixture.has("lane stack depth"));
}

TEST_CASE("the values under the mouse are those of its tick") {
  // Zoomed out, a column has a hundred ticks, and the values differ in all of them.
  Timeline fixture({"watch tick * 3", "goto 100000"});
  fixture.add_lane("tick * 3");
  for (const float at : {0.113F, 0.2721F, 0.5003F, 0.7777F, 0.9F}) {
    CAPTURE(at);
    fixture.hover("timeline", {at, 0.5F});
    REQUIRE(fixture.selection().hovered_tick);
    const Tick tick = *fixture.selection().hovered_tick;
    const auto session = test::open_session(counter_program);
    session->history().seek(tick);
    const Machine& machine = session->machine();
    const std::string shown = "at " + with_separators(tick) + " ";
    CHECK(fixture.has(shown + "stack depth " + std::to_string(machine.stack.size())));
    CHECK(fixture.has(shown + "count " + std::to_string(machine.field.at({5, 3}))));
    CHECK(fixture.has(shown + "tick * 3 " + std::to_string(3 * tick)));
    CHECK(fixture.tick() == 100'000);
  }
}

TEST_CASE_FIXTURE(Timeline, "an expression is a lane with its range, and can be removed") {
  add_lane("depth * 10");
  CHECK(has("range depth * 10 0..40"));
  REQUIRE(click_widget("lanes"));
  REQUIRE(click_widget("depth * 10"));
  CHECK_FALSE(has("lane depth * 10"));
  add_lane("nonsense(");
  CHECK(notices.size() == 1);
}

TEST_CASE("a bookmark is clicked, renamed and deleted") {
  Timeline fixture({"goto 1000", "goto 500", "mark the middle", "goto 1000"});
  fixture.click("mark the middle");
  CHECK(fixture.lines == Lines{"goto \"the middle\""});
  CHECK(fixture.tick() == 500);
  fixture.answer_line = "half way";
  fixture.choose("mark the middle", "rename…");
  REQUIRE(fixture.snapshot().bookmarks.size() == 1);
  fixture.choose("mark half way", "delete it");
  CHECK(fixture.snapshot().bookmarks.empty());
}

TEST_CASE("a click on a breakpoint hit seeks to its exact instant") {
  Timeline fixture({"goto 100000", "break tick 45678"});
  fixture.click("lane of breakpoints", {0.45678F, 0.5F});
  REQUIRE(fixture.lines.size() == 2);
  CHECK(fixture.lines[1] == "continue");
  CHECK(fixture.tick() == 45'678);
}

TEST_CASE("the lanes of each program are saved and loaded") {
  const auto panel = make_timeline_panel();
  const Json lanes{{"lanes", {"count", "depth"}},
                   {"regions", Json::array()},
                   {"output", false},
                   {"input", true},
                   {"hits", true},
                   {"phases", true}};
  const Json settings{{"programs", {{"/a.b93", lanes}}}};
  panel->load(settings);
  CHECK(saved_by(*panel) == settings);
  panel->load(Json{{"programs", {{"/a.b93", {{"lanes", 3}, {"output", "no"}}}}}});  // invalid
  CHECK(saved_by(*panel).empty());
}

TEST_CASE("a click in the history of a cell seeks to the write") {
  PanelFixture fixture(make_cell_history_panel(), counting(), {"goto 1000"});
  fixture.selection().cell = Point{5, 3};
  for (int i = 0; i < 2; ++i) fixture.draw();
  fixture.click("history row 1", {0.03F, 0.5F});
  CHECK(fixture.tick() < 1000);
  CHECK(fixture.tick() > 950);
}

}  // namespace
