// The console, driven by mouse and keyboard.
#include "debugger_ui/panels/run/console_text.h"
#include "debugger_ui/panels/test.h"

namespace {

// Prints `?`, then a byte that it reads, for ever.
constexpr const char* asks = ">\"?\",~,v\n^      <\n";

class Console : public PanelFixture {
 public:
  explicit Console(std::string source = asks, const Lines& commands = {"continue"})
      : PanelFixture(make_console_panel(),
                     {.size = {500, 300}, .source = std::move(source), .input_closed = false},
                     commands) {}
  // What it shows at the present.
  std::string text() { return Transcript(snapshot().output, snapshot().input).text(); }
  void type_line(const std::string& line) {
    click("console line");
    enter(line);
  }
};

TEST_CASE("a click on a character of the output seeks to when it was printed") {
  Console console("\"BA\",,@");
  REQUIRE(console.output() == "AB");
  console.click("console text");  // its first byte
  CHECK(console.tick() == 5);
  CHECK(console.output() == "A");
}

TEST_CASE_FIXTURE(Console, "typed lines stand where they were read, at every instant") {
  CHECK(text() == "?");
  type_line("ab");
  CHECK(lines == Lines{R"(input "ab\n")"});
  // The run of `continue` went on, and waits again.
  CHECK(snapshot().input.awaited);
  CHECK(snapshot().input.position == 3);
  CHECK(text() == "?ab\na?b?\n?");
  // Between two reads, what is not read yet begins a line.
  seek(4);
  CHECK(text() == "ab\n");
  seek(9);
  CHECK(text().starts_with("?ab\n"));
  submit_all({"goto end"});
  // A click on the line goes to before it was read.
  click("console text", {1.5F, 0.5F});
  CHECK(tick() == 5);
  CHECK(snapshot().input.position == 0);
  CHECK(text() == "?ab\n");
  REQUIRE(snapshot().input.lines.empty());  // it is not read here
  submit_all({"step"});
  REQUIRE(snapshot().input.lines.size() == 1);
  CHECK(snapshot().input.lines[0].output_at == 1);
}

TEST_CASE_FIXTURE(Console, "an answer in the past begins a branch, which does not run by itself") {
  type_line("a");
  type_line("b");
  CHECK(text() == "?a\na?\n?b\nb?\n?");
  const Tick second = snapshot().input.lines[1].tick;
  seek(second);
  lines.clear();
  type_line("x");
  CHECK(lines == Lines{R"(input replace "x\n")"});
  CHECK(snapshot().branch == 1);
  CHECK(tick() == second);
  CHECK(text() == "?a\na?\n?x\n");
  submit_all({"continue"});
  CHECK(text() == "?a\na?\n?x\nx?\n?");
  submit_all({"branch 0", "goto end"});
  CHECK(text() == "?a\na?\n?b\nb?\n?");
}

TEST_CASE("a run that was stepped to the read stays there when it is answered") {
  Console console(asks, {"step 6"});
  REQUIRE(console.tick() == 5);
  CHECK(console.snapshot().input.awaited);
  CHECK_FALSE(console.snapshot().input.resumes);
  console.type_line("a");
  CHECK(console.tick() == 5);
  CHECK(console.text() == "?a\n");
}

TEST_CASE_FIXTURE(Console, "several lines are pasted at once, and the rest stays in the line") {
  host().set_clipboard({[] { return std::string("ab\r\nc\nd"); }, [](const std::string&) {}});
  click("console line");
  tap(Key::v, with_ctrl);
  CHECK(lines == Lines{R"(input "ab\nc\n")"});
  tap(Key::enter);
  CHECK(lines.back() == R"(input "d\n")");
  CHECK(snapshot().input.position == 7);
}

TEST_CASE("Up and Down bring back earlier lines") {
  Console console("~@", {});
  console.type_line("first");
  console.type_line("second");
  console.type("draft");
  console.tap("Up Up Up Enter");
  CHECK(console.lines.back() == R"(input "first\n")");
  console.type("draft");
  console.tap("Up Down Enter");
  CHECK(console.lines.back() == R"(input "draft\n")");
}

TEST_CASE("Ctrl+D passes on a line without its end, or ends the input") {
  Console console("~$~1+.@");
  console.click("console line");
  console.type("a");
  console.tap(Key::d, with_ctrl);
  CHECK(console.lines == Lines{R"(input "a")"});
  CHECK(console.snapshot().input.position == 1);
  console.tap(Key::d, with_ctrl);
  CHECK(console.lines.back() == "input end");
  CHECK(console.snapshot().status == Status::ended);
  CHECK(console.output() == "0 ");
  // In the past, the end comes instead of what follows.
  console.seek(0);
  console.click("input end");
  CHECK(console.snapshot().branch == 1);
  console.submit_all({"continue"});
  CHECK(console.snapshot().input.position == 0);
  CHECK(console.snapshot().status == Status::ended);
}

TEST_CASE_FIXTURE(Console, "what is selected is copied with what was typed") {
  type_line("ab");
  const ImVec2 from = point_of("console text");
  const ImVec2 to = point_of("console text", {2.5F, 1.5F});
  input().move(from.x, from.y);
  input().press();
  draw();
  input().move(to.x, to.y);
  draw();
  input().release();
  tap(Key::c, with_ctrl);
  CHECK(copied == "?ab\na?b");
}

TEST_CASE("input follows output that is longer than the window") {
  // Prints 31,752 bytes, then what it reads.
  Console console("\"~\":*2*>\"x\",1-:v\n       ^       _~,@\n");
  console.type_line("a");
  CHECK(console.snapshot().status == Status::ended);
  CHECK(console.snapshot().output.from > 0);
  CHECK(console.text().ends_with("xa\na"));
}

}  // namespace
