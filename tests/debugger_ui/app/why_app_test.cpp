// Asking why in the whole window: keys, the panel that comes forward, and the path that is drawn.
#include "debugger_ui/app/test.h"
#include "session/why/why_text.h"

namespace fungescope::ui {
namespace {

constexpr const char* square = "34+:*00p1111....@";

struct WhyWindow {
  explicit WhyWindow(std::string source = square)
      : window({.source = std::move(source), .layout = LayoutPreset::solver}) {}
  [[nodiscard]] std::string question() {
    const auto& why = window.snapshot().why;
    return why == nullptr ? "" : to_line(why->question);
  }
  AppWindow window;
};

TEST_CASE("W asks about what the mouse points at, or else about the selected cell") {
  WhyWindow why;
  why.window.run("goto 9");
  why.window.tap(Key::w);
  CHECK(why.question().empty());
  CHECK(why.window.count_messages("no value is under the mouse") == 1);
  why.window.application().selection().cell = Point{0, 0};
  why.window.tap(Key::w);
  CHECK(why.question() == "why (0, 0)");
  CHECK(why.window.has("why line 5"));
  why.window.run("goto 3");
  why.window.hover("stack row 0");
  why.window.tap(Key::w);
  CHECK(why.question() == "why stack(0)");
  why.window.tap(Key::w, with_shift);
  CHECK(why.question() == "why here");
}

TEST_CASE("a printed byte is asked about in the console") {
  WhyWindow why;
  why.window.run("continue");
  why.window.reveal(PanelId::console);
  why.window.hover("console text");
  why.window.tap(Key::w);
  CHECK(why.question() == "why output 0");
}

TEST_CASE("the path is drawn in the playfield and on the timeline while the panel is visible") {
  WhyWindow why;
  why.window.run("goto 12");
  why.window.run("why 0,0");  // as typed: the panel does not come forward
  CHECK_FALSE(why.window.has("why line 0"));
  CHECK_FALSE(why.window.has("cause 1"));
  why.window.reveal(PanelId::why);
  CHECK(why.window.has("why line 5"));
  CHECK(why.window.names_after("cause ").size() >= 5);
  CHECK(why.window.has("cause tick 5"));
  why.window.reveal(PanelId::history);
  CHECK_FALSE(why.window.has("cause 1"));
  CHECK_FALSE(why.window.has("cause tick 5"));
}

TEST_CASE("a jump from the panel is a visit") {
  WhyWindow why;
  why.window.run("goto 12");
  why.window.run("why 0,0");
  why.window.reveal(PanelId::why);
  why.window.click("why line 1", {0.4F, 0.5F});
  CHECK(why.window.snapshot().tick == 5);
  why.window.tap(Key::left, with_alt);
  CHECK(why.window.snapshot().tick == 12);
}

}  // namespace
}  // namespace fungescope::ui
