// The notebook as a list, and as a document for others to read.
#pragma once

#include "session/notebook.h"
#include "session/session.h"

#include <string>
#include <vector>

namespace fungescope {

struct NotebookRow {
  NotebookEntry entry;
  std::string name;      // of the bookmark at its instant; may be empty
  bool present = false;  // the present entry
  bool other_branch = false;
  friend bool operator==(const NotebookRow&, const NotebookRow&) = default;
};

// Returns the entries, oldest first, without those whose branch has been dropped.
[[nodiscard]] std::vector<NotebookRow> view_notebook(const Session& session);

// Returns the bookmark at an instant, the first of several; null if there is none, or no such
// branch.
[[nodiscard]] const Bookmark* bookmark_at(const Session& session, const BranchInstant& at);

// "until x == 5, then 3 steps"
[[nodiscard]] std::string question_text(const NotebookEntry& entry);

// Returns the notebook in Markdown (CommonMark): a heading for each entry with its name or tick,
// its question and answer as a quoted session, and its note. The same notebook gives the same text.
[[nodiscard]] std::string notebook_to_markdown(const Session& session);

}  // namespace fungescope
