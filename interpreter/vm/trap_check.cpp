#include "vm/trap_check.h"

#include "lang/static_analysis.h"

namespace fungescope {

std::uint8_t traps_before(const Machine& machine, const Probe& probe) {
  const Traps* const traps = probe.traps;
  const bool skip_traps_at = machine.tick == probe.skip_traps_at;
  if (traps == nullptr || skip_traps_at || machine.status != Status::running) return 0;
  const std::size_t cell = machine.field.index_of(machine.ip);
  const Op op = decode_op(machine.dialect, machine.field.at(cell));
  const bool only_pushed = machine.string_mode && op != Op::string_mode;
  unsigned kinds = 0;
  if (traps->has(cell, Access::execute)) kinds |= TrapEvent::execute;
  if (traps->has_before(op) && !only_pushed) kinds |= TrapEvent::operation;
  if (traps->on_modified_code() && machine.field.changed(cell)) kinds |= TrapEvent::modified_code;
  return static_cast<std::uint8_t>(kinds);
}

StopReason report_trap(const Machine& machine, Probe& probe, const TrapEvent& event) {
  probe.event = event;
  probe.event.kinds |= traps_before(machine, probe);
  return StopReason::trapped;
}

}  // namespace fungescope
