// Executes cells one by one, without translating them: for code that is executed once or rarely.
#pragma once

#include "vm/blocks/block_runner.h"

#include <algorithm>

namespace fungescope {

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

}  // namespace fungescope
