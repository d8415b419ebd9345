// The contrast of all text of the window, in both themes: also of what the kept pictures do not
// show. What is disabled is exempt, as WCAG has it, and so is all that lies below a modal dialog.
#include "debugger_ui/support/contrast.h"

#include "debugger_ui/app/test.h"

namespace {

struct Themed : AppWindow {
  explicit Themed(bool dark, LayoutPreset layout = LayoutPreset::solver)
      : AppWindow({.layout = layout}) {
    settings().dark = dark;
    run("goto 400000");
  }
  void check(const std::string& what) {
    for (const std::string& text : poor_text(app().read())) {
      const std::string theme = settings().dark ? "dark" : "light";
      FAIL_CHECK((what + ", " + theme + ": " + text));
    }
  }
  void check_after(std::string_view action) {
    perform(action);
    check(std::string(action));
    tap(Key::escape);
  }
};

}  // namespace

TEST_CASE("text has enough contrast in menus and tooltips") {
  for (const bool dark : {true, false}) {
    Themed window(dark);
    window.tap(Key::f10);
    for (const char* const menu : {"File", "Edit", "Run", "View", "Help"}) {
      window.check(menu);
      window.tap(Key::right);
    }
    for (const char* const submenu : {"examples", "export"}) {
      window.hover(std::string("menu ") + submenu);
      window.check(submenu);
    }
    window.hover("entry notebook as Markdown…");
    window.check("the tooltip of an entry");
    window.tap(Key::escape);
    for (const char* const panel : {"playfield", "board"}) {
      window.tap(Key::tab, with_ctrl);
      REQUIRE(window.has(std::string("keyboard in ") + panel));
      window.tap("Right Menu");
      window.check(std::string("the context menu of the ") + panel);
      window.tap(Key::escape);
      window.hover(panel);
      window.check(std::string("the tooltip of the ") + panel);
    }
  }
}

TEST_CASE("text has enough contrast in dialogs") {
  for (const bool dark : {true, false}) {
    Themed window(dark);
    window.perform("commands…");
    window.check("palette");
    window.type("break nonsense");
    window.check("palette with a text");
    window.tap(Key::escape);
    for (const char* const action : {"open…", "program options…", "share a link…", "animation…",
                                     "open a link…", "keyboard shortcuts", "about"}) {
      window.check_after(action);
    }
    window.perform("edit the program");
    window.type("1");
    window.check_after("new…");
  }
}

TEST_CASE("text has enough contrast in bars, messages and the tour") {
  for (const bool dark : {true, false}) {
    Themed window(dark);
    window.application().report_not_opened({{}, "there is no file x.b93", "open another one"});
    for (const Tone tone : {Tone::plain, Tone::good, Tone::warning, Tone::bad}) {
      window.application().notify("a message", tone);
      window.settle();
      window.check("notice bar and a message");
    }
    window.check_after("messages");
    REQUIRE_FALSE(window.has("messages"));
    window.perform("tour");
    for (int step = 0; step < 5; ++step) {
      window.check("tour");
      REQUIRE(window.has("tour next"));
      window.click("tour next");
    }
    window.tap(Key::tab, with_ctrl);
    // Characters that are not mostly frame where the cursor stands on a hit.
    for (int i = 0; i < 3; ++i) window.tap(Key::equal);
    window.perform("edit the program");
    window.check("edit mode");
    window.type("12");
    window.hover("edit apply");
    window.check("edit bar");
    window.perform("find…");
    window.type("grid");
    window.check("find bar");
  }
}

TEST_CASE("text has enough contrast in each panel") {
  for (const bool dark : {true, false}) {
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      Themed window(dark, static_cast<LayoutPreset>(i));
      for (const std::string& title : window.names_after("tab ")) {
        window.click("tab " + title);
        window.check(title);
      }
    }
  }
}
