#include "debugger_ui/app/actions.h"

#include "debugger_ui/app/bars.h"
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/test.h"
#include "debugger_ui/support/user_input.h"
#include "session/commands/command.h"

namespace {

// The rows of a window.
struct Actions {
  AppWindow window;
  const ActionTable& table = window.application().actions();

  [[nodiscard]] std::string_view pressed(Key key, Mods mods,
                                         ActionScope scope = ActionScope::debugger,
                                         bool typing = false) const {
    UserQueue input;
    input.tap(key, mods);
    input.next_frame();
    const Action* const action = table.pressed(input.frame(), typing, scope);
    return action == nullptr ? "" : action->label;
  }
};

TEST_CASE_FIXTURE(Actions, "no two actions share a label or a key in the debugger or in a game") {
  for (const ActionScope scope : {ActionScope::debugger, ActionScope::mode}) {
    std::set<std::string> seen;
    for (const Action& action : table.all()) {
      CAPTURE(action.label);
      CHECK_FALSE(action.label.empty());
      if (action.menu_in(scope).empty() || action.is_submenu) continue;
      CHECK(action.perform);
      CHECK(&table.get(action.label, scope) == &action);
      CHECK(seen.insert(std::string(action.label)).second);
      const std::string key = shortcut_text(action, scope);
      if (!key.empty()) CHECK(seen.insert("key " + key).second);
    }
    CHECK(seen.size() > 40);
  }
}

TEST_CASE_FIXTURE(Actions, "in a game, digits with Ctrl are marks, and layouts have other keys") {
  constexpr auto mode = ActionScope::mode;
  CHECK(pressed(Key::digit_1, with_ctrl) == "layout solver");
  CHECK(pressed(Key::digit_1, with_ctrl, mode).empty());
  CHECK(pressed(Key::digit_1, with_alt, mode) == "layout solver");
  CHECK(shortcut_text(table.get("layout solver"), mode) == "Alt+1");
  CHECK(pressed(Key::f9, {}, mode) == "continue in the debugger");
  CHECK(pressed(Key::f9, {}) == "layout play");
  CHECK(table.get("undo", mode).mode_menu == "Game");
  CHECK(table.get("undo").menu == "Edit");
  CHECK(pressed(Key::z, with_ctrl, mode) == "undo");
  CHECK(pressed(Key::z, with_ctrl) == "undo");
  CHECK(pressed(Key::z, with_ctrl_shift, mode) == "redo");
  CHECK(pressed(Key::z, with_ctrl_shift).empty());
  CHECK(pressed(Key::f11, {}, mode).empty());
}

TEST_CASE_FIXTURE(Actions, "every action submits an existing command") {
  for (const Action& action : table.all()) {
    if (action.command.empty()) continue;
    CAPTURE(action.command);
    CHECK(find_command(action.command.substr(0, action.command.find(' '))));
  }
}

TEST_CASE_FIXTURE(Actions, "the guide lists the keys") {
  const std::string guide = test::file_bytes(test::data_path("../../docs/debugger-guide.md"));
  const auto begin = guide.find("| key | does |");
  REQUIRE(begin != std::string::npos);
  const std::string written = guide.substr(begin, guide.find("\n\n", begin) - begin) + "\n";
  std::string expected = "| key | does |\n|---|---|\n";
  for (const Action& action : table.all()) {
    if (action.keys.empty() || action.menu.empty()) continue;
    expected += "| " + shortcut_text(action) + " | " + std::string(action.label) + " |\n";
  }
  CHECK(written == expected);
}

TEST_CASE_FIXTURE(Actions, "shortcuts without modifiers are ignored while text is typed") {
  CHECK(pressed(Key::space, {}) == "play or pause");
  CHECK(pressed(Key::space, {}, ActionScope::debugger, true).empty());
  CHECK(pressed(Key::p, with_ctrl, ActionScope::debugger, true) == "commands…");
}

TEST_CASE_FIXTURE(Actions, "no menu begins with a separator") {
  for (const ActionScope scope : {ActionScope::debugger, ActionScope::mode}) {
    std::set<std::string_view> seen;
    for (const Action& action : table.all()) {
      const std::string_view menu = action.menu_in(scope);
      if (!menu.empty() && seen.insert(menu).second) CHECK_MESSAGE(!action.separated, menu);
    }
  }
}

}  // namespace

TEST_CASE("names are found by a subsequence of their letters") {
  CHECK(match_score("brk", "break"));
  CHECK_FALSE(match_score("kb", "break"));
  CHECK(*match_score("st", "step") > *match_score("st", "restart"));
  CHECK(*match_score("step", "step") > *match_score("step", "step back"));
}

TEST_CASE("speeds in words") {
  CHECK(speed_text(1) == "1 tick/s");
  CHECK(speed_text(1.4e9) == "1.4 G ticks/s");
  CHECK(speed_text(0) == "unlimited");
}
