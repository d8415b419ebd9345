// How the server's own notions look in messages: frames, sources, places, breakpoints.
#pragma once

#include "dap/breakpoints.h"
#include "dap/debuggee.h"
#include "session/commands/command.h"

#include <string>

namespace fungescope::dap {

struct ClientCapabilities;

// "> at 12,3" and the part of the program it lies in: "in SET", "in grid(2,5)".
[[nodiscard]] std::string frame_name(Debuggee& debuggee);

// The file.
[[nodiscard]] Json source_json(const Debuggee& debuggee);

// The field as it is now, as a text that only the server has.
inline constexpr std::int64_t live_source = 1;
[[nodiscard]] Json live_source_json(const Debuggee& debuggee);

// Null: there is no program yet.
[[nodiscard]] Json to_json(const ClientBreakpoint& breakpoint, const Debuggee* debuggee,
                           const ClientCapabilities& traits);

// Lines and columns as the client counts them, from 1 or 0.
[[nodiscard]] std::int64_t to_client_line(std::int64_t line, const ClientCapabilities& traits);
[[nodiscard]] std::int64_t to_client_column(std::int64_t column, const ClientCapabilities& traits);
// And as it sends them.
[[nodiscard]] std::int64_t from_client_line(std::int64_t line, const ClientCapabilities& traits);
[[nodiscard]] std::int64_t from_client_column(std::int64_t column,
                                              const ClientCapabilities& traits);

}  // namespace fungescope::dap
