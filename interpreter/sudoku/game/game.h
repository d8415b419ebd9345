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

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/game/board.h"
#include "sudoku/game/puzzle.h"

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

// The steps of a game, each with the cells that it changed, for undo and redo without a limit. The
// first `position` of them hold; those after it were undone.
struct UndoHistory {
  std::vector<PlayedStep> steps;
  std::size_t position = 0;
  friend bool operator==(const UndoHistory&, const UndoHistory&) = default;
};

// The time that a game has been played: it runs between `resume` and `pause`.
//
// The present time is given by the caller, in seconds since any instant; a clock that was set back
// counts as one that stood still. Time is added up in milliseconds, so that a saved game is exact.
class Timer {
 public:
  // Starts with the milliseconds that were played before, paused.
  explicit Timer(std::int64_t milliseconds = 0) : milliseconds_(milliseconds) {}

  // Starts the timer; has no effect on one that runs.
  void resume(double now) { since_ = since_.value_or(now); }
  void pause(double now);
  [[nodiscard]] bool running() const { return since_.has_value(); }

  // Returns the time played.
  [[nodiscard]] std::int64_t milliseconds(double now) const;

 private:
  std::int64_t milliseconds_;  // before the timer was last started
  std::optional<double> since_;
};

// "4:07", or "1:04:07"; whole seconds, rounded down.
[[nodiscard]] std::string time_text(std::int64_t milliseconds);

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
  // program that continues from here.
  [[nodiscard]] std::string digits_text() const { return puzzles::to_line(digits_of(board_)); }

  // ---- The player's operations; see board.h for their rules
  bool enter_digit(const CellSet& cells, Digit digit, PeerMarks peers = PeerMarks::keep) {
    return set(StepKind::digit, with_digit(board_, givens_, cells, digit, peers));
  }
  bool toggle_centre_mark(const CellSet& cells, Digit digit) {
    return set(StepKind::centre_mark, with_mark_toggled(board_, cells, MarkKind::centre, digit));
  }
  bool toggle_corner_mark(const CellSet& cells, Digit digit) {
    return set(StepKind::corner_mark, with_mark_toggled(board_, cells, MarkKind::corner, digit));
  }
  bool toggle_colour(const CellSet& cells, Colour colour) {
    return set(StepKind::colour, with_colour_toggled(board_, cells, colour));
  }
  bool erase(const CellSet& cells) {
    return set(StepKind::erase, with_erased(board_, givens_, cells));
  }
  // Makes all candidates centre marks, in every cell without a digit.
  bool fill_marks() { return set(StepKind::all_marks, with_all_marks(board_)); }
  // Removes marks that a digit in their row, column or box rules out.
  bool clean_marks() { return set(StepKind::clean_marks, with_marks_cleaned(board_)); }
  // Goes back to the givens; the clock keeps running, and undo restores all.
  bool restart() { return set(StepKind::restart, board_of(puzzle_.givens)); }
  // Fills in the solution, if there is exactly one. The time of such a game is not kept.
  bool show_solution();
  // Makes a board, such as a hint's (hints.h), the present one.
  bool set(StepKind kind, const Board& after);

  // ---- Undo. These return false if there is nothing to undo or redo.
  bool undo();
  bool redo();
  [[nodiscard]] bool can_undo() const { return history_.position > 0; }
  [[nodiscard]] bool can_redo() const { return history_.position < history_.steps.size(); }
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
  [[nodiscard]] bool is_solved() const { return indicators_of(board_, puzzle_).solved; }
  // Stops the timer. Returns true the first time: the result is to be kept only once, also if the
  // player undoes and redoes the last step.
  bool finish(double now);
  [[nodiscard]] bool is_finished() const { return finished_; }

  // Takes up a saved game: `history` must be one of this puzzle's board.
  void restore(UndoHistory history, Timer timer, const HelpUsed& help, bool finished);

 private:
  Puzzle puzzle_;
  CellSet givens_;
  Board board_;
  UndoHistory history_;
  Timer timer_;
  HelpUsed help_;
  bool finished_ = false;
};

}  // namespace fungescope::game
