#include "session/run_control/breakpoint.h"

#include "base/escape.h"
#include "lang/analysis/static_analysis.h"
#include "session/run_control/flow_graph.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Whether the next instruction reads input. In some dialects a division by zero asks for its
// result.
bool reads_input(const Machine& machine) {
  if (machine.string_mode) return false;
  const Op op = next_op(machine);
  if (op == Op::input_number || op == Op::input_character) return true;
  return op == Op::divide && machine.dialect.division_by_zero == DivisionByZero::ask &&
         machine.stack.peek() == 0;
}

bool is_data_hit(const Breakpoint& breakpoint, const Machine& machine, const TrapEvent& event) {
  const bool read = breakpoint.access == DataAccess::read;
  if (!event.is(read ? TrapEvent::read : TrapEvent::write) || !breakpoint.area.contains(event.at)) {
    return false;
  }
  if (breakpoint.access == DataAccess::change) return event.before != event.now;
  if (breakpoint.access != DataAccess::becomes) return true;
  if (!breakpoint.value->fits(machine.field.size())) return false;
  const std::int64_t wanted = breakpoint.value->evaluate(machine, &event);
  return event.now == wanted && event.before != wanted;
}

bool is_depth_hit(const Breakpoint& breakpoint, const Machine& machine, const TrapEvent& event) {
  const std::size_t now = machine.stack.size();
  if (breakpoint.deeper) {
    return event.is(TrapEvent::ceiling) && now > breakpoint.depth &&
           event.depth_before <= breakpoint.depth;
  }
  return event.is(TrapEvent::floor) && now < breakpoint.depth &&
         event.depth_before >= breakpoint.depth;
}

bool is_target_hit(const Breakpoint& breakpoint, const Machine& machine, const TrapEvent& event) {
  switch (breakpoint.kind) {
    case BreakpointKind::cell:
      return event.is(TrapEvent::execute) && breakpoint.area.contains(machine.ip) &&
             (!breakpoint.direction || *breakpoint.direction == machine.direction);
    case BreakpointKind::tick:
      return machine.tick == breakpoint.tick;
    case BreakpointKind::data:
      return is_data_hit(breakpoint, machine, event);
    case BreakpointKind::output:
      return true;
    case BreakpointKind::input:
      return event.is(TrapEvent::operation) && reads_input(machine);
    case BreakpointKind::depth:
      return is_depth_hit(breakpoint, machine, event);
    case BreakpointKind::modified_code:
      return event.is(TrapEvent::modified_code);
  }
  return false;
}

}  // namespace

std::string describe(const Breakpoint& breakpoint) {
  std::string text = breakpoint.text;
  if (breakpoint.condition) text += " if " + breakpoint.condition->text();
  if (breakpoint.every != 1) text += fmt::format(" hits {}", breakpoint.every);
  if (!breakpoint.log.empty()) text += " log " + double_quoted(breakpoint.log);
  return text;
}

void reparse(Breakpoint& breakpoint, const Symbols& symbols, Size field) {
  Result<Breakpoint> parsed = parse_breakpoint(describe(breakpoint), symbols, field);
  if (!parsed) {
    breakpoint.problem = parsed.error().what;
    return;
  }
  parsed->id = breakpoint.id;
  parsed->enabled = breakpoint.enabled;
  parsed->hits = breakpoint.hits;
  breakpoint = *std::move(parsed);
}

void set_traps(const std::vector<Breakpoint>& breakpoints, const Dialect& dialect, Traps& traps) {
  traps.clear();
  for (const Breakpoint& breakpoint : breakpoints) {
    if (!is_active(breakpoint)) continue;
    switch (breakpoint.kind) {
      case BreakpointKind::cell:
        if (fits_into(breakpoint.area, traps.field())) traps.set(breakpoint.area, Access::execute);
        break;
      case BreakpointKind::data:
        if (fits_into(breakpoint.area, traps.field())) {
          traps.set(breakpoint.area,
                    breakpoint.access == DataAccess::read ? Access::read : Access::write);
        }
        break;
      case BreakpointKind::input:
        traps.set_before(Op::input_number);
        traps.set_before(Op::input_character);
        if (dialect.division_by_zero == DivisionByZero::ask) traps.set_before(Op::divide);
        break;
      case BreakpointKind::modified_code:
        traps.set_on_modified_code();
        break;
      case BreakpointKind::tick:
      case BreakpointKind::output:
      case BreakpointKind::depth:
        break;
    }
  }
}

std::vector<std::size_t> breakpoint_depths(const std::vector<Breakpoint>& breakpoints) {
  std::vector<std::size_t> depths;
  for (const Breakpoint& breakpoint : breakpoints) {
    if (breakpoint.kind != BreakpointKind::depth || !is_active(breakpoint)) continue;
    // The stack cannot be deeper than the largest number, nor hold fewer than no values.
    const std::size_t depth = breakpoint.deeper ? breakpoint.depth + 1 : breakpoint.depth;
    if (depth != 0) depths.push_back(depth);
  }
  std::sort(depths.begin(), depths.end());
  depths.erase(std::unique(depths.begin(), depths.end()), depths.end());
  return depths;
}

bool is_hit(const Breakpoint& breakpoint, const Machine& machine, const TrapEvent& event) {
  return is_target_hit(breakpoint, machine, event) &&
         (!breakpoint.condition || breakpoint.condition->evaluate(machine, &event) != 0);
}

std::string format_log_message(const std::string& log, const Machine& machine,
                               const TrapEvent& event, const Symbols& symbols) {
  const auto segments = parse_log_message(log, symbols, machine.field.size());
  if (!segments) return escape_lines(log);
  std::string text;
  for (const LogSegment& segment : *segments) {
    text += segment.text;
    if (segment.expression)
      text += fmt::format("{}", segment.expression->evaluate(machine, &event));
  }
  return escape_lines(text);
}

}  // namespace fungescope
