// A puzzle that is being typed: the grid and the cell that the keyboard is at.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "puzzles/grid.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

class PuzzleEditor {
 public:
  [[nodiscard]] const puzzles::Grid& grid() const { return grid_; }
  [[nodiscard]] Point cursor() const { return cursor_; }
  // Rises with every change of the grid.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] int givens() const;

  void set(const puzzles::Grid& grid);
  // As if it had been so from the beginning: there is nothing to be taken back.
  void reset_to(const puzzles::Grid& grid);
  void clear() { set({}); }
  void move_to(Point cell) { cursor_ = cell; }
  // By so many cells; over the edge to the other side.
  void move_by(std::int64_t x, std::int64_t y);
  // 1 to 9, or 0 for a blank, at the cursor.
  void put(int digit);
  // As typed: a digit is put and the cursor goes on in reading order; 0, a dot and a space
  // put a blank. False: it is none of these.
  bool type(char32_t sign);
  // Clears the cell before the cursor, and goes there.
  void erase_backwards();
  // Takes back the last change, or makes it again.
  void undo();
  void redo();
  [[nodiscard]] bool can_undo() const { return !undone_.empty(); }
  [[nodiscard]] bool can_redo() const { return !redone_.empty(); }

  // Takes the first puzzle of a text in any format that `solve` reads. The error has line and
  // column; the grid stays what it was.
  Result<void> paste(std::string_view text);

 private:
  void go_on(int by);

  puzzles::Grid grid_;
  Point cursor_;
  std::uint64_t version_ = 0;
  std::vector<puzzles::Grid> undone_;
  std::vector<puzzles::Grid> redone_;
};

}  // namespace fungescope::ui
