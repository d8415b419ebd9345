// Sheets over the window: all keys, and the versions. Escape or a click elsewhere closes them.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/window_mode.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <string>
#include <vector>

namespace fungescope::ui {

// Every key of the window: those of the actions by menu, then those of each panel or, if it is the
// present layout, of the mode. Its lines are named "key KEYS LABEL".
void draw_key_sheet(PopupState& state, const Theme& theme, float scale, const ActionTable& actions,
                    const std::vector<std::unique_ptr<Panel>>& panels, const WindowMode* mode);
void draw_about(PopupState& state, const Theme& theme, float scale, const std::string& renderer);

}  // namespace fungescope::ui
