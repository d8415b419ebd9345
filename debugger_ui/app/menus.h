// What is drawn from the table of actions: the menu bar, in which closed menus are named "menu
// LABEL" and entries "entry LABEL", and sheets over the window: all keys, and the versions.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/app/window_mode.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

// ---- Sheets, which Escape or a click elsewhere closes

// Every key of the window: the keys of actions by menu, then of each panel or, if it is the
// present layout, of the mode. Its lines are named "key KEYS LABEL".
void draw_key_sheet(PopupState& state, const Theme& theme, float scale, const ActionTable& actions,
                    const std::vector<std::unique_ptr<Panel>>& panels, const WindowMode* mode);
void draw_about(PopupState& state, const Theme& theme, float scale, const std::string& renderer);

}  // namespace fungescope::ui
