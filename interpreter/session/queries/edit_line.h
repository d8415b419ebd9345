// The user's edits that led to the present branch: which of them a value comes from, and which
// branch an instant belongs to.
#pragma once

#include "session/session.h"

#include <memory>
#include <optional>
#include <vector>

namespace fungescope {

class EditLine {
 public:
  // Of the present branch. Valid until the next edit.
  explicit EditLine(const Session& session);

  // The branch that executed the instruction after `instant`.
  [[nodiscard]] BranchId owner(Tick instant) const { return piece_at(instant).branch; }
  // The last instant at or before this one at which edits were made, else the start of the history;
  // and the first at or after this one, else no_limit.
  [[nodiscard]] Tick boundary_before(Tick instant) const { return piece_at(instant).begin; }
  [[nodiscard]] Tick boundary_after(Tick instant) const;

  // The last edit up to an instant, inclusive, that set a cell.
  struct CellEdit {
    Tick tick = 0;
    bool source = false;  // a reload, with another byte of the source for this cell
  };
  [[nodiscard]] std::optional<CellEdit> of_cell(Point at, Tick instant) const;
  // The last one that replaced the stack.
  [[nodiscard]] std::optional<Tick> of_stack(Tick instant) const;
  // The size of the field that the instruction before an instant was executed on.
  [[nodiscard]] Size field_before(Tick instant) const {
    return instant == 0 ? line_.front().field : piece_at(instant - 1).field;
  }

 private:
  struct Piece {
    BranchId branch = 0;
    Tick begin = 0;
    Size field;  // after the edits
  };
  struct PastEdit {
    Tick tick = 0;
    Edit edit;
    std::shared_ptr<const Playfield> source_before;
  };
  // The piece that executed the instruction after `instant`.
  [[nodiscard]] const Piece& piece_at(Tick instant) const;

  std::vector<Piece> line_;  // the root first
  std::vector<PastEdit> edits_;
};

}  // namespace fungescope
