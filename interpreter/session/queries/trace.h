// Traces an interval of a run tick by tick, by replay: as rows, or as text, CSV or JSON.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "session/session.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

// One tick: the cell that it executes, and its effects.
struct TraceRow {
  struct Store {
    Point at;
    std::int64_t before = 0;
    std::int64_t now = 0;
  };
  static constexpr std::size_t max_values = 6;

  Tick tick = 0;
  Point at;
  Direction direction = Direction::east;  // in which the cell was entered
  bool string_mode = false;
  std::int64_t cell = 0;
  std::string_view name;                          // of the instruction
  std::size_t depth = 0;                          // of the stack afterwards
  std::array<std::int64_t, max_values> values{};  // the stack afterwards, top first; 0 below it
  std::optional<Store> stored;
  std::string output;
};

// Visits the ticks from + 1 .. to of the present branch, `from` <= `to`, until `visit` fails.
// Leaves the present instant unchanged. Fails when interrupted, if the run does not reach an
// instant, and as `visit` does.
[[nodiscard]] Result<void> trace(Session& session, Tick from, Tick to,
                                 const std::function<Result<void>(const TraceRow&)>& visit,
                                 Monitor* monitor);

enum class TraceFormat : std::uint8_t {
  text,  // aligned columns
  csv,   // RFC 4180, with a header; control characters of the output escaped
  json,  // one object per line
};
[[nodiscard]] std::optional<TraceFormat> parse_trace_format(std::string_view name);

// Formats the lines before the rows, which may be none, and one row as a line.
[[nodiscard]] std::string trace_header(TraceFormat format);
[[nodiscard]] std::string to_line(const TraceRow& row, TraceFormat format);
[[nodiscard]] Json to_json(const TraceRow& row);

// Receives the lines as they come. Fails if they cannot be written.
using TraceSink = std::function<Result<void>(std::string_view bytes)>;

// Writes what `trace` visits. Memory is constant; cost: some 0.3 (CSV), 1 (text) or 2 (JSON)
// microseconds and 40 to 130 bytes a tick.
[[nodiscard]] Result<void> write_trace(Session& session, Tick from, Tick to, TraceFormat format,
                                       const TraceSink& sink, Monitor* monitor);

}  // namespace fungescope
