// The panel of causes, on real answers, with injected input.
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/support/panel_fixture.h"
#include "session/why/why_text.h"
#include "support/eventually.h"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {
namespace {

// Stores (3 + 4) * (3 + 4) in (0, 0).
constexpr const char* square = "34+:*00p1111....@";

struct Asked {
  explicit Asked(std::string source = square,
                 std::vector<std::string> lines = {"goto 9", "why 0,0"})
      : fixture(make_why_panel(), {.size = {520, 320}, .source = std::move(source)}) {
    for (std::string& line : lines) fixture.submit(std::move(line));
    fixture.draw();
  }
  [[nodiscard]] Tick tick() const { return fixture.snapshot().tick; }
  [[nodiscard]] std::string question() const { return to_line(fixture.snapshot().why->question); }
  void hover(const std::string& name) {
    const ImVec2 at = fixture.point_of(name, {0.3F, 0.5F});
    fixture.input().move(at.x, at.y);
    fixture.draw();
  }
  void click(const std::string& name) { fixture.click_at(name, {0.3F, 0.5F}); }

  PanelFixture fixture;
};

TEST_CASE("the panel shows the answer of whoever asked, and a click goes to its instants") {
  Asked asked;
  REQUIRE(asked.fixture.has_item("why line 5"));
  CHECK_FALSE(asked.fixture.has_item("why line 6"));
  asked.click("why line 3");  // the digit 3
  CHECK(asked.tick() == 1);
  CHECK(asked.fixture.selection().cell == Point{0, 0});
  CHECK(asked.fixture.snapshot().visit_before->tick == 9);
  asked.click("why line 1");  // 7 * 7
  CHECK(asked.tick() == 5);
  CHECK(asked.fixture.selection().show == Point{4, 0});
  asked.fixture.click("why asked at");
  CHECK(asked.tick() == 9);
  CHECK(asked.question() == "why (0, 0)");
}

TEST_CASE("lines are folded, and a value that is used again leads to its causes") {
  Asked asked;
  asked.fixture.click("why fold 2");
  CHECK_FALSE(asked.fixture.has_item("why line 3"));
  CHECK(asked.tick() == 9);
  asked.fixture.click("why fold 2");
  REQUIRE(asked.fixture.has_item("why line 3"));
  asked.fixture.click("why fold 2");
  asked.click("why line 5");  // "7: #1"
  CHECK(asked.tick() == 9);
  asked.fixture.input().tap(Key::right);  // its line is selected
  asked.fixture.draw();
  REQUIRE(asked.fixture.has_item("why line 3"));
  asked.fixture.input().tap(Key::down);
  asked.fixture.input().tap(Key::enter);
  asked.fixture.draw();
  CHECK(asked.tick() == 1);
  asked.fixture.input().tap(Key::left);  // to the sum
  asked.fixture.input().tap(Key::left);  // which is folded
  asked.fixture.draw();
  CHECK_FALSE(asked.fixture.has_item("why line 3"));
}

TEST_CASE("variations are asked at the instant of the question") {
  Asked asked;
  asked.fixture.submit("goto 2");
  asked.fixture.draw();
  asked.fixture.click("why deeper");
  CHECK(asked.question() == "why (0, 0) --depth 12");
  CHECK(asked.fixture.snapshot().why->tick == 9);
  CHECK(asked.tick() == 2);
  asked.fixture.click("why all");
  CHECK(asked.question() == "why (0, 0) --depth 12 --all");
  CHECK(asked.fixture.snapshot().why->tree.lines.size() > 6);
  asked.fixture.click("why only input");
  CHECK(asked.question() == "why (0, 0) --all --to input");
  asked.fixture.click("why only input");
  asked.fixture.click("why all");
  CHECK(asked.question() == "why (0, 0)");
  CHECK(asked.tick() == 2);
  CHECK(asked.fixture.notices.empty());
}

TEST_CASE("after an edit the answer is old, and can be asked again") {
  Asked asked;
  asked.fixture.submit("goto 2");
  asked.fixture.draw();
  CHECK_FALSE(asked.fixture.has_item("why old"));
  asked.fixture.submit("set 3,0 = '*'");
  asked.fixture.draw();
  REQUIRE(asked.fixture.has_item("why old"));
  asked.fixture.submit("goto 9");
  asked.fixture.draw();
  asked.fixture.click("why again");
  CHECK_FALSE(asked.fixture.has_item("why old"));
  CHECK(asked.fixture.lines == std::vector<std::string>{"why (0, 0)"});
  CHECK(asked.fixture.snapshot().why_holds);
}

TEST_CASE("the path is that of the unfolded lines, and is hidden and cleared") {
  Asked asked;
  const auto path = [&] { return asked.fixture.selection().next_causes.path; };
  REQUIRE(path() != nullptr);
  CHECK(path()->steps.size() == 5);  // the cell, 7 * 7, 3 + 4, 3 and 4
  asked.hover("why line 4");
  const ShownCauses& shown = asked.fixture.selection().next_causes;
  REQUIRE(shown.hovered);
  CHECK(shown.path->steps[*shown.hovered].at == Point{1, 0});
  CHECK(shown.hovered_cell == Point{1, 0});
  asked.hover("why line 5");  // refers to 3 + 4
  CHECK(asked.fixture.selection().next_causes.hovered_cell == Point{2, 0});
  asked.fixture.click("why fold 1");
  CHECK(path()->steps.size() == 2);
  asked.fixture.click("why path");
  CHECK(path() == nullptr);
  asked.fixture.click("why path");
  CHECK(path() != nullptr);
  asked.fixture.click("why clear");
  CHECK(path() == nullptr);
  CHECK_FALSE(asked.fixture.has_item("why line 0"));
  asked.fixture.submit("why 0,0");
  asked.fixture.draw();
  CHECK(path() != nullptr);
}

TEST_CASE("why here shows decisions, and more of them") {
  // Counts down from 3 in a loop.
  Asked asked("3v\n >1-:v\n ^   _@\n", {"break 6,2", "continue", "why here 1"});
  REQUIRE(asked.fixture.has_item("why line 1"));
  asked.click("why line 1");
  CHECK(asked.tick() == 28);
  CHECK(asked.question() == "why here 1");
  asked.fixture.click("why deeper");
  CHECK(asked.question() == "why here 1 --depth 4");
  asked.fixture.submit("why here 8");
  asked.fixture.draw();
  CHECK(asked.fixture.has_item("why further"));
  CHECK(asked.fixture.snapshot().why->tree.complete);
}

TEST_CASE("a question that takes long shows that it does, and is cancelled") {
  // Swaps two values in every round, so that each round is a link of the chain.
  Asked asked("\\" + std::string(1500, ' ') + ">", {"push 1", "push 2", "goto 40000000"});
  bool done = false;
  asked.fixture.session().submit("why top", [&](const CommandOutcome&) { done = true; });
  REQUIRE(test::eventually([&] {
    asked.fixture.frame();
    return asked.fixture.has_item("why cancel") || done;
  }));
  REQUIRE_FALSE(done);
  const ImVec2 at = asked.fixture.point_of("why cancel");
  asked.fixture.input().click(at.x, at.y);
  REQUIRE(test::eventually([&] {
    asked.fixture.frame();
    return done;
  }));
  asked.fixture.draw();
  CHECK_FALSE(asked.fixture.has_item("why progress"));
  // Either nothing was known yet, or what was is shown as cut.
  if (asked.fixture.snapshot().why != nullptr) CHECK(asked.fixture.has_item("why cut"));
}

TEST_CASE("an answer of very many lines is drawn by its visible rows") {
  // Adds up 2000 rounds; each sum is made of the one before.
  Asked asked("0>1+v\n ^  <\n", {"goto 16002", "why top --depth 5000"});
  REQUIRE(asked.fixture.snapshot().why->tree.lines.size() > 3000);
  for (int i = 0; i < 3; ++i) asked.fixture.frame();
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < asked.fixture.snapshot().why->tree.lines.size(); ++i) {
    drawn += asked.fixture.has_item("why line " + std::to_string(i)) ? 1 : 0;
  }
  CHECK(drawn > 5);
  CHECK(drawn < 60);
}

}  // namespace
}  // namespace fungescope::ui
