// Where a thing lies that is known by its label: an item of the menu that is open, or a button of
// the panel. Found as a person finds it, by moving the mouse over what is there.
#pragma once

#include "debugger_ui/support/panel_fixture.h"

#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// In the popup that was opened last, else in the panel; a label in a child or a table is not found.
// Cost: some hundred frames at most.
[[nodiscard]] std::optional<ImVec2> find_widget(PanelFixture& fixture, const std::string& label);

// Clicks it. False: it is not there.
bool click_widget(PanelFixture& fixture, const std::string& label);
// Moves the mouse over it, as one opens a menu within a menu.
bool hover_widget(PanelFixture& fixture, const std::string& label);

}  // namespace fungescope::ui
