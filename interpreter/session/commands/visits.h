// Records the instants that a session visits in its notebook (session/notebook.h), and goes to
// them.
//
//     record_visit(session, Visit::next, "until x == 5", "stop 2: ...");  // after a jump
//     if (auto gone = go_to_visit(session, VisitDirection::back, &monitor); !gone) ...
//
// Debugger::submit records the visits of commands; front ends record those that they make in other
// ways.
#pragma once

#include "session/notebook.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

// Records that the present instant was visited. `reason` says why the run stopped there; the answer
// is made of it and the next instruction. Cheap enough for every frame.
void record_visit(Session& session, Visit visit, std::string question,
                  const std::string& reason = {});

// Whether a line is a single step, forwards or backwards: `step`, `next` or `line` without a count.
[[nodiscard]] bool is_single_step(std::string_view line);

// Goes to a neighbour of the present entry, or to an entry by its number, and makes it the present
// one. Entries of branches that were dropped are removed first. Fails if the entry is missing,
// and if the monitor interrupts, which leaves the notebook unchanged.
Result<void> go_to_visit(Session& session, VisitDirection direction, Monitor* monitor);
Result<void> go_to_visit(Session& session, std::uint32_t number, Monitor* monitor);

// Observes a command, from its construction to `record`, and records where it has moved.
class VisitRecorder {
 public:
  // An instant that was reached unrecorded becomes an entry.
  explicit VisitRecorder(Session& session);
  // `reason`: why the command's run stopped. A step moves the present entry, unless the user has
  // named its instant or written a note on it. An edit that joins others at its instant extends
  // their question.
  void record(Session& session, std::string_view line, const std::string& reason) const;

 private:
  BranchInstant at_;
  std::size_t edits_;           // of the branch
  bool kept_ = false;           // the present entry has a name or a note
  std::uint64_t revision_ = 0;  // of the notebook
};

}  // namespace fungescope
