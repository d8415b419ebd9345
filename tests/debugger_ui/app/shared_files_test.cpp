// What two windows, or an unwritable folder, do to the files that the window keeps.
#include "debugger_ui/app/files/three_way_merge.h"
#include "debugger_ui/support/app_window.h"

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

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

std::vector<std::string> breakpoints_of(const AppWindow& window) {
  std::vector<std::string> all;
  for (const BreakpointSnapshot& stop : window.snapshot().breakpoints) all.push_back(stop.text);
  return all;
}

TEST_CASE("items that two windows add, change and remove are merged") {
  const auto merged = [](const std::vector<std::string>& base, const std::vector<std::string>& ours,
                         const std::vector<std::string>& theirs) {
    return merge_items(base, ours, theirs, [](const std::string& item) { return item; });
  };
  using Items = std::vector<std::string>;
  CHECK(merged({}, {"a"}, {"b"}) == Items{"a", "b"});
  CHECK(merged({"a", "b"}, {"a"}, {"a", "b", "c"}) == Items{"a", "c"});
  CHECK(merged({"a", "b"}, {"a", "b", "d"}, {"b"}) == Items{"b", "d"});
  const Json base{{"theme", "dark"}, {"size", 15}, {"recent", {"x"}}, {"tiles", {{"a", {1}}}}};
  Json ours = base;
  Json theirs = base;
  theirs["theme"] = "light";
  theirs["recent"] = {"y", "x"};
  theirs["tiles"]["b"] = {2};
  ours["size"] = 20;
  ours["recent"] = {"z", "x"};
  ours["tiles"]["a"] = {3};
  theirs["new"] = true;
  const Json both = merge_json(base, ours, theirs, 2);
  CHECK(both["theme"] == "light");
  CHECK(both["size"] == 20);
  CHECK(both["recent"] == Json{"z", "x", "y"});
  CHECK(both["tiles"] == Json{{"a", {3}}, {"b", {2}}});
  CHECK(both["new"] == true);
}

TEST_CASE("settings that two windows change are all kept") {
  TemporaryFolder folder;
  {
    AppWindow first(kept(), &folder);
    let_save(first);
    AppWindow second(kept(), &folder);
    first.tap(Key::t, with_ctrl);  // the light theme
    let_save(first);
    second.tap(Key::equal, with_ctrl);  // larger text
    let_save(second);
    first.application().settings().history = {"where"};
    let_save(first);
    second.close();
    first.close();
  }
  AppWindow again(kept(), &folder);
  CHECK_FALSE(again.application().settings().dark);
  CHECK(again.application().settings().font_size == 16);
  CHECK(again.application().settings().history == std::vector<std::string>{"where"});
}

TEST_CASE("breakpoints, bookmarks and watches of two windows on one program are all kept") {
  TemporaryFolder folder;
  {
    AppWindow first(kept(), &folder);
    first.run("break 1,0");
    first.run("break 2,0");
    let_save(first);
    CHECK(first.count_messages("another window") == 0);
    AppWindow second(kept(), &folder);
    CHECK(second.count_messages("open in another window") == 1);
    CHECK(breakpoints_of(second).size() == 2);
    first.run("break 3,0");
    first.run("watch depth");
    let_save(first);
    second.run("break 4,0");
    second.run("delete 1");
    second.run("mark here");
    let_save(second);
    first.run("break 5,0");
    let_save(first);
    first.close();
    second.close();
  }
  AppWindow again(kept(), &folder);
  const auto all = breakpoints_of(again);
  const std::set<std::string> set(all.begin(), all.end());
  CHECK(set == std::set<std::string>{"2,0", "3,0", "4,0", "5,0"});
  CHECK(again.snapshot().watched.size() == 1);
  CHECK(again.snapshot().bookmarks.size() == 1);
}

TEST_CASE("of two edited runs the one saved first is set aside, and the user is told") {
  TemporaryFolder folder;
  const std::string file = folder / "test.b93";
  AppWindow first(kept(), &folder);
  AppWindow second(kept(), &folder);
  first.run("goto 2");
  first.run("set 4,0 = ','");
  let_save(first);
  const auto paths = program_state_paths(file);
  const std::string theirs = TemporaryFolder::read(paths.recording);
  REQUIRE_FALSE(theirs.empty());
  // Lists alone leave the other window's run where it is.
  second.run("break 3,0");
  let_save(second);
  CHECK(TemporaryFolder::read(paths.recording) == theirs);
  second.run("goto 3");
  second.run("set 4,0 = '.'");
  second.run("set 3,0 = '-'");
  let_save(second);
  CHECK(TemporaryFolder::read(paths.recording) != theirs);
  CHECK(TemporaryFolder::read(paths.recording + ".before") == theirs);
  CHECK(second.count_messages(paths.recording + ".before") == 1);
}

TEST_CASE("opening the same program again in one window is not another window") {
  TemporaryFolder folder;
  AppWindow window(kept(), &folder);
  window.application().open(folder / "test.b93");
  window.settle();
  CHECK(window.count_messages("another window") == 0);
}

TEST_CASE("settings and state that cannot be written are said once") {
  TemporaryFolder folder;
  // Their folders are files.
  ::setenv("XDG_STATE_HOME", folder.write("state", "a file").c_str(), 1);
  ::setenv("XDG_CONFIG_HOME", folder.write("config", "a file").c_str(), 1);
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

}  // namespace
}  // namespace fungescope::ui
