// Names for instants, and for the branches that begin at them.
//
// A bookmark belongs to the branch that recorded its tick, which may be an ancestor of the present
// branch. It denotes the same instant on all branches that share it, and is removed when that
// branch is dropped.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "session/numbered_list.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct Bookmark {
  std::uint32_t id = 0;  // from 1; assigned by the list
  std::string name;      // not empty; unique, ignoring case
  Tick tick = 0;
  BranchId branch = 0;  // the one that recorded the tick
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

class BookmarkList : private NumberedList<Bookmark> {
 public:
  using NumberedList::clear;
  using NumberedList::find;
  using NumberedList::remove;

  // Adds a bookmark and returns its id. Fails if the name is empty or taken.
  Result<std::uint32_t> add(std::string name, Tick tick, BranchId branch);
  // Ignores case. Returns null if there is no such bookmark.
  [[nodiscard]] const Bookmark* find(std::string_view name) const;
  // Fails as `add` does. The bookmark must exist. It may keep its own name in another case.
  Result<void> rename(std::uint32_t id, const std::string& name);
  // Removes the bookmarks whose branch has been dropped. Returns how many.
  std::size_t remove_lost(const History& history);
  [[nodiscard]] const std::vector<Bookmark>& all() const { return NumberedList::all(); }
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  // Fails unless a bookmark may have this name, which `id` may have already.
  [[nodiscard]] Result<void> check_name(const std::string& name, std::uint32_t id) const;
};

// Returns the branch that recorded an instant of the present one, or of another that exists.
[[nodiscard]] BranchId branch_of(const History& history, Tick tick);
[[nodiscard]] BranchId branch_of(const History& history, BranchId branch, Tick tick);

// Whether the bookmark's instant is on the present branch.
[[nodiscard]] bool is_on_branch(const History& history, const Bookmark& bookmark);

// ---- Words for branches

// Returns how an edit changed the run: "cell (3, 4) = 118", "input \"9\\n\"".
[[nodiscard]] std::string describe(const Edit& edit);
// Returns what made the branch: its first edit, and how many more there were. Empty for branch 0.
[[nodiscard]] std::string made_by(const BranchInfo& branch);

[[nodiscard]] const Bookmark* naming_bookmark(const std::vector<Bookmark>& bookmarks,
                                              const BranchInfo& branch);

// An instant of one branch: before the edits of branches that begin there. Its parent may share it.
struct BranchInstant {
  BranchId branch = 0;
  Tick tick = 0;
  friend bool operator==(const BranchInstant&, const BranchInstant&) = default;
};
// Returns the last instant that two different branches share.
[[nodiscard]] BranchInstant last_common_instant(const History& history, BranchId a, BranchId b);
// Returns its tick; the beginning of the history if one of the branches was dropped.
[[nodiscard]] Tick last_common_tick(const History& history, BranchId a, BranchId b);

}  // namespace fungescope
