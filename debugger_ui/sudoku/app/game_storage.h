// Keeps the game and the best times in the user's folder for state.
//
//     GameStorage keeper(report);           // keeps nothing without user files
//     std::optional<Game> game = keeper.load();
//     keeper.save(game, now);              // after every move
//     keeper.save_best(times);
//
// They belong to one window: a second one plays another game, and keeps nothing.
#pragma once

#include "debugger_ui/app/files/shared_file.h"

#include <functional>
#include <optional>
#include <string>

#include "sudoku/game/best_times.h"

namespace fungescope::ui {

class GameStorage {
 public:
  // Tells the user about a problem.
  using Report = std::function<void(std::string)>;

  GameStorage() = default;  // keeps nothing
  explicit GameStorage(Report report);

  // Returns the game that was saved last, if there is one. A damaged file is set aside.
  [[nodiscard]] std::optional<game::Game> load();
  // Replaces the file. A failure is reported once, until it is another one.
  void save(const game::Game& game, double now);

  [[nodiscard]] game::BestTimes load_best();
  void save_best(const game::BestTimes& times);

  // The local time, as results have it.
  [[nodiscard]] static std::string present_date();

 private:
  void report(std::string problem);
  void report_elsewhere();
  // Moves a file that cannot be read out of the way.
  void set_aside(const std::string& path, const std::string& what);

  Report report_;
  std::string game_path_;  // empty: not kept
  std::string best_path_;
  FileLock lock_;
  std::string problem_;  // the last one, which is not repeated
};

}  // namespace fungescope::ui
