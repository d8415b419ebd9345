// Stores the branches of a history and answers which branch an instant belongs to.
//
// The *line* is the path from the first branch to the current one. The *owner* of a tick is the
// branch on the line that the instant at this tick belongs to: the current branch from its
// beginning on, before that its parent, and so on.
#pragma once

#include "history/edit.h"
#include "history/history.h"
#include "history/input_log.h"
#include "history/timeline.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fungescope {

// A sequence of recorded events, from one instant on, with one input and after certain edits.
struct Branch {
  Branch(BranchId its_id, BranchId its_parent, Snapshot first, InputLog its_input)
      : id(its_id),
        parent(its_parent),
        end(first.tick()),
        input(std::move(its_input)),
        timeline(std::move(first)) {}

  [[nodiscard]] Tick begin() const { return timeline.first().tick(); }
  // Returns the output position from which the output is the branch's own and not its parent's.
  [[nodiscard]] std::uint64_t output_begin() const { return timeline.first().output_size(); }

  BranchId id;
  BranchId parent;  // of branch 0: 0
  Tick end;         // of the recording
  std::vector<Edit> edits;
  InputLog input;  // complete, including the parent's part
  Timeline timeline;
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

 private:
  Branches branches_;
  Branch* current_ = nullptr;
  BranchId next_id_ = 0;
};

}  // namespace fungescope
