// Asking why in the whole window: keys, the panel that comes forward, and the path that is drawn.
#include "debugger_ui/app/test.h"
#include "session/why/why_text.h"

namespace {

constexpr const char* square = "34+:*00p1111....@";

struct WhyWindow : AppWindow {
  WhyWindow() : AppWindow({.source = square, .layout = LayoutPreset::solver}) {}
  [[nodiscard]] std::string question() const {
    const auto& why = snapshot().why;
    return why == nullptr ? "" : to_line(why->question);
  }
};

}  // namespace

TEST_CASE_FIXTURE(WhyWindow, "W asks about what the mouse points at, or else the selected cell") {
  run("goto 9");
  tap(Key::w);
  CHECK(question().empty());
  CHECK(count_messages("no value is under the mouse") == 1);
  application().selection().cell = Point{0, 0};
  tap(Key::w);
  CHECK(question() == "why (0, 0)");
  CHECK(has("why line 5"));
  run("goto 3");
  hover("stack row 0");
  tap(Key::w);
  CHECK(question() == "why stack(0)");
  tap(Key::w, with_shift);
  CHECK(question() == "why here");
}

TEST_CASE_FIXTURE(WhyWindow, "a printed byte is asked about in the console") {
  run("continue");
  reveal(PanelId::console);
  hover("console text");
  tap(Key::w);
  CHECK(question() == "why output 0");
}

TEST_CASE("the path is in the field and on the timeline while the panel is seen") {
  WhyWindow why;
  why.run("goto 12");
  why.run("why 0,0");  // as typed: the panel does not come forward
  CHECK_FALSE(why.has("why line 0"));
  CHECK_FALSE(why.has("cause 1"));
  why.reveal(PanelId::why);
  CHECK(why.has("why line 5"));
  CHECK(why.names_after("cause ").size() >= 5);
  CHECK(why.has("cause tick 5"));
  why.reveal(PanelId::history);
  CHECK_FALSE(why.has("cause 1"));
  CHECK_FALSE(why.has("cause tick 5"));
}

TEST_CASE_FIXTURE(WhyWindow, "a jump from the panel is a visit") {
  run_all({"goto 12", "why 0,0"});
  reveal(PanelId::why);
  click("why line 1", {0.4F, 0.5F});
  CHECK(snapshot().tick == 5);
  tap(Key::left, with_alt);
  CHECK(snapshot().tick == 12);
}
