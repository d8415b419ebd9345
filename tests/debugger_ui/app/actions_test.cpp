#include "debugger_ui/app/actions.h"

#include "debugger_ui/app/command_palette.h"
#include "debugger_ui/app/transport.h"
#include "debugger_ui/sudoku/app/play_layout.h"
#include "session/commands/command.h"
#include "support/files.h"

#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;

TEST_CASE("every action has one row, and no two share a shortcut in the debugger or in a game") {
  std::set<Action> rows;
  for (const ActionInfo& action : actions()) CHECK(rows.insert(action.action).second);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Action::count); ++i) {
    CHECK(rows.count(static_cast<Action>(i)) == 1);
  }
  for (const KeyScope scope : {KeyScope::debugger, KeyScope::mode}) {
    std::set<std::string> keys;
    for (const ActionInfo& action : actions()) {
      CAPTURE(action.label);
      CHECK(&info_of(action.action) == &action);
      CHECK_FALSE(action.label.empty());
      if (!is_in_scope(action, scope)) continue;
      const std::string text = shortcut_text(action, scope);
      if (!text.empty()) CHECK(keys.insert(text).second);
    }
  }
}

TEST_CASE("in a game, digits with Ctrl are marks, and layouts have other keys") {
  const auto pressed = [](Key key, Mods mods, KeyScope scope) {
    InputQueue input;
    input.tap(key, mods);
    input.next_frame();
    return pressed_action(input.frame(), false, scope);
  };
  CHECK(pressed(Key::digit_1, with_ctrl, KeyScope::debugger) == Action::layout_solver);
  CHECK_FALSE(pressed(Key::digit_1, with_ctrl, KeyScope::mode));
  CHECK(pressed(Key::digit_1, with_alt, KeyScope::mode) == Action::layout_solver);
  CHECK(shortcut_text(info_of(Action::layout_solver), KeyScope::mode) == "Alt+1");
  CHECK(pressed(Key::f9, {}, KeyScope::mode) == play_action(PlayCommand::befunge));
  CHECK(pressed(Key::f9, {}, KeyScope::debugger) == Action::layout_play);
  CHECK(pressed(Key::z, with_ctrl, KeyScope::mode) == play_action(PlayCommand::undo));
  CHECK(pressed(Key::z, with_ctrl, KeyScope::debugger) == Action::undo);
  CHECK_FALSE(pressed(Key::f11, {}, KeyScope::mode));
}

TEST_CASE("every action submits an existing command") {
  for (const ActionInfo& action : actions()) {
    if (action.command.empty()) continue;
    CAPTURE(action.command);
    CHECK(find_command(action.command.substr(0, action.command.find(' '))));
  }
}

TEST_CASE("the guide lists the keys") {
  const std::string guide = test::file_bytes(test::data_path("../../docs/debugger-guide.md"));
  const auto begin = guide.find("| key | does |");
  REQUIRE(begin != std::string::npos);
  const std::string table = guide.substr(begin, guide.find("\n\n", begin) - begin) + "\n";
  std::string expected = "| key | does |\n|---|---|\n";
  for (const ActionInfo& action : actions()) {
    if (action.key == Key::none || !is_in_scope(action, KeyScope::debugger)) continue;
    expected += "| " + shortcut_text(action) + " | " + std::string(action.label) + " |\n";
  }
  CHECK(table == expected);
}

TEST_CASE("shortcuts without modifiers are ignored while text is typed") {
  InputQueue input;
  input.tap(Key::space);
  input.next_frame();
  CHECK(pressed_action(input.frame(), false) == Action::play_or_pause);
  CHECK_FALSE(pressed_action(input.frame(), true));
  InputQueue other;
  other.tap(Key::p, with_ctrl);
  other.next_frame();
  CHECK(pressed_action(other.frame(), true) == Action::palette);
}

TEST_CASE("no menu begins with a separator") {
  std::set<std::string_view> seen;
  for (const ActionInfo& action : actions()) {
    if (seen.insert(menu_of(action)).second) CHECK_MESSAGE(action.menu.front() != '-', action.menu);
  }
}

TEST_CASE("names are found by a subsequence of their letters") {
  CHECK(match_score("brk", "break"));
  CHECK_FALSE(match_score("kb", "break"));
  CHECK(*match_score("st", "step") > *match_score("st", "restart"));
  CHECK(*match_score("step", "step") > *match_score("step", "step back"));
}

TEST_CASE("the slider goes from one tick per second to unlimited") {
  CHECK(speed_of(0) == 1);
  CHECK(speed_of(1) == SessionThread::unlimited);
  CHECK(speed_of(slider_of(2500)) == 2500);
  CHECK(speed_of(slider_of(1e9)) == 1e9);
  double before = 0;
  for (int i = 0; i < 20; ++i) {
    const float at = 0.05F * static_cast<float>(i);
    CHECK(speed_of(at) >= before);
    before = speed_of(at);
  }
  CHECK(speed_text(1) == "1 tick/s");
  CHECK(speed_text(1.4e9) == "1.4 G ticks/s");
  CHECK(speed_text(0) == "unlimited");
}
