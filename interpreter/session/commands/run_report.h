// What the debugger says when the machine has come to rest.
#pragma once

#include "session/commands/command.h"

#include <functional>
#include <string>

namespace fungescope {

// Makes the present instant the previous stop, travels, and answers: why it came to rest, where,
// the watched expressions, what was printed on the way, the logs.
[[nodiscard]] Result<Response> run_and_report(
    const Call& call, const std::function<Result<StopInfo>(const LogSink& log)>& go);

// What the stops say that hold where a travel has come to rest, as long as they are there: "stop 1:
// change grid; grid(6,6) from 32 to 51, by (56, 82)". Several have a line each.
[[nodiscard]] std::string describe_breakpoints(Session& session, const StopInfo& stopped);

// "tick 1,234, cell (10, 3) going west: 'g' get: ..."
[[nodiscard]] std::string describe_instant(const Machine& machine);
// "tick", "x", "y", "direction", "string_mode", "status".
void add_instant(Json& data, const Machine& machine);

// "east".

[[nodiscard]] Json to_json(const Breakpoint& stop);

// A watched expression: its value, or in brackets why it has none here.
[[nodiscard]] std::string value_text(const Debugger::Watched& watched);
[[nodiscard]] Json to_json(const Debugger::Watched& watched);

// "arrived", "stop", "end", "fault", "input", "output_closed", "interrupted", "beginning",
// "not_found": in JSON, and behind `expect stopped by`.
[[nodiscard]] std::string_view to_string(StopInfo::Reason reason);

// "120  'x'" for a value that is a visible character, else the number.
[[nodiscard]] std::string value_and_character(std::int64_t value);

}  // namespace fungescope
