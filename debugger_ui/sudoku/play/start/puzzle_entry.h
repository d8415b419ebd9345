// A puzzle that the player enters by hand, on a board of its own: the game waits meanwhile.
//
//     entry.open(switches);                             // again: with the digits entered so far
//     if (auto puzzle = entry.start(next)) begin(*puzzle);
//     if (auto found = next.take(); found && entry.is_open()) {
//       if (auto puzzle = entry.accept(*found)) begin(*puzzle);
//     }
#pragma once

#include "debugger_ui/sudoku/play/play_state.h"
#include "debugger_ui/sudoku/play/start/new_game.h"

#include <cstdint>
#include <optional>

namespace fungescope::ui {

class PuzzleEntry {
 public:
  void open(const PlaySwitches& switches);
  void close() { open_ = false; }  // keeps the digits
  void discard();                  // closes and forgets them
  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] PlayState& board() { return board_; }

  // Examines the puzzle with `next`, or says why it cannot be played. If it was doubted and has not
  // changed since, returns it: the player wants to play it all the same.
  [[nodiscard]] std::optional<game::Puzzle> start(NewGame& next);
  // Returns an examined puzzle if it has one solution; otherwise doubts it, and says why.
  [[nodiscard]] std::optional<game::Puzzle> accept(const game::Puzzle& puzzle);
  [[nodiscard]] bool was_doubted() const { return doubted_ && !has_changed(); }
  // Since `start`, so that what it found is of no use.
  [[nodiscard]] bool has_changed() const { return open_ && board_.version() != started_; }

 private:
  bool open_ = false;
  std::uint64_t started_ = 0;  // the version of the board
  std::optional<game::Puzzle> doubted_;
  PlayState board_;
};

}  // namespace fungescope::ui
