#include "vm/traps.h"

#include "lang/analysis/static_analysis.h"
#include "vm/run.h"

#include <atomic>
#include <cassert>

namespace fungescope {

Traps::Traps(Size field) : field_(field), cells_(static_cast<std::size_t>(field.area())) {
  bump_version();
}

void Traps::set(const Rectangle& area, Access access) {
  assert(fits_into(area, field_));
  for (std::int64_t y = area.corner.y; y < area.corner.y + area.size.height; ++y) {
    for (std::int64_t x = area.corner.x; x < area.corner.x + area.size.width; ++x) {
      mark(static_cast<std::size_t>(y * field_.width + x), access);
    }
  }
  bump_version();
}

void Traps::set_before(Op op) {
  before_ops_ |= std::uint64_t{1} << static_cast<unsigned>(op);
  bump_version();
}

void Traps::set_on_modified_code() {
  on_modified_code_ = true;
  bump_version();
}

void Traps::clear() {
  for (const std::size_t index : marked_cells_) cells_[index] = 0;
  marked_cells_.clear();
  before_ops_ = 0;
  on_modified_code_ = false;
  floor_ = 0;
  ceiling_ = std::numeric_limits<std::size_t>::max();
  bump_version();
}

void Traps::set_field(Size field) {
  field_ = field;
  // New memory, which is zero. A resized vector would keep the old marks.
  cells_ = decltype(cells_)(static_cast<std::size_t>(field.area()));
  marked_cells_.clear();
  bump_version();
}

void Traps::mark(std::size_t index, Access access) {
  if (cells_[index] == 0) marked_cells_.push_back(index);
  cells_[index] |= static_cast<std::uint8_t>(access);
}

void Traps::bump_version() {
  // Shared by all objects and threads.
  static std::atomic<std::uint64_t> latest = 0;
  version_ = latest.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::uint8_t traps_before(const Machine& machine, const Probe& probe) {
  const Traps* const traps = probe.traps;
  const bool skipped = machine.tick == probe.skip_traps_at;
  if (traps == nullptr || skipped || machine.status != Status::running) return 0;
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
