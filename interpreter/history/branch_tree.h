// Stores the branches of a history, each with its checkpoints, and answers which branch an instant
// belongs to.
//
// The *line* is the path from the first branch to the current one. The *owner* of a tick is the
// branch on the line that the instant at this tick belongs to: the current branch from its
// beginning on, before that its parent, and so on.
#pragma once

#include "history/edit.h"
#include "history/live_state.h"
#include "history/ports.h"
#include "history/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fungescope {

using BranchId = std::uint32_t;  // 0 is the first; not reused after a drop

struct BranchInfo {
  BranchId id = 0;
  BranchId parent = 0;      // of branch 0: 0
  Tick begin = 0;           // where it starts on its parent
  Tick end = 0;             // of the recording
  std::vector<Edit> edits;  // applied at `begin`, in this order
};

struct Checkpoint {
  Snapshot state;
  // The cells stored to since the previous checkpoint.
  std::vector<CellGroup> written;
};

// The checkpoints of one branch, oldest first, with an index of the cells stored to between them.
//
// Thinning drops each checkpoint whose neighbours are close enough together, and merges its part of
// the index into the next one. The first checkpoint is never dropped, since no replay could restore
// it.
class CheckpointList {
 public:
  explicit CheckpointList(Snapshot first);

  // Appends a checkpoint after the last one.
  void append(Checkpoint checkpoint);
  // Replaces the checkpoint of a list that has only one.
  void restart(Snapshot first);

  [[nodiscard]] const std::vector<Checkpoint>& all() const { return checkpoints_; }
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

// A sequence of recorded events, from one instant on, with one input and after certain edits.
struct Branch {
  Branch(BranchId its_id, BranchId its_parent, Snapshot first, InputLog its_input)
      : id(its_id),
        parent(its_parent),
        end(first.tick()),
        input(std::move(its_input)),
        checkpoints(std::move(first)) {}

  [[nodiscard]] Tick begin() const { return checkpoints.first().tick(); }
  // Returns the output position from which the output is the branch's own and not its parent's.
  [[nodiscard]] std::uint64_t output_begin() const { return checkpoints.first().output_size(); }
  // Returns the bytes of the input and the edits, which are kept.
  [[nodiscard]] std::size_t given_bytes() const;

  BranchId id;
  BranchId parent;  // of branch 0: 0
  Tick end;         // of the recording
  std::vector<Edit> edits;
  InputLog input;  // complete, including the parent's part
  CheckpointList checkpoints;
  // The cells stored to since the last checkpoint, as far as no snapshot is needed to know them: up
  // to `end` while the present is elsewhere.
  std::vector<CellGroup> tail_written;
  std::string output;  // the first bytes from output_begin() on, as many as are stored
};

class BranchTree {
 public:
  using Branches = std::map<BranchId, std::unique_ptr<Branch>>;

  // Adds a branch of the tree, with a new id, and makes it the current one. The first has id 0.
  Branch& add(BranchId parent, Snapshot first, InputLog input);
  // Drops a branch and its descendants, none of which is on the line.
  void drop(BranchId id);
  void set_current(Branch& branch) { current_ = &branch; }

  [[nodiscard]] const Branches& all() const { return branches_; }
  [[nodiscard]] Branch* find(BranchId id) const;  // null if there is none
  [[nodiscard]] const Branch& first() const { return *branches_.begin()->second; }
  [[nodiscard]] Branch& current() const { return *current_; }

  [[nodiscard]] const Branch& parent_of(const Branch& branch) const { return *find(branch.parent); }
  [[nodiscard]] const Branch& owner_of(Tick tick) const;
  // Returns the line, first branch first.
  [[nodiscard]] std::vector<const Branch*> line() const;
  // Returns the branch after `branch` on the line; null for the current one.
  [[nodiscard]] const Branch* next_on_line(const Branch& branch) const;
  // Returns where the line leaves `branch`.
  [[nodiscard]] Tick end_on_line(const Branch& branch) const;

  // Returns the output of the line from `from` up to `to`, as far as its branches store it.
  [[nodiscard]] std::string stored_output(std::uint64_t from, std::uint64_t to) const;

  // ---- Memory of all branches

  [[nodiscard]] std::size_t checkpoint_count() const;
  [[nodiscard]] std::size_t given_bytes() const;
  // Returns the bytes of the checkpoints and the stored output.
  [[nodiscard]] std::size_t recorded_bytes() const;
  // Returns the bytes of output that the branches but the current one store.
  [[nodiscard]] std::size_t other_output_bytes() const;
  // Drops checkpoints of every branch (CheckpointList::thin).
  void thin(Tick interval);

 private:
  template <class Of>
  [[nodiscard]] std::size_t sum(const Of& of) const;  // of all branches

  Branches branches_;
  Branch* current_ = nullptr;
  BranchId next_id_ = 0;
};

}  // namespace fungescope
