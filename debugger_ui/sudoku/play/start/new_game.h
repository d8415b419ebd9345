// Finds the puzzle of the next game in the background: one of a level, or one that the player has.
#pragma once

#include "debugger_ui/background/background_job.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sudoku/game/puzzle.h"

namespace fungescope::ui {

class NewGame {
 public:
  // Makes a puzzle of a level. Returns nothing when stopped. `tried` counts those that had another
  // level.
  using Maker = std::function<std::optional<game::Puzzle>(
      game::Level level, std::uint64_t seed, const StopToken& stop, std::atomic<int>& tried)>;

  NewGame();  // makes puzzles by setter.b93
  // For tests.
  explicit NewGame(Maker maker) : maker_(std::move(maker)) {}

  // `wake` is called from another thread when there is something to take.
  void set_wake(std::function<void()> wake) { wake_ = std::move(wake); }
  // Of the next puzzles; at first a random one.
  void set_seed(std::uint64_t seed) { seed_ = seed; }

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
  Maker maker_;
  std::function<void()> wake_ = [] {};
  std::uint64_t seed_ = 0;
  std::optional<game::Level> level_;
  std::shared_ptr<std::atomic<int>> tried_;
  std::string problem_;
  BackgroundJob<std::optional<game::Puzzle>> job_;  // last: its thread ends first
};

}  // namespace fungescope::ui
