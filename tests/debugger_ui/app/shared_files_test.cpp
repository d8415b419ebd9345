// What two windows, or an unwritable folder, do to the files that the window keeps.
#include "debugger_ui/app/test.h"

namespace {

const char* const three_program = ">12+.@\n";

AppWindowOptions kept() {
  return {.source = three_program,
          .layout = LayoutPreset::code,
          .user_files = true,
          .size = {640, 480}};
}

// Long enough for everything that is saved while the window is open.
void let_save(AppWindow& window) {
  window.frames(100, 0.5);
}

}  // namespace

TEST_CASE("of two windows the second one says that it does not save the settings") {
  TemporaryFolder folder;
  {
    AppWindow first(kept(), &folder);
    first.tap(Key::t, with_ctrl);  // the light theme
    let_save(first);
    AppWindowOptions other = kept();
    other.source.clear();
    other.file = folder.file("other.b93", three_program);
    AppWindow second(std::move(other), &folder);
    CHECK(second.count_messages("they are not saved here") == 1);
    CHECK_FALSE(second.settings().dark);
    second.tap(Key::equal, with_ctrl);  // larger text
    second.run("break 2,0");            // of its program, which is its own
    let_save(second);
    second.close();
    first.close();
  }
  AppWindow again(kept(), &folder);
  CHECK(again.count_messages("another window") == 0);
  CHECK_FALSE(again.settings().dark);
  CHECK(again.settings().font_size == 15);
  again.open_file(folder / "other.b93");
  CHECK(again.breakpoints() == Lines{"2,0"});
}

TEST_CASE("of two windows on one program the second one says that it saves nothing") {
  TemporaryFolder folder;
  const auto paths = program_state_paths(folder / "test.b93");
  {
    AppWindow first(kept(), &folder);
    first.run_all({"break 1,0", "goto 2", "set 4,0 = ','"});
    let_save(first);
    CHECK(first.count_messages("another window") == 0);
    const std::string state = test::file_bytes(paths.state);
    const std::string recording = test::file_bytes(paths.recording);
    REQUIRE_FALSE(recording.empty());
    AppWindow second(kept(), &folder);
    CHECK(second.count_messages("nothing is saved here") == 1);
    CHECK(second.count_messages("another window") == 1);
    CHECK(second.breakpoints() == Lines{"1,0"});
    CHECK(second.names_after("notice text ").empty());
    second.run_all({"break 4,0", "goto 3", "set 3,0 = '-'"});
    let_save(second);
    second.perform("clear saved state…");
    second.click("choice clear");
    second.close();
    CHECK(test::file_bytes(paths.state) == state);
    CHECK(test::file_bytes(paths.recording) == recording);
    CHECK_FALSE(std::filesystem::exists(paths.recording + ".before"));
  }
  // The lock went with its window, and the same program again is not another window.
  AppWindow again(kept(), &folder);
  again.open_file(folder / "test.b93");
  CHECK(again.count_messages("another window") == 0);
  CHECK(again.breakpoints() == Lines{"1,0"});
}

TEST_CASE("settings and state that cannot be written are said once") {
  TemporaryFolder folder;
  // Their folders are files.
  ::setenv("XDG_STATE_HOME", folder.file("state", "a file").c_str(), 1);
  ::setenv("XDG_CONFIG_HOME", folder.file("config", "a file").c_str(), 1);
  AppWindow window(kept(), &folder);
  for (int i = 0; i < 4; ++i) {
    window.tap(Key::t, with_ctrl);
    window.run("break " + std::to_string(i) + ",0");
    let_save(window);
    window.application().notify("something else", Tone::plain);
  }
  CHECK(window.count_messages("the settings are not kept: ") == 1);
  CHECK(window.count_messages("what was set is not kept: ") == 1);
  CHECK(window.count_messages("another window") == 0);
}
