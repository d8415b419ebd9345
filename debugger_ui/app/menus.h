// Draws the menu bar and the sheet of shortcuts, both from the table of actions.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/widgets/modal.h"
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
  bool editing = false;  // the edit mode is on
};

// Draws into the current window, which must have a menu bar.
void draw_menu_bar(Context& context, const Settings& settings,
                   const std::vector<std::unique_ptr<Panel>>& panels, MenuRequests& requests);

// Popups that Escape or a click elsewhere closes; all shortcuts in columns, and the versions.
void draw_shortcut_sheet(PopupState& state, const Theme& theme, float scale,
                         const InputQueue& input);
void draw_about(PopupState& state, const Theme& theme, float scale, const InputQueue& input,
                const std::string& renderer);

}  // namespace fungescope::ui
