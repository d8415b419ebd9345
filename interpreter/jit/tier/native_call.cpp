#include "jit/tier/native_call.h"

#include <algorithm>

namespace fungescope::jit {
namespace {

// The depth up to which the memory of the stack need not grow.
std::ptrdiff_t max_depth(const Machine& machine, const StackBounds& bounds) {
  return std::min(static_cast<std::ptrdiff_t>(machine.stack.capacity()), bounds.ceiling);
}

// The depth up to which the high-water mark need not grow, either.
std::ptrdiff_t depth_without_growth(const Machine& machine, const StackBounds& bounds) {
  return std::min(static_cast<std::ptrdiff_t>(machine.stack.high_water()),
                  max_depth(machine, bounds));
}

BlockExit restore_machine(const BlockRun& run, const NativeExit& exit) {
  Machine& machine = run.machine;
  CellIndex cell = exit.superblock->cell;
  Heading heading = exit.superblock->heading;
  if (exit.kind != ExitKind::before_block) {
    const MicroOp& op = exit.superblock->ops[exit.op];
    cell = op.at;
    heading = op.heading;
  }
  machine.ip = run.cache.point_of(cell);
  machine.direction = heading.direction();
  machine.string_mode = heading.string_mode();
  switch (exit.kind) {
    case ExitKind::step:
      return BlockExit::step;
    case ExitKind::input_wait:
      return BlockExit::input_wait;
    case ExitKind::output_closed:
      return BlockExit::output_closed;
    default:
      return BlockExit::not_ready;
  }
}

}  // namespace

void NativeCall::begin(const BlockRun& run) {
  source_ = run.machine.field.source();
  deltas_ = run.machine.field.deltas();
  marks_ = run.cache.marks();
  if (WriteMap* const map = run.probe.written; map != nullptr) {
    context_.written_cells = map->cells();
    context_.written_chunks = map->chunks();
  }
}

NativeCall::Stay NativeCall::execute(const BlockRun& run, const CompiledRegion& region,
                                     const CompiledRegions::Entry& entry, Tick max_ticks) {
  Machine& machine = run.machine;
  std::int64_t* const bottom = machine.stack.reserve(machine.stack.size() + 1);
  context_.run = &run;
  context_.random = machine.random.state_address();
  context_.base = bottom + static_cast<std::ptrdiff_t>(machine.stack.size()) - entry.depth;
  const Tick left = std::min(run.until - machine.tick, max_ticks);
  context_.floor = bottom + run.bounds.floor;
  const std::int64_t* const ceiling = bottom + depth_without_growth(machine, run.bounds);
  context_.ceiling = ceiling;
  context_.max_ceiling = bottom + max_depth(machine, run.bounds);
  const auto id = static_cast<ExitId>(
      region.code->function()(left, deltas_, entry.number, &context_, source_, marks_));
  flush_output_buffer(context_);
  const auto new_size = static_cast<std::size_t>(context_.base - bottom);
  const NativeExit& exit = region.exits[id];
  machine.stack.set_size(new_size,
                         context_.ceiling == ceiling ? 0 : new_high_water(bottom, exit, new_size));
  const Tick ticks = left - context_.left;
  machine.tick += ticks;
  return {id, ticks, restore_machine(run, exit)};
}

// Returns the high-water mark that native code has reached, after it has raised its ceiling. It
// does so before it executes the superblock that needs it. If it has left before or in that
// superblock, then only the cells up to there count.
std::size_t NativeCall::new_high_water(const std::int64_t* bottom, const NativeExit& exit,
                                       std::size_t size) const {
  StackEffect executed;  // of the superblock, up to the exit
  Tick remaining = context_.left;
  if (exit.kind != ExitKind::before_block) {
    executed = exit.superblock->uses[exit.op];
    remaining += exit.superblock->ops[exit.op].ticks;
  }
  if (remaining != context_.raised_at) return static_cast<std::size_t>(context_.ceiling - bottom);
  const std::ptrdiff_t size_at_entry = static_cast<std::ptrdiff_t>(size) - executed.depth;
  return static_cast<std::size_t>(
      std::max(context_.ceiling_before - bottom, executed.max_size(size_at_entry)));
}

}  // namespace fungescope::jit
