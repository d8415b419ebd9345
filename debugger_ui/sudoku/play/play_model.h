// All that the Play layout shows: the game, the next one while it is made or entered, the best
// times. And what its buttons ask for.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/sudoku/play/play_state.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/game/best_times.h"

namespace fungescope::ui {

// Finds the puzzle of the next game in the background: one of a level, or one that the player has.
class NewGame {
 public:
  NewGame();

  // `wake` is called from another thread when there is something to take.
  void set_wake(std::function<void()> wake) { wake_ = std::move(wake); }
  // Of the next puzzles; at first a random one.
  void set_seed(std::uint64_t seed) { seed_ = seed; }

  // Makes a puzzle of a level, by setter.b93.
  void make(game::Level level);
  // Solves and rates a puzzle; else `problem` says why it cannot be played.
  void examine(const puzzles::Grid& givens);
  // Examines the first puzzle of a text, in any format that `solve` reads; else `problem` says why
  // there is none.
  void examine(std::string_view text);
  void cancel();

  [[nodiscard]] bool running() const { return job_.running(); }
  [[nodiscard]] std::optional<game::Level> level() const { return level_; }  // being made
  [[nodiscard]] int tried() const { return tried_ ? tried_->load() : 0; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  // Returns the puzzle once, when it is there.
  [[nodiscard]] std::optional<game::Puzzle> take();

 private:
  std::function<void()> wake_ = [] {};
  std::uint64_t seed_ = 0;
  std::optional<game::Level> level_;
  std::shared_ptr<std::atomic<int>> tried_;
  std::string problem_;
  BackgroundJob<std::optional<game::Puzzle>> job_;  // last: its thread ends first
};

// A puzzle that the player enters by hand, on a board of its own: the game waits meanwhile.
//
//     entry.open(switches);                             // again: with the digits entered so far
//     if (auto puzzle = entry.start(next)) begin(*puzzle);
//     if (auto found = next.take(); found && entry.is_open()) {
//       if (auto puzzle = entry.accept(*found)) begin(*puzzle);
//     }
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

// The labels of the actions (app/actions.h) that buttons perform.
namespace play_action {
inline constexpr std::string_view new_game = "new game…";
inline constexpr std::string_view enter_puzzle = "enter a puzzle…";
inline constexpr std::string_view start_entered = "play the entered puzzle";
inline constexpr std::string_view paste = "paste a puzzle";
inline constexpr std::string_view program_puzzle = "puzzle from the debugger";
inline constexpr std::string_view undo = "undo";
inline constexpr std::string_view redo = "redo";
inline constexpr std::string_view erase = "erase";
inline constexpr std::string_view pause = "pause";
inline constexpr std::string_view check = "check";
inline constexpr std::string_view hint = "hint";
inline constexpr std::string_view fill_marks = "fill in all marks";
inline constexpr std::string_view best_times = "best times…";
inline constexpr std::string_view befunge = "continue in the debugger";
}  // namespace play_action

struct PlayModel {
  PlayState state;
  NewGame next;
  PuzzleEntry entry;
  game::BestTimes best;
  std::optional<game::GameResult> result;  // of the finished game, if it is kept
  bool choosing = true;             // the page for a new game is shown, or the board to enter one
  bool program_has_puzzle = false;  // the program in the debugger

  // Whether the board is seen and takes keys.
  [[nodiscard]] bool is_playing() const { return state.has_game() && !choosing; }
  [[nodiscard]] bool is_entering() const { return choosing && entry.is_open(); }
  // The visible board: the game's, or the one to enter a puzzle.
  [[nodiscard]] PlayState& board() { return is_entering() ? entry.board() : state; }
};

// Performs the action of a label.
using PerformPlay = std::function<void(std::string_view)>;

// ---- The summary of a finished game

[[nodiscard]] std::string result_title(const game::HelpUsed& help, std::int64_t milliseconds);

// What follows the title. Games with hints are compared with each other only, and so are those
// without.
[[nodiscard]] std::vector<std::string> result_lines(const game::HelpUsed& help,
                                                    std::int64_t milliseconds,
                                                    const PlayModel& model);

}  // namespace fungescope::ui
