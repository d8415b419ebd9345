// Draws the menu bar from the table of actions. Closed menus are named "menu LABEL", entries
// "entry LABEL".
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/panels/play/play_switches.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fungescope::ui {

struct MenuRequests {
  std::string open;  // a recent file, or a built-in program
  std::function<void(PanelId)> reveal;
  std::function<void(Action)> perform;
  bool editing = false;                   // the edit mode is on
  PlaySwitches* play_switches = nullptr;  // in the Play layout, whose menus are shown then
  bool can_quit = true;
};

// Draws into the current window, which must have a menu bar.
void draw_menu_bar(Context& context, const Settings& settings,
                   const std::vector<std::unique_ptr<Panel>>& panels, MenuRequests& requests);

}  // namespace fungescope::ui
