// The menu bar, and the sheet of shortcuts: both made from the table of actions.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/layout/settings.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fungescope::ui {

struct MenuRequests {
  std::string open;  // a recent file
  std::function<void(PanelId)> reveal;
  std::function<void(Action)> perform;
};

// Into the current window, which has a menu bar.
void draw_menu_bar(Context& context, const Settings& settings,
                   const std::vector<std::unique_ptr<Panel>>& panels, MenuRequests& requests);

// All shortcuts in columns, until Escape or a click elsewhere. False: it was closed.
bool draw_shortcut_sheet(const Theme& theme, float scale, const InputQueue& input, bool appearing);
bool draw_about(const Theme& theme, float scale, const InputQueue& input, bool appearing,
                const std::string& renderer);

}  // namespace fungescope::ui
