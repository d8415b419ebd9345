#include "sudoku/game/best_times.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "sudoku/game/text_fields.h"
#include <fmt/format.h>

namespace fungescope::game {
namespace {

constexpr std::string_view best_times_title = "fungescope best-times ";
constexpr std::int64_t best_times_version = 1;
constexpr std::int64_t max_milliseconds = std::int64_t{1} << 50U;
constexpr std::int64_t max_number = 1'000'000'000;

// Whether the text is as "2026-11-22" or "2026-11-22T20:31:05", so that dates compare as texts.
bool is_date(std::string_view text) {
  constexpr std::string_view shape = "0000-00-00T00:00:00";
  if (text.size() != 10 && text.size() != shape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == '0' ? !digit : text[i] != shape[i]) return false;
  }
  return true;
}

bool comes_before(const GameResult& a, const GameResult& b) {
  return std::tie(a.level, a.milliseconds, a.date, a.hints, a.givens.cells) <
         std::tie(b.level, b.milliseconds, b.date, b.hints, b.givens.cells);
}

std::optional<GameResult> parse_result(std::string_view line) {
  const auto level = techniques::parse_level(cut(line, ' '));
  const auto milliseconds = parse_number(cut(line, ' '), max_milliseconds);
  const std::string_view date = cut(line, ' ');
  const bool named = cut(line, ' ') == "hints";
  const auto hints = parse_number(cut(line, ' '), max_number);
  if (!level || !milliseconds || !is_date(date) || !named || !hints) return std::nullopt;
  if (line.size() != board_cells ||
      line.find_first_not_of(".123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return GameResult{*level, *milliseconds, std::string(date), static_cast<int>(*hints),
                    puzzles::grid_from_line(line)};
}

}  // namespace

std::optional<GameResult> result_of(const Game& game, std::string_view date) {
  const Puzzle& puzzle = game.puzzle();
  if (!puzzle.level || game.help().solution_shown || !game.is_solved()) return std::nullopt;
  if (!is_date(date)) return std::nullopt;
  // The game is finished, so that its timer is paused at any time.
  return GameResult{*puzzle.level, std::min(game.timer().milliseconds(0), max_milliseconds),
                    std::string(date), game.help().hints, puzzle.givens};
}

void BestTimes::add(const GameResult& result) {
  if (!is_date(result.date) || result.date <= cleared_) return;
  const auto place = std::lower_bound(results_.begin(), results_.end(), result, comes_before);
  if (place != results_.end() && *place == result) return;
  results_.insert(place, result);
  std::size_t count = 0;
  std::erase_if(results_, [&](const GameResult& kept) {
    return kept.level == result.level && (kept.hints > 0) == (result.hints > 0) &&
           ++count > max_kept;
  });
}

void BestTimes::clear(std::string_view date) {
  if (!is_date(date)) return;
  cleared_ = std::max(cleared_, std::string(date));
  std::erase_if(results_, [&](const GameResult& result) { return result.date <= cleared_; });
}

std::vector<GameResult> BestTimes::top(Level level, std::size_t number, HintedGames hinted) const {
  std::vector<GameResult> found;
  for (const GameResult& result : results_) {
    if (found.size() == number) break;
    if (result.level != level) continue;
    if (hinted == HintedGames::exclude && result.hints > 0) continue;
    found.push_back(result);
  }
  return found;
}

std::string to_text(const BestTimes& times) {
  std::string text = fmt::format("{}{}\n", best_times_title, best_times_version);
  auto out = std::back_inserter(text);
  if (!times.cleared().empty()) fmt::format_to(out, "cleared {}\n", times.cleared());
  for (const GameResult& result : times.results()) {
    fmt::format_to(out, "time {} {} {} hints {} {}\n", techniques::name_of(result.level),
                   result.milliseconds, result.date, result.hints, puzzles::to_line(result.givens));
  }
  return text;
}

ParsedBestTimes parse_best_times(std::string_view text) {
  ParsedBestTimes parsed;
  if (text.empty()) return parsed;
  LineReader reader(text);
  std::string_view first = reader.next();
  if (!first.starts_with(best_times_title)) {
    parsed.errors.push_back({{{}, 1}, "this is not a list of best times", {}});
    return parsed;
  }
  first.remove_prefix(best_times_title.size());
  const auto version = parse_number(first, max_number);
  parsed.later_version = version.value_or(0) > best_times_version;
  if (version != best_times_version) {
    const std::string_view what = parsed.later_version
                                      ? "a later version of fungescope has written the file"
                                      : "the version is invalid";
    parsed.errors.push_back({{{}, 1}, std::string(what), {}});
    return parsed;
  }
  while (!reader.at_end()) {
    std::string_view line = reader.next();
    const std::string_view name = cut(line, ' ');
    if (name == "cleared" && is_date(line)) {
      parsed.times.clear(line);
    } else if (const auto result = name == "time" ? parse_result(line) : std::nullopt) {
      parsed.times.add(*result);
    } else {
      parsed.errors.push_back({{{}, reader.line()}, "the line is not a time", {}});
    }
  }
  return parsed;
}

}  // namespace fungescope::game
