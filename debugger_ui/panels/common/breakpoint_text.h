// Formats breakpoints and the commands that set, toggle and delete them.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

// The text of a breakpoint without its condition and log, which have lines of their own: "10,3 west
// hits 10".
[[nodiscard]] std::string breakpoint_location(const BreakpointSnapshot& stop);

// Returns the command for a breakpoint typed with or without the word `break`.
[[nodiscard]] std::string break_command(std::string_view typed);

// Parses "tick 5000"; nothing for any other text.
[[nodiscard]] std::optional<Tick> parse_tick_location(std::string_view text);

// Returns the breakpoint that a click on a cell toggles; null if there is none.
[[nodiscard]] const BreakpointSnapshot* breakpoint_at(const ViewSnapshot& snapshot, Point cell);
// Formats the command that toggles it: "break 10,3", or "delete 2".
[[nodiscard]] std::string toggle_command(const ViewSnapshot& snapshot, Point cell);

}  // namespace fungescope::ui
