// What a user does at the window or at a panel: keys, text and the pointer, at items that are
// addressed by their names.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/support/user_input.h"
#include "debugger_ui/widgets/item_names.h"

#include <string>
#include <string_view>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

inline const ImVec2 item_middle{0.5F, 0.5F};

using Lines = std::vector<std::string>;

class User {
 public:
  virtual ~User() = default;
  [[nodiscard]] virtual InputQueue& queue() = 0;
  [[nodiscard]] UserInput input() { return UserInput(queue()); }
  [[nodiscard]] virtual const ItemNames& names() const = 0;
  // The newest, as of the last frame.
  [[nodiscard]] virtual const ViewSnapshot& snapshot() const = 0;
  // Draws frames until the input is taken, and shows what it has led to. Each of these settles.
  virtual void settle() = 0;

  void tap(Key key, Mods mods = {}) {
    input().tap(key, mods);
    settle();
  }
  // Taps several keys, as menus write them: "F10 Down Ctrl+Z Esc".
  void tap(std::string_view keys);
  void type(std::string_view text) {
    input().type(text);
    settle();
  }
  void enter(std::string_view text) {
    type(text);
    tap(Key::enter);
  }
  // Enters a text over what a field suggests.
  void answer(std::string_view text) {
    tap(Key::a, with_ctrl);
    enter(text);
  }
  void click(const std::string& name, ImVec2 fraction = item_middle,
             MouseButton button = MouseButton::left) {
    const ImVec2 at = move_to(name, fraction);
    input().click(at.x, at.y, button);
    settle();
  }
  void double_click(const std::string& name, ImVec2 fraction = item_middle) {
    const ImVec2 at = move_to(name, fraction);
    for (int i = 0; i < 2; ++i) input().click(at.x, at.y);
    settle();
  }
  void click_all(const std::vector<std::string>& items) {
    for (const std::string& name : items) click(name);
  }
  void drag(ImVec2 from, ImVec2 to, Mods mods = {}) {
    input().drag(from.x, from.y, to.x, to.y, mods);
    settle();
  }
  virtual void hover(const std::string& name, ImVec2 fraction = item_middle) {
    move_to(name, fraction);
    settle();
  }

  [[nodiscard]] bool has(const std::string& name) const { return names().find(name).has_value(); }
  // The item's box in the latest frame. Throws if there is none; the message lists the names.
  [[nodiscard]] ItemBox box(const std::string& name) const;
  [[nodiscard]] ImVec2 point_of(const std::string& name, ImVec2 fraction = item_middle) const {
    return box(name).at(fraction);
  }
  // The rest of the names in the latest frame that begin so.
  [[nodiscard]] Lines names_after(const std::string& prefix) const;
  [[nodiscard]] Tick tick() const { return snapshot().tick; }
  [[nodiscard]] const std::string& output() const { return snapshot().output.text; }
  [[nodiscard]] Lines breakpoints() const;  // as they are typed

 protected:
  virtual ImVec2 move_to(const std::string& name, ImVec2 fraction) {
    const ImVec2 at = point_of(name, fraction);
    input().move(at.x, at.y);
    return at;
  }
};

}  // namespace fungescope::ui
