#include "history/live_state.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace fungescope {
namespace {

// Groups of the stack that are copied between two polls: 2 MB.
constexpr std::size_t groups_per_poll = 4096;

std::size_t area_of(const Playfield& field) {
  return static_cast<std::size_t>(field.size().area());
}

template <class State>
auto registers_of(State& state) {
  return std::tie(state.ip, state.direction, state.string_mode, state.random, state.input_position,
                  state.output_size, state.tick, state.status, state.fault);
}

std::shared_ptr<const Playfield> source_of(const Playfield& field) {
  return std::make_shared<const Playfield>(field.pristine());
}

}  // namespace

LiveState::LiveState(const Machine& start, EngineKind engine)
    : machine_(start),
      engine_(engine),
      source_(source_of(start.field)),
      deltas_(area_of(start.field), memory_),
      stack_(0, memory_),
      written_(area_of(start.field)),
      max_slice_(std::clamp(engine_.max_native_stay(), first_slice, speed_factor * first_slice)) {
  capture_all_cells();
}

void LiveState::begin_run(bool observed) {
  slice_ = observed ? observed_slice : first_slice;
  if (observed) interval_factor_ = 1;
}

StopReason LiveState::run(const Ports& ports, Tick until, Probe& probe) {
  begun_ = {};
  probe.written = &written_;
  const Tick begin = machine_.tick;
  const Tick native_before = native_ticks();
  const StopReason reason = engine_.run(machine_, ports, until, probe);
  const Tick ticks = machine_.tick - begin;
  if (ticks >= first_slice) {  // the short rest of a slice is not representative
    const bool is_native = native_ticks() - native_before >= ticks / 8 * 7;
    interval_factor_ = is_native ? speed_factor : 1;
    slice_ = is_native ? std::min(max_slice_, 2 * slice_) : first_slice;
  }
  return reason;
}

Tick LiveState::native_ticks() const {
  const jit::JitStatistics* statistics = engine_.jit_statistics();
  return statistics == nullptr ? 0 : statistics->native_ticks;
}

void LiveState::capture_cells(std::size_t group) {
  const std::size_t begin = group * PagedCells::group_size;
  const std::size_t size = std::min(PagedCells::group_size, deltas_.size() - begin);
  deltas_.set_group(group, {machine_.field.deltas() + begin, size});
  captured_bytes_ += sizeof(PagedCells::Values);
}

void LiveState::capture_all_cells() {
  for (std::size_t group = 0; group < deltas_.groups(); ++group) capture_cells(group);
}

bool LiveState::capture_stack(std::size_t limit, const std::function<bool()>& continues) {
  const std::span<const std::int64_t> values = machine_.stack.values();
  const bool resumes = begun_.groups > 0;
  PagedCells stack = resumes ? std::move(begun_.stack) : stack_;
  std::size_t group = std::exchange(begun_.groups, 0);
  if (!resumes) stack.resize(values.size());
  for (; group < stack.groups(); ++group) {
    const std::size_t begin = group * PagedCells::group_size;
    const std::size_t size = std::min(PagedCells::group_size, values.size() - begin);
    stack.set_group(group, values.subspan(begin, size));
    captured_bytes_ += size * sizeof(values[0]);
    if ((group + 1) % groups_per_poll != 0) continue;
    if (stack.group_bytes() > limit) return false;
    if (continues && !continues()) {
      begun_ = {std::move(stack), group + 1};
      return false;
    }
  }
  if (stack.group_bytes() > limit) return false;
  stack_ = std::move(stack);
  return true;
}

Snapshot LiveState::capture() {
  return *capture(std::numeric_limits<std::size_t>::max(), {});
}

std::optional<Snapshot> LiveState::capture(std::size_t limit,
                                           const std::function<bool()>& continues) {
  captured_bytes_ = 0;
  const std::size_t cells = std::min(limit / 2, deltas_.group_bytes());
  if (!capture_stack(limit - cells, continues)) return std::nullopt;
  Snapshot snapshot = capture_cells();
  snapshot.stack_ = stack_;
  return snapshot;
}

Snapshot LiveState::capture_cells() {
  for (const CellGroup& group : written_.groups()) capture_cells(group.number);
  written_.clear();
  Snapshot snapshot;
  snapshot.field_ = source_;
  snapshot.deltas_ = deltas_;
  registers_of(snapshot.registers_) = registers_of(machine_);
  return snapshot;
}

void LiveState::restore_group(const PagedCells& deltas, std::size_t group) {
  const PagedCells::Values values = deltas.group(group);
  const std::size_t begin = group * PagedCells::group_size;
  const std::size_t size = std::min(PagedCells::group_size, deltas.size() - begin);
  engine_.put_deltas(machine_, begin, {values.data(), size});
}

void LiveState::restore_cells(const Snapshot& snapshot) {
  if (snapshot.field_ != source_) use_source(snapshot.field_);
  for (const CellGroup& group : written_.groups()) restore_group(snapshot.deltas_, group.number);
  written_.clear();
  PagedCells::visit_unshared(deltas_, snapshot.deltas_,
                             [&](std::size_t group) { restore_group(snapshot.deltas_, group); });
  deltas_ = snapshot.deltas_;
}

void LiveState::restore(const Snapshot& snapshot) {
  restore_cells(snapshot);
  const PagedCells& stack = snapshot.stack_;
  std::int64_t* const bottom = machine_.stack.reserve(stack.size());
  for (std::size_t group = 0; group < stack.groups(); ++group) {
    const PagedCells::Values values = stack.group(group);
    const std::size_t begin = group * PagedCells::group_size;
    const std::size_t size = std::min(PagedCells::group_size, stack.size() - begin);
    std::copy_n(values.data(), size, bottom + begin);
  }
  machine_.stack.set_size(stack.size());
  stack_ = stack;
  registers_of(machine_) = registers_of(snapshot.registers_);
  adopt();
}

void LiveState::set_cell(std::size_t index, std::int64_t value) {
  const auto delta =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - machine_.field.source()[index]);
  engine_.put_deltas(machine_, index, {&delta, 1});
  written_.add(index);
}

void LiveState::use_source(std::shared_ptr<const Playfield> source) {
  machine_.field = source->zeroed();
  engine_.forget();
  source_ = std::move(source);
  deltas_ = PagedCells(area_of(*source_), memory_);
  written_ = WriteMap(area_of(*source_));
}

void LiveState::set_field(const Playfield& field) {
  use_source(source_of(field));
  machine_.field = field;
  capture_all_cells();
}

}  // namespace fungescope
