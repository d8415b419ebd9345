// The steps of a game, each with the cells that it changed, for undo and redo without a limit.
//
//     history.add(StepKind::digit, before, after);   // false if nothing changed
//     history.undo(board);
//     history.redo(board);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/game/board.h"

namespace fungescope::game {

enum class StepKind : std::uint8_t {
  digit,
  centre_mark,
  corner_mark,
  colour,
  erase,
  all_marks,
  clean_marks,
  hint,
  solution,
  restart,
};
inline constexpr std::size_t step_kind_count = static_cast<std::size_t>(StepKind::restart) + 1;

// Returns what a menu says after "Undo": "digit", "centre mark", "all marks".
[[nodiscard]] std::string_view name_of(StepKind kind);

struct CellChange {
  Cell cell = 0;
  CellContent before;
  CellContent after;
  friend bool operator==(const CellChange&, const CellChange&) = default;
};

struct PlayedStep {
  StepKind kind = StepKind::digit;
  std::vector<CellChange> changes;  // at least one, in reading order
  friend bool operator==(const PlayedStep&, const PlayedStep&) = default;
};

class UndoHistory {
 public:
  UndoHistory() = default;
  // Takes up saved steps; the first `position` of them hold.
  UndoHistory(std::vector<PlayedStep> steps, std::size_t position)
      : steps_(std::move(steps)), position_(position) {}

  // Adds the step that leads from one board to another, and drops the steps that were undone.
  // Returns false, and changes nothing, if the boards are equal.
  bool add(StepKind kind, const Board& before, const Board& after);

  [[nodiscard]] bool can_undo() const { return position_ > 0; }
  [[nodiscard]] bool can_redo() const { return position_ < steps_.size(); }
  // Take a step back or forward on its board. They need can_undo or can_redo.
  void undo(Board& board);
  void redo(Board& board);

  [[nodiscard]] const std::vector<PlayedStep>& steps() const { return steps_; }
  // The number of steps that hold; those after it were undone.
  [[nodiscard]] std::size_t position() const { return position_; }

  friend bool operator==(const UndoHistory&, const UndoHistory&) = default;

 private:
  std::vector<PlayedStep> steps_;
  std::size_t position_ = 0;
};

}  // namespace fungescope::game
