// Converts frames, positions and breakpoints to the protocol's JSON.
#pragma once

#include "dap/client_breakpoints.h"
#include "dap/debuggee.h"
#include "session/commands/command.h"

#include <string>

namespace fungescope::dap {

struct ClientCapabilities;

// Returns "> at 12,3", followed by the part of the program that contains it: "in SET",
// "in grid(2,5)".
[[nodiscard]] std::string frame_name(Debuggee& debuggee);

// `debuggee` is null before launch.
[[nodiscard]] Json to_json(const ClientBreakpoint& breakpoint, const Debuggee* debuggee,
                           const ClientCapabilities& client);

// Converts lines and columns from 1 to the client's, which count from 1 or 0, and back.
[[nodiscard]] std::int64_t to_client_line(std::int64_t line, const ClientCapabilities& client);
[[nodiscard]] std::int64_t to_client_column(std::int64_t column, const ClientCapabilities& client);
[[nodiscard]] std::int64_t from_client_line(std::int64_t line, const ClientCapabilities& client);
[[nodiscard]] std::int64_t from_client_column(std::int64_t column,
                                              const ClientCapabilities& client);

}  // namespace fungescope::dap
