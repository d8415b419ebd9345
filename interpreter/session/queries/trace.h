// Traces an interval of a run tick by tick, by replay.
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace fungescope {

enum class TraceFormat : std::uint8_t {
  text,  // aligned columns
  csv,   // RFC 4180, with a header; control characters of the output escaped
  json,  // one object per line
};
[[nodiscard]] std::optional<TraceFormat> parse_trace_format(std::string_view name);

// Receives the lines as they come. Fails if they cannot be written.
using TraceSink = std::function<Result<void>(std::string_view bytes)>;

// Writes the ticks from + 1 .. to of the present branch, `from` <= `to`: the cell that each
// executes, the stack afterwards, and its stores and output. Leaves the present instant unchanged.
// Fails when interrupted, if the run does not reach an instant, and as the sink does. Memory is
// constant; cost: some 0.3 (CSV), 1 (text) or 2 (JSON) microseconds and 40 to 130 bytes a tick.
[[nodiscard]] Result<void> trace(Session& session, Tick from, Tick to, TraceFormat format,
                                 const TraceSink& sink, Monitor* monitor);

}  // namespace fungescope
