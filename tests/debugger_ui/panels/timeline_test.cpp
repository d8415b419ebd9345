// The timeline, comparison and history panels, with injected input.
#include "debugger_ui/panels/common/panels.h"
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
  fixture.input().drag(900, 100, 400, 100);
  fixture.draw();
  const Tick middle = fixture.snapshot().tick;
  CHECK(middle > 100);
  CHECK(middle < 900);
  fixture.input().drag(400, 100, 1, 100);
  fixture.draw();
  CHECK(fixture.snapshot().tick == 0);
  fixture.input().click(988, 100);
  fixture.draw();
  CHECK(fixture.snapshot().tick == fixture.snapshot().end);
}

TEST_CASE("zoomed to single ticks a click is exact, and a double click shows the whole run again") {
  PanelFixture fixture(make_timeline_panel(), counting());
  fixture.submit("goto 1000");
  fixture.draw();
  fixture.input().move(600, 100);
  for (int i = 0; i < 60; ++i) fixture.input().wheel(1);
  fixture.draw();
  REQUIRE(fixture.selection().hovered_tick);
  const Tick wanted = *fixture.selection().hovered_tick;
  fixture.input().click(600, 100);
  fixture.draw();
  CHECK(fixture.snapshot().tick == wanted);
  REQUIRE(fixture.snapshot().timeline != nullptr);
  CHECK(fixture.snapshot().timeline->request.to - fixture.snapshot().timeline->request.from < 100);
  fixture.input().click(600, 100);
  fixture.input().click(600, 100);
  fixture.draw();
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
  for (float x = 160; x < 1000 && fixture.lines.empty(); x += 4) {
    fixture.input().click(x, 29);
    fixture.draw();
  }
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
    for (float x = 560; x < 600; x += 8) {
      fixture.input().click(x, 29, MouseButton::right);
      fixture.draw();
      if (click_widget(fixture, item)) return true;
      fixture.input().tap(Key::escape);
      fixture.input().click(20, 150);  // outside the menu: closes it
      fixture.draw();
    }
    return false;
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
  for (float x = 440; x < 580 && fixture.lines.empty(); x += 4) {
    for (float y = 170; y < 195 && fixture.lines.empty(); y += 6) {
      fixture.input().click(x, y);
      fixture.draw();
    }
  }
  REQUIRE(fixture.lines.size() == 2);
  CHECK(fixture.lines[1] == "continue");
  CHECK(fixture.snapshot().tick == 45'678);
}

TEST_CASE("the choice of lanes is saved and loaded") {
  const auto panel = make_timeline_panel();
  const auto settings = nlohmann::ordered_json{{"curves", {"count"}},
                                               {"regions", nlohmann::ordered_json::array()},
                                               {"output", false},
                                               {"input", true},
                                               {"hits", true}};
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
  for (float y = 150; y < 390 && !fixture.selection().cell; y += 10) {
    fixture.input().click(60, y);
    fixture.draw();
  }
  REQUIRE(fixture.selection().cell);
  CHECK(*fixture.selection().cell == Point{5, 3});
}

TEST_CASE("a click in the history of a cell seeks to the write") {
  PanelFixture fixture(make_cell_history_panel(), counting());
  fixture.submit("goto 1000");
  fixture.selection().cell = Point{5, 3};
  fixture.draw();
  fixture.draw();
  for (float y = 45; y < 200 && fixture.snapshot().tick == 1000; y += 10) {
    fixture.input().click(40, y);
    fixture.draw();
  }
  CHECK(fixture.snapshot().tick < 1000);
  CHECK(fixture.snapshot().tick > 950);
}

}  // namespace
}  // namespace fungescope::ui
