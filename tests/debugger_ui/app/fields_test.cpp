// Text fields keep the keyboard after Enter, and menus and popups close on Escape.
#include "debugger_ui/app/test.h"

namespace {

const char* const watched_program = "v>12+.@\n>^\n#$watch[3,0]:int = two\n";

// Shows each panel once, and calls `check` with the names of its text fields.
template <class Check>
void for_each_field(AppWindow& window, const Check& check) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(PanelId::count); ++i) {
    window.reveal(static_cast<PanelId>(i));
    for (const std::string& field : window.names_after("field ")) {
      // "field error" is the message below one.
      if (field != "error" && seen.insert(field).second) check("field " + field);
    }
  }
}

}  // namespace

TEST_CASE("every text field keeps the keyboard after Enter") {
  AppWindow window({.source = watched_program, .layout = LayoutPreset::code});
  std::size_t fields = 0;
  for_each_field(window, [&](const std::string& field) {
    CAPTURE(field);
    ++fields;
    window.click(field);
    REQUIRE(window.typing());
    window.enter("3");
    CHECK(window.typing());
    const Tick tick = window.tick();
    window.tap(Key::space);  // plays if it is not the field's
    window.tap(Key::enter);
    CHECK(window.typing());
    CHECK(window.tick() == tick);
    window.tap(Key::escape);
    CHECK_FALSE(window.typing());
  });
  CHECK(fields >= 6);
}

TEST_CASE("breakpoints and watches are typed one after the other") {
  AppWindow window({.source = watched_program, .layout = LayoutPreset::code});
  window.reveal(PanelId::breakpoints);
  window.click("field break");
  window.enter("3,0");
  window.enter("4,0 if top == 1");
  CHECK(window.snapshot().breakpoints.size() == 2);
  CHECK(window.tick() == 0);
  CHECK_FALSE(window.snapshot().playing());
  window.reveal(PanelId::watches);
  window.click("field watch");
  for (const char* const expression : {"two + 1", "depth", "two * 2"}) window.enter(expression);
  REQUIRE(window.snapshot().watched.size() == 3);
  CHECK(window.snapshot().watched[0].text == "two + 1");
  CHECK(window.tick() == 0);
}

TEST_CASE_FIXTURE(AppWindow, "the tick field follows the run after Enter") {
  tap(Key::g, with_ctrl);
  enter("5,000");
  REQUIRE(snapshot().tick == 5000);
  CHECK(snapshot().end == 5000);
  CHECK(typing());
  tap(Key::f11);
  CHECK(snapshot().tick == 5001);
  type("70");  // replaces what it shows
  tap(Key::enter);
  CHECK(snapshot().tick == 70);
}

TEST_CASE("Escape closes menus with their submenus") {
  AppWindow window({.source = watched_program});
  for (const char* const menu : {"File", "Edit", "Run", "View", "Help"}) {
    CAPTURE(menu);
    window.click(std::string("menu ") + menu);
    CHECK_FALSE(window.names_after("entry ").empty());
    window.tap(Key::escape);
    CHECK(window.names_after("entry ").empty());
  }
  window.click("menu File");
  window.hover("menu examples");
  REQUIRE(window.has("entry setter"));
  window.tap(Key::escape);
  CHECK(window.names_after("entry ").empty());
  CHECK(window.has("menu File"));
}

TEST_CASE("Escape closes a popup and nothing else") {
  AppWindow window({.source = watched_program, .layout = LayoutPreset::code});
  window.perform("edit the program");
  REQUIRE(window.editing().active());
  window.click("menu View");
  window.tap(Key::escape);
  CHECK(window.names_after("entry ").empty());
  CHECK(window.editing().active());
  window.click("pace");
  REQUIRE(window.has("pace guided"));
  window.tap(Key::escape);
  CHECK_FALSE(window.has("pace guided"));
  window.tap(Key::f1);
  REQUIRE_FALSE(window.names_after("key ").empty());
  window.tap(Key::escape);
  CHECK(window.names_after("key ").empty());
}

TEST_CASE_FIXTURE(AppWindow, "a dialog that is opened again begins with its text selected") {
  run("goto 3000");
  for (int i = 0; i < 2; ++i) {
    perform("trace as CSV…");
    tap("Left Esc");
  }
  perform("trace as CSV…");
  type("9 5");
  CHECK(has("field error"));  // "9 5", not "0 9 53000"
  tap("Ctrl+A Ctrl+C");
  CHECK(std::string(ImGui::GetClipboardText()) == "9 5");
}

TEST_CASE("a region declared by hand is there again after a restart of the window") {
  AppWindow window({.source = "12+.@\n#$region[0,0](1x1) = given\n", .user_files = true});
  const auto names = [&] {
    std::string all;
    for (const Region& region : window.snapshot().program->symbols.regions()) {
      all += region.name + ' ';
    }
    return all;
  };
  window.run_all(
      {"region mine = 0,0,3,1:hex", "region other = 0,0,2,1", "region rename other = second"});
  CHECK_FALSE(window.app().run("region given = 0,0,3,1"));
  window.settle();
  CHECK(names() == "given mine second ");
  window.reopen();
  CHECK(names() == "given mine second ");
  window.run("region delete mine");
  window.reopen();
  CHECK(names() == "given second ");
}
