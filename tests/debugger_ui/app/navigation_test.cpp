// Back and forward, the keys' sheet, the palette, overlays by layout, and what the status bar says.
#include "debugger_ui/app/test.h"

namespace {

const char* const printer = ">\"olleh\",,,,,>:1+v\n            ^  p0:<\n";

TEST_CASE_FIXTURE(AppWindow,
                  "Alt+Left returns from a stray click, and Alt+Right goes there again") {
  run("goto 240799");
  click("timeline", {0.3F, 0.5F});
  const Tick clicked = tick();
  REQUIRE(clicked != 240'799);
  tap("F11 F11 Alt+Left");
  CHECK(tick() == 240'799);
  tap(Key::right, with_alt);
  CHECK(tick() == clicked + 2);
  CHECK_FALSE(snapshot().visit_after);
  tap("Alt+Left Alt+Left");
  CHECK(tick() == 0);
  tap(Key::left, with_alt);
  CHECK(tick() == 0);
}

TEST_CASE_FIXTURE(AppWindow, "the buttons do the same after a run and a drag along the timeline") {
  run("break tick 5000");
  tap(Key::f5);
  REQUIRE(tick() == 5000);
  drag(point_of("timeline", {0.9F, 0.5F}), point_of("timeline", {0.2F, 0.5F}));
  REQUIRE(tick() < 2000);
  click("back to where you were");
  CHECK(tick() == 5000);
  click("back to where you were");
  CHECK(tick() == 0);
  click("forward again");
  CHECK(tick() == 5000);
}

TEST_CASE("a click on the output is a visit, and in the edit mode Alt+Left moves cells") {
  AppWindow window({.source = printer, .layout = LayoutPreset::solver});
  window.run("goto 30");
  window.reveal(PanelId::console);
  window.click("console text");
  REQUIRE(window.tick() < 30);
  window.tap("Alt+Left");
  CHECK(window.tick() == 30);
  window.perform("edit the program");
  window.click("playfield");
  window.tap("Alt+Left");
  CHECK(window.tick() == 30);
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
  const std::set<std::string> bar{"File", "Edit", "Run", "View", "Help"};
  for (const std::string& menu : bar) {
    window.click("menu " + menu);
    collect();
    for (const std::string& submenu : window.names_after("menu ")) {
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
  const auto closes = [&](const std::string& name) {
    window.in_palette(name);
    return !window.application().palette().is_open();
  };
  window.run("goto 10");
  CHECK(closes("step back"));  // begins with a command
  CHECK(window.tick() == 9);
  CHECK(closes("Dark theme"));
  CHECK_FALSE(window.settings().dark);
  window.application().tiling().close(PanelId::profile);
  CHECK_FALSE(closes("profile"));  // also a command, which needs no arguments and goes first
  window.tap("Esc");
  CHECK(closes("about"));
}

TEST_CASE("each layout keeps its overlay, also over a restart") {
  AppWindow window({.source = printer, .layout = LayoutPreset::solver, .user_files = true});
  const auto overlay = [&] { return window.names_after("overlay on ").at(0); };
  const auto choose = [&](const std::string& name) {
    // A combo box where there is little room.
    if (!window.has("overlay " + name)) window.click("overlay on " + overlay());
    window.click("overlay " + name);
  };
  const auto overlay_after = [&](std::string_view key) {
    window.tap(key);
    return overlay();
  };
  CHECK(overlay() == "none");
  choose("writes");
  CHECK(overlay() == "writes");
  CHECK(overlay_after("Ctrl+2") == "none");
  CHECK(overlay_after("Ctrl+3") == "executions");
  choose("none");
  CHECK(overlay_after("Ctrl+1") == "writes");
  window.reopen();
  CHECK(overlay() == "writes");
  CHECK(overlay_after("Ctrl+3") == "none");
  CHECK(overlay_after("Ctrl+2") == "none");
}

TEST_CASE("the status bar shows the old and the new value at a data stop, and names variables") {
  const auto check_stop = [](AppWindowOptions options, const char* stop,
                             const std::string& status) {
    AppWindow window(std::move(options));
    window.run(std::string("break ") + stop);
    window.tap("F5");
    CHECK_MESSAGE(window.has("status stopped at 1: break " + status),
                  window.names_after("status ").front());
    window.tap("F11");
    CHECK(window.has("status paused"));
  };
  check_stop({}, "change grid", "change grid   grid(0,0): 3 -> 4");
  check_stop({.source = "95*30p1@\n#$watch[3,0]:hex = level\n"}, "change 3,0",
             "change 3,0   level: 0x33 -> 0x2d");
}

}  // namespace
