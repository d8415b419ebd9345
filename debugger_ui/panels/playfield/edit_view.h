// The document that is edited, as a snapshot: the playfield draws it as it draws a run.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "lang/geometry.h"

#include <cstdint>
#include <memory>

#include "editing/document.h"

namespace fungescope::ui {

class EditView {
 public:
  // Returns `run` with the cells of the document. What lies outside `visible` may be older if the
  // document is large. Costs a copy of the snapshot when either has changed, and for documents of
  // up to 64 K cells an analysis of what the instruction pointer reaches. Valid until the next
  // call.
  // `generation` changes when another document takes the place of this one.
  const ViewSnapshot& update(const ViewSnapshot& run, const editing::Document& document,
                             std::uint64_t generation, const Rectangle& visible);

 private:
  void show_program(const ViewSnapshot& run, const editing::Document& document, bool changed);
  void show_cells(const ViewSnapshot& run, const editing::Document& document);

  ViewSnapshot shown_;
  std::uint64_t serial_ = 0;    // of the run's snapshot
  std::uint64_t revision_ = 0;  // of the document
  std::uint64_t generation_ = 0;
  std::shared_ptr<const ProgramInfo> base_;  // of the run
  Rectangle area_;
  std::shared_ptr<const ProgramInfo> program_;
  std::shared_ptr<const Reachability> reachable_;
};

}  // namespace fungescope::ui
