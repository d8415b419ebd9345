// The edit mode in the whole window: typing, saving, restarting, and what asks before it is lost.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/support/item_point.h"
#include "front_end/file_input.h"
#include "support/scratch.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

// A window on a file.
struct EditWindow {
  test::Scratch scratch;
  std::string file;
  std::unique_ptr<HeadlessApplication> app;

  explicit EditWindow(const std::string& source, bool user_files = false)
      : file(scratch.file("a.b93", source)) {
    ::setenv("XDG_CONFIG_HOME", (scratch.folder() + "/config").c_str(), 1);
    ::setenv("XDG_STATE_HOME", (scratch.folder() + "/state").c_str(), 1);
    open(user_files);
  }

  void open(bool user_files) {
    app.reset();
    ApplicationOptions options;
    options.user_files = user_files;
    options.open.keep = user_files;
    options.open.file = file;
    options.layout = LayoutPreset::code;
    auto opened = open_file(options.open, nullptr);
    REQUIRE_MESSAGE(opened, to_string(opened.error()));
    auto made = HeadlessApplication::create({1280, 800}, std::move(options), std::move(*opened));
    REQUIRE_MESSAGE(made, to_string(made.error()));
    app = std::move(*made);
    app->settle();
  }

  void tap(Key key, Mods mods = {}) {
    app->input().tap(key, mods);
    app->settle();
  }
  void type(const std::string& text) {
    app->input().type(text);
    app->settle();
  }
  void click(const std::string& name) {
    const ImVec2 at = point_of(app->names(), name);
    app->input().click(at.x, at.y);
    app->settle();
  }
  void edit() { tap(Key::e, with_ctrl); }

  [[nodiscard]] bool has(const std::string& name) const {
    return app->names().find(name).has_value();
  }
  [[nodiscard]] const ViewSnapshot& snapshot() const { return app->application().snapshot(); }
  [[nodiscard]] SourceEditing& editing() const { return app->application().editing(); }
  [[nodiscard]] std::string title() const { return app->application().title(); }
  [[nodiscard]] char source_at(Point cell) const {
    return static_cast<char>(snapshot().program->source->at(cell));
  }
  [[nodiscard]] std::string on_disk() const { return read_file(file).value(); }
  void write(const std::string& bytes) const {
    (void)scratch.file("a.b93", bytes);
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::seconds(2));
  }
  void wait_for_the_file() {
    for (int i = 0; i < 90; ++i) app->frame();
    app->settle();
  }
};

}  // namespace

TEST_CASE("a program is typed from nothing, saved and run") {
  EditWindow window("");
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
  CHECK(window.snapshot().output.text == "3 ");
}

TEST_CASE("in the edit mode plain keys type, and Escape leaves it") {
  EditWindow window("12+.@\n");
  window.edit();
  window.tap(Key::right);
  window.tap(Key::space);
  window.type(" ");
  CHECK_FALSE(window.snapshot().playing());
  CHECK(window.snapshot().tick == 0);
  CHECK(window.source_at({1, 0}) == ' ');
  window.tap(Key::escape);
  CHECK_FALSE(window.editing().active());
  CHECK_FALSE(window.has("edit direction"));
  window.tap(Key::space);
  CHECK(window.snapshot().tick > 0);
}

TEST_CASE("edits go into a run as a branch, and undo takes them back") {
  EditWindow window("1234.@\n");
  REQUIRE(window.app->run("goto 2"));
  window.app->settle();
  window.edit();
  window.app->application().editing().editor().move_to({3, 0});
  window.type("9");
  CHECK(window.source_at({3, 0}) == '9');
  CHECK(window.snapshot().branches.size() == 2);
  CHECK(window.snapshot().tick == 2);
  CHECK(window.editing().modified());
  window.tap(Key::z, with_ctrl);
  CHECK_FALSE(window.editing().modified());
  CHECK(window.source_at({3, 0}) == '4');
  window.tap(Key::y, with_ctrl);
  CHECK(window.source_at({3, 0}) == '9');
}

TEST_CASE("edits wait for a restart if the user says so") {
  EditWindow window("12+.@\n");
  REQUIRE(window.app->run("goto 3"));
  window.edit();
  window.click("edit apply");
  CHECK_FALSE(window.editing().settings().into_run);
  window.click("edit cursor");
  window.type("7");
  CHECK(window.source_at({0, 0}) == '1');
  CHECK(window.editing().pending());
  window.tap(Key::f5, with_ctrl);
  CHECK(window.source_at({0, 0}) == '7');
  CHECK(window.snapshot().tick == 0);
  CHECK_FALSE(window.editing().pending());
  CHECK(window.editing().modified());
  CHECK(window.editing().active());
  window.tap(Key::z, with_ctrl);
  CHECK_FALSE(window.editing().modified());
}

TEST_CASE("blocks are copied, pasted and turned with the keys of the Edit menu") {
  EditWindow window(">1v\n");
  window.edit();
  window.tap(Key::right, with_shift);
  window.tap(Key::right, with_shift);
  window.tap(Key::c, with_ctrl);
  window.editing().editor().move_to({5, 2});
  window.tap(Key::v, with_ctrl);
  CHECK(window.editing().bytes() == ">1v\n\n     >1v\n");
  window.tap(Key::right_bracket, with_ctrl);
  CHECK(window.editing().bytes() == ">1v\n\n     v  \n     1\n     <\n");
  window.tap(Key::down, with_alt);
  CHECK(window.editing().editor().selection() == Rectangle{{5, 3}, {1, 3}});
}

TEST_CASE("breakpoints follow the cells that an edit moves") {
  EditWindow window("12+.@\n");
  REQUIRE(window.app->run("break 3,0"));
  REQUIRE(window.app->run("break write 2,0"));
  window.edit();
  window.tap(Key::period, with_ctrl);  // a row above
  REQUIRE(window.snapshot().breakpoints.size() == 2);
  CHECK(window.snapshot().breakpoints[0].area.corner == Point{3, 1});
  CHECK(window.snapshot().breakpoints[1].text == "write 2,1");
  CHECK(window.source_at({0, 1}) == '1');
  window.tap(Key::z, with_ctrl);
  CHECK(window.snapshot().breakpoints[0].area.corner == Point{3, 0});
}

TEST_CASE("an edit that does not fit is refused, and says so") {
  EditWindow window("12+.@\n");
  window.edit();
  window.tap(Key::comma, with_ctrl);  // the row of the cursor
  CHECK(window.editing().bytes().empty());
  window.tap(Key::z, with_ctrl);
  window.tap(Key::up, with_alt);
  CHECK(window.editing().bytes() == "12+.@\n");
  CHECK(window.app->application().messages().all().front().text.find("does not fit") !=
        std::string::npos);
}

TEST_CASE("text is replaced in all of the program") {
  EditWindow window("1+1+.@\n");
  window.edit();
  window.tap(Key::h, with_ctrl);
  window.type("1+");
  window.tap(Key::enter);
  window.type("2");
  window.tap(Key::enter);
  CHECK(window.editing().bytes() == "2 2 .@\n");
}

TEST_CASE("closing with unsaved changes asks") {
  EditWindow window("12+.@\n");
  window.edit();
  window.type("5");
  window.tap(Key::q, with_ctrl);
  CHECK_FALSE(window.app->application().quit_requested());
  window.click("choice cancel");
  CHECK_FALSE(window.app->application().quit_requested());
  window.tap(Key::q, with_ctrl);
  SUBCASE("saving") {
    window.click("choice save");
    CHECK(window.on_disk() == "52+.@\n");
  }
  SUBCASE("or not") {
    window.click("choice don't save");
    CHECK(window.on_disk() == "12+.@\n");
  }
  CHECK(window.app->application().quit_requested());
}

TEST_CASE("opening another program with unsaved changes asks") {
  EditWindow window("12+.@\n");
  const std::string other = window.scratch.file("b.b93", "@\n");
  window.edit();
  window.type("5");
  window.app->application().open(other);
  window.app->settle();
  CHECK(window.snapshot().program->name == "a.b93");
  window.click("choice don't save");
  CHECK(window.snapshot().program->name == "b.b93");
  CHECK_FALSE(window.editing().modified());
}

TEST_CASE("a file that changes on disk is offered") {
  EditWindow window(">12+.@\n");
  REQUIRE(window.app->run("goto 3"));
  window.write(">34*.@\n");
  window.wait_for_the_file();
  CHECK(window.source_at({1, 0}) == '1');
  SUBCASE("to restart with it") {
    window.click("notice restart with it");
    CHECK(window.snapshot().tick == 0);
    CHECK(window.snapshot().branches.size() == 1);
  }
  SUBCASE("to be patched in") {
    window.click("notice patch it in here");
    CHECK(window.snapshot().tick == 3);
    CHECK(window.snapshot().branches.size() == 2);
  }
  CHECK(window.source_at({1, 0}) == '3');
  CHECK_FALSE(window.has("notice ignore"));
  window.edit();
  CHECK(window.editing().bytes() == ">34*.@\n");
}

TEST_CASE("a changed file replaces neither unsaved changes nor is it replaced, without asking") {
  EditWindow window(">12+.@\n");
  window.edit();
  window.type("<");
  window.write(">34*.@\n");
  window.wait_for_the_file();
  window.click("notice restart with it");
  CHECK(window.editing().bytes() == "<12+.@\n");
  window.click("choice cancel");
  window.write(">56*.@\n");
  window.wait_for_the_file();
  window.tap(Key::s, with_ctrl);
  CHECK(window.on_disk() == ">56*.@\n");
  window.click("choice replace it");
  CHECK(window.on_disk() == "<12+.@\n");
}

TEST_CASE("an edited run is kept, and offered instead of the file's program") {
  EditWindow window(">12+.@\n", true);
  REQUIRE(window.app->run("goto 2"));
  REQUIRE(window.app->run("set 4,0 = ','"));
  window.open(true);
  CHECK(window.snapshot().branches.size() == 1);
  SUBCASE("to bring it back") {
    window.click("notice bring it back");
    CHECK(window.snapshot().branches.size() == 2);
    REQUIRE(window.app->run("expect cell(4,0) == ','"));
  }
  SUBCASE("to forget it") {
    window.click("notice forget it");
    window.open(true);
    CHECK_FALSE(window.has("notice bring it back"));
  }
  SUBCASE("and if it is ignored, again the next time") {
    window.click("notice ignore");
    window.open(true);
    CHECK(window.has("notice bring it back"));
  }
}

TEST_CASE("what was kept of a program is forgotten on request") {
  EditWindow window(">12+.@\n", true);
  REQUIRE(window.app->run("break 3,0"));
  window.open(true);
  REQUIRE(window.snapshot().breakpoints.size() == 1);
  window.app->application().perform(Action::forget_kept);
  window.app->settle();
  window.click("choice forget");
  CHECK(window.snapshot().breakpoints.empty());
  window.open(true);
  CHECK(window.snapshot().breakpoints.empty());
}
