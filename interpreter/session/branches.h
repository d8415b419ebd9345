// Words for branches: what made one, and its name, which is that of the bookmark at its beginning;
// and what two of them share.
#pragma once

#include "history/history.h"
#include "session/bookmarks.h"

#include <string>
#include <vector>

namespace fungescope {

// Returns how an edit changed the run: "cell (3, 4) = 118", "input \"9\\n\"".
[[nodiscard]] std::string describe(const Edit& edit);
// Returns what made the branch: its first edit, and how many more there were. Empty for branch 0.
[[nodiscard]] std::string made_by(const BranchInfo& branch);

// Returns the bookmark that names the branch, or null.
[[nodiscard]] const Bookmark* naming_bookmark(const std::vector<Bookmark>& bookmarks,
                                              const BranchInfo& branch);

// Returns the last tick that two branches share; the beginning of the history if one was dropped.
[[nodiscard]] Tick last_common_tick(const History& history, BranchId a, BranchId b);

}  // namespace fungescope
