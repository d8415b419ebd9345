// Compares each panel at one instant, in both themes.
#include "debugger_ui/panels/panels.h"

#include "debugger_ui/golden/golden.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "debugger_ui/support/panel_fixture.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

constexpr Tick solving = 400'000;  // in the middle of the search
constexpr Point depth{2, 0};       // the variable recursionLevel

struct Scene {
  std::unique_ptr<Panel> (*make)();
  std::vector<std::string> commands;
  std::function<void(Selection&)> select = [](Selection&) {};
  std::string picture = {};  // its name; empty: the panel's
  std::string source = {};   // empty: the solver
};

// A board of numbers in boxes, and one of pieces, both with a change.
constexpr const char* boards =
    "@\n\n#$region[0,1](5x1):decimal = places\n"
    "#$region[0,2](6x4):ascii = page\n#$board[3x2] = page\n#$board(8x8):mcccc = places\n";

// Asks for a byte again and again, and prints it.
constexpr const char* echo = ">\">\",~,v\n^      <\n";

std::vector<Scene> scenes() {
  return {
      {make_playfield_panel, {"break 60,106", "goto 400000"}},
      {make_board_panel, {"goto 400000"}},
      {make_board_panel, {"goto 400000", "why r9c2"}, [](Selection&) {}, "board-reasons"},
      {make_board_panel, {"goto 400000", "why r1c2 --all"}, [](Selection&) {}, "board-all-reasons"},
      {make_regions_panel, {"goto 400000"}},
      {[] { return make_puzzle_panel(*find_panel("puzzle")); }, {}},
      {make_timeline_panel,
       {"break change recursionLevel", "goto 200000", "mark half way", "goto 400000"}},
      {make_watches_panel, {"watch top * 2", "goto 400000"}},
      {make_stack_panel, {"goto 400000"}},
      {make_console_panel, {"continue"}},
      {make_console_panel,
       {"input \"first line\\nsecond\\n\"", "continue", "back output", "back output"},
       [](Selection&) {},
       "console-dialogue",
       echo},
      {make_breakpoints_panel,
       {"break 10,3 if depth > 2", "break change grid hits 10", "break output \"no solution\"",
        "break 60,106 log \"depth {recursionLevel}\"", "disable 2", "goto 200000", "mark half way",
        "goto 400000"}},
      {make_trace_panel, {"goto 400000"}},
      {make_profile_panel, {"goto 400000"}},
      {make_instructions_panel, {"goto 400000"}},
      {make_comparison_panel,
       {"goto 400000"},
       [](Selection& selection) { selection.compare_with = solving - 20'000; }},
      {make_cell_history_panel,
       {"goto 400000"},
       [](Selection& selection) {
         selection.cell = depth;
         selection.marked = {{depth, {1, 1}}};
       }},
      {make_branches_panel,
       {"goto 240000", "set grid(6,6) = '7'", "goto 300000", "push 3", "branch 0", "goto 100000",
        "set recursionLevel = 1", "mark deeper", "goto 200000"}},
      {make_why_panel, {"goto 243800", "why grid(6,6)"}},
      {make_why_panel,
       {"goto 400000", "why here", "goto 399000", "set 0,0 = 1"},
       [](Selection&) {},
       "why-here-old"},
      {make_board_panel,
       {"set 0,1 = 59", "set 1,1 = 0", "set 2,1 = 2", "set 3,1 = 4", "set 4,1 = 6", "step",
        "back step", "set 0,1 = 50", "set 3,3 = '5'"},
       [](Selection& selection) {
         selection.cell = Point{1, 2};
       },
       "region-boards",
       boards},
  };
}

}  // namespace

TEST_CASE("the panels match the kept pictures, dark and light") {
  for (const bool dark : {true, false}) {
    for (Scene& scene : scenes()) {
      PanelFixture fixture(scene.make(), {.size = {480, 360},
                                          .dark = dark,
                                          .source = scene.source,
                                          .input_closed = scene.source != echo});
      if (!golden_font(fixture.host())) return;
      for (const std::string& line : scene.commands) fixture.submit(line);
      scene.select(fixture.selection());
      const std::string panel =
          scene.picture.empty() ? std::string(name_of(fixture.panel().id())) : scene.picture;
      // Some panels run queries only once the present is unchanged for a while, and some in slices.
      fixture.frames(20);
      fixture.draw();
      check_golden(panel + (dark ? "-dark" : "-light"), fixture.draw());
    }
  }
}
