// The state of the puzzle editor: grid, cursor and undo history, and how many solutions there are.
#pragma once

#include "base/result.h"
#include "debugger_ui/background/background_job.h"
#include "lang/geometry.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "sudoku/game/game.h"

namespace fungescope::ui {

class PuzzleEditor {
 public:
  [[nodiscard]] puzzles::Grid grid() const { return game::digits_of(game_.board()); }
  [[nodiscard]] Point cursor() const { return cursor_; }
  // Incremented with every change of the grid.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] std::size_t givens() const {
    return static_cast<std::size_t>(puzzles::count_clues(grid()));
  }

  void set(const puzzles::Grid& grid) {
    note(game_.set(game::StepKind::digit, game::board_of(grid)));
  }
  // Replaces the grid and clears the undo history.
  void reset_to(const puzzles::Grid& grid);
  void move_to(Point cell) { cursor_ = cell; }
  // Moves the cursor, wrapping at the edges.
  void move_by(Point step) {
    move_to({(cursor_.x + step.x + 9) % 9, (cursor_.y + step.y + 9) % 9});
  }
  // Puts 1 to 9, or 0 for a blank, at the cursor.
  void put(int digit);
  // Handles a typed character: a digit is put and the cursor advances in reading order; 0, a dot
  // and a space put a blank. Returns false for any other character.
  bool type(char32_t sign);
  // Clears the cell before the cursor and moves there.
  void erase_backwards();
  // Undo the last change, or redo it. Return false if there is none.
  bool undo() { return note(game_.undo()); }
  bool redo() { return note(game_.redo()); }

  // Takes the first puzzle of a text in any format that `solve` reads. The error has line and
  // column; the grid is unchanged then.
  Result<void> paste(std::string_view text);

 private:
  void go_on(int by);
  bool note(bool changed) {
    version_ += changed ? 1 : 0;
    return changed;
  }

  game::Game game_{game::Puzzle()};  // for its undo
  Point cursor_;
  std::uint64_t version_ = 0;
};

struct PuzzleSample {
  std::string_view name;
  std::string_view line;  // 81 characters, a dot for a blank
};

// From easy to hard; each has exactly one solution.
[[nodiscard]] std::span<const PuzzleSample> puzzle_samples();

// Counts the solutions of a puzzle in the background: one with few givens may take long.
class SolutionCounter {
 public:
  // Starts a count and cancels an older puzzle's.
  void ask(const puzzles::Grid& puzzle);
  // Returns 0, 1, or 2 for more than one solution of the latest puzzle; nothing while it is
  // counted.
  [[nodiscard]] std::optional<int> count();
  // Blocks until the count is known; for tests.
  int wait();

 private:
  std::optional<int> count_;
  BackgroundJob<int> job_;
};

}  // namespace fungescope::ui
