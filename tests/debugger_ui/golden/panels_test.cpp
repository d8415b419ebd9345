// Compares each panel at one instant, in both themes.
#include "debugger_ui/panels/panels.h"

#include "debugger_ui/golden/golden.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "debugger_ui/support/panel_fixture.h"

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

// The same with labels, and a mask; and a text.
constexpr const char* labelled =
    "@\n\n123456    XX.X.X\n456123    .XXX.X\n234561    XX.XX.\n561234    .X.X.X\n"
    "#$region[0,1](5x1):decimal = places\n#$region[0,2](6x4):ascii = page\n"
    "#$region[10,2](6x4):bool (\".\" | \"X\") = seen\n"
    "#$board[3x2] = page masked by seen labelled 1 x 1\n"
    "#$board(8x8):mcccc = places labelled a-h x 8-1\n";
constexpr const char* text_board =
    "@\n\n  Page 7 of 25    last: b2\n\n     a  b  c\n   +---------+\n 1 | 5  . !7 |\n"
    " 2 | .  3  . |\n 3 | 1  .  4 |\n   +---------+\n     open: 4\n"
    "#$region[0,2](27x9):ascii = page\n#$board = page\n";

// Reads nothing yet, and says what it will.
constexpr const char* prompting =
    "~,@\n#$button play = \"{cats|mouse} {1-11}\\n\"\n#$button quit = \"quit\\n\"\n"
    "#$prompt = \"Run it; then say who you are and the level: cats 4.\"\n";

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
      {make_board_panel,
       {"set 0,1 = 59", "set 1,1 = 0", "set 2,1 = 2", "set 3,1 = 4", "set 4,1 = 6", "step",
        "back step", "set 0,1 = 50", "set 12,2 = 'X'"},
       [](Selection&) {},
       "board-labels",
       labelled},
      {make_board_panel,
       {"step", "back step", "set 8,8 = '6'"},
       [](Selection&) {},
       "board-text",
       text_board},
      {make_console_panel, {}, [](Selection&) {}, "console-prompt", prompting},
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
