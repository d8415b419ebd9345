// The actions of the window, a row each. Menus, keys, the sheet of keys, the command palette and
// buttons read the rows. The application registers its own, and those of its panels and its mode.
//
//     ActionMenu view = actions.menu("View");
//     view.add("dark theme", {{Key::t, with_ctrl}}, "", [this] { dark = !dark; })
//         .checked_if([this] { return dark; });
//     actions.get("dark theme").perform();
#pragma once

#include "debugger_ui/platform/input.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::ui {

// The set of menus and keys: the debugger's, or the window's mode's (window_mode.h).
enum class ActionScope : std::uint8_t { debugger, mode };

struct Shortcut {
  Key key;
  Mods mods{};
};

struct Action {
  // When its keys count in the debugger.
  enum class KeyUse : std::uint8_t {
    always,
    in_editor,       // while the playfield edits the source; else they belong to panels
    outside_editor,  // there they move cells
    on_release,      // of Space, which pans together with the mouse
  };

  std::string_view label;  // "step back"; unique within a scope
  // The menu that lists it, or a submenu by its label; empty: none.
  std::string_view menu{};       // of the debugger
  std::string_view mode_menu{};  // of the mode
  std::string_view hint{};       // explains the label
  std::string_view command{};    // that it submits, or that does the same; empty: none
  std::string_view remark{};     // stands next to the label, in place of a key
  std::vector<Shortcut> keys{};  // the first one that is not taken is shown
  bool separated = false;        // by a line from the one before
  bool repeats = false;          // while the key is held
  KeyUse key_use = KeyUse::always;
  std::function<void()> perform{};
  std::function<bool()> enabled{};  // empty: always
  std::function<bool()> checked{};  // empty: never
  std::string_view unavailable{};   // why it is not enabled; such an action is not in the palette
  bool is_submenu = false;          // it opens the menu of its label
  std::function<std::vector<Action>()> entries{};  // of a submenu that changes

  Action& with_command(std::string_view text) {
    command = text;
    return *this;
  }
  Action& repeating() {
    repeats = true;
    return *this;
  }
  Action& used(KeyUse use) {
    key_use = use;
    return *this;
  }
  Action& enabled_if(std::function<bool()> is) {
    enabled = std::move(is);
    return *this;
  }
  Action& checked_if(std::function<bool()> is) {
    checked = std::move(is);
    return *this;
  }

  [[nodiscard]] bool is_enabled() const { return !enabled || enabled(); }
  [[nodiscard]] bool is_checked() const { return checked && checked(); }
  [[nodiscard]] std::string_view menu_in(ActionScope scope) const {
    return scope == ActionScope::debugger ? menu : mode_menu;
  }
};

// "Ctrl+Shift+R"; empty without a key. In the mode, digits with Ctrl are its own.
[[nodiscard]] std::string shortcut_text(const Action& action,
                                        ActionScope scope = ActionScope::debugger);

class ActionTable;

// Adds the rows of one menu, in its order.
class ActionMenu {
 public:
  ActionMenu(ActionTable& table, std::string_view menu, std::string_view mode_menu)
      : table_(table), menu_(menu), mode_menu_(mode_menu) {}

  // The next one is separated from those before.
  void separate() { separate_ = true; }
  Action& add(std::string_view label, std::vector<Shortcut> keys, std::string_view hint,
              std::function<void()> perform);
  Action& add_command(std::string_view label, std::string_view command, std::vector<Shortcut> keys,
                      std::string_view hint);
  // Turns something on and off.
  Action& add_switch(std::string_view label, bool& value, std::string_view hint = "");
  // Without `entries` it has the rows of the menu `label`.
  Action& add_submenu(std::string_view label, std::function<std::vector<Action>()> entries = {});

 private:
  ActionTable& table_;
  std::string_view menu_;
  std::string_view mode_menu_;
  bool separate_ = false;
};

class ActionTable {
 public:
  // `run` submits the commands of rows.
  explicit ActionTable(std::function<void(std::string)> run) : run_(std::move(run)) {}

  // A menu of the debugger, of the mode, or of both.
  [[nodiscard]] ActionMenu menu(std::string_view name) { return {*this, name, ""}; }
  [[nodiscard]] ActionMenu mode_menu(std::string_view name) { return {*this, "", name}; }
  [[nodiscard]] ActionMenu shared_menu(std::string_view name, std::string_view mode_name) {
    return {*this, name, mode_name};
  }

  // In the order of the menus.
  [[nodiscard]] const std::deque<Action>& all() const { return all_; }
  // Returns the row of that label, which must exist; one of the scope if there are several.
  [[nodiscard]] const Action& get(std::string_view label,
                                  ActionScope scope = ActionScope::debugger) const;
  [[nodiscard]] std::vector<std::string_view> menus(ActionScope scope) const;
  // Returns the action of a key pressed in this frame, or null. While `typing`, ignores keys
  // without Ctrl or Alt.
  [[nodiscard]] const Action* pressed(const InputFrame& frame, bool typing,
                                      ActionScope scope = ActionScope::debugger) const;

 private:
  friend class ActionMenu;

  std::function<void(std::string)> run_;
  std::deque<Action> all_;  // whose rows stay where they are
};

// Keys that act when they are released, if nothing else was used meanwhile.
class KeyTaps {
 public:
  void press_space() { space_ = true; }
  void forget_space() { space_ = false; }

  // Whether Space was released in this frame, after `press_space`. With the mouse, the key pans, so
  // it plays only when it is released, if the mouse was not used.
  bool released_space(const InputFrame& frame) {
    const bool released =
        std::any_of(frame.transitions.begin(), frame.transitions.end(),
                    [](const auto& change) { return change.key == Key::space && !change.down; });
    const bool pressed = space_;
    const bool mouse = frame.has_button_down();
    if (mouse || released || !frame.focused) space_ = false;
    return pressed && released && !mouse;
  }

  // Whether the Alt key went down and up by itself. A window manager that moves the window by it
  // takes the mouse meanwhile.
  bool tapped_alt(const InputFrame& frame) {
    const bool other = !frame.focused || frame.focus_changed || frame.mouse_moved ||
                       frame.wheel_x != 0 || frame.wheel_y != 0 || frame.has_button_down() ||
                       std::any_of(frame.presses.begin(), frame.presses.end(),
                                   [](const KeyPress& press) { return press.key != Key::alt; });
    bool tapped = false;
    for (const InputFrame::Transition& change : frame.transitions) {
      if (change.key != Key::alt) continue;
      tapped = !change.down && alt_alone_;
      alt_alone_ = change.down;
    }
    alt_alone_ = alt_alone_ && !other;
    return tapped && !other;
  }

 private:
  bool alt_alone_ = false;  // it is down, and nothing else was used since
  bool space_ = false;      // it was pressed, and neither released nor used with the mouse since
};

}  // namespace fungescope::ui
