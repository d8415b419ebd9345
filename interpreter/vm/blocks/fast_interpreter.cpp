// The idea
//
// A cell-by-cell interpreter spends most of its time on the way: finding the
// next cell, decoding it, and asking after every cell whether the stack is deep
// enough and the run is over. This one asks once a *block*: the straight path
// of the pointer from a cell and heading to the next decision (`_`, `|`, `?`),
// through turns, blanks and string mode. The path is translated into
// micro-operations, which know their operands:
//
//     >09g:1-!#v_        the cells, 10 ticks
//
//     push_cell (0,9)                     `09g`
//     branch_keep_not_equal_k 1              `:1-!#v_`, the sense of `!` being in the exits
//
// Blanks and turns are gone, constants are folded, `g` and `p` at known places
// are loads and stores, and a comparison is part of the branch that it is for.
// A block says how many ticks it takes, how many values it needs on the stack
// and how many it adds at most; if these three can be had, it runs without
// another question. Blocks point at the blocks that follow them. If the stack
// is too short, zeros are laid under it; every operation that may leave its block
// knows what the block did to the stack before, so they can be taken away.
//
// Exactness
//
// Whatever a block cannot do in one go, the reference interpreter does cell by
// cell on the same machine: the last ticks before `until`, what faults or gives
// a warning, and `@`. The dialects need no tests in the loop either: the
// translator leaves out, or replaces by a checking micro-operation, what a
// dialect treats in its own way.
//
// Programs that rewrite themselves
//
// A cell from which a block was made is marked. `p` looks at the mark of the cell
// that it writes, one byte; if it is set and the value changes, the blocks of
// that cell lose their code, the running one included, which is then left
// behind the `p`. A cell that is rewritten again and again is soon left out of
// all blocks, and executed by the reference interpreter, which reads what is
// there; so a cell costs a bounded number of translations in all. And what is
// met for the first time is not translated at all.
//
// Such a cell is most often a number: if it holds a digit, code goes on over it, and reads the
// digit where it stands.
//
// Traps
//
// No block runs past a trap, so the loop need not look for any. Code ends before
// a cell that is marked, modified or of a trapped operation, and before a `g` of a
// known cell that is marked; that cell is the reference interpreter's, which knows
// what a trap is. Where the place of a `g` is computed, and some cell is marked
// for reading, a micro-operation looks at the mark. The trap for a store is a bit
// of the byte that `p` looks at anyway. Blocks that might take the stack below
// the floor or above the ceiling are not entered, but executed cell by cell.
// So traps that are not met cost about a twentieth at most, which is what the
// looks at computed places come to.
//
// The blocks stay prepared for the last traps they were run with; other marks
// for execution discard the blocks of the cells concerned, other marks for
// stores nothing, and any other difference all blocks.
//
// Cost: some 1 ns a micro-operation, and a micro-operation for every two to four
// cells of usual code; programs/bench runs at 1.3 to 5 thousand million ticks a
// second where the reference interpreter does 57 to 74 million (measured by
// bench/bench_interpreters.cpp on one core of an EPYC server). Translating costs
// less than a microsecond a cell, once. What does not pay are loops of one or
// two cells that pop from an empty stack, and loops whose every cell is
// rewritten: they take about as long as on the reference interpreter, which
// does the latter, by way of this file.
//
// The machine, the stack's mark, the output, the observed events, the written
// cells and the traps met are checked against the reference on random programs:
// 'the tiers agree on random programs stopped at random ticks' and '... on random
// traps in random programs' in tests/vm/differential_test.cpp.
//
// Where it is
//
//     block.h             the micro-operations and the block
//     block_cache.h       finding blocks, and discarding them
//     block_translator.h  making their code
//     block_runner.h      the loop that runs them
//     trap_check.h        whether a trap holds between two cells
//     here                when to do which
#include "vm/blocks/fast_interpreter.h"

#include "lang/static_analysis.h"
#include "vm/blocks/block_cache.h"
#include "vm/blocks/block_runner.h"
#include "vm/blocks/block_translator.h"
#include "vm/blocks/native_tier.h"
#include "vm/reference_interpreter.h"
#include "vm/trap_check.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace fungescope {
namespace {

// Arrivals at a cell and heading before it gets code: what runs once is not
// worth translating.
constexpr std::uint8_t warm_up = 1;

// Cells that are executed one by one before looking for a block again.
constexpr int cold_stretch = 64;

// Cells that are executed one by one in place of a block, at least.
constexpr std::uint64_t fewest_cells = 24;

// Tells the cache of the writes that the reference interpreter does on behalf
// of the fast one, and passes on what the user's observer wants to hear.
class Listener final : public Observer {
 public:
  Listener(BlockCache& cache, Observer* user)
      : cache_(cache),
        user_(user),
        interest_(user == nullptr ? Interest::writes : user->interest()) {}

  [[nodiscard]] Interest interest() const override { return interest_; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    const CellIndex cell = cache_.index_of(at);
    const bool covered = (cache_.marks()[cell] & BlockCache::covered) != 0;
    if (covered && before != now) cache_.written(cell);
    if (user_ != nullptr) user_->on_write(tick, by, at, before, now);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t value) override {
    if (user_ != nullptr) user_->on_read(tick, by, at, value);
  }
  void on_execute(Tick tick, Point at) override {
    if (user_ != nullptr) user_->on_execute(tick, at);
  }

 private:
  BlockCache& cache_;
  Observer* user_;
  Interest interest_;
};

// One run. Every function leaves the machine complete.
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
        listener_(cache, probe.observer),
        cell_probe_(probe) {}

  StopReason run() {
    if (native_ != nullptr && !native_->begin(block_run(until_))) native_ = nullptr;
    std::optional<StopReason> stop;
    while (!stop) stop = machine_.tick < until_ ? advance() : StopReason::tick_reached;
    return *stop;
  }

  StopReason run_cell_by_cell() {
    cell_probe_.observer = &listener_;
    const StopReason reason = run_reference(machine_, ports_, until_, cell_probe_);
    if (reason == StopReason::trapped) probe_.event = cell_probe_.event;
    return reason;
  }

 private:
  using Stop = std::optional<StopReason>;  // nothing: the run goes on

  Stop advance() {
    Superblock& block = cache_.find(machine_.ip, Heading(machine_.direction, machine_.string_mode));
    if (!block.has_code()) {
      if (block.visits < warm_up) {
        ++block.visits;
        return step_to_decision();
      }
      translate(block, machine_, cache_, memory_);
    }
    if (native_ != nullptr && block.entry != 0) {
      const Tick before = machine_.tick;
      const BlockExit exit = native_->run(block_run(until_), block);
      if (machine_.tick != before || exit != BlockExit::not_ready) return after(exit);
    }
    if (!may_enter(block, machine_, bounds_, until_ - machine_.tick))
      return step_cells(block.length);
    return native_ == nullptr ? after(run_blocks(block_run(until_), block)) : run_to_sample(block);
  }

  // A stretch of the interpreter's. The tier above is told where it is whenever `sample_interval`
  // ticks were its own, however many stretches between native code these are.
  Stop run_to_sample(Superblock& block) {
    const Tick before = machine_.tick;
    const Tick stretch = std::max<Tick>(until_sample_, block.length);
    const Tick stop = until_ - before > stretch ? before + stretch : until_;
    const BlockExit exit = run_blocks(block_run(stop), block);
    until_sample_ -= std::min(until_sample_, machine_.tick - before);
    if (exit == BlockExit::not_ready && until_sample_ < max_block_cells && machine_.tick < until_) {
      Superblock& here =
          cache_.find(machine_.ip, Heading(machine_.direction, machine_.string_mode));
      if (here.has_code() && here.entry == 0) {
        until_sample_ = native_->sample_interval();
        native_->on_sample(block_run(until_), here);
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

  Stop step_once() {
    const Op op = op_here();
    const bool listens = probe_.observer != nullptr || op == Op::put;
    cell_probe_.observer = listens ? &listener_ : nullptr;
    return stop_of_cells(step(machine_, ports_, cell_probe_));
  }

  // The cells of a block that may not run as a whole, and a few more: what
  // is short of ticks or of room on the stack is likely to be so again.
  Stop step_cells(std::uint64_t count) {
    const Tick left = until_ - machine_.tick;
    const Tick stop = machine_.tick + std::min(left, std::max(count, fewest_cells));
    cell_probe_.observer = &listener_;
    return stop_of_cells(run_reference(machine_, ports_, stop, cell_probe_));
  }

  Stop stop_of_cells(StopReason reason) {
    if (reason == StopReason::tick_reached) return std::nullopt;
    if (reason == StopReason::trapped) probe_.event = cell_probe_.event;
    return reason;
  }

  // Through code that is not warm yet, to where a loop may close.
  Stop step_to_decision() {
    for (int cells = cold_stretch; cells > 0 && machine_.tick < until_; --cells) {
      const Op op = op_here();
      if (const Stop stop = step_once()) return stop;
      if (op == Op::branch_horizontal || op == Op::branch_vertical || op == Op::go_random) break;
    }
    return std::nullopt;
  }

  Stop step_over_volatile() {
    Stop stop;
    do {
      stop = step_once();
    } while (!stop && machine_.tick < until_ && cache_.is_volatile(cache_.index_of(machine_.ip)));
    return stop;
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
  Listener listener_;
  Probe cell_probe_;  // the user's, with the listener for an observer
};

constexpr std::int64_t most_cells = std::int64_t{1} << 32U;

}  // namespace

struct FastInterpreter::State {
  explicit State(std::unique_ptr<NativeTier> tier)
      : native(std::move(tier)), until_sample(native ? native->sample_interval() : 0) {}

  // Blocks of another machine, or of this one elsewhere in time, are useless;
  // these three comparisons catch most callers that did not say `forget`.
  [[nodiscard]] bool knows(const Machine& machine) const {
    return fits(machine) && tick == machine.tick;
  }
  [[nodiscard]] bool fits(const Machine& machine) const {
    return cache && cache->size() == machine.field.size() && dialect == machine.dialect;
  }

  // Is this the machine of the last run, perhaps elsewhere in time by now?
  [[nodiscard]] bool is_of(const Machine& machine) const {
    return fits(machine) && cells == machine.field.deltas();
  }
  void remember(const Machine& machine) {
    tick = machine.tick;
    cells = machine.field.deltas();
  }

  void renew_cache(Size size) {
    discard_cache();
    cache.emplace(size);
    cache->set_invalidation_listener(native.get());
  }
  void discard_cache() {
    if (cache && native) native->on_all_discarded();
    cache.reset();
  }

  std::unique_ptr<NativeTier> native;
  Tick until_sample;  // of the interpreter's own, until `native` is told where it is
  std::optional<BlockCache> cache;
  TranslatorMemory memory;
  Dialect dialect;                      // that the blocks were made for
  Tick tick = 0;                        // at which the last run ended
  const std::int64_t* cells = nullptr;  // of the field that it ran on
};

FastInterpreter::FastInterpreter() : FastInterpreter(nullptr) {}
FastInterpreter::FastInterpreter(std::unique_ptr<NativeTier> native)
    : state_(std::make_unique<State>(std::move(native))) {}
FastInterpreter::~FastInterpreter() = default;
FastInterpreter::FastInterpreter(FastInterpreter&&) noexcept = default;
FastInterpreter& FastInterpreter::operator=(FastInterpreter&&) noexcept = default;

void FastInterpreter::forget() {
  state_->discard_cache();
}

void FastInterpreter::load(Machine& machine, const Machine& next) {
  if (state_->knows(machine) && state_->fits(next)) {
    state_->cache->replaced(machine.field, next.field);
  } else {
    forget();
  }
  machine = next;
  state_->remember(machine);
}

void FastInterpreter::put_deltas(Machine& machine, std::size_t first,
                                 std::span<const std::int64_t> deltas) {
  std::int64_t* const place = machine.field.deltas() + first;
  if (state_->is_of(machine)) state_->cache->replaced(first, {place, deltas.size()}, deltas);
  std::copy(deltas.begin(), deltas.end(), place);
}

void FastInterpreter::adopt(const Machine& machine) {
  if (state_->is_of(machine)) {
    state_->remember(machine);
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
  if (machine.status != Status::running || size.area() >= most_cells) {
    return run_reference(machine, ports, until, probe);
  }
  if (!state_->knows(machine)) {
    state_->renew_cache(size);
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
