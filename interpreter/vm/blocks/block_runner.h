// Executes blocks, the interpreter's inner loop; executes cells one by one; and translates them.
#pragma once

#include "vm/blocks/block_cache.h"
#include "vm/machine.h"
#include "vm/run.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope {

// The bounds within which the stack may grow and shrink without a trap or a fault. A block that
// might exceed them is executed cell by cell.
struct StackBounds {
  StackBounds(const Machine& machine, const Traps* traps);
  std::ptrdiff_t floor = 0;    // values that must not be popped
  std::ptrdiff_t ceiling = 0;  // maximum number of values
};

struct BlockRun {
  Machine& machine;
  const Ports& ports;
  Tick until;
  Probe& probe;  // its observer receives writes only
  const StackBounds& bounds;
  BlockCache& cache;

  // Sets the machine's position and tick, with `left` ticks to go.
  void leave_at(Point ip, Direction direction, bool string_mode, Tick left) const {
    machine.ip = ip;
    machine.direction = direction;
    machine.string_mode = string_mode;
    machine.tick = until - left;
  }
};

// Insert zeros below the values from `bottom` to `top`, for instructions that pop more than there
// is, and remove those that were not popped.
inline void insert_zeros(std::int64_t* bottom, std::int64_t* top, std::ptrdiff_t zeros) {
  std::copy_backward(bottom, top, top + zeros);
  std::fill_n(bottom, zeros, 0);
}
inline void remove_zeros(std::int64_t* bottom, std::int64_t* top, std::ptrdiff_t zeros) {
  std::copy(bottom + zeros, top, bottom);
}

// Why the loop ended. The machine's state is complete in each case.
enum class BlockExit : std::uint8_t {
  not_ready,      // before a block that has no code or may not be entered
  step,           // before a cell that the reference interpreter must execute
  input_wait,     // before a cell whose input has no byte yet
  output_closed,  // before a cell whose output is closed
  trapped,        // after a `p` to a trapped cell: see the probe's event
};

// Returns whether `block`, at the machine's position, may be entered with `left` ticks to go. True
// also if it needs a PaddedStack: if it exceeds the stack's high-water mark, or pops from the empty
// stack in a dialect that allows it.
[[nodiscard]] bool may_enter(const Superblock& block, const Machine& machine,
                             const StackBounds& bounds, Tick left);

// Returns whether it pays to enter `block` with `size` values on the stack and `left` ticks to go.
// Padding the stack takes as long as stepping through some cells.
[[nodiscard]] inline bool worth_entering(const Superblock& block, std::size_t size, Tick left) {
  constexpr std::uint16_t min_padded_length = 6;
  return block.length > 0 && block.length <= left &&
         (block.need <= static_cast<std::ptrdiff_t>(size) || block.length >= min_padded_length);
}

// Runs `block`, at the machine's position, and its successors until one may not be entered. `block`
// may be entered, and the cache is armed with the probe's traps. Cost: about 1 ns per
// micro-operation.
BlockExit run_blocks(const BlockRun& run, Superblock& block);

// The interface to a tier that compiles the fast interpreter's blocks to native code.
//
// The interpreter runs all blocks without native code and is sampled: every `sample_interval` of
// its own ticks it reports the block that it is about to enter. At a block for which the tier has
// set an entry (Superblock::set_entry), the interpreter calls the tier's `run`.
class NativeTier : public InvalidationListener {
 public:
  // Called before every run. The cache belongs to the machine of `run`, has this tier as its
  // listener and is armed. Returns whether the tier can run in this configuration.
  virtual bool begin(const BlockRun& run) = 0;
  // Runs native code from `block`, at the machine's position, whose `entry` is set. The machine's
  // state is complete afterwards. If its tick did not change, the interpreter must make progress.
  virtual BlockExit run(const BlockRun& run, Superblock& block) = 0;
  // Returns whether each entry is translated at its second visit, not only when it pays: for tests.
  [[nodiscard]] virtual bool translates_at_once() const { return false; }
  // Returns the interpreter's ticks between two calls of `on_sample`; at least 1.
  [[nodiscard]] virtual Tick sample_interval() const = 0;
  // Called with the sampled block, which has code and no entry.
  virtual void on_sample(const BlockRun& run, Superblock& block) = 0;
};

// ---- Cells one by one, for code that is executed once or rarely (cell_stepper.cpp)

// How far `step_cells` goes, unless it comes to `run.until` before.
enum class Stepping : std::uint8_t {
  to_block,       // to the next entry with a block worth entering, or that is worth translating
  over_volatile,  // one cell, and all volatile ones after it
  to_tick,
};

// How many cells are executed between two visits of the cache. Where decisions are close together
// there is little to gain, and where entries are not known, or their blocks are soon left again,
// visits cost more than they bring.
class StepperPace {
 public:
  [[nodiscard]] Tick cells() const { return cells_; }
  void visit_more() { cells_ = std::max(cells_ / 2, min_cells); }
  void visit_less() { cells_ = std::min(cells_ * 2, max_cells); }
  // After blocks were executed for `ticks`.
  void leave_blocks(Tick ticks) {
    constexpr Tick few = 24;
    cells_ = ticks < few ? std::min(cells_ * 2, max_cells) : min_cells;
  }

 private:
  static constexpr Tick min_cells = 6;
  static constexpr Tick max_cells = 48;
  Tick cells_ = min_cells;
};

// Executes cells from the machine's position on. Returns `not_ready` where it has come as far as
// `stepping` says, `step` before a cell that the reference interpreter must execute, or why a port
// stops the run. Counts the entries on the way with `to_block`. An observer is not notified: with
// one, `p` is left to the reference interpreter. Cost: about 2 ns a cell.
BlockExit step_cells(const BlockRun& run, Stepping stepping, StepperPace& pace);

// ---- Translating cells to the micro-operations of a block (block_translator.cpp)

// Working memory of a translation, reused to save allocations.
struct TranslatorMemory {
  // A value that is not on the stack yet: a constant, or the content of a cell.
  struct Operand {
    bool is_cell = false;
    std::int64_t value = 0;
  };
  std::vector<MicroOp> ops;
  std::vector<StackEffect> uses;
  std::vector<CellIndex> cells;
  std::vector<Operand> pending;
};

// Translates `block` from the current cells in the machine's dialect, and registers it in `cache`.
// Cost: well below a microsecond for each cell on the path, of which there are at most
// `max_block_cells`.
void translate(Superblock& block, const Machine& machine, BlockCache& cache,
               TranslatorMemory& memory);

}  // namespace fungescope
