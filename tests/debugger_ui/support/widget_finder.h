// Finds widgets by label: an item of the open menu, or a button of the panel. Searches by moving
// the mouse over all widgets.
#pragma once

#include "debugger_ui/support/panel_fixture.h"

#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Searches the last opened popup, or else the panel, but no child windows and tables. Cost: at most
// some hundred frames.
[[nodiscard]] std::optional<ImVec2> find_widget(PanelFixture& fixture, const std::string& label);

// Clicks the widget. Returns false if it is not found.
bool click_widget(PanelFixture& fixture, const std::string& label);
// Moves the mouse over the widget, which opens a submenu. Returns false if it is not found.
bool hover_widget(PanelFixture& fixture, const std::string& label);

}  // namespace fungescope::ui
