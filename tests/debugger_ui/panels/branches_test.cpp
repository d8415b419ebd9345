// The panel of branches, driven by mouse and keyboard.
#include "debugger_ui/panels/test.h"
#include "session/bookmarks.h"

namespace {

// Counts forever. Branch 1 leaves 0 at tick 100, branch 2 leaves 1 at 300, branch 3 leaves 0 at 50.
class Branched : public PanelFixture {
 public:
  Branched()
      : PanelFixture(make_branches_panel(), {.size = {600, 300}, .source = counting_program},
                     {"goto 500", "goto 100", "set 9,9 = 7", "goto 400", "goto 300",
                      "input replace 9", "goto 350", "branch 0", "goto 50", "push 3", "push 4",
                      "goto 80", "branch 0", "goto 200"}) {}
  float row(const std::string& name) { return point_of("row of " + name).y; }
};

TEST_CASE_FIXTURE(Branched, "branches are listed as a tree, with what made them") {
  CHECK(row("branch 0") < row("branch 3"));
  CHECK(row("branch 3") < row("branch 1"));
  CHECK(row("branch 1") < row("branch 2"));
  const auto& branches = snapshot().branches;
  REQUIRE(branches.size() == 4);
  CHECK(made_by(branches[0]).empty());
  CHECK(made_by(branches[1]) == "cell (9, 9) = 7");
  CHECK(made_by(branches[2]) == R"(input "9\n")");
  CHECK(made_by(branches[3]).ends_with("top 3, 1 more"));
}

TEST_CASE_FIXTURE(Branched, "a click goes to a branch") {
  click("row of branch 2");
  CHECK(lines == Lines{"branch 2"});
  CHECK(snapshot().branch == 2);
  CHECK(snapshot().tick == 200);
  choose("row of branch 3", "go to its beginning");
  CHECK(snapshot().branch == 3);
  CHECK(snapshot().tick == 50);
}

TEST_CASE_FIXTURE(Branched, "a branch is renamed, and its name stays with it") {
  answer_line = "another answer";
  choose("row of branch 2", "rename…");
  CHECK(has("row of another answer"));
  CHECK(snapshot().tick == 200);
  CHECK(snapshot().branch == 0);
  answer_line = "the answer";
  choose("row of another answer", "rename…");
  CHECK(has("row of the answer"));
  REQUIRE(snapshot().bookmarks.size() == 1);
  answer_line = "the answer";
  choose("row of branch 1", "rename…");
  CHECK(notices.size() == 1);  // taken
}

TEST_CASE_FIXTURE(Branched, "a branch is deleted with its own branches, but not the present") {
  choose("row of branch 1", "delete");
  CHECK(lines == Lines{"drop 1"});
  CHECK(snapshot().branches.size() == 2);
  click("row of branch 3");
  lines.clear();
  click("row of branch 0", item_middle, MouseButton::right);
  CHECK(click_widget("delete"));  // disabled
  CHECK(lines.empty());
}

TEST_CASE_FIXTURE(Branched, "a branch is compared with the present") {
  choose("row of branch 1", "compare with the present");
  CHECK(selection().compare_with == 200);
  CHECK(selection().compare_branch == 1);
  CHECK(revealed == std::vector<PanelId>{PanelId::comparison});
}

TEST_CASE("the comparison lists what differs from another branch") {
  PanelFixture fixture(make_comparison_panel(), {.size = {600, 400}, .source = counting_program},
                       {"goto 500", "goto 100", "set 9,9 = 7", "goto 400", "branch 0"});
  fixture.selection().compare_with = 400;
  fixture.selection().compare_branch = 1;
  fixture.draw();
  fixture.frames(20);
  fixture.draw();
  CHECK(fixture.has("(9, 9)"));
  CHECK(fixture.snapshot().branch == 0);
}

}  // namespace
