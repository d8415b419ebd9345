// The contrast of all text of the window, in both themes: also of what the kept pictures do not
// show. What is disabled is exempt, as WCAG has it, and so is all that lies below a modal dialog.
#include "debugger_ui/support/contrast.h"

#include "debugger_ui/app/test.h"

namespace fungescope::ui {
namespace {

struct Themed {
  explicit Themed(bool dark, LayoutPreset layout = LayoutPreset::solver)
      : window({.layout = layout}) {
    window.settings().dark = dark;
    window.run("goto 400000");
  }
  void check(const std::string& what) {
    for (const std::string& text : poor_text(window.app().read())) {
      const std::string theme = window.settings().dark ? "dark" : "light";
      FAIL_CHECK((what + ", " + theme + ": " + text));
    }
  }
  void check_after(std::string_view action, const std::string& what) {
    window.perform(action);
    check(what);
    window.tap(Key::escape);
  }
  AppWindow window;
};

void check_menus(bool dark) {
  Themed themed(dark);
  AppWindow& window = themed.window;
  window.tap(Key::f10);
  for (const char* const menu : {"File", "Edit", "Run", "View", "Help"}) {
    themed.check(menu);
    window.tap(Key::right);
  }
  for (const char* const submenu : {"examples", "export"}) {
    window.hover(std::string("menu ") + submenu);
    themed.check(submenu);
  }
  window.hover("entry notebook as Markdown…");
  themed.check("the tooltip of an entry");
  window.tap(Key::escape);
  for (const char* const panel : {"playfield", "board"}) {
    window.tap(Key::tab, with_ctrl);
    REQUIRE(window.has(std::string("keyboard in ") + panel));
    window.tap(Key::right);
    window.tap(Key::menu);
    themed.check(std::string("the context menu of the ") + panel);
    window.tap(Key::escape);
    window.hover(panel);
    themed.check(std::string("the tooltip of the ") + panel);
  }
}

void check_dialogs(bool dark) {
  Themed themed(dark);
  themed.window.perform("commands…");
  themed.check("palette");
  themed.window.type("break nonsense");
  themed.check("palette with a text");
  themed.window.tap(Key::escape);
  themed.check_after("open…", "file dialog");
  themed.check_after("program options…", "program options");
  themed.check_after("share a link…", "share dialog");
  themed.check_after("animation…", "animation");
  themed.check_after("open a link…", "line dialog");
  themed.check_after("keyboard shortcuts", "keyboard shortcuts");
  themed.check_after("about", "about");
  themed.window.perform("edit the program");
  themed.window.type("1");
  themed.check_after("new…", "choice dialog");
}

void check_bars(bool dark) {
  Themed themed(dark);
  AppWindow& window = themed.window;
  window.application().report_not_opened({{}, "there is no file x.b93", "open another one"});
  for (const Tone tone : {Tone::plain, Tone::good, Tone::warning, Tone::bad}) {
    window.application().notify("a message", tone);
    window.settle();
    themed.check("notice bar and a message");
  }
  themed.check_after("messages", "messages");
  window.perform("messages");
  REQUIRE_FALSE(window.has("messages"));
  window.perform("tour");
  for (int step = 0; step < 5; ++step) {
    themed.check("tour");
    REQUIRE(window.has("tour next"));
    window.click("tour next");
  }
  window.tap(Key::tab, with_ctrl);
  // Characters that are not mostly frame where the cursor stands on a hit.
  for (int i = 0; i < 3; ++i) window.tap(Key::equal);
  window.perform("edit the program");
  themed.check("edit mode");
  window.type("12");
  window.hover("edit apply");
  themed.check("edit bar");
  window.perform("find…");
  window.type("grid");
  themed.check("find bar");
}

void check_layouts(bool dark) {
  for (std::size_t i = 0; i < tiled_layouts; ++i) {
    Themed themed(dark, static_cast<LayoutPreset>(i));
    for (const std::string& title : themed.window.names_after("tab ")) {
      themed.window.click("tab " + title);
      themed.check(title);
    }
  }
}

TEST_CASE("text has enough contrast in menus and tooltips") {
  for (const bool dark : {true, false}) check_menus(dark);
}
TEST_CASE("text has enough contrast in dialogs") {
  for (const bool dark : {true, false}) check_dialogs(dark);
}
TEST_CASE("text has enough contrast in bars, messages and the tour") {
  for (const bool dark : {true, false}) check_bars(dark);
}
TEST_CASE("text has enough contrast in each panel") {
  for (const bool dark : {true, false}) check_layouts(dark);
}

}  // namespace
}  // namespace fungescope::ui
