// Draws the menu bar from the table of actions. Closed menus are named "menu LABEL", entries
// "entry LABEL".
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/app/window_mode.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

struct MenuRequests {
  std::string open;  // a recent file, or a built-in program
  std::function<void(PanelId)> reveal;
  std::function<void(Action)> perform;
  bool editing = false;        // the edit mode is on
  WindowMode* mode = nullptr;  // the present layout, whose menus are shown then
  bool can_quit = true;
  std::optional<std::size_t> menu{};  // to be opened by the keyboard: its place in the bar
};

// Draws into the current window, which must have a menu bar. Sets `menu` to the one that the
// keyboard goes to next.
void draw_menu_bar(Context& context, const Settings& settings,
                   const std::vector<std::unique_ptr<Panel>>& panels, MenuRequests& requests);

}  // namespace fungescope::ui
