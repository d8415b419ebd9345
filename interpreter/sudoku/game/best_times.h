// The best times by level, and their file.
//
//     BestTimes times = parse_best_times(bytes).times;
//     if (const auto result = result_of(game, "2026-11-22")) times.add(*result);
//     replace_file(path, to_text(times));
//
//     fungescope best-times 1
//     cleared 2026-11-20T18:00:00
//     time hard 1234000 2026-11-22T20:31:05 hints 0 53..7....6..195....98....6.8...6...34…
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/game/game.h"

namespace fungescope::game {

struct GameResult {
  Level level = Level::easy;
  std::int64_t milliseconds = 0;
  std::string date;  // "2026-11-22", or with the time: "2026-11-22T20:31:05"
  int hints = 0;
  puzzles::Grid givens;
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

// Returns the result of a solved game; nothing if its puzzle has no level, its solution was shown
// or the date is not one.
[[nodiscard]] std::optional<GameResult> result_of(const Game& game, std::string_view date);

enum class HintedGames : std::uint8_t { exclude, include };

class BestTimes {
 public:
  // Of each level as many are kept with hints, and as many without; the slowest are dropped.
  static constexpr std::size_t max_kept = 100;

  // Ignores one that is there already, and one that was cleared.
  void add(const GameResult& result);
  // Removes all results up to a date.
  void clear(std::string_view date);

  // Returns the fastest first; of equal times, the earliest.
  [[nodiscard]] std::vector<GameResult> top(Level level, std::size_t number,
                                            HintedGames hinted) const;

  [[nodiscard]] const std::vector<GameResult>& results() const { return results_; }
  [[nodiscard]] const std::string& cleared() const { return cleared_; }
  friend bool operator==(const BestTimes&, const BestTimes&) = default;

 private:
  std::vector<GameResult> results_;  // by level, then by time
  std::string cleared_;              // a date; empty: never
};

[[nodiscard]] std::string to_text(const BestTimes& times);

// Lines that cannot be read are errors and are skipped; the file should then be kept aside.
struct ParsedBestTimes {
  BestTimes times;
  std::vector<Error> errors;
  bool later_version = false;  // of fungescope has written the file, which must not be replaced
};
[[nodiscard]] ParsedBestTimes parse_best_times(std::string_view text);

}  // namespace fungescope::game
