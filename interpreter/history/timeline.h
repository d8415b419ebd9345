// The checkpoints of one branch, oldest first, and the index of what was stored
// to between them.
//
// Thinning drops every checkpoint whose neighbours are close enough together, and
// gives its share of the index to the one after it. The first one stays for ever: nothing
// before it could be replayed to get there.
#pragma once

#include "history/live_state.h"
#include "history/snapshot.h"

#include <cstddef>
#include <span>
#include <vector>

namespace fungescope {

struct Checkpoint {
  Snapshot state;
  // What was stored to since the checkpoint before, by group.
  std::vector<CellGroup> written;
};

class Timeline {
 public:
  explicit Timeline(Snapshot first);

  // A checkpoint behind the last one.
  void append(Checkpoint checkpoint);
  // A new start for a timeline of one checkpoint.
  void restart(Snapshot first);

  [[nodiscard]] const std::vector<Checkpoint>& checkpoints() const { return checkpoints_; }
  [[nodiscard]] const Snapshot& first() const { return checkpoints_.front().state; }
  [[nodiscard]] const Snapshot& last() const { return checkpoints_.back().state; }
  // The last checkpoint at or before `tick`; null if there is none. Cost: log n.
  [[nodiscard]] const Snapshot* at_or_before(Tick tick) const;
  // The last whose output is not longer than `size` bytes; the first if all are.
  [[nodiscard]] const Snapshot& before_output(std::uint64_t size) const;

  // Was any of the cells, sorted by group, stored to between `begin` and `end`, as far as
  // the checkpoints around them tell?
  [[nodiscard]] bool may_have_written(Tick begin, Tick end, std::span<const CellGroup> cells) const;

  // Drops what no gap of more than `interval` ticks needs. Cost: all checkpoints.
  void thin(Tick interval);

  // Of the index and the lists; the snapshots' groups are not in here.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static std::size_t bytes_of(const Checkpoint& checkpoint);

  std::vector<Checkpoint> checkpoints_;
  std::size_t bytes_ = 0;
};

}  // namespace fungescope
