#include "vm/fast_interpreter.h"

#include "lang/disassembler.h"
#include "vm/block_cache.h"
#include "vm/block_runner.h"
#include "vm/block_translator.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace fungescope {
namespace {

// Arrivals at a cell and heading before it gets code: what runs once or twice
// is not worth translating.
constexpr std::uint8_t warm_up = 2;

// Cells that are executed one by one before looking for a block again.
constexpr int cold_stretch = 64;

// Tells the cache of the writes that the reference interpreter does on behalf
// of the fast one, and passes on what the user's observer wants to hear.
class Listener final : public Observer {
 public:
  Listener(BlockCache& cache, Observer* user) : cache_(cache), user_(user) {}

  [[nodiscard]] Interest interest() const override {
    return user_ == nullptr ? Interest::writes : user_->interest();
  }
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
};

// One run. Every function leaves the machine complete.
class Run {
 public:
  Run(Machine& machine, const Ports& ports, Tick until, Observer* observer, BlockCache& cache)
      : machine_(machine),
        ports_(ports),
        until_(until),
        observer_(observer),
        cache_(cache),
        listener_(cache, observer) {}

  StopReason run() {
    std::optional<StopReason> stop;
    while (!stop) stop = machine_.tick < until_ ? advance() : StopReason::tick_reached;
    return *stop;
  }

  StopReason run_cell_by_cell() {
    std::optional<StopReason> stop;
    while (!stop) stop = machine_.tick < until_ ? step_once() : StopReason::tick_reached;
    return *stop;
  }

 private:
  using Stop = std::optional<StopReason>;  // nothing: the run goes on

  Stop advance() {
    Block& block = cache_.find(machine_.ip, Heading(machine_.direction, machine_.string_mode));
    if (!block.has_code()) {
      if (block.visits < warm_up) {
        ++block.visits;
        return step_to_decision();
      }
      translate(block, machine_, cache_);
    }
    if (!is_ready(block, machine_, until_) && !deepen(block)) return step_cells(block.length);
    switch (run_blocks({machine_, ports_, until_, observer_, cache_}, block)) {
      case BlockExit::not_ready:
        return std::nullopt;
      case BlockExit::step:
        return machine_.tick < until_ ? step_over_volatile() : std::nullopt;
      case BlockExit::output_closed:
        return StopReason::output_closed;
    }
    return std::nullopt;
  }

  // Notes that `block` will take the stack deeper than it ever was, if that is
  // all that keeps it from running and it is certain to happen.
  bool deepen(const Block& block) {
    if (block.may_leave_early) return false;
    const std::size_t depth = machine_.stack.size() + static_cast<std::size_t>(block.reach);
    if (depth > machine_.max_stack || until_ - machine_.tick < block.ticks) return false;
    if (machine_.stack.size() < static_cast<std::size_t>(block.need)) return false;
    machine_.stack.reserve(depth);
    machine_.stack.set_size(machine_.stack.size(), depth);
    return true;
  }

  Stop step_once() {
    const Op op = op_here();
    Observer* const observer = observer_ != nullptr || op == Op::put ? &listener_ : nullptr;
    const StopReason reason = step(machine_, ports_, observer);
    if (reason == StopReason::tick_reached) return std::nullopt;
    return reason;
  }

  // The cells of a block that may not run as a whole. At least one.
  Stop step_cells(std::uint64_t count) {
    Stop stop;
    do {
      stop = step_once();
    } while (!stop && --count > 0 && machine_.tick < until_);
    return stop;
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
    return op_in(machine_.dialect, machine_.field.at(machine_.ip));
  }

  Machine& machine_;
  const Ports& ports_;
  const Tick until_;
  Observer* observer_;
  BlockCache& cache_;
  Listener listener_;
};

constexpr std::int64_t most_cells = std::int64_t{1} << 32U;

}  // namespace

struct FastInterpreter::State {
  std::optional<BlockCache> cache;
  Dialect dialect;  // that the blocks were made for
  Tick tick = 0;    // at which the last run ended
};

FastInterpreter::FastInterpreter() : state_(std::make_unique<State>()) {}
FastInterpreter::~FastInterpreter() = default;
FastInterpreter::FastInterpreter(FastInterpreter&&) noexcept = default;
FastInterpreter& FastInterpreter::operator=(FastInterpreter&&) noexcept = default;

void FastInterpreter::forget() {
  state_->cache.reset();
}

StopReason FastInterpreter::run(Machine& machine, const Ports& ports, Tick until,
                                Observer* observer) {
  const Size size = machine.field.size();
  if (machine.status != Status::running || size.area() >= most_cells) {
    return run_reference(machine, ports, until, observer);
  }
  // Blocks of another machine, or of this one elsewhere in time, are useless;
  // these three comparisons catch most callers that did not say `forget`.
  const bool same = state_->cache && state_->cache->size() == size &&
                    state_->dialect == machine.dialect && state_->tick == machine.tick;
  if (!same) {
    state_->cache.emplace(size);
    state_->dialect = machine.dialect;
  }
  Run run(machine, ports, until, observer, *state_->cache);
  const bool every_cell = observer != nullptr && observer->interest() == Interest::all;
  const StopReason reason = every_cell ? run.run_cell_by_cell() : run.run();
  state_->tick = machine.tick;
  return reason;
}

}  // namespace fungescope
