// What Play keeps and writes: the game and the best times, pictures of the board, pages of puzzles.
#pragma once

#include "debugger_ui/app/files/shared_file.h"
#include "debugger_ui/background/background_job.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/game/best_times.h"
#include "sudoku/printing/page_layout.h"

namespace fungescope::ui {

// Keeps the game and the best times in the user's folder for state.
//
//     GameStorage keeper(report);           // keeps nothing without user files
//     std::optional<Game> game = keeper.load();
//     keeper.save(game, now);              // after every move
//     keeper.save_best(times);
//
// They belong to one window: a second one plays another game, and keeps nothing.
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
  // Returns the bytes of a file; nothing if there is none, or it cannot be read, and is not kept.
  std::optional<std::string> read(std::string& path, std::string_view what);
  // Moves a file that cannot be read out of the way.
  void set_aside(const std::string& path, const std::string& what);

  Report report_;
  std::string game_path_;  // empty: not kept
  std::string best_path_;
  FileLock lock_;
  std::string problem_;  // the last one, which is not repeated
};

// Pictures of the board and printable pages of puzzles, as files. A page holds the game's puzzle
// and further ones of its level, which are made in the background.
class PlayExport {
 public:
  enum class Subject : std::uint8_t { board, page, pdf };

  void ask(Subject what, const game::Game& game, Services& services);
  void frame(ImguiHost& host, const Context& context);
  [[nodiscard]] bool at_work() const { return !requests_->empty() || pages_.running(); }

 private:
  using Pages = std::vector<printing::Page>;
  struct Request {
    Subject what;
    std::string path;
    game::Game game;
  };

  [[nodiscard]] Result<void> write(ImguiHost& host, const Context& context, const Request& request,
                                   const Pages& pages) const;

  // Shared with the file dialog, which may answer at any time. The first one is worked on.
  std::shared_ptr<std::vector<Request>> requests_ = std::make_shared<std::vector<Request>>();
  BackgroundJob<Pages> pages_;
};

}  // namespace fungescope::ui
