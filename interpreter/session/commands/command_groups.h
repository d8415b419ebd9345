// The parts of the command table, one function per commands_*.cpp. Only command.cpp calls them.
#pragma once

#include "session/commands/command.h"

#include <span>

namespace fungescope {

// Of the rows, for Command::reversible and Command::is_query.
inline constexpr bool reversible = true;
inline constexpr bool is_query = true;

[[nodiscard]] std::span<const Command> run_commands();
[[nodiscard]] std::span<const Command> breakpoint_commands();
[[nodiscard]] std::span<const Command> query_commands();
[[nodiscard]] std::span<const Command> bisect_commands();
[[nodiscard]] std::span<const Command> why_commands();
[[nodiscard]] std::span<const Command> comparison_commands();
[[nodiscard]] std::span<const Command> interval_commands();
[[nodiscard]] std::span<const Command> view_commands();
[[nodiscard]] std::span<const Command> symbol_commands();
[[nodiscard]] std::span<const Command> region_commands();
[[nodiscard]] std::span<const Command> bookmark_commands();
[[nodiscard]] std::span<const Command> notebook_commands();
[[nodiscard]] std::span<const Command> edit_commands();
[[nodiscard]] std::span<const Command> file_commands();
[[nodiscard]] std::span<const Command> script_commands();

}  // namespace fungescope
