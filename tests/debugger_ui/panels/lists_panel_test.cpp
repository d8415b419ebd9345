// The lists, driven by mouse and keyboard.
#include "debugger_ui/panels/common/panels.h"
#include "debugger_ui/support/pointing.h"
#include "support/scratch.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

constexpr PixelSize panel_size{500, 300};
// Below the toolbar: rows of stack and trace.
float row_at(int row) {
  return 32.0F + 20.0F * static_cast<float>(row) + 10.0F;
}

StageOptions program(std::string source, std::string input = {}, bool closed = true) {
  StageOptions options;
  options.size = panel_size;
  options.source = std::move(source);
  options.input = std::move(input);
  options.input_closed = closed;
  return options;
}

TEST_CASE("a stack value is set in its place") {
  PanelStage stage(make_stack_panel(), program("123@"));
  stage.seek(3);
  stage.draw();
  REQUIRE(stage.picture().stack.values == std::vector<std::int64_t>{3, 2, 1});
  stage.input().click(100, row_at(1));
  stage.input().click(100, row_at(1));
  stage.draw();
  stage.input().tap(Key::a, with_ctrl);
  stage.input().type("7");
  stage.input().tap(Key::enter);
  stage.draw();
  CHECK(stage.picture().stack.values == std::vector<std::int64_t>{3, 7, 1});
}

TEST_CASE("a value is pushed, and pop takes it off") {
  PanelStage stage(make_stack_panel(), program("123@"));
  stage.draw();
  stage.input().click(90, 17);
  stage.input().type("6*7");
  stage.input().tap(Key::enter);
  stage.draw();
  CHECK(stage.picture().stack.values == std::vector<std::int64_t>{42});
  stage.input().click(20, 17);
  stage.draw();
  CHECK(stage.picture().stack.size == 0);
  CHECK(stage.lines == std::vector<std::string>{"pop"});
}

TEST_CASE("the selected stack value leads to who pushed it") {
  PanelStage stage(make_stack_panel(), program("123@"));
  stage.seek(3);
  stage.draw();
  stage.input().click(100, row_at(2));  // the 1
  stage.draw();
  stage.input().click(30, 283);  // go there
  stage.draw();
  CHECK(stage.picture().tick == 1);
  CHECK(stage.selection().cell == Point{0, 0});
}

TEST_CASE("a row of the trace leads to its instant") {
  PanelStage stage(make_trace_panel(), program("12+.@"));
  stage.submit("continue");
  stage.draw();
  REQUIRE(stage.picture().tick == 5);
  stage.input().click(60, row_at(2));
  stage.draw();
  CHECK(stage.picture().tick == 2);
  CHECK(stage.selection().cell == Point{2, 0});
}

TEST_CASE("a character of the output leads to when it was printed") {
  PanelStage stage(make_output_panel(), program("\"BA\",,@"));
  stage.submit("continue");
  stage.draw();
  REQUIRE(stage.picture().output.text == "AB");
  stage.input().click(8, 40);
  stage.draw();
  CHECK(stage.picture().tick == 5);
  CHECK(stage.picture().output.text == "A");
}

TEST_CASE("a breakpoint is typed, disabled and deleted") {
  PanelStage stage(make_breakpoints_panel(), program("12+.@"));
  stage.draw();
  stage.input().click(100, 17);
  stage.input().type("3,0 if depth > 1");
  stage.input().tap(Key::enter);
  stage.draw();
  REQUIRE(stage.picture().stops.size() == 1);
  CHECK(stage.picture().stops[0].condition == "depth > 1");
  stage.input().click(14, 42);
  stage.draw();
  CHECK_FALSE(stage.picture().stops[0].enabled);
  stage.input().click(480, 42);
  stage.draw();
  CHECK(stage.picture().stops.empty());
  CHECK(stage.lines == std::vector<std::string>{"disable 1", "delete 1"});
}

TEST_CASE("what is wrong with a breakpoint is said in its place") {
  PanelStage stage(make_breakpoints_panel(), program("12+.@"));
  const Image before = stage.draw();
  stage.input().click(100, 17);
  stage.input().type("nowhere");
  stage.input().tap(Key::enter);
  const Image after = stage.draw();
  CHECK(stage.picture().stops.empty());
  CHECK(stage.notices.empty());
  CHECK_FALSE(compare(before, after).none());
  // What was typed is still there to be mended.
  stage.input().tap(Key::a, with_ctrl);
  stage.input().type("tick 3");
  stage.input().tap(Key::enter);
  stage.draw();
  CHECK(stage.picture().stops.size() == 1);
}

TEST_CASE("an expression is watched") {
  PanelStage stage(make_watches_panel(), program("12+.@"));
  stage.draw();
  stage.input().click(100, 283);
  stage.input().type("top * 2");
  stage.input().tap(Key::enter);
  stage.draw();
  REQUIRE(stage.picture().watched.size() == 1);
  CHECK(stage.picture().watched[0].text == "top * 2");
}

TEST_CASE("a variable is set in its place, and shown where it lies") {
  PanelStage stage(make_watches_panel(), program("12+.@  \n#$watch[5,0]:int = first\n"
                                                 "#$watch[6,0]:int = second\n"));
  stage.draw();
  REQUIRE(stage.picture().variables.size() == 2);
  stage.input().click(30, 56);  // below the heading and the first one
  stage.input().click(30, 56);
  stage.draw();
  CHECK(stage.selection().cell == Point{6, 0});
  stage.input().tap(Key::a, with_ctrl);
  stage.input().type("77");
  stage.input().tap(Key::enter);
  stage.draw();
  CHECK(stage.picture().variables[1].value == 77);
}

TEST_CASE("a variable is shown as each type, and the choice is kept") {
  PanelStage stage(make_watches_panel(),
                   program("12+.@ ~A\n#$watch[6,0]:int = first\n#$watch[7,0]:int = second\n"));
  const std::vector<std::pair<std::string, std::string>> shown{
      {"char", "'A'"},       {"hex", "0x41"}, {"hex8", ""},
      {"bool", "true (65)"}, {"binary", ""},  {"long", "65"}};
  stage.draw();
  for (const auto& [type, text] : shown) {
    stage.input().click(30, 56, MouseButton::right);
    stage.draw();
    REQUIRE(point_at(stage, "show as"));
    REQUIRE_MESSAGE(click_on(stage, type), type);
    stage.input().click(30, 56, MouseButton::right);
    stage.draw();
    REQUIRE(click_on(stage, "copy the value"));
    if (!text.empty()) CHECK(stage.copied == text);
    nlohmann::ordered_json saved;
    stage.panel().save(saved);
    CHECK(saved["types"]["second"] == type);
    CHECK_FALSE(saved["types"].contains("first"));
    const auto again = make_watches_panel();
    again->load(saved);
    nlohmann::ordered_json same;
    again->save(same);
    CHECK(same == saved);
  }
}

TEST_CASE("a variable's menu breaks on its change") {
  PanelStage stage(make_watches_panel(), program("1+>5:60p@\n#$watch[6,0]:int = first\n"));
  stage.draw();
  stage.input().click(30, 36, MouseButton::right);
  stage.draw();
  REQUIRE(click_on(stage, "break on change"));
  REQUIRE(stage.picture().stops.size() == 1);
  CHECK(stage.picture().stops[0].area == Rectangle{{6, 0}, {1, 1}});
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("ticks are written as CSV and as JSON") {
  const fungescope::test::Scratch scratch;
  PanelStage stage(make_trace_panel(), program("12+.@"));
  stage.submit("continue");
  stage.draw();
  const auto export_as = [&](const std::string& format, const std::string& name) {
    stage.answer_line = [&] { return scratch.folder() + "/" + name; };
    REQUIRE(click_on(stage, "export"));
    REQUIRE(click_on(stage, format));
    REQUIRE(click_on(stage, "from"));
    stage.input().tap(Key::a, with_ctrl);
    stage.input().type("1");
    stage.draw();
    REQUIRE(click_on(stage, "save"));
    return bytes_of(scratch.folder() + "/" + name);
  };
  const std::string csv = export_as("csv", "a \"run\".csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 4);
  std::istringstream lines(export_as("json", "run.json"));
  std::vector<std::uint64_t> ticks;
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    REQUIRE(row.is_object());
    ticks.push_back(row.value("tick", 0U));
  }
  CHECK(ticks == std::vector<std::uint64_t>{2, 3, 4, 5});
  CHECK(stage.notices.empty());
}

TEST_CASE("a bookmark whose name could be a tick is gone to, and renamed") {
  PanelStage stage(make_breakpoints_panel(), program("12+.@"));
  stage.submit("goto 3");
  stage.submit("mark \"1\"");
  stage.submit("goto 5");
  stage.draw();
  float y = 60;
  for (; y < 200 && stage.lines.empty(); y += 6) {
    stage.input().click(60, y);
    stage.draw();
  }
  REQUIRE(stage.lines == std::vector<std::string>{"goto \"1\""});
  CHECK(stage.picture().tick == 3);
  stage.answer_line = [] { return "the \"sum\""; };
  stage.input().click(60, y - 6, MouseButton::right);
  stage.draw();
  REQUIRE(click_on(stage, "rename…"));
  CHECK(stage.picture().bookmarks[0].name == "the \"sum\"");
}

TEST_CASE("input is typed for a program that waits") {
  PanelStage stage(make_input_panel(), program("~~@", "", false));
  stage.submit("continue");
  stage.draw();
  stage.input().click(100, 253);
  stage.input().type("x\"");
  stage.input().tap(Key::enter);
  stage.draw();
  CHECK(stage.picture().input.text == "x\"\n");
}

TEST_CASE("the hottest cell is shown where it lies") {
  PanelStage stage(make_profile_panel(), program("v\n>>1$v\n^   <\n"));
  stage.seek(1000);
  for (int i = 0; i < 20; ++i) stage.draw();
  stage.input().click(60, 92);
  stage.draw();
  CHECK(stage.selection().cell);
  CHECK(stage.selection().marked.size() == 1);
}

}  // namespace
}  // namespace fungescope::ui
