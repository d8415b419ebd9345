// Stops in words, as the list of them needs them.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

// The text of a stop without what stands in lines of its own: condition and log. "10,3 west hits
// 10".
[[nodiscard]] std::string breakpoint_location(const BreakpointSnapshot& stop);

// The command for what was typed, with or without the word `break` before it.
[[nodiscard]] std::string break_command(std::string_view typed);

// Of "tick 5000"; nothing if the text is none such.
[[nodiscard]] std::optional<Tick> parse_tick_location(std::string_view text);

}  // namespace fungescope::ui
