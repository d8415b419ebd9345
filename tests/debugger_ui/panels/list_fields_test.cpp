// Fields of the list panels that take ticks: what they do not understand is an error below the
// field, and nothing is done with it. And the columns of the trace.
#include "debugger_ui/panels/test.h"

namespace {

FixtureOptions looping(PixelSize size = {600, 400}) {
  return {.size = size, .source = "v\n>>1$v\n^   <\n"};
}

// Replaces the text of a field by typing.
void retype(PanelFixture& fixture, const std::string& field, const std::string& text) {
  fixture.click(field);
  fixture.input().tap(Key::a, with_ctrl);
  fixture.type(text);
}

TEST_CASE("both instants of the comparison are typed as ticks") {
  const char* const counter =
      "0>1+:53pv\n"
      " ^      <\n\n"
      "     c\n"
      "#$watch[5,3]:int = count\n";
  PanelFixture fixture(make_comparison_panel(), {.size = {900, 400}, .source = counter},
                       {"goto 1000"});
  CHECK_FALSE(fixture.has("(5, 3)"));
  retype(fixture, "tick A", "garbage here");
  CHECK(fixture.has("field error"));
  fixture.tap(Key::enter);
  CHECK(fixture.has("field error"));
  CHECK_FALSE(fixture.has("(5, 3)"));
  // The field keeps the keyboard, and the text.
  fixture.answer("100");
  CHECK_FALSE(fixture.has("field error"));
  CHECK(fixture.has("(5, 3)"));
  // B at the same tick: no cell differs.
  retype(fixture, "tick B", "100");
  fixture.tap(Key::enter);
  CHECK_FALSE(fixture.has("(5, 3)"));
  // Without a text, B follows the present again.
  fixture.click("tick B");
  fixture.tap("Ctrl+A Backspace Enter");
  CHECK(fixture.has("(5, 3)"));
  CHECK(fixture.tick() == 1000);
}

TEST_CASE("the headings of the trace stand over its columns") {
  PanelFixture fixture(make_trace_panel(), looping(), {"goto 1000"});
  const auto x = [&](const std::string& name, float fraction) {
    return fixture.point_of(name, {fraction, 0}).x;
  };
  CHECK(x("trace heading cell", 0) == x("cell trace row 990", 0));
  CHECK(x("trace heading top", 1) == x("top trace row 990", 1));
  CHECK(x("trace heading tick", 1) < x("trace heading cell", 0));
  CHECK(x("trace heading cell", 1) < x("trace heading instruction", 0));
  CHECK(x("trace heading instruction", 1) < x("trace heading top", 0));
  CHECK(x("trace heading top", 1) < x("trace heading effect", 0));
  CHECK(fixture.point_of("trace heading cell").y < fixture.point_of("trace row 990").y);
  // The present is the last row, below the headings and in the panel.
  CHECK(fixture.point_of("trace row 1000").y < 400);
  // In a narrow tile there is no column for the name.
  PanelFixture small(make_trace_panel(), looping({220, 300}), {"goto 1000"});
  CHECK_FALSE(small.has("trace heading instruction"));
  CHECK(small.has("trace heading top"));
}

TEST_CASE("a large value on top keeps clear of the columns before it, however narrow the trace") {
  for (const int width : {220, 400, 600}) {
    PanelFixture fixture(make_trace_panel(), looping({width, 300}),
                         {"push -9223372036854775807", "goto 1"});
    CAPTURE(width);
    const float top = fixture.point_of("top trace row 0", {0, 0}).x;
    CHECK(fixture.point_of("cell trace row 0", {1, 0}).x < top);
    if (!fixture.has("trace heading instruction")) continue;
    CHECK(fixture.point_of("trace heading instruction", {1, 0}).x < top);
  }
}

}  // namespace
