#include "debugger_ui/sudoku/play/start/puzzle_entry.h"

namespace fungescope::ui {

void PuzzleEntry::open(const PlaySwitches& switches) {
  open_ = true;
  board_.switches = switches;
  board_.switches.conflicts = true;
  if (!board_.has_game()) board_.begin_entry();
}

void PuzzleEntry::discard() {
  board_.begin_entry();
  doubted_.reset();
  close();
}

std::optional<game::Puzzle> PuzzleEntry::start(NewGame& next) {
  if (was_doubted()) return doubted_;
  doubted_.reset();
  started_ = board_.version();
  const puzzles::Grid givens = game::digits_of(board_.game().board());
  if (givens == puzzles::Grid()) {
    board_.say("there are no digits yet; enter those of the puzzle", Tone::warning);
    return std::nullopt;
  }
  next.examine(givens);
  board_.say(next.problem(), Tone::warning);
  return std::nullopt;
}

std::optional<game::Puzzle> PuzzleEntry::accept(const game::Puzzle& puzzle) {
  if (puzzle.has_one_solution()) return puzzle;
  doubted_ = puzzle;
  board_.say(puzzle.warning(), Tone::warning);
  return std::nullopt;
}

}  // namespace fungescope::ui
