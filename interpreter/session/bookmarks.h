// Names for instants.
//
// A bookmark belongs to the branch that recorded its tick, which may be one that the
// present branch came from: it means the same instant on all branches that share it, and it is
// gone when that branch is dropped.
#pragma once

#include "base/result.h"
#include "history/history.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct Bookmark {
  std::uint32_t id = 0;  // from 1; given by the list
  std::string name;      // not empty; no other has it, in any case
  Tick tick = 0;
  BranchId branch = 0;  // the one that recorded the tick
};

class BookmarkList {
 public:
  // Adds one and returns its id. Fails when the name is empty or taken.
  Result<std::uint32_t> add(std::string name, Tick tick, BranchId branch);
  // Null if there is none. Names are compared in any case.
  [[nodiscard]] const Bookmark* find(std::uint32_t id) const;
  [[nodiscard]] const Bookmark* find(std::string_view name) const;
  bool remove(std::uint32_t id);
  // Fails as `add` does; the bookmark must be there. Another case of its own name is not taken.
  Result<void> rename(std::uint32_t id, std::string name);
  void clear() { bookmarks_.clear(); }
  // Removes those whose branch is no longer there. Returns how many.
  std::size_t remove_lost(const History& history);
  // In the order in which they were added.
  [[nodiscard]] const std::vector<Bookmark>& all() const { return bookmarks_; }
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  // May a bookmark have this name? `id` may have it already.
  [[nodiscard]] Result<void> check_name(const std::string& name, std::uint32_t id) const;

  std::vector<Bookmark> bookmarks_;
  std::uint32_t next_id_ = 1;
};

// The branch that recorded an instant of the present one.
[[nodiscard]] BranchId branch_of(const History& history, Tick tick);

// Is the bookmark's instant one of the present branch?
[[nodiscard]] bool is_on_branch(const History& history, const Bookmark& bookmark);

}  // namespace fungescope
