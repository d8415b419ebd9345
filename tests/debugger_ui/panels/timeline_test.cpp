// The timeline, comparison and history panels, with injected input.
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/support/widget_finder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

const char* const counter =
    "0>1+:53pv\n"
    " ^      <\n"
    "\n"
    "     c\n"
    "#$watch[5,3]:int = count\n";

// A program that increments a variable forever, on a wide tile.
FixtureOptions counting(PixelSize size = {1000, 200}) {
  FixtureOptions options;
  options.size = size;
  options.source = counter;
  return options;
}

// Drags along the timeline, between two fractions of its width.
void drag(PanelFixture& fixture, float from, float to) {
  const ImVec2 a = fixture.point_of("timeline", {from, 0.5F});
  const ImVec2 b = fixture.point_of("timeline", {to, 0.5F});
  fixture.input().drag(a.x, a.y, b.x, b.y);
  fixture.draw();
}

TEST_CASE("an empty timeline says how to start a run") {
  PanelFixture fixture(make_timeline_panel(), counting({600, 120}));
  const Image before = fixture.draw();
  fixture.submit("goto 500");
  CHECK_FALSE(compare(before, fixture.draw()).none());
}

TEST_CASE("dragging in the timeline seeks to the mouse") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 1000");
  fixture.draw();
  drag(fixture, 0.9F, 0.35F);
  const Tick middle = fixture.snapshot().tick;
  CHECK(middle > 100);
  CHECK(middle < 900);
  drag(fixture, 0.35F, -0.1F);
  CHECK(fixture.snapshot().tick == 0);
  fixture.click_at("timeline", {0.998F, 0.5F});
  CHECK(fixture.snapshot().tick == fixture.snapshot().end);
}

TEST_CASE("zoomed to single ticks a click is exact, and a double click shows the whole run again") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 1000");
  fixture.draw();
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

TEST_CASE("the timeline samples the first variable by default") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 1000");
  fixture.draw();
  const auto& timeline = fixture.snapshot().timeline;
  REQUIRE(timeline != nullptr);
  CHECK(timeline->done);
  CHECK(timeline->request.cells == std::vector<Point>{{5, 3}});
  REQUIRE(timeline->samples.size() > 100);
  CHECK(timeline->samples.back().values[0] > 10);
}

TEST_CASE("a click on a bookmark seeks to it") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 1000");
  fixture.submit("goto 500");
  fixture.submit("mark the middle");
  fixture.submit("goto 1000");
  fixture.draw();
  fixture.click("mark the middle");
  REQUIRE(fixture.lines.size() == 1);
  CHECK(fixture.lines[0] == "goto \"the middle\"");
  CHECK(fixture.snapshot().tick == 500);
}

TEST_CASE("a bookmark is renamed and deleted in its menu") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 1000");
  fixture.submit("goto 500");
  fixture.submit("mark the middle");
  fixture.draw();
  fixture.answer_line = [] { return std::string("half way"); };
  const auto choose = [&](const std::string& item) {
    fixture.click("mark " + fixture.snapshot().bookmarks[0].name, MouseButton::right);
    return click_widget(fixture, item);
  };
  REQUIRE(choose("rename…"));
  REQUIRE(fixture.snapshot().bookmarks.size() == 1);
  CHECK(fixture.snapshot().bookmarks[0].name == "half way");
  REQUIRE(choose("delete it"));
  CHECK(fixture.snapshot().bookmarks.empty());
}

TEST_CASE("a click on a breakpoint hit seeks to its exact instant") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 100000");
  fixture.submit("break tick 45678");
  fixture.draw();
  fixture.click_at("lane of stops", {0.45678F, 0.5F});
  REQUIRE(fixture.lines.size() == 2);
  CHECK(fixture.lines[1] == "continue");
  CHECK(fixture.snapshot().tick == 45'678);
}

TEST_CASE("the choice of lanes is saved and loaded") {
  const auto panel = make_timeline_panel();
  const auto settings =
      nlohmann::ordered_json{{"curves", {"count"}}, {"regions", nlohmann::ordered_json::array()},
                             {"output", false},     {"input", true},
                             {"hits", true},        {"phases", true}};
  panel->load(settings);
  nlohmann::ordered_json saved;
  panel->save(saved);
  CHECK(saved == settings);
  panel->load(nlohmann::ordered_json{{"curves", 3}, {"output", "no"}});  // invalid
  saved = {};
  panel->save(saved);
  CHECK_FALSE(saved.contains("curves"));
  CHECK(saved["output"] == true);
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
  fixture.click_at("history row 1", {0.03F, 0.5F});
  CHECK(fixture.snapshot().tick < 1000);
  CHECK(fixture.snapshot().tick > 950);
}

}  // namespace
}  // namespace fungescope::ui
