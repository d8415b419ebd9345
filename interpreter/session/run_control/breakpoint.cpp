#include "session/run_control/breakpoint.h"

#include "lang/static_analysis.h"
#include "session/expressions/lexer.h"
#include "session/run_control/log_message.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Does the instruction that comes next read input? In some dialects a division
// by zero asks for its result.
bool reads_input(const Machine& machine) {
  if (machine.string_mode) return false;
  const Op op = decode_op(machine.dialect, machine.field.at(machine.ip));
  if (op == Op::input_number || op == Op::input_character) return true;
  return op == Op::divide && machine.dialect.division_by_zero == DivisionByZero::ask &&
         machine.stack.peek() == 0;
}

bool data_holds(const Breakpoint& stop, const Machine& machine, const TrapEvent& event) {
  const bool read = stop.access == DataAccess::read;
  if (!event.is(read ? TrapEvent::read : TrapEvent::write) || !stop.area.contains(event.at)) {
    return false;
  }
  switch (stop.access) {
    case DataAccess::read:
    case DataAccess::write:
      return true;
    case DataAccess::change:
      return event.before != event.now;
    case DataAccess::becomes:
      break;
  }
  if (!stop.value->fits(machine.field.size())) return false;
  const std::int64_t wanted = stop.value->evaluate(machine, &event);
  return event.now == wanted && event.before != wanted;
}

bool depth_holds(const Breakpoint& stop, const Machine& machine, const TrapEvent& event) {
  const std::size_t now = machine.stack.size();
  if (stop.deeper) {
    return event.is(TrapEvent::ceiling) && now > stop.depth && event.depth_before <= stop.depth;
  }
  return event.is(TrapEvent::floor) && now < stop.depth && event.depth_before >= stop.depth;
}

bool target_holds(const Breakpoint& stop, const Machine& machine, const TrapEvent& event) {
  switch (stop.kind) {
    case BreakpointKind::cell:
      return event.is(TrapEvent::execute) && stop.area.contains(machine.ip) &&
             (!stop.direction || *stop.direction == machine.direction);
    case BreakpointKind::tick:
      return machine.tick == stop.tick;
    case BreakpointKind::data:
      return data_holds(stop, machine, event);
    case BreakpointKind::output:
      return true;
    case BreakpointKind::input:
      return event.is(TrapEvent::operation) && reads_input(machine);
    case BreakpointKind::depth:
      return depth_holds(stop, machine, event);
    case BreakpointKind::modified_code:
      return event.is(TrapEvent::modified_code);
  }
  return false;
}

}  // namespace

std::uint32_t BreakpointList::add(Breakpoint stop) {
  stop.id = next_id_++;
  stops_.push_back(std::move(stop));
  return stops_.back().id;
}

Breakpoint* BreakpointList::find(std::uint32_t id) {
  const auto found = std::find_if(stops_.begin(), stops_.end(),
                                  [id](const Breakpoint& stop) { return stop.id == id; });
  return found == stops_.end() ? nullptr : &*found;
}

bool BreakpointList::remove(std::uint32_t id) {
  return std::erase_if(stops_, [id](const Breakpoint& stop) { return stop.id == id; }) > 0;
}

std::string describe(const Breakpoint& stop) {
  std::string text = stop.text;
  if (stop.condition) text += " if " + stop.condition->text();
  if (stop.every != 1) text += fmt::format(" hits {}", stop.every);
  if (!stop.log.empty()) text += " log " + quote(stop.log);
  return text;
}

void reparse(Breakpoint& stop, const Symbols& symbols, Size field) {
  Result<Breakpoint> again = parse_breakpoint(describe(stop), symbols, field);
  if (!again) {
    stop.problem = again.error().what;
    return;
  }
  again->id = stop.id;
  again->enabled = stop.enabled;
  again->hits = stop.hits;
  stop = *std::move(again);
}

std::vector<Breakpoint> stops_of(const Annotations& annotations) {
  std::vector<Breakpoint> breakpoints;
  for (const SourceBreakpoint& breakpoint : annotations.breakpoints) {
    Breakpoint stop;
    stop.text = fmt::format("{},{}", breakpoint.at.x, breakpoint.at.y);
    stop.area = {breakpoint.at, {1, 1}};
    breakpoints.push_back(std::move(stop));
  }
  return breakpoints;
}

void set_traps(const std::vector<Breakpoint>& breakpoints, const Dialect& dialect, Traps& traps) {
  traps.clear();
  for (const Breakpoint& stop : breakpoints) {
    if (!is_active(stop)) continue;
    switch (stop.kind) {
      case BreakpointKind::cell:
        if (fits_into(stop.area, traps.field())) traps.set(stop.area, Access::execute);
        break;
      case BreakpointKind::data:
        if (fits_into(stop.area, traps.field())) {
          traps.set(stop.area, stop.access == DataAccess::read ? Access::read : Access::write);
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
  for (const Breakpoint& stop : breakpoints) {
    if (stop.kind != BreakpointKind::depth || !is_active(stop)) continue;
    // No stack is deeper than the largest number, or holds fewer than no values.
    const std::size_t depth = stop.deeper ? stop.depth + 1 : stop.depth;
    if (depth != 0) depths.push_back(depth);
  }
  std::sort(depths.begin(), depths.end());
  depths.erase(std::unique(depths.begin(), depths.end()), depths.end());
  return depths;
}

bool holds(const Breakpoint& stop, const Machine& machine, const TrapEvent& event) {
  return target_holds(stop, machine, event) &&
         (!stop.condition || stop.condition->evaluate(machine, &event) != 0);
}

std::string format_log_message(const std::string& log, const Machine& machine,
                               const TrapEvent& event, const Symbols& symbols) {
  const auto pieces = parse_log_message(log, symbols, machine.field.size());
  if (!pieces) return log;
  std::string text;
  for (const LogSegment& piece : *pieces) {
    text += piece.text;
    if (piece.expression) text += fmt::format("{}", piece.expression->evaluate(machine, &event));
  }
  return text;
}

}  // namespace fungescope
