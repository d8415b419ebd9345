// Back and forward, the keys' sheet, the palette, overlays by layout, and what the status bar says.
#include "debugger_ui/app/test.h"

namespace {

const char* const printer = ">\"olleh\",,,,,>:1+v\n            ^  p0:<\n";

TEST_CASE("Alt+Left returns from a stray click, and Alt+Right goes there again") {
  AppWindow window({.layout = LayoutPreset::solver});
  window.run("goto 240799");
  window.click("timeline", {0.3F, 0.5F});
  const Tick clicked = window.snapshot().tick;
  REQUIRE(clicked != 240'799);
  window.tap("F11 F11 Alt+Left");
  CHECK(window.snapshot().tick == 240'799);
  window.tap(Key::right, with_alt);
  CHECK(window.snapshot().tick == clicked + 2);
  CHECK_FALSE(window.snapshot().visit_after);
  window.tap("Alt+Left Alt+Left");
  CHECK(window.snapshot().tick == 0);
  window.tap(Key::left, with_alt);
  CHECK(window.snapshot().tick == 0);
}

TEST_CASE("the buttons do the same after a run and a drag along the timeline") {
  AppWindow window({.layout = LayoutPreset::solver});
  window.run("break tick 5000");
  window.tap(Key::f5);
  REQUIRE(window.snapshot().tick == 5000);
  const ImVec2 from = window.box("timeline").at({0.9F, 0.5F});
  const ImVec2 to = window.box("timeline").at({0.2F, 0.5F});
  window.input().drag(from.x, from.y, to.x, to.y);
  window.settle();
  REQUIRE(window.snapshot().tick < 2000);
  window.click("back to where you were");
  CHECK(window.snapshot().tick == 5000);
  window.click("back to where you were");
  CHECK(window.snapshot().tick == 0);
  window.click("forward again");
  CHECK(window.snapshot().tick == 5000);
}

TEST_CASE("a click on the output is a visit") {
  AppWindow window({.source = printer, .layout = LayoutPreset::solver});
  window.run("goto 30");
  window.reveal(PanelId::console);
  window.click("console text");
  REQUIRE(window.snapshot().tick < 30);
  window.tap(Key::left, with_alt);
  CHECK(window.snapshot().tick == 30);
}

TEST_CASE("in the edit mode Alt+Left moves cells, not the run") {
  AppWindow window({.source = printer, .layout = LayoutPreset::code});
  window.run("goto 30");
  window.perform("edit the program");
  window.click("playfield");
  window.tap(Key::left, with_alt);
  CHECK(window.snapshot().tick == 30);
}

TEST_CASE("F1 shows the key of every action, and those of the panels") {
  AppWindow window({.source = printer});
  window.tap(Key::f1);
  const auto shown = window.names_after("key ");
  const std::set<std::string> lines(shown.begin(), shown.end());
  for (const Action& action : window.application().actions().all()) {
    if (action.keys.empty() || action.menu.empty()) continue;
    const std::string line = shortcut_text(action) + " " + std::string(action.label);
    CHECK_MESSAGE(lines.contains(line), line);
  }
  for (const char* const line :
       {"L to the last write", "Alt+Left, Right, Up, Down move the selection",
        "Ctrl+Enter solve this", "Enter change the value", "Home to the start"}) {
    CHECK_MESSAGE(lines.contains(line), line);
  }
}

TEST_CASE("what a menu calls an entry finds it in the palette") {
  AppWindow window({.source = printer, .user_files = true});
  std::set<std::string> entries;
  const auto collect = [&] {
    for (const std::string& name : window.names_after("entry ")) entries.insert(name);
  };
  for (const char* const menu : {"File", "Edit", "Run", "View", "Help"}) {
    window.click(std::string("menu ") + menu);
    collect();
    std::vector<std::string> submenus = window.names_after("menu ");
    for (const std::string& submenu : submenus) {
      const std::set<std::string> bar{"File", "Edit", "Run", "View", "Help"};
      if (bar.contains(submenu)) continue;
      window.hover("menu " + submenu);
      collect();
    }
    window.tap(Key::escape);
  }
  REQUIRE(entries.size() > 100);
  CHECK(entries.contains("stack"));
  CHECK(entries.contains("setter"));
  entries.erase("puzzle");  // greyed out: the program has no sudoku
  for (const std::string& entry : entries) {
    CAPTURE(entry);
    window.tap(Key::p, with_ctrl);
    window.type(entry);
    const auto rows = window.names_after("palette ");
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const std::string& row) {
      return row == entry || row == "open @" + entry;
    }));
    window.tap(Key::escape);
  }
}

TEST_CASE("Enter after a menu's name does what the menu does") {
  AppWindow window({.source = printer, .layout = LayoutPreset::code});
  const auto enter = [&](const std::string& name) { window.in_palette(name); };
  window.run("goto 10");
  enter("step back");  // begins with a command
  CHECK(window.snapshot().tick == 9);
  CHECK_FALSE(window.application().palette().is_open());
  enter("Dark theme");
  CHECK_FALSE(window.settings().dark);
  window.application().tiling().close(PanelId::profile);
  enter("profile");  // also a command, which needs no arguments and goes first
  CHECK(window.application().palette().is_open());
  window.tap(Key::escape);
  enter("about");
  CHECK_FALSE(window.application().palette().is_open());
}

std::string overlay_of(const AppWindow& window) {
  const auto shown = window.names_after("overlay on ");
  return shown.empty() ? "" : shown.front();
}

void choose_overlay(AppWindow& window, const std::string& overlay) {
  // A combo box where there is little room.
  if (!window.has("overlay " + overlay)) window.click("overlay on " + overlay_of(window));
  window.click("overlay " + overlay);
}

TEST_CASE("each layout keeps its overlay, also over a restart") {
  TemporaryFolder folder;
  AppWindowOptions options{.source = printer, .layout = LayoutPreset::solver, .user_files = true};
  {
    AppWindow window(options, &folder);
    CHECK(overlay_of(window) == "none");
    choose_overlay(window, "writes");
    CHECK(overlay_of(window) == "writes");
    window.tap(Key::digit_2, with_ctrl);
    CHECK(overlay_of(window) == "none");
    window.tap(Key::digit_3, with_ctrl);
    CHECK(overlay_of(window) == "executions");
    choose_overlay(window, "none");
    window.tap(Key::digit_1, with_ctrl);
    CHECK(overlay_of(window) == "writes");
  }
  AppWindow again(options, &folder);
  CHECK(overlay_of(again) == "writes");
  again.tap(Key::digit_3, with_ctrl);
  CHECK(overlay_of(again) == "none");
  again.tap(Key::digit_2, with_ctrl);
  CHECK(overlay_of(again) == "none");
}

TEST_CASE("the status bar shows the old and the new value at a data stop") {
  AppWindow window({.layout = LayoutPreset::solver});
  window.run("break change grid");
  window.tap(Key::f5);
  CHECK_MESSAGE(window.has("status stopped at 1: break change grid   grid(0,0): 3 -> 4"),
                window.names_after("status ").front());
  window.tap(Key::f11);
  CHECK(window.has("status paused"));
}

TEST_CASE("the status bar names variables and cells without a region") {
  AppWindow window({.source = "95*30p@\n#$watch[3,0]:hex = level\n"});
  window.run("break change 3,0");
  window.tap(Key::f5);
  CHECK_MESSAGE(window.has("status stopped at 1: break change 3,0   level: 0x33 -> 0x2d"),
                window.names_after("status ").front());
}

}  // namespace
