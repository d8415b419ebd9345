#include "debugger_ui/app/actions.h"

#include "debugger_ui/widgets/key_table.h"

#include <cassert>

namespace fungescope::ui {
namespace {

// The mode takes digits with Ctrl.
bool is_taken(const Shortcut& shortcut, ActionScope scope) {
  return scope == ActionScope::mode && shortcut.mods.ctrl && shortcut.key >= Key::digit_0 &&
         shortcut.key <= Key::digit_9;
}

}  // namespace

std::string shortcut_text(const Action& action, ActionScope scope) {
  for (const Shortcut& shortcut : action.keys) {
    if (is_taken(shortcut, scope) || is_browsers(shortcut.key, shortcut.mods)) continue;
    return key_text(shortcut.key, shortcut.mods);
  }
  return {};
}

// ---- Rows

Action& ActionMenu::add(std::string_view label, std::vector<Shortcut> keys, std::string_view hint,
                        std::function<void()> perform) {
  Action& row = table_.all_.emplace_back();
  row.label = label;
  row.menu = menu_;
  row.mode_menu = mode_menu_;
  row.keys = std::move(keys);
  row.hint = hint;
  row.perform = std::move(perform);
  row.separated = std::exchange(separate_, false);
  return row;
}

Action& ActionMenu::add_command(std::string_view label, std::string_view command,
                                std::vector<Shortcut> keys, std::string_view hint) {
  return add(label, std::move(keys), hint,
             [&run = table_.run_, command] { run(std::string(command)); })
      .with_command(command);
}

Action& ActionMenu::add_switch(std::string_view label, bool& value, std::string_view hint) {
  return add(label, {}, hint, [&value] { value = !value; }).checked_if([&value] { return value; });
}

Action& ActionMenu::add_submenu(std::string_view label,
                                std::function<std::vector<Action>()> entries) {
  Action& row = add(label, {}, "", {});
  row.is_submenu = true;
  row.entries = std::move(entries);
  return row;
}

// ---- The table

const Action& ActionTable::get(std::string_view label, ActionScope scope) const {
  const Action* found = nullptr;
  for (const Action& action : all_) {
    if (action.label != label || action.is_submenu) continue;
    if (!action.menu_in(scope).empty()) return action;
    found = &action;
  }
  assert(found != nullptr);
  return *found;
}

std::vector<std::string_view> ActionTable::menus(ActionScope scope) const {
  std::vector<std::string_view> names;
  std::string_view last;
  for (const Action& action : all_) {
    const std::string_view menu = action.menu_in(scope);
    if (menu == last) continue;  // in each frame: most rows follow one of their menu
    last = menu;
    const bool is_submenu = std::any_of(all_.begin(), all_.end(), [menu](const Action& row) {
      return row.is_submenu && row.label == menu;
    });
    if (menu.empty() || is_submenu) continue;
    if (std::find(names.begin(), names.end(), menu) == names.end()) names.push_back(menu);
  }
  return names;
}

const Action* ActionTable::pressed(const InputFrame& frame, bool typing, ActionScope scope) const {
  for (const KeyPress& press : frame.presses) {
    const bool function_key = press.key >= Key::f1 && press.key <= Key::f12;
    const bool plain = !press.mods.ctrl && !press.mods.alt && !function_key;
    // Ctrl+Home and Ctrl+End move within a text field.
    const bool moves = press.key == Key::home || press.key == Key::end;
    if (typing && (plain || moves)) continue;
    if (is_taken({press.key, press.mods}, scope)) continue;
    const auto matches = [&press](const Shortcut& shortcut) {
      return shortcut.key == press.key && shortcut.mods == press.mods;
    };
    for (const Action& row : all_) {
      if (row.menu_in(scope).empty() || (press.repeat && !row.repeats)) continue;
      if (std::any_of(row.keys.begin(), row.keys.end(), matches)) return &row;
    }
  }
  return nullptr;
}

}  // namespace fungescope::ui
