// The branches of a history: their checkpoints, oldest first, and the index of the cells
// stored to between them.
//
// Thinning drops every checkpoint whose neighbours are close enough together, and merges
// its part of the index into the next one. The first checkpoint is never dropped.
#pragma once

#include "history/edit.h"
#include "history/input_log.h"
#include "history/live_state.h"
#include "history/snapshot.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fungescope {

struct Checkpoint {
  Snapshot state;
  // The cells stored to since the previous checkpoint, by group.
  std::vector<CellGroup> written;
};

class Timeline {
 public:
  explicit Timeline(Snapshot first);

  // Adds a checkpoint after the last one.
  void append(Checkpoint checkpoint);
  // Replaces the only checkpoint of a timeline.
  void restart(Snapshot first);

  [[nodiscard]] const std::vector<Checkpoint>& checkpoints() const { return checkpoints_; }
  [[nodiscard]] const Snapshot& first() const { return checkpoints_.front().state; }
  [[nodiscard]] const Snapshot& last() const { return checkpoints_.back().state; }
  // Returns the last checkpoint at or before `tick`, or null. Cost: O(log n).
  [[nodiscard]] const Snapshot* at_or_before(Tick tick) const;
  // Returns the last checkpoint with at most `size` bytes of output, else the first.
  [[nodiscard]] const Snapshot& before_output(std::uint64_t size) const;

  // Whether any of the cells (sorted by group) may have been stored to between `begin` and
  // `end`, at the granularity of checkpoints.
  [[nodiscard]] bool may_have_written(Tick begin, Tick end, std::span<const CellGroup> cells) const;

  // Drops checkpoints as long as no gap exceeds `interval` ticks. Cost: O(n).
  void thin(Tick interval);

  // Bytes of the index and the vectors, without the snapshots' groups.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static std::size_t bytes_of(const Checkpoint& checkpoint);

  std::vector<Checkpoint> checkpoints_;
  std::size_t bytes_ = 0;
};

// A branch: the run from one instant on, with its own edits and input.
struct Branch {
  Branch(std::uint32_t its_id, std::uint32_t its_parent, Snapshot first, InputLog its_input)
      : id(its_id),
        parent(its_parent),
        end(first.tick()),
        input(std::move(its_input)),
        timeline(std::move(first)) {}

  [[nodiscard]] Tick begin() const { return timeline.first().tick(); }
  // The output before this position is the parent's.
  [[nodiscard]] std::uint64_t output_begin() const { return timeline.first().output_size(); }

  std::uint32_t id;
  std::uint32_t parent;
  Tick end;  // recorded up to here
  std::vector<Edit> edits;
  InputLog input;  // from tick 0 on, the parents' part included
  Timeline timeline;
  std::string output;  // the bytes kept, from output_begin() on
};

}  // namespace fungescope
