// Reports where and why the machine has stopped.
#pragma once

#include "base/rows.h"
#include "lang/value_format.h"
#include "session/commands/command.h"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// The bytes of output that a command shows at most.
inline constexpr std::uint64_t max_output = 4000;

// Runs the machine with `go` and reports: the reason, the instant, the watched expressions, the
// output and the logs of the run. The instant before becomes the session's previous one.
[[nodiscard]] Result<Response> run_and_report(
    const Call& call, const std::function<Result<StopInfo>(const LogSink& log)>& go);

// Describes the breakpoints that are hit at a stop, a line each, as far as they still exist: "stop
// 1: change grid; grid(6,6) from 32 to 51, by (56, 82)".
[[nodiscard]] std::string describe_breakpoints(Session& session, const StopInfo& stopped);

// Describes why the machine has stopped, in one line: the breakpoints, the end, an error. Empty if
// it has arrived where it was to go.
[[nodiscard]] std::string describe_stop(Session& session, const StopInfo& stopped);

// Describes what a data breakpoint stopped at, in the encoding of its region or the type of its
// variable: "grid(3,4): 0 -> 7", or "grid(3,4) is 7" for a read. Empty for other stops.
[[nodiscard]] std::string describe_access(const Session& session, const StopInfo& stopped);

// Describes the instruction that is executed next: "'g' get: ...".
[[nodiscard]] std::string describe_next_instruction(const Machine& machine);
// Describes the present instant: "tick 1,234, cell (10, 3) going west: 'g' get: ..."
[[nodiscard]] std::string describe_instant(const Machine& machine);
// Adds the members "tick", "x", "y", "direction", "string_mode" and "status".
void add_instant(Json& data, const Machine& machine);

// Adds the program's output from byte `from` on, of that from byte `begin` on, to a response, with
// the members "output", "output_omitted" and "output_size" (all that is printed so far).
void add_output(Response& response, Session& session, std::uint64_t from, std::uint64_t begin);

[[nodiscard]] Json to_json(Point at);
inline void to_json(Json& json, const Point& at) {
  json = to_json(at);
}
[[nodiscard]] Json to_json(const Breakpoint& breakpoint);

// Returns the rows of an area, each an array of what `value_at` returns for its points, which count
// from the corner.
template <class ValueAt>
[[nodiscard]] Json json_rows(Size size, ValueAt value_at) {
  Json rows = Json::array();
  for (std::int64_t y = 0; y < size.height; ++y) {
    Json& row = rows.emplace_back(Json::array());
    for (std::int64_t x = 0; x < size.width; ++x) row.push_back(value_at(Point{x, y}));
  }
  return rows;
}

// The watched expressions, each with its value or, in brackets, its error.
inline constexpr std::array<Column<Debugger::Watched>, 4> watched_columns{{
    {"", nullptr, as_text<&Debugger::Watched::number>, TextTable::Align::right},
    {"expression", as_json<&Debugger::Watched::text>, as_text<&Debugger::Watched::text>},
    {"value",
     [](const Debugger::Watched& row) {
       return row.value ? std::optional(*row.value) : std::nullopt;
     },
     [](const Debugger::Watched& row) {
       return row.value ? describe_value(*row.value, "  ") : "(" + row.value.error().what + ")";
     }},
    {"problem",
     [](const Debugger::Watched& row) {
       return row.value ? std::nullopt : std::optional(row.value.error().what);
     }},
}};

// The names of StopInfo::Reason in JSON and for `expect stopped by`.
inline constexpr std::array<std::string_view, 9> stop_reasons{
    "arrived",       "stop",        "end",       "fault",    "input",
    "output_closed", "interrupted", "beginning", "not_found"};
[[nodiscard]] constexpr std::string_view to_string(StopInfo::Reason reason) {
  return stop_reasons[static_cast<std::size_t>(reason)];
}

// The name of a machine's status in JSON.
[[nodiscard]] constexpr std::string_view to_string(Status status) {
  return status == Status::running ? "running" : status == Status::ended ? "ended" : "faulted";
}

}  // namespace fungescope
