// Stores the checkpoints of one branch, oldest first, with an index of the cells stored to between
// them.
//
// Thinning drops each checkpoint whose neighbours are close enough together, and merges its part of
// the index into the next one. The first checkpoint is never dropped, since no replay could restore
// it.
#pragma once

#include "history/live_state.h"
#include "history/snapshot.h"

#include <cstddef>
#include <span>
#include <vector>

namespace fungescope {

struct Checkpoint {
  Snapshot state;
  // The cells stored to since the previous checkpoint.
  std::vector<CellGroup> written;
};

class Timeline {
 public:
  explicit Timeline(Snapshot first);

  // Appends a checkpoint after the last one.
  void append(Checkpoint checkpoint);
  // Replaces the checkpoint of a timeline that has only one.
  void restart(Snapshot first);

  [[nodiscard]] const std::vector<Checkpoint>& checkpoints() const { return checkpoints_; }
  [[nodiscard]] const Snapshot& first() const { return checkpoints_.front().state; }
  [[nodiscard]] const Snapshot& last() const { return checkpoints_.back().state; }
  // Returns the last checkpoint at or before `tick`, or null. Cost: O(log n).
  [[nodiscard]] const Snapshot* at_or_before(Tick tick) const;
  // Returns the last checkpoint with at most `size` bytes of output, or the first.
  [[nodiscard]] const Snapshot& before_output(std::uint64_t size) const;

  // Returns whether any of the cells, sorted by group, may have been stored to between `begin` and
  // `end`. Exact to the checkpoints around them.
  [[nodiscard]] bool may_have_written(Tick begin, Tick end, std::span<const CellGroup> cells) const;

  // Drops checkpoints where the remaining gap is at most `interval` ticks. Cost: all checkpoints.
  void thin(Tick interval);

  // Returns the bytes of the index and the lists, without the snapshots' groups.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static std::size_t bytes_of(const Checkpoint& checkpoint);

  std::vector<Checkpoint> checkpoints_;
  std::size_t bytes_ = 0;
};

}  // namespace fungescope
