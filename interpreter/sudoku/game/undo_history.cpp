#include "sudoku/game/undo_history.h"

#include <array>
#include <cassert>
#include <utility>

namespace fungescope::game {

std::string_view name_of(StepKind kind) {
  static constexpr std::array<std::string_view, step_kind_count> names{
      "digit",     "centre mark", "corner mark", "colour",   "erase",
      "all marks", "clean marks", "hint",        "solution", "restart"};
  return names[static_cast<std::size_t>(kind)];
}

bool UndoHistory::add(StepKind kind, const Board& before, const Board& after) {
  PlayedStep step{kind, {}};
  for (std::size_t i = 0; i < board_cells; ++i) {
    if (before.cells[i] == after.cells[i]) continue;
    step.changes.push_back({static_cast<Cell>(i), before.cells[i], after.cells[i]});
  }
  if (step.changes.empty()) return false;
  steps_.resize(position_);
  steps_.push_back(std::move(step));
  ++position_;
  return true;
}

void UndoHistory::undo(Board& board) {
  assert(can_undo());
  for (const CellChange& change : steps_[--position_].changes) {
    board.at(change.cell) = change.before;
  }
}

void UndoHistory::redo(Board& board) {
  assert(can_redo());
  for (const CellChange& change : steps_[position_++].changes) board.at(change.cell) = change.after;
}

}  // namespace fungescope::game
