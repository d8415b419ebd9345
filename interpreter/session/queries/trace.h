// Traces an interval of a run tick by tick, by replay: as rows, or as text, CSV or JSON.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "session/queries/history_queries.h"

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
  static constexpr std::size_t max_values = 6;

  Tick tick = 0;
  Point at;
  Direction direction = Direction::east;  // in which the cell was entered
  bool string_mode = false;
  std::int64_t cell = 0;
  std::string_view name;                          // of the instruction
  std::size_t depth = 0;                          // of the stack afterwards
  std::array<std::int64_t, max_values> values{};  // the stack afterwards, top first; 0 below it
  std::optional<CellDifference> stored;
  std::string output;
};

// Begins the row of the next tick: what is known before it is executed.
[[nodiscard]] TraceRow next_row(const Machine& machine);

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

// Formats the lines before the rows, which may be none, and one row as a line. A tick costs some
// 0.3 (CSV), 1 (text) or 2 (JSON) microseconds, with its replay, and 40 to 130 bytes.
[[nodiscard]] std::string trace_header(TraceFormat format);
[[nodiscard]] std::string to_line(const TraceRow& row, TraceFormat format);
[[nodiscard]] Json to_json(const TraceRow& row);

}  // namespace fungescope
