// The panel of branches, driven by mouse and keyboard.
#include "debugger_ui/panels/test.h"
#include "session/bookmarks.h"

namespace fungescope::ui {
namespace {

// Counts forever. Branch 1 leaves 0 at tick 100, branch 2 leaves 1 at 300, branch 3 leaves 0 at 50.
class Branched : public PanelTest {
 public:
  Branched()
      : PanelTest(make_branches_panel(), {.size = {600, 300}, .source = counting_program},
                  {"goto 500", "goto 100", "set 9,9 = 7", "goto 400", "goto 300", "input replace 9",
                   "goto 350", "branch 0", "goto 50", "push 3", "push 4", "goto 80", "branch 0",
                   "goto 200"}) {}
  float row(const std::string& name) { return point_of("row of " + name).y; }
};

TEST_CASE("branches are listed as a tree, with what made them") {
  Branched run;
  CHECK(run.row("branch 0") < run.row("branch 3"));
  CHECK(run.row("branch 3") < run.row("branch 1"));
  CHECK(run.row("branch 1") < run.row("branch 2"));
  const auto& branches = run.snapshot().branches;
  REQUIRE(branches.size() == 4);
  CHECK(made_by(branches[0]).empty());
  CHECK(made_by(branches[1]) == "cell (9, 9) = 7");
  CHECK(made_by(branches[2]) == R"(input "9\n")");
  CHECK(made_by(branches[3]).ends_with("top 3, 1 more"));
}

TEST_CASE("a click goes to a branch") {
  Branched run;
  run.click("row of branch 2");
  CHECK(run.lines == Lines{"branch 2"});
  CHECK(run.snapshot().branch == 2);
  CHECK(run.snapshot().tick == 200);
  run.choose("row of branch 3", "go to its beginning");
  CHECK(run.snapshot().branch == 3);
  CHECK(run.snapshot().tick == 50);
}

TEST_CASE("a branch is renamed, and its name stays with it") {
  Branched run;
  run.answer_line = [] { return std::string("another answer"); };
  run.choose("row of branch 2", "rename…");
  CHECK(run.has_item("row of another answer"));
  CHECK(run.snapshot().tick == 200);
  CHECK(run.snapshot().branch == 0);
  run.answer_line = [] { return std::string("the answer"); };
  run.choose("row of another answer", "rename…");
  CHECK(run.has_item("row of the answer"));
  REQUIRE(run.snapshot().bookmarks.size() == 1);
  run.answer_line = [] { return std::string("the answer"); };
  run.choose("row of branch 1", "rename…");
  CHECK(run.notices.size() == 1);  // taken
}

TEST_CASE("a branch is deleted with those that begin in it, unless the present is there") {
  Branched run;
  run.choose("row of branch 1", "delete");
  CHECK(run.lines == Lines{"drop 1"});
  CHECK(run.snapshot().branches.size() == 2);
  run.click("row of branch 3");
  run.lines.clear();
  run.click("row of branch 0", MouseButton::right);
  CHECK(click_widget(run, "delete"));  // disabled
  CHECK(run.lines.empty());
}

TEST_CASE("a branch is compared with the present") {
  Branched run;
  run.choose("row of branch 1", "compare with the present");
  CHECK(run.selection().compare_with == 200);
  CHECK(run.selection().compare_branch == 1);
  CHECK(run.revealed == std::vector<PanelId>{PanelId::comparison});
}

TEST_CASE("the comparison lists what differs from another branch") {
  PanelTest fixture(make_comparison_panel(), {.size = {600, 400}, .source = counting_program},
                    {"goto 500", "goto 100", "set 9,9 = 7", "goto 400", "branch 0"});
  fixture.selection().compare_with = 400;
  fixture.selection().compare_branch = 1;
  fixture.draw();
  for (int i = 0; i < 20; ++i) fixture.frame();
  fixture.draw();
  CHECK(fixture.has_item("(9, 9)"));
  CHECK(fixture.snapshot().branch == 0);
}

}  // namespace
}  // namespace fungescope::ui
