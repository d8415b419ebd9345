// The panel of the notebook, driven by mouse and keyboard.
#include "session/notebook.h"

#include "debugger_ui/panels/test.h"

namespace {

// Four entries; the present one is the last.
class Visited : public PanelFixture {
 public:
  Visited()
      : PanelFixture(make_notebook_panel(), {.size = {700, 300}, .source = counting_program},
                     {"goto 500", "goto 100", "until depth == 90"}) {}
  [[nodiscard]] const NotebookRow& row(std::size_t index) { return snapshot().notebook.at(index); }
};

TEST_CASE_FIXTURE(Visited, "a click goes to an entry, which stays in the notebook") {
  REQUIRE(snapshot().notebook.size() == 4);
  click("entry 2");
  CHECK(snapshot().tick == 500);
  CHECK(row(1).present);
  CHECK(snapshot().notebook.size() == 4);
  tap(Key::up);
  CHECK(snapshot().tick == 0);
  tap("Down Down");
  CHECK(snapshot().tick == 100);
}

TEST_CASE_FIXTURE(Visited, "a double click names an instant, and an error stays with the field") {
  submit("mark taken");
  double_click("entry 2");
  REQUIRE(has("name of entry 2"));
  enter("taken");
  CHECK(has("name of entry 2"));
  enter(" not");
  CHECK_FALSE(has("name of entry 2"));
  CHECK(row(1).name == "taken not");
  CHECK(snapshot().bookmarks.size() == 2);
  tap(Key::f2);
  CHECK(has("name of entry 2"));
  tap(Key::escape);
  CHECK_FALSE(has("name of entry 2"));
  CHECK(row(1).name == "taken not");
}

TEST_CASE_FIXTURE(Visited, "the menu of an entry drops it, writes a note on it, and exports") {
  answer_line = "it \"turns\" here";
  choose("entry 4", "note…");
  CHECK(row(3).entry.note == "it \"turns\" here");
  choose("entry 2", "drop");
  CHECK(lines.back() == "notebook drop 2");
  CHECK(snapshot().notebook.size() == 3);
  choose("entry 3", "go there");
  CHECK(tick() == 100);
  answer_line = "/nowhere/a file.md";
  choose("entry 3", "export as Markdown…");
  CHECK(lines.back() == "notebook export \"/nowhere/a file.md\"");
  choose("entry 1", "drop all others");
  CHECK(snapshot().notebook.size() == 1);
}

TEST_CASE_FIXTURE(Visited, "a long notebook scrolls to the present entry") {
  for (int i = 1; i < 60; ++i) submit("goto " + std::to_string(3 * i));
  draw();
  draw();
  CHECK(has("entry 62"));
  CHECK_FALSE(has("entry 2"));
  submit_all({"notebook go 2"});
  draw();
  CHECK(has("entry 2"));
}

}  // namespace
