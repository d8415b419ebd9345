// Design
//
// A cell-by-cell interpreter spends most of its time on finding the next cell, decoding it, and
// checking after every cell whether the stack is deep enough and the run is over. This one checks
// once per *superblock*: the path of the pointer from a cell and heading to the next decision (`_`,
// `|`, `?`), through turns, blanks and string mode. The path is translated into micro-operations
// with their operands:
//
//     >09g:1-!#v_                the cells, 10 ticks
//
//     push_cell (0, 9)            `09g`
//     branch_keep_not_equal_k 1  `:1-!#v_`; the exits are swapped because of `!`
//
// Blanks and turns disappear, constants are folded, `g` and `p` at known coordinates are loads and
// stores, and a comparison is fused with its branch. A block states its ticks, the number of values
// that it needs on the stack and its maximum growth; if these are available, it runs without
// further checks. Blocks are linked directly to their successors. If the stack has too few values,
// zeros are inserted below it; every operation with a side exit knows the effect of the block on
// the stack up to there, so that unused zeros can be removed.
//
// Cold code
//
// A translation takes as long as executing the cells some ten to thirty times, so a *stepper*
// (cell_stepper.cpp) executes code directly until a translation pays. A table of fixed size counts
// what blocks would have saved at the entries, where the pointer arrives after a decision
// (HeatTable); code that is executed once leaves nothing behind. The memory of all blocks is
// bounded: beyond it they are discarded, and hot code is translated again. The stepper also
// executes what blocks cannot: the last ticks before `until`, volatile cells, and short blocks that
// pop from the empty stack.
//
// Exactness
//
// The reference interpreter executes, cell by cell on the same machine, everything that neither
// blocks nor the stepper can do: faults, warnings, traps, and `@`. The loops do not check the
// dialect: the translator and the stepper omit the cells with dialect-specific behaviour or check
// for it.
//
// Self-modifying programs
//
// The cells of blocks are marked. `p` tests the mark of the cell that it writes, one byte. If the
// cell is marked and its value changes, its blocks lose their code; if that includes the running
// block, it is left after the `p`. A cell that is rewritten repeatedly becomes volatile and is
// excluded from all blocks, so each cell costs a bounded number of translations. If a volatile cell
// holds a digit, the usual case, the block continues over it and loads the digit at run time;
// otherwise the stepper executes the cell.
//
// Traps
//
// No block runs past a trap, so the loop does not check for them. Translation stops before a cell
// that is marked, modified or of a trapped operation, and before a `g` of a known marked cell; the
// reference interpreter executes that cell. If some cell is marked for reading, a `g` with computed
// coordinates tests the mark. The write trap is a bit of the mark that `p` tests anyway. Blocks
// that might exceed the floor or the ceiling of the stack are executed cell by cell. Traps that do
// not fire thus cost at most about 5%, for the tests at computed coordinates.
//
// The code stays prepared for the last traps. Different marks for execution discard the blocks of
// the cells concerned, different marks for writes discard nothing, and all other differences
// discard all blocks.
//
// Cost: about 1 ns per micro-operation, and one micro-operation for two to four cells of typical
// code. programs/bench runs at 1.3 to 5 billion ticks per second, where the reference interpreter
// reaches 57 to 74 million (bench/bench_interpreters.cpp on one core of an EPYC server).
// Translation costs less than a microsecond per cell, once. The stepper takes about half of the
// reference interpreter's time; bench/odd_shapes.h has the programs for which it matters.
//
// tests/vm/differential_test.cpp compares the machine, the stack's high-water mark, the output, the
// observed events, the written cells and the traps with the reference on random programs.
//
// Files
//
//     superblock.h          the micro-operations and the block
//     block_cache.h         finding and invalidating blocks, and entries that are worth translating
//     cell_stepper.cpp      executing cells without blocks
//     block_translator.cpp  translating cells to blocks
//     block_runner.h        these two and the loop that executes blocks, the interface to the JIT
#include "vm/blocks/fast_interpreter.h"

#include "lang/analysis/static_analysis.h"
#include "vm/blocks/block_cache.h"
#include "vm/blocks/block_runner.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace fungescope {
namespace {

// Maximum number of cells that the reference interpreter executes at once where it is needed again
// and again.
constexpr Tick max_reference_cells = 64;

// Minimum number of cells that are stepped instead of a block that may not be entered.
constexpr std::uint64_t min_stepped_cells = 24;

// Invalidates the blocks of cells that the reference interpreter writes on behalf of the fast one,
// and forwards all events to the caller's observer.
class InvalidatingObserver final : public Observer {
 public:
  InvalidatingObserver(BlockCache& cache, Observer* next)
      : cache_(cache),
        next_(next),
        interest_(next == nullptr ? Interest::writes : next->interest()) {}

  [[nodiscard]] Interest interest() const override { return interest_; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    const CellIndex cell = cache_.index_of(at);
    const bool covered = (cache_.marks()[cell] & BlockCache::covered) != 0;
    if (covered && before != now) cache_.invalidate_rewritten(cell);
    if (next_ != nullptr) next_->on_write(tick, by, at, before, now);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t value) override {
    if (next_ != nullptr) next_->on_read(tick, by, at, value);
  }
  void on_execute(Tick tick, Point at) override {
    if (next_ != nullptr) next_->on_execute(tick, at);
  }

 private:
  BlockCache& cache_;
  Observer* next_;
  Interest interest_;
};

// One run. Every function leaves the machine's state complete.
class Run {
 public:
  Run(Machine& machine, const Ports& ports, Tick until, Probe& probe, BlockCache& cache,
      TranslatorMemory& memory, NativeTier* native, Tick& until_sample)
      : machine_(machine),
        ports_(ports),
        until_(until),
        probe_(probe),
        bounds_(machine, probe.traps),
        cache_(cache),
        memory_(memory),
        native_(native),
        until_sample_(until_sample),
        observer_(cache, probe.observer),
        cell_probe_(probe) {}

  StopReason run() {
    if (native_ != nullptr && !native_->begin(block_run(until_))) native_ = nullptr;
    std::optional<StopReason> stop;
    while (!stop) stop = machine_.tick < until_ ? advance() : StopReason::tick_reached;
    return *stop;
  }

  StopReason run_cell_by_cell() {
    cell_probe_.observer = &observer_;
    const StopReason reason = run_reference(machine_, ports_, until_, cell_probe_);
    if (reason == StopReason::trapped) probe_.event = cell_probe_.event;
    return reason;
  }

 private:
  using Stop = std::optional<StopReason>;  // nothing: the run continues

  Stop advance() {
    const CellIndex cell = cache_.index_of(machine_.ip);
    const Heading heading(machine_.direction, machine_.string_mode);
    const HeatTable::Slot& slot = cache_.visit(cell, heading);
    if (slot.block == nullptr && slot.heat() < cache_.translation_heat()) return step_to_block();
    Superblock& block = slot.block != nullptr ? *slot.block : translate_here();
    const Tick left = until_ - machine_.tick;
    if (!worth_entering(block, machine_.stack.size(), left)) return step_to_block();
    if (native_ != nullptr && block.entry != 0) {
      const Tick before = machine_.tick;
      const BlockExit exit = native_->run(block_run(until_), block);
      if (machine_.tick != before || exit != BlockExit::not_ready) return after(exit);
    }
    if (!may_enter(block, machine_, bounds_, left)) return step_several(block.length);
    reference_cells_ = 1;
    return native_ == nullptr ? after(run_blocks(block_run(until_), block)) : run_to_sample(block);
  }

  Superblock& translate_here() {
    cache_.make_room();
    Superblock& block = cache_.find(machine_.ip, Heading(machine_.direction, machine_.string_mode));
    translate(block, machine_, cache_, memory_);
    return block;
  }

  // Runs blocks up to the next sample: every `sample_interval` interpreted ticks, summed up over
  // all calls, the native tier is notified of the current block.
  Stop run_to_sample(Superblock& block) {
    const Tick before = machine_.tick;
    const Tick slice = std::max<Tick>(until_sample_, block.length);
    const Tick stop = until_ - before > slice ? before + slice : until_;
    const BlockExit exit = run_blocks(block_run(stop), block);
    until_sample_ -= std::min(until_sample_, machine_.tick - before);
    if (exit == BlockExit::not_ready && until_sample_ < max_block_cells && machine_.tick < until_) {
      const Heading heading(machine_.direction, machine_.string_mode);
      Superblock* const here = cache_.visit(cache_.index_of(machine_.ip), heading).block;
      if (here != nullptr && here->entry == 0) {
        until_sample_ = native_->sample_interval();
        native_->on_sample(block_run(until_), *here);
      }
    }
    return after(exit);
  }

  [[nodiscard]] BlockRun block_run(Tick until) {
    return {machine_, ports_, until, probe_, bounds_, cache_};
  }

  Stop after(BlockExit exit) {
    switch (exit) {
      case BlockExit::not_ready:
        return std::nullopt;
      case BlockExit::step:
        return machine_.tick < until_ ? step_over_volatile() : std::nullopt;
      case BlockExit::input_wait:
        return StopReason::input_wait;
      case BlockExit::output_closed:
        return StopReason::output_closed;
      case BlockExit::trapped:
        return report_trap(machine_, probe_, TrapEvent(probe_.event));
    }
    return std::nullopt;
  }

  // Steps through code without blocks.
  Stop step_to_block() {
    const Tick before = machine_.tick;
    pace_.leave_blocks(before - stepped_until_);
    const BlockExit exit = step_cells(block_run(until_), Stepping::to_block, pace_);
    stepped_until_ = machine_.tick;
    if (exit != BlockExit::step) return after(exit);
    constexpr Tick few_cells = 8;
    const bool again = machine_.tick - before < few_cells;
    const Stop stop = step_by_reference(reference_cells_);
    reference_cells_ = again ? std::min(2 * reference_cells_, max_reference_cells) : 1;
    return stop;
  }

  // Steps through the cells of a block that may not be entered, and a few more, since a shortage of
  // ticks or of stack is likely to persist.
  Stop step_several(Tick count) {
    const Tick left = until_ - machine_.tick;
    const Tick stop = machine_.tick + std::min(left, std::max(count, min_stepped_cells));
    const BlockExit exit = step_cells(block_run(stop), Stepping::to_tick, pace_);
    return exit == BlockExit::step ? step_by_reference(stop - machine_.tick) : after(exit);
  }

  // Steps over the cell before which a block has ended, and volatile ones after it. The stepper
  // does not pay for a few.
  Stop step_over_volatile() {
    constexpr int few_cells = 3;
    for (int cells = 0; cells < few_cells; ++cells) {
      if (const Stop stop = step_by_reference(1)) return stop;
      const bool more = machine_.tick < until_ && cache_.is_volatile(cache_.index_of(machine_.ip));
      if (!more) return std::nullopt;
    }
    const BlockExit exit = step_cells(block_run(until_), Stepping::over_volatile, pace_);
    return exit == BlockExit::step ? std::nullopt : after(exit);
  }

  Stop step_by_reference(Tick count) {
    const bool writes = count > 1 || probe_.observer != nullptr || op_here() == Op::put;
    cell_probe_.observer = writes ? &observer_ : nullptr;
    const Tick stop = machine_.tick + std::min(until_ - machine_.tick, count);
    const StopReason reason = run_reference(machine_, ports_, stop, cell_probe_);
    if (reason == StopReason::tick_reached) return std::nullopt;
    if (reason == StopReason::trapped) probe_.event = cell_probe_.event;
    return reason;
  }

  [[nodiscard]] Op op_here() const {
    return decode_op(machine_.dialect, machine_.field.at(machine_.ip));
  }

  Machine& machine_;
  const Ports& ports_;
  const Tick until_;
  Probe& probe_;
  const StackBounds bounds_;
  BlockCache& cache_;
  TranslatorMemory& memory_;
  NativeTier* native_;
  Tick& until_sample_;
  InvalidatingObserver observer_;
  Probe cell_probe_;  // probe_ with observer_ as its observer
  StepperPace pace_;
  Tick stepped_until_ = 0;    // the tick after the last cell that was stepped through
  Tick reference_cells_ = 1;  // that the reference interpreter executes at its next turn
};

constexpr std::int64_t max_cells = std::int64_t{1} << 32U;

}  // namespace

struct FastInterpreter::State {
  State(std::unique_ptr<NativeTier> tier, bool eager)
      : native(std::move(tier)),
        until_sample(native ? native->sample_interval() : 0),
        translates_at_once(eager || (native && native->translates_at_once())) {}

  // Returns whether the blocks may be reused for `machine`. The three comparisons also catch most
  // callers that changed the machine without calling `forget`.
  [[nodiscard]] bool matches(const Machine& machine) const {
    return fits(machine) && tick == machine.tick;
  }
  [[nodiscard]] bool fits(const Machine& machine) const {
    return cache && cache->size() == machine.field.size() && dialect == machine.dialect;
  }

  // Returns whether this is the machine of the last run, possibly at another tick.
  [[nodiscard]] bool is_of(const Machine& machine) const {
    return fits(machine) && cells == machine.field.deltas();
  }
  void remember(const Machine& machine) {
    tick = machine.tick;
    cells = machine.field.deltas();
  }

  void recreate_cache(Size size) {
    discard_cache();
    cache.emplace(size, translates_at_once ? 1 : BlockCache::default_heat);
    cache->set_invalidation_listener(native.get());
  }
  void discard_cache() {
    if (cache && native) native->on_all_discarded();
    cache.reset();
  }

  std::unique_ptr<NativeTier> native;
  Tick until_sample;  // ticks in blocks up to the next sample
  bool translates_at_once;
  std::optional<BlockCache> cache;
  TranslatorMemory memory;
  Dialect dialect;                            // of the blocks
  Tick tick = 0;                              // at the end of the last run
  const std::int64_t* cells = nullptr;        // of the machine of the last run
  std::vector<std::uint32_t> written_groups;  // of `restore`; kept for its memory
};

FastInterpreter::FastInterpreter() : FastInterpreter(nullptr) {}
FastInterpreter::FastInterpreter(std::unique_ptr<NativeTier> native)
    : state_(std::make_unique<State>(std::move(native), false)) {}
FastInterpreter::FastInterpreter(Eager /*eager*/)
    : state_(std::make_unique<State>(nullptr, true)) {}
FastInterpreter::~FastInterpreter() = default;
FastInterpreter::FastInterpreter(FastInterpreter&&) noexcept = default;
FastInterpreter& FastInterpreter::operator=(FastInterpreter&&) noexcept = default;

void FastInterpreter::forget() {
  state_->discard_cache();
}

std::size_t FastInterpreter::block_memory() const {
  return state_->cache ? state_->cache->memory() : 0;
}

void FastInterpreter::load(Machine& machine, const Machine& next) {
  if (state_->matches(machine) && state_->fits(next)) {
    state_->cache->invalidate_changed(machine.field, next.field);
  } else {
    forget();
  }
  machine = next;
  state_->remember(machine);
}

void FastInterpreter::put_deltas(Machine& machine, std::size_t first,
                                 std::span<const std::int64_t> deltas) {
  std::int64_t* const target = machine.field.deltas() + first;
  if (state_->is_of(machine))
    state_->cache->invalidate_changed(first, {target, deltas.size()}, deltas);
  std::copy(deltas.begin(), deltas.end(), target);
}

void FastInterpreter::adopt(const Machine& machine) {
  if (state_->is_of(machine)) {
    state_->remember(machine);
  } else {
    forget();
  }
}

void FastInterpreter::restore(Machine& machine, const Machine& next, WriteMap& written) {
  const bool has_blocks = state_->is_of(machine);
  const std::span<const std::int64_t> source{next.field.deltas(),
                                             static_cast<std::size_t>(next.field.size().area())};
  written.take_groups(state_->written_groups);
  for (const std::uint32_t number : state_->written_groups) {
    const std::size_t first = number * CellGroup::size;
    const auto deltas = source.subspan(first, std::min(CellGroup::size, source.size() - first));
    std::int64_t* const target = machine.field.deltas() + first;
    if (has_blocks) state_->cache->invalidate_changed(first, {target, deltas.size()}, deltas);
    std::copy(deltas.begin(), deltas.end(), target);
  }
  machine.assign_except_field(next);
  if (has_blocks) {
    adopt(machine);
  } else {
    forget();
  }
}

StopReason FastInterpreter::run(Machine& machine, const Ports& ports, Tick until,
                                Observer* observer) {
  Probe probe;
  probe.observer = observer;
  return run(machine, ports, until, probe);
}

StopReason FastInterpreter::run(Machine& machine, const Ports& ports, Tick until, Probe& probe) {
  const Size size = machine.field.size();
  if (machine.status != Status::running || size.area() >= max_cells) {
    return run_reference(machine, ports, until, probe);
  }
  if (!state_->matches(machine)) {
    state_->recreate_cache(size);
    state_->dialect = machine.dialect;
  }
  if (probe.traps != nullptr) state_->cache->arm(*probe.traps);
  Run run(machine, ports, until, probe, *state_->cache, state_->memory, state_->native.get(),
          state_->until_sample);
  const bool every_cell = probe.observer != nullptr && probe.observer->interest() == Interest::all;
  const StopReason reason = every_cell ? run.run_cell_by_cell() : run.run();
  state_->remember(machine);
  return reason;
}

}  // namespace fungescope
