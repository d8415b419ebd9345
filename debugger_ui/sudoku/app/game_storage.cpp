#include "debugger_ui/sudoku/app/play_files.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <utility>

#include "sudoku/game/saved_game.h"
#include <fmt/format.h>

namespace fungescope::ui {

GameStorage::GameStorage(Report report)
    : report_(std::move(report)),
      game_path_(state_path("sudoku-game")),
      best_path_(state_path("sudoku-best-times")) {
  if (game_path_.empty()) return;
  lock_ = FileLock(game_path_ + ".lock");
  if (!lock_.held()) game_path_.clear();
}

void GameStorage::report(std::string problem) {
  if (problem == problem_) return;
  problem_ = problem;
  if (!problem.empty() && report_) report_(std::move(problem));
}

void GameStorage::report_elsewhere() {
  if (lock_.elsewhere())
    report("another window keeps its game and the best times; nothing is saved here");
}

void GameStorage::set_aside(const std::string& path, const std::string& what) {
  const std::string aside = path + ".broken";
  const bool moved = std::rename(path.c_str(), aside.c_str()) == 0;
  report(fmt::format("{}; {}", what,
                     moved ? "the file is kept as " + aside : "nothing is saved over it"));
  if (!moved && path == game_path_) game_path_.clear();
  if (!moved && path == best_path_) best_path_.clear();
}

std::optional<std::string> GameStorage::read(std::string& path, std::string_view what) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return std::nullopt;
  auto bytes = read_file(path);
  if (bytes) return std::move(*bytes);
  report(fmt::format("{} cannot be read: {}", what, to_string(bytes.error())));
  path.clear();
  return std::nullopt;
}

std::optional<game::Game> GameStorage::load() {
  const auto bytes = read(game_path_, "the saved game");
  if (!bytes) return std::nullopt;
  if (game::is_later_version(*bytes)) {
    report("the saved game is of a later version of this program; this one is not saved");
    game_path_.clear();
    return std::nullopt;
  }
  auto game = game::parse_saved_game(*bytes);
  if (!game) {
    set_aside(game_path_, "the saved game is damaged: " + to_string(game.error()));
    return std::nullopt;
  }
  return std::move(*game);
}

void GameStorage::save(const game::Game& game, double now) {
  report_elsewhere();
  if (game_path_.empty()) return;
  const auto saved = replace_file(game_path_, game::to_text(game, now));
  report(saved ? std::string() : "the game is not saved: " + to_string(saved.error()));
}

game::BestTimes GameStorage::load_best() {
  const auto bytes = read(best_path_, "the best times");
  if (!bytes) return {};
  game::ParsedBestTimes parsed = game::parse_best_times(*bytes);
  if (parsed.later_version) {
    report("the best times are of a later version of this program; no time is added to them");
    best_path_.clear();
  } else if (!parsed.errors.empty()) {
    set_aside(best_path_, "the best times are damaged: " + to_string(parsed.errors.front()));
  }
  return std::move(parsed.times);
}

void GameStorage::save_best(const game::BestTimes& times) {
  report_elsewhere();
  if (best_path_.empty() || lock_.elsewhere()) return;
  const auto saved = replace_file(best_path_, game::to_text(times));
  if (!saved) report("the best times are not saved: " + to_string(saved.error()));
}

std::string GameStorage::present_date() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", local.tm_year + 1900, local.tm_mon + 1,
                     local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
}

}  // namespace fungescope::ui
