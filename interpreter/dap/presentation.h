// How the server's own notions look in messages: frames, sources, places, breakpoints.
#pragma once

#include "dap/breakpoints.h"
#include "dap/debuggee.h"
#include "session/commands/command.h"

#include <string>

namespace fungescope::dap {

struct ClientTraits;

// "> at 12,3" and the part of the program it lies in: "in SET", "in grid(2,5)".
[[nodiscard]] std::string frame_name(Debuggee& debuggee);

// The file.
[[nodiscard]] Json source_json(const Debuggee& debuggee);

// The field as it is now, as a text that only the server has.
inline constexpr std::int64_t live_source = 1;
[[nodiscard]] Json live_source_json(const Debuggee& debuggee);

// Null: there is no program yet.
[[nodiscard]] Json to_json(const Breakpoint& breakpoint, const Debuggee* debuggee,
                           const ClientTraits& traits);

// Lines and columns as the client counts them, from 1 or 0.
[[nodiscard]] std::int64_t line_for(std::int64_t line, const ClientTraits& traits);
[[nodiscard]] std::int64_t column_for(std::int64_t column, const ClientTraits& traits);
// And as it sends them.
[[nodiscard]] std::int64_t line_from(std::int64_t line, const ClientTraits& traits);
[[nodiscard]] std::int64_t column_from(std::int64_t column, const ClientTraits& traits);

}  // namespace fungescope::dap
