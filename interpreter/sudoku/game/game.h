// A game of sudoku without a user interface: the puzzle, the player's board, undo, the time played
// and the help that was used.
//
//     Game game(examine(givens));
//     game.timer().resume(now);
//     game.enter_digit(selection, 5, PeerMarks::clean);
//     show(game.board(), indicators_of(game.board(), game.puzzle()));
//     if (game.is_solved() && game.finish(now)) best_times.add(result_of(game, date));
//
// Each operation on the board is one step of undo; one that changes nothing is none, and returns
// false. Hints are found by hints.h; saved games are written and read by saved_game.h.
#pragma once

#include <string>

#include "sudoku/game/board.h"
#include "sudoku/game/board_edits.h"
#include "sudoku/game/puzzle.h"
#include "sudoku/game/timer.h"
#include "sudoku/game/undo_history.h"

namespace fungescope::game {

// The help that the player has had.
struct HelpUsed {
  int hints = 0;
  int checks = 0;
  bool solution_shown = false;
  friend bool operator==(const HelpUsed&, const HelpUsed&) = default;
};

class Game {
 public:
  explicit Game(const Puzzle& puzzle);

  [[nodiscard]] const Puzzle& puzzle() const { return puzzle_; }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] bool is_given(Cell cell) const { return puzzle_.is_given(cell); }
  // The 81 characters of the present board, '.' for cells without a digit: the input of a solver
  // program that goes on from here.
  [[nodiscard]] std::string digits_text() const;

  // ---- The player's operations; see board_edits.h for their rules
  bool enter_digit(const CellSet& cells, Digit digit, PeerMarks peers = PeerMarks::keep);
  bool toggle_centre_mark(const CellSet& cells, Digit digit);
  bool toggle_corner_mark(const CellSet& cells, Digit digit);
  bool toggle_colour(const CellSet& cells, Colour colour);
  bool erase(const CellSet& cells);
  bool fill_marks();   // all candidates as centre marks, in every cell without a digit
  bool clean_marks();  // removes marks that a digit in their row, column or box rules out
  bool restart();      // back to the givens; the time goes on, and undo restores all
  // Fills in the solution, if there is exactly one. The time of such a game is not kept.
  bool show_solution();
  // Makes a board, such as that of a hint (hints.h), the present one.
  bool set_board(const Board& board, StepKind kind);

  // ---- Undo. These return false if there is nothing to undo or redo.
  bool undo();
  bool redo();
  [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
  [[nodiscard]] const UndoHistory& history() const { return history_; }

  // ---- Time
  [[nodiscard]] Timer& timer() { return timer_; }
  [[nodiscard]] const Timer& timer() const { return timer_; }

  // ---- Help
  // Returns the number of wrong digits, without telling which, and counts the check. Needs exactly
  // one solution.
  int check();
  void count_hint() { ++help_.hints; }
  [[nodiscard]] const HelpUsed& help() const { return help_; }

  // ---- The end
  // Whether the board is full and without a conflict.
  [[nodiscard]] bool is_solved() const;
  // Stops the timer. Returns true the first time: the result is to be kept only once, also if the
  // player undoes and redoes the last step.
  bool finish(double now);
  [[nodiscard]] bool is_finished() const { return finished_; }

  // Takes up a saved game: `history` must be one of this puzzle's board.
  void restore(UndoHistory history, Timer timer, const HelpUsed& help, bool finished);

 private:
  bool set(StepKind kind, const Board& after);

  Puzzle puzzle_;
  CellSet givens_;
  Board board_;
  UndoHistory history_;
  Timer timer_;
  HelpUsed help_;
  bool finished_ = false;
};

}  // namespace fungescope::game
