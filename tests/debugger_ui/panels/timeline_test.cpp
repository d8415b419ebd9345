// The timeline, the comparison and the history on a stage, with injected input.
#include "debugger_ui/panels/common/panels.h"
#include "debugger_ui/support/pointing.h"

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

// A program that counts for ever in a variable, on a wide tile.
StageOptions counting(PixelSize size = {1000, 200}) {
  StageOptions options;
  options.size = size;
  options.source = counter;
  return options;
}

TEST_CASE("an empty run says how to begin one") {
  PanelStage stage(make_timeline_panel(), counting({600, 120}));
  const Image before = stage.draw();
  stage.submit("goto 500");
  CHECK_FALSE(compare(before, stage.draw()).none());
}

TEST_CASE("dragging in the strip goes where the mouse is") {
  PanelStage stage(make_timeline_panel(), counting());
  stage.submit("goto 1000");
  stage.draw();
  stage.input().drag(900, 100, 400, 100);
  stage.draw();
  const Tick middle = stage.picture().tick;
  CHECK(middle > 100);
  CHECK(middle < 900);
  stage.input().drag(400, 100, 1, 100);
  stage.draw();
  CHECK(stage.picture().tick == 0);
  stage.input().click(988, 100);
  stage.draw();
  CHECK(stage.picture().tick == stage.picture().end);
}

TEST_CASE("a tick is exact where single ticks are seen, and a double click shows all again") {
  PanelStage stage(make_timeline_panel(), counting());
  stage.submit("goto 1000");
  stage.draw();
  stage.input().move(600, 100);
  for (int i = 0; i < 60; ++i) stage.input().wheel(1);
  stage.draw();
  REQUIRE(stage.selection().hovered_tick);
  const Tick wanted = *stage.selection().hovered_tick;
  stage.input().click(600, 100);
  stage.draw();
  CHECK(stage.picture().tick == wanted);
  REQUIRE(stage.picture().strip != nullptr);
  CHECK(stage.picture().strip->look.to - stage.picture().strip->look.from < 100);
  stage.input().click(600, 100);
  stage.input().click(600, 100);
  stage.draw();
  CHECK(stage.picture().strip->look.to >= stage.picture().end);
}

TEST_CASE("the strip has samples of the first variable, without being asked to") {
  PanelStage stage(make_timeline_panel(), counting());
  stage.submit("goto 1000");
  stage.draw();
  const auto& strip = stage.picture().strip;
  REQUIRE(strip != nullptr);
  CHECK(strip->done);
  CHECK(strip->look.cells == std::vector<Point>{{5, 3}});
  REQUIRE(strip->samples.size() > 100);
  CHECK(strip->samples.back().values[0] > 10);
}

TEST_CASE("a click on a bookmark goes there") {
  PanelStage stage(make_timeline_panel(), counting());
  stage.submit("goto 1000");
  stage.submit("goto 500");
  stage.submit("mark the middle");
  stage.submit("goto 1000");
  stage.draw();
  for (float x = 160; x < 1000 && stage.lines.empty(); x += 4) {
    stage.input().click(x, 29);
    stage.draw();
  }
  REQUIRE(stage.lines.size() == 1);
  CHECK(stage.lines[0] == "goto \"the middle\"");
  CHECK(stage.picture().tick == 500);
}

TEST_CASE("a bookmark is renamed and deleted in its menu") {
  PanelStage stage(make_timeline_panel(), counting());
  stage.submit("goto 1000");
  stage.submit("goto 500");
  stage.submit("mark the middle");
  stage.draw();
  stage.answer_line = [] { return std::string("half way"); };
  const auto choose = [&](const std::string& item) {
    for (float x = 560; x < 600; x += 8) {
      stage.input().click(x, 29, MouseButton::right);
      stage.draw();
      if (click_on(stage, item)) return true;
      stage.input().tap(Key::escape);
      stage.input().click(20, 150);  // beside it: closes it
      stage.draw();
    }
    return false;
  };
  REQUIRE(choose("rename…"));
  REQUIRE(stage.picture().bookmarks.size() == 1);
  CHECK(stage.picture().bookmarks[0].name == "half way");
  REQUIRE(choose("delete it"));
  CHECK(stage.picture().bookmarks.empty());
}

TEST_CASE("a click on a hit of a stop goes to the very instant") {
  PanelStage stage(make_timeline_panel(), counting());
  stage.submit("goto 100000");
  stage.submit("break tick 45678");
  stage.draw();
  for (float x = 440; x < 580 && stage.lines.empty(); x += 4) {
    for (float y = 170; y < 195 && stage.lines.empty(); y += 6) {
      stage.input().click(x, y);
      stage.draw();
    }
  }
  REQUIRE(stage.lines.size() == 2);
  CHECK(stage.lines[1] == "continue");
  CHECK(stage.picture().tick == 45'678);
}

TEST_CASE("what is chosen for the lanes comes back") {
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
  panel->load(nlohmann::ordered_json{{"curves", 3}, {"output", "no"}});  // not ours
  saved = {};
  panel->save(saved);
  CHECK_FALSE(saved.contains("curves"));
  CHECK(saved["output"] == true);
}

TEST_CASE("the comparison names what differs between two instants") {
  PanelStage stage(make_comparison_panel(), counting({600, 400}));
  stage.submit("goto 1000");
  const Image empty = stage.draw();
  stage.selection().compare_with = 100;
  stage.draw();
  CHECK_FALSE(stage.selection().compare_with);
  const Image compared = stage.draw();
  CHECK_FALSE(compare(empty, compared).none());
  for (float y = 150; y < 390 && !stage.selection().cell; y += 10) {
    stage.input().click(60, y);
    stage.draw();
  }
  REQUIRE(stage.selection().cell);
  CHECK(*stage.selection().cell == Point{5, 3});
}

TEST_CASE("a click in the history of a cell goes to the write") {
  PanelStage stage(make_cell_history_panel(), counting());
  stage.submit("goto 1000");
  stage.selection().cell = Point{5, 3};
  stage.draw();
  stage.draw();
  for (float y = 45; y < 200 && stage.picture().tick == 1000; y += 10) {
    stage.input().click(40, y);
    stage.draw();
  }
  CHECK(stage.picture().tick < 1000);
  CHECK(stage.picture().tick > 950);
}

}  // namespace
}  // namespace fungescope::ui
