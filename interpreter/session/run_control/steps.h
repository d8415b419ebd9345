// Moving in units of the program: ticks, instructions, straight lines, loops, changes. Breakpoints
// do not end these, except where stated.
//
// A *step* goes as far as the run goes: to its end, or in reverse to its beginning, which is then
// the reason. A *search* (`search_...`) that finds nothing leaves the present instant unchanged,
// with the reason `not_found`, in both directions.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/flow_graph.h"
#include "session/run_control/run_controller.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

StopInfo step_ticks(Session& session, RunDirection direction, std::uint64_t count,
                    Monitor* monitor);
// Steps `count` instructions, past the blanks that follow each. In string mode each cell is an
// instruction.
StopInfo step_instructions(Session& session, RunDirection direction, std::uint64_t count,
                           Monitor* monitor);
// Steps to where the pointer has just turned or branched; in reverse: to where it last did.
StopInfo step_line(Session& session, RunDirection direction, Monitor* monitor);
// Runs forward as step_line, but also stops at breakpoints.
StopInfo step_line_or_to_breakpoint(Session& session, Monitor* monitor, const LogSink& log);
// Runs until the pointer leaves the innermost loop around it (run_control/flow_graph.h). Fails if
// there is none.
Result<StopInfo> step_over_loop(Session& session, RunDirection direction, Monitor* monitor);
// Runs forward until the pointer is outside `loop`; does nothing if it is outside already. Stops at
// breakpoints.
StopInfo step_out_of(Session& session, const Loop& loop, Monitor* monitor, const LogSink& log);
// Runs until the stack holds at most `depth` values; in reverse: to the last instant at which it
// did.
StopInfo step_out(Session& session, RunDirection direction, std::size_t depth, Monitor* monitor);

// Searches for the instant just after the next store that changes a value in `area`.
StopInfo search_change(Session& session, RunDirection direction, const Rectangle& area,
                       Monitor* monitor);
// Searches for the instant just after the next output.
StopInfo search_output(Session& session, RunDirection direction, Monitor* monitor);
// Searches for the next instant at which the expression becomes true: it is not 0, and was 0 a tick
// before. At the beginning of the run, everything that is true has just become so.
StopInfo search_until(Session& session, RunDirection direction, const Expression& expression,
                      Monitor* monitor);
// Returns whether the expression has become true at the present instant.
[[nodiscard]] bool has_become_true(Session& session, const Expression& expression);

// ---- Rising edges: the instants at which an expression becomes true
//
// Exact: the value is taken after every store to a cell on which it depends or, if it depends on
// the stack or the pointer, at every tick.

// Evaluates one expression at instants that follow each other in a run. The totals of local
// quantifiers (session/expressions/expression.h) are kept. A store changes one element, so that
// evaluating again costs the same for a region of any size, except where `max` or `min` loses its
// extremum.
class IncrementalExpression {
 public:
  // `expression` outlives it.
  explicit IncrementalExpression(const Expression& expression);

  // Evaluates it as Expression::evaluate does, whatever happened before.
  std::int64_t evaluate(const Machine& machine);
  // Evaluates it after one instruction, whose effects `event` has: of a store to a quantifier's
  // region at least the cell and its values.
  std::int64_t update(const Machine& machine, const TrapEvent& event);

  // Whether `update` does less than `evaluate`.
  [[nodiscard]] bool has_totals() const { return has_totals_; }

 private:
  void update_total(const Machine& machine, std::size_t index, const TrapEvent& event);

  const Expression& expression_;
  bool has_totals_ = false;
  bool valid_ = false;                // the totals belong to the last instant
  std::vector<std::int64_t> totals_;  // by quantifier
  std::vector<std::size_t> begins_;   // of the bodies, by quantifier
};

// Runs from the present instant to the next one at which the expression becomes true: then
// `trapped`. Cost: the run, and a visit with an evaluation for each such store; quantifiers are
// updated rather than evaluated. At every tick: some 80 ns and an evaluation.
StopReason run_to_edge(Session& session, const Expression& expression, Monitor* monitor);

// Finds the last instant before the present one at which it became true, which may be the beginning
// of the run. Leaves the machine at an unspecified instant. Fails when interrupted.
[[nodiscard]] Result<std::optional<FoundInstant>> find_last_edge(Session& session,
                                                                 const Expression& expression,
                                                                 Monitor* monitor);

}  // namespace fungescope
