// Breakpoints of all kinds (breakpoints of cells, watchpoints, catchpoints, logpoints), as data in
// one list. The user sets them with `break`, whose help has examples of all
// (commands/commands_breakpoints.cpp), and calls them stops.
//
// `if`, `hits` and `log` follow in any order, each once. A keyword takes precedence over a name: a
// region or variable called `input` is written `::input`, `input(2,5)` or with its scope. Where a
// single cell is expected, a whole region means each of its cells.
//
// A breakpoint is a set of instants, the same ones forwards and in reverse.
//
// Its names are resolved against the source at the present instant. When the present has another
// source, after a reload or before it, the breakpoint is parsed again (`reparse`).
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/geometry.h"
#include "session/expressions/expression.h"
#include "session/expressions/symbols.h"
#include "session/numbered_list.h"
#include "vm/machine.h"
#include "vm/traps.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

enum class BreakpointKind : std::uint8_t { cell, tick, data, output, input, depth, modified_code };
enum class DataAccess : std::uint8_t { read, write, change, becomes };

struct Breakpoint {
  std::uint32_t id = 0;  // from 1; assigned by the list
  BreakpointKind kind = BreakpointKind::cell;
  std::string text{};                     // as written, without options: "change pspace"
  Rectangle area{};                       // cell, data: the cell or the whole region
  std::optional<Direction> direction{};   // cell: of the instruction pointer
  DataAccess access = DataAccess::write;  // data
  std::optional<Expression> value{};      // data, becomes
  Tick tick = 0;                          // tick
  std::string output{};                   // output: the bytes, at least one
  bool deeper = true;                     // depth: `>`, else `<`
  std::size_t depth = 0;                  // depth: the bound

  std::optional<Expression> condition{};  // stops only where it is not 0
  std::uint64_t every = 1;                // stops at every n-th hit only
  std::string log{};                      // not empty: a logpoint
  bool enabled = true;
  std::string problem{};   // why it does not resolve in the present source; empty if it does
  std::uint64_t hits = 0;  // how often it and its condition held in runs, in either direction
};

// Whether it is enabled and resolved.
[[nodiscard]] inline bool is_active(const Breakpoint& breakpoint) {
  return breakpoint.enabled && breakpoint.problem.empty();
}

using BreakpointList = NumberedList<Breakpoint>;

// Parses the arguments of `break`. Errors have the column in `text`, from 1.
[[nodiscard]] Result<Breakpoint> parse_breakpoint(std::string_view text, const Symbols& symbols,
                                                  Size field);

// Formats a breakpoint with its options, as parse_breakpoint parses it: "change pspace if tick >
// 100 hits 10". Omits the state: id, hits, enabled.
[[nodiscard]] std::string describe(const Breakpoint& breakpoint);

// Parses a breakpoint again for changed symbols or another field. Its state is kept. If it does not
// resolve, it keeps its earlier meaning and gets a `problem`.
void reparse(Breakpoint& breakpoint, const Symbols& symbols, Size field);

// Replaces `traps` by those at which an active breakpoint may be hit. Areas outside the field of
// `traps` are left out. `output`, `tick` and `depth` breakpoints have no traps: the search handles
// them (see `breakpoint_depths`).
void set_traps(const std::vector<Breakpoint>& breakpoints, const Dialect& dialect, Traps& traps);

// Returns the depths d at which an active `depth` breakpoint may be hit: where the stack comes to
// hold d values or more after fewer, or the reverse. Ascending, without duplicates.
[[nodiscard]] std::vector<std::size_t> breakpoint_depths(
    const std::vector<Breakpoint>& breakpoints);

// Returns whether the breakpoint is hit at a trap: kind, direction, access, value and condition,
// but not hit counts, nor whether it is active. `machine` is complete at that instant. Of `tick`
// and `output` breakpoints only the tick and the condition are tested; the search finds their
// instants.
[[nodiscard]] bool is_hit(const Breakpoint& breakpoint, const Machine& machine,
                          const TrapEvent& event);

// A part of a log message: text, and the value of an expression after it, if there is one.
struct LogSegment {
  std::string text;
  std::optional<Expression> expression;
};

// Parses a log message: text with expressions in braces; `{{` and `}}` are braces. The column of an
// error is the position in `log`, from 1.
[[nodiscard]] Result<std::vector<LogSegment>> parse_log_message(std::string_view log,
                                                                const Symbols& symbols, Size field);

// Formats a log message with the value of each `{expression}` in decimal. A message that does not
// parse with the present symbols is returned as it is written.
[[nodiscard]] std::string format_log_message(const std::string& log, const Machine& machine,
                                             const TrapEvent& event, const Symbols& symbols);

}  // namespace fungescope
