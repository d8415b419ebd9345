// Draws the menu bar from the table of actions. Closed menus are named "menu LABEL", entries
// "entry LABEL".
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <optional>

namespace fungescope::ui {

class MenuBar {
 public:
  // Opens the first menu by the keyboard, in the next frame.
  void open() { opening_ = 0; }
  // Draws into the current window, which must have a menu bar.
  void draw(Context& context, const ActionTable& actions, ActionScope scope);

 private:
  std::optional<std::size_t> opening_;  // the place of a menu in the bar
};

}  // namespace fungescope::ui
