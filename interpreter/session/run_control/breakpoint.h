// Breakpoints, data breakpoints and all else that stops a run: as data, in one list.
//
//     break 10,3                     before the instruction in a cell
//     break 10,3 west if depth > 2   only heading west, under a condition
//     break tick 5000
//     break read grid(2,5)           after it was read; also write
//     break change pspace hits 10    after a write of another value, every tenth time
//     break grid(2,5) becomes '7'    after a write that makes it so
//     break output "no solution"     after the instruction that completes the text
//     break input                    before an instruction that reads input
//     break depth > 100              after the stack has become deeper; also <
//     break modified                 before a cell that the program wrote itself is executed
//     ... log "x is {Solve::x}"      prints in place of stopping; `{{` is a brace
//
// `if`, `hits` and `log` follow in any order, each once. A word of this language comes
// before a name; a region or variable called `input` is written `::input`, `input(2,5)`
// or with its scope. Where a single cell is expected, a whole region means each of its cells.
//
// A stop is an instant, so it is the same one forwards and backwards.
//
// Its names are those of the source at the present instant. When that is another one, after a
// reload or before it, the text of the stop is read again (`reparse`).
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/geometry.h"
#include "session/expressions/expression.h"
#include "session/expressions/symbols.h"
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
  std::uint32_t id = 0;  // from 1; given by the list
  BreakpointKind kind = BreakpointKind::cell;
  std::string text;                       // what it was set with, without options: "change pspace"
  Rectangle area;                         // cell, data: the cell or the whole region
  std::optional<Direction> direction;     // cell: of the instruction pointer
  DataAccess access = DataAccess::write;  // data
  std::optional<Expression> value;        // data, becomes
  Tick tick = 0;                          // tick
  std::string output;                     // output: the bytes, at least one
  bool deeper = true;                     // depth: `>`, else `<`
  std::size_t depth = 0;                  // depth: the bound

  std::optional<Expression> condition;  // stops only where it is not 0
  std::uint64_t every = 1;              // passes over all but every n-th hit
  std::string log;                      // not empty: prints this and goes on
  bool enabled = true;
  std::string problem;     // why it means nothing in the present source; empty: it is in force
  std::uint64_t hits = 0;  // times that it and its condition held on travels, forwards or backwards
};

// Is it one to look for?
[[nodiscard]] inline bool is_active(const Breakpoint& stop) {
  return stop.enabled && stop.problem.empty();
}

class BreakpointList {
 public:
  // Adds a copy and gives it the next id, which it returns.
  std::uint32_t add(Breakpoint stop);
  // Null if there is none.
  [[nodiscard]] Breakpoint* find(std::uint32_t id);
  bool remove(std::uint32_t id);
  void clear() { stops_.clear(); }
  [[nodiscard]] const std::vector<Breakpoint>& all() const { return stops_; }
  [[nodiscard]] std::vector<Breakpoint>& all() { return stops_; }

 private:
  std::vector<Breakpoint> stops_;
  std::uint32_t next_id_ = 1;
};

// Reads what follows `break`. Errors have the column in `text`, from 1.
[[nodiscard]] Result<Breakpoint> parse_breakpoint(std::string_view text, const Symbols& symbols,
                                                  Size field);

// With its options, as parse_breakpoint reads it: "change pspace if tick > 100 hits 10". Not
// what it has been through: id, hits, whether it is enabled.
[[nodiscard]] std::string describe(const Breakpoint& stop);

// Reads a stop again, for names or a field that have changed. What it has been through stays; where
// it means nothing, it keeps its old meaning and gets a `problem`.
void reparse(Breakpoint& stop, const Symbols& symbols, Size field);

// The program's own `#$break[x,y]`.
[[nodiscard]] std::vector<Breakpoint> stops_of(const Annotations& annotations);

// The traps at which one of the stops that are in force may hold, in place of those that `traps`
// had; areas that do not lie inside the field of `traps` are left out. `output`, `tick` and `depth`
// stops have none: travelling looks after them, see `breakpoint_depths`.
void set_traps(const std::vector<Breakpoint>& breakpoints, const Dialect& dialect, Traps& traps);

// The depths d at which `depth` stops that are in force may hold: where the stack comes to hold
// d values or more after it held fewer, or the other way round. Rising, each once.
[[nodiscard]] std::vector<std::size_t> breakpoint_depths(
    const std::vector<Breakpoint>& breakpoints);

// Does the stop hold where a run was trapped (kinds, direction, access, value, condition;
// not hit counts, nor whether it is in force)? `machine` is complete at that instant.
// Travelling finds the instants of `tick` and `output` stops, of which only the tick
// and the condition are looked at here.
[[nodiscard]] bool holds(const Breakpoint& stop, const Machine& machine, const TrapEvent& event);

// The text of a log with each `{expression}` replaced by its value, in decimal. It was
// checked when the stop was set; what has lost its meaning since, because the names
// have changed, stays as it is written.
[[nodiscard]] std::string format_log_message(const std::string& log, const Machine& machine,
                                             const TrapEvent& event, const Symbols& symbols);

}  // namespace fungescope
