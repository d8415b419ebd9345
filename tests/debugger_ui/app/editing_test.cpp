// The edit mode in the whole window: typing, saving, restarting, and what asks before it is lost.
#include "debugger_ui/app/test.h"

namespace {

// Prints 1 + 2.
struct Sum : AppWindow {
  Sum() : AppWindow("12+.@\n") {}
};

}  // namespace

TEST_CASE("a program is typed from nothing, saved and run") {
  AppWindow window("");
  window.edit();
  REQUIRE(window.editing().active());
  CHECK(window.has("edit direction"));
  window.type("v");
  window.type("12+.@");
  CHECK(window.title() == "* a.b93 - Fungescope");
  CHECK(window.editing().editor().cursor() == Point{0, 6});
  CHECK(window.snapshot().branches.size() == 1);  // nothing had run
  window.tap(Key::s, with_ctrl);
  CHECK(window.on_disk() == "v\n1\n2\n+\n.\n@\n");
  CHECK(window.title() == "a.b93 - Fungescope");
  window.tap(Key::f5);
  CHECK(window.snapshot().status == Status::ended);
  CHECK(window.output() == "3 ");
}

TEST_CASE_FIXTURE(Sum, "in the edit mode plain keys type, and Escape leaves it") {
  edit();
  tap("Right Space");
  type(" ");
  CHECK(snapshot().tick == 0);
  CHECK(source_at({1, 0}) == ' ');
  tap("Esc");
  CHECK_FALSE(editing().active());
  CHECK_FALSE(has("edit direction"));
  tap("Space");
  CHECK(snapshot().tick > 0);
}

TEST_CASE("all of the edit bar is there, however narrow the window") {
  for (const int width : {500, 700, 900, 1280}) {
    for (const LayoutPreset layout : {LayoutPreset::code, LayoutPreset::solver}) {
      CAPTURE(width);
      AppWindow window({.layout = layout, .size = {width, 600}});
      window.perform("edit the program");
      for (const char* const name :
           {"edit insert", "edit arrows", "edit apply", "edit fit", "edit done", "edit position"}) {
        CHECK_MESSAGE(window.box(name).max.x <= window.box("playfield").max.x, name);
      }
      window.click("edit done");
      CHECK_FALSE(window.editing().active());
    }
  }
}

TEST_CASE("the edit mode begins at the selected cell, and the cells stay where they are") {
  struct Row {
    bool by_key;
    bool after_a_run;
    std::string wide;  // the document's field is higher than that of the run
  };
  for (const Row& row : {Row{true, false, ""},
                         {false, false, ""},
                         {true, true, ""},
                         {true, false, std::string(95, ' ') + "@"}}) {
    AppWindow window("12+.@" + row.wide + "\n\n     7\n");
    if (row.after_a_run) window.run_all({"goto 3", "goto 0"});
    const ItemBox before = window.box("playfield");
    const ItemBox start = window.box("pointer");  // at the cell 0,0
    const auto click_cell = [&](float x, float y) {
      const ImVec2 at = start.at({x + 0.5F, y + 0.5F});
      window.input().click(at.x, at.y);
      window.settle();
      if (!window.editing().active()) row.by_key ? window.edit() : window.click("edit mode");
      CHECK(window.editing().editor().cursor() ==
            Point{static_cast<std::int64_t>(x), static_cast<std::int64_t>(y)});
      CHECK(window.box("playfield").min.y == before.min.y);
      CHECK(window.box("playfield").max.y == before.max.y);
    };
    click_cell(5, 2);
    click_cell(3, 1);
    window.type("8");
    CHECK(window.editing().bytes() == "12+.@" + row.wide + "\n   8\n     7\n");
    CHECK(window.editing().modified());
    CHECK(window.box("playfield").min.y == before.min.y);
  }
}

TEST_CASE("edits go into a run as a branch, and undo takes them back") {
  AppWindow window("1234.@\n");
  window.run("goto 2");
  window.edit();
  window.editing().editor().move_to({3, 0});
  window.type("9");
  CHECK(window.source_at({3, 0}) == '9');
  CHECK(window.snapshot().branches.size() == 2);
  CHECK(window.tick() == 2);
  CHECK(window.editing().modified());
  window.tap(Key::z, with_ctrl);
  CHECK_FALSE(window.editing().modified());
  CHECK(window.source_at({3, 0}) == '4');
  window.tap(Key::y, with_ctrl);
  CHECK(window.source_at({3, 0}) == '9');
}

TEST_CASE_FIXTURE(Sum, "edits wait for a restart if the user says so") {
  run("goto 3");
  edit();
  click("edit apply");
  CHECK_FALSE(editing().settings().into_run);
  click("edit cursor");
  type("7");
  CHECK(source_at({0, 0}) == '1');
  CHECK(editing().pending());
  tap(Key::f5, with_ctrl);
  CHECK(source_at({0, 0}) == '7');
  CHECK(snapshot().tick == 0);
  CHECK_FALSE(editing().pending());
  CHECK(editing().modified());
  CHECK(editing().active());
  tap(Key::z, with_ctrl);
  CHECK_FALSE(editing().modified());
}

TEST_CASE("a run that began with the text before the edits offers to restart with them") {
  AppWindow window("1.@\n");
  window.tap(Key::f5);
  REQUIRE(window.snapshot().status == Status::ended);
  window.edit();
  CHECK_FALSE(window.has("edit restart"));
  window.editing().editor().move_to({0, 0});
  window.type("7");
  CHECK(window.has("edit restart"));
  CHECK_FALSE(window.has("notice restart with source"));
  const auto runs_edited = [&window] {
    CHECK(window.tick() == 0);
    CHECK_FALSE(window.has("notice restart with source"));
    CHECK_FALSE(window.has("edit restart"));
    window.tap(Key::f5);
    CHECK(window.output() == "7 ");
  };
  SUBCASE("in the bar of the edit mode") {
    window.click("edit restart");
    window.tap(Key::escape);
    runs_edited();
  }
  SUBCASE("at the beginning") {
    window.tap("Esc Ctrl+Home");
    CHECK(window.tick() == 0);
    SUBCASE("which is taken") {
      window.click("notice restart with source");
      runs_edited();
    }
    SUBCASE("which is not: the recorded run stays as it is") {
      window.click("notice dismiss");
      window.tap(Key::f5);
      CHECK(window.output() == "1 ");
      CHECK_FALSE(window.has("notice restart with source"));
    }
    SUBCASE("and not once the run comes to the edits") {
      window.run("goto 3");
      CHECK_FALSE(window.has("notice restart with source"));
    }
  }
  SUBCASE("not if they were undone") {
    window.tap("Ctrl+Z Esc Ctrl+Home");
    CHECK_FALSE(window.has("notice restart with source"));
  }
}

TEST_CASE("blocks are copied, pasted and turned with the keys of the Edit menu") {
  AppWindow window(">1v\n");
  window.edit();
  window.tap("Shift+Right Shift+Right Ctrl+C");
  window.editing().editor().move_to({5, 2});
  window.tap(Key::v, with_ctrl);
  CHECK(window.editing().bytes() == ">1v\n\n     >1v\n");
  window.tap(Key::right_bracket, with_ctrl);
  CHECK(window.editing().bytes() == ">1v\n\n     v  \n     1\n     <\n");
  window.tap(Key::down, with_alt);
  CHECK(window.editing().editor().selection() == Rectangle{{5, 3}, {1, 3}});
}

TEST_CASE_FIXTURE(Sum, "breakpoints follow the cells that an edit moves") {
  run_all({"break 3,0", "break write 2,0"});
  edit();
  tap("Ctrl+.");  // a row above
  CHECK(breakpoints() == Lines{"3,1", "write 2,1"});
  CHECK(source_at({0, 1}) == '1');
  tap("Ctrl+Z");
  CHECK(breakpoints() == Lines{"3,0", "write 2,0"});
}

TEST_CASE("regions declared by hand, watches and conditions follow the cells that an edit moves") {
  for (const bool in_a_run : {false, true}) {
    AppWindow window("12+.@\n\n  xyz\n");
    if (in_a_run) window.run("goto 2");
    window.run_all({"region table = 2,2,3,1:ascii", "watch cell(2,2) + cell(0,0)",
                    "break 3,0 if cell(3,2) == 'y' log \"z is {cell(4,2)}\""});
    const auto check = [&](Point corner, const std::string& watched) {
      REQUIRE(window.snapshot().regions.size() == 1);
      CHECK(window.snapshot().regions[0].region.area == Rectangle{corner, {3, 1}});
      CHECK(window.snapshot().watched.at(0).text == watched);
    };
    window.edit();
    window.tap("Down Ctrl+.");  // a row above row 1
    check({2, 3}, "cell(2,3) + cell(0,0)");
    CHECK(window.snapshot().breakpoints.at(0).text ==
          "3,0 if cell(3,3) == 'y' log \"z is {cell(4,3)}\"");
    CHECK(window.snapshot().breakpoints.at(0).problem.empty());
    window.tap("Ctrl+;");  // a column at the left
    check({3, 3}, "cell(3,3) + cell(1,0)");
    window.editing().editor().select({{3, 3}, {3, 1}});
    window.tap("Alt+Down");
    check({3, 4}, "cell(3,4) + cell(1,0)");
    window.tap("Ctrl+Z Ctrl+Z Ctrl+Z");
    check({2, 2}, "cell(2,2) + cell(0,0)");
    window.editing().editor().move_to({0, 2});
    window.tap("Ctrl+,");  // with all of it
    CHECK(window.snapshot().regions.empty());
    CHECK(window.snapshot().watched.empty());
    CHECK(window.says("is gone with its cells"));
  }
}

TEST_CASE_FIXTURE(Sum, "breakpoints follow edits that wait for a restart") {
  run_all({"break 3,0", "watch cell(0,0)"});
  edit();
  click_all({"edit apply", "edit cursor"});
  tap("Ctrl+.");
  CHECK(breakpoints() == Lines{"3,0"});
  tap("Ctrl+F5");
  CHECK(breakpoints() == Lines{"3,1"});
  CHECK(snapshot().watched.at(0).text == "cell(0,1)");
}

TEST_CASE("typing into a large field changes cells of the run, and not its source") {
  AppWindow window("12+.@" + std::string(1095, ' ') + std::string(1000, '\n'));
  const auto program = window.snapshot().program->source;
  window.edit("5");
  CHECK(window.snapshot().program->source == program);
  CHECK(window.snapshot().branches.size() == 2);
  window.run("expect cell(0,0) == '5'");
  window.tap(Key::z, with_ctrl);
  window.run("expect cell(0,0) == '1'");
  window.tap("Ctrl+Y F5");
  CHECK(window.output() == "7 ");
  SUBCASE("at an earlier instant the cells typed before are set too") {
    window.run_all({"branch 0", "goto 0"});
    window.editing().editor().move_to({1, 0});
    window.type("4");
    window.tap(Key::f5);
    CHECK(window.output() == "9 ");
  }
  SUBCASE("rows, annotations and a restart take the whole source") {
    window.editing().editor().move_to({0, 5});
    window.type("#$watch[0,0]:int = first");
    CHECK(window.snapshot().program->source != program);
    CHECK(window.snapshot().variables.size() == 1);
    window.editing().editor().move_to({0, 0});
    window.tap(Key::period, with_ctrl);
    CHECK(window.source_at({0, 1}) == '5');
  }
}

TEST_CASE_FIXTURE(Sum, "an edit that does not fit is refused, and says so") {
  edit();
  tap("Ctrl+,");  // the row of the cursor
  CHECK(editing().bytes().empty());
  tap("Ctrl+Z Alt+Up");
  CHECK(editing().bytes() == "12+.@\n");
  CHECK(says("does not fit"));
}

TEST_CASE("text is replaced in all of the program") {
  AppWindow window("1+1+.@\n");
  window.edit();
  window.tap("Ctrl+H");
  window.enter("1+");
  window.enter("2");
  CHECK(window.editing().bytes() == "2 2 .@\n");
}

TEST_CASE("closing with unsaved changes asks, by the key and by the command") {
  for (const bool saves : {true, false}) {
    AppWindow window("12+.@\n");
    window.edit("5");
    window.tap("Ctrl+Q");
    CHECK_FALSE(window.application().quit_requested());
    window.click("choice cancel");
    CHECK_FALSE(window.application().quit_requested());
    window.application().run("quit");
    window.settle();
    CHECK_FALSE(window.application().quit_requested());
    window.click(saves ? "choice save" : "choice don't save");
    CHECK(window.on_disk() == (saves ? "52+.@\n" : "12+.@\n"));
    CHECK(window.application().quit_requested());
  }
}

TEST_CASE_FIXTURE(Sum, "opening another program asks, and an empty one is edited at once") {
  const std::string other = folder.file("b.b93", "@\n");
  const std::string empty = folder.file("empty.b93", "");
  edit("5");
  open_file(other);
  CHECK(program() == "a.b93");
  click("choice don't save");
  CHECK(program() == "b.b93");
  CHECK_FALSE(editing().modified());
  CHECK_FALSE(editing().active());
  for (const auto& [name, edits] : {std::pair{empty, true}, {other, false}}) {
    open_file(name);
    CHECK(editing().active() == edits);
  }
}

TEST_CASE("a file that changes on disk is offered, to restart with it or to be patched in") {
  for (const bool restarts : {true, false}) {
    AppWindow window(">12+.@\n");
    window.run("goto 3");
    window.change_file(">34*.@\n");
    CHECK(window.source_at({1, 0}) == '1');
    window.click(restarts ? "notice restart with it" : "notice patch it in here");
    CHECK(window.tick() == (restarts ? 0 : 3));
    CHECK(window.snapshot().branches.size() == (restarts ? 1 : 2));
    CHECK(window.source_at({1, 0}) == '3');
    CHECK_FALSE(window.has("notice dismiss"));
    window.edit();
    CHECK(window.editing().bytes() == ">34*.@\n");
  }
}

TEST_CASE("a changed file replaces neither unsaved changes nor is it replaced, without asking") {
  AppWindow window(">12+.@\n");
  window.edit("<");
  window.change_file(">34*.@\n");
  window.click("notice restart with it");
  CHECK(window.editing().bytes() == "<12+.@\n");
  window.click("choice cancel");
  window.change_file(">56*.@\n");
  window.tap(Key::s, with_ctrl);
  CHECK(window.on_disk() == ">56*.@\n");
  window.click("choice replace it");
  CHECK(window.on_disk() == "<12+.@\n");
}

TEST_CASE("a file that is deleted is said, and the program can be saved again") {
  AppWindow window(">12+.@\n");
  std::filesystem::remove(window.file);
  window.wait();
  SUBCASE("to the same file") {
    window.click("notice save it again");
    CHECK(window.on_disk() == ">12+.@\n");
  }
  SUBCASE("to another one") {
    window.click("notice save as…");
    window.answer(window.folder / "b.b93");
    CHECK(window.program() == "b.b93");
  }
  SUBCASE("before the window is closed") {
    window.tap(Key::q, with_ctrl);
    CHECK_FALSE(window.application().quit_requested());
    window.click("choice save");
    CHECK(window.on_disk() == ">12+.@\n");
    CHECK(window.application().quit_requested());
  }
  SUBCASE("unless it comes back") {
    window.change_file(">34*.@\n");
    CHECK(window.has("notice restart with it"));
    window.click("notice dismiss");
  }
  CHECK_FALSE(window.has("notice save it again"));
}

TEST_CASE("an edited run is kept, and offered until it is forgotten") {
  AppWindow window(">12+.@\n", true);
  window.run_all({"break 3,0", "goto 2", "set 4,0 = ','"});
  window.reopen();
  CHECK(window.snapshot().branches.size() == 1);
  CHECK(window.snapshot().breakpoints.size() == 1);
  SUBCASE("to restore it") {
    window.click("notice restore it");
    CHECK(window.snapshot().branches.size() == 2);
    window.run("expect cell(4,0) == ','");
  }
  SUBCASE("to forget it") {
    window.click("notice forget it");
    window.reopen();
    CHECK_FALSE(window.has("notice restore it"));
  }
  SUBCASE("and if it is ignored, again the next time") {
    window.click("notice dismiss");
    window.reopen();
    CHECK(window.has("notice restore it"));
  }
  window.perform("clear saved state…");
  window.click("choice clear");
  CHECK(window.snapshot().breakpoints.empty());
  window.reopen();
  CHECK(window.snapshot().breakpoints.empty());
}
