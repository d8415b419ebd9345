#include "sudoku/game/best_times.h"

#include "support/test.h"

#include "sudoku/game/positions.h"

using namespace fungescope::game;

namespace {

GameResult result(Level level, std::int64_t seconds, std::string date, int hints = 0) {
  return {level, seconds * 1000, std::move(date), hints,
          puzzles::grid_from_line(test::easy_puzzle)};
}

Game solved_game(bool by_player) {
  Game played = test::easy_game();
  const auto solution = puzzles::grid_from_line(test::easy_solution);
  if (by_player) {
    for (std::size_t i = 0; i < board_cells; ++i) {
      played.enter_digit(CellSet::of(static_cast<Cell>(i)), solution.cells[i]);
    }
  } else {
    played.show_solution();
  }
  return played;
}

}  // namespace

TEST_CASE("best times: the result of a game") {
  CHECK_FALSE(result_of(test::easy_game(), "2026-11-22"));
  CHECK_FALSE(result_of(solved_game(false), "2026-11-22"));
  Game played = solved_game(true);
  played.timer().resume(0);
  played.finish(61.25);
  CHECK_FALSE(result_of(played, "yesterday"));
  const auto found = result_of(played, "2026-11-22T20:31:05").value();
  CHECK(found.level == Level::easy);
  CHECK(found.milliseconds == 61250);
  CHECK(found.givens == puzzles::grid_from_line(test::easy_puzzle));
}

TEST_CASE("best times: sorted by level and time, games with hints apart") {
  BestTimes times;
  times.add(result(Level::hard, 300, "2026-01-02"));
  times.add(result(Level::hard, 200, "2026-01-03", 2));
  times.add(result(Level::hard, 300, "2026-01-01"));
  times.add(result(Level::easy, 90, "2026-01-01"));
  times.add(result(Level::easy, 90, "2026-01-01"));
  CHECK(times.results().size() == 4);
  const auto hard = times.top(Level::hard, 5, HintedGames::exclude);
  REQUIRE(hard.size() == 2);
  CHECK(hard[0].date == "2026-01-01");
  CHECK(hard[1].date == "2026-01-02");
  CHECK(times.top(Level::hard, 1, HintedGames::include)[0].hints == 2);
  CHECK(times.top(Level::expert, 5, HintedGames::include).empty());
}

TEST_CASE("best times: of each level the slowest are dropped") {
  BestTimes times;
  for (int i = 0; i < 120; ++i) times.add(result(Level::easy, 1000 - i, "2026-01-01", i % 2));
  times.add(result(Level::medium, 5000, "2026-01-01"));
  for (int i = 0; i < 60; ++i) times.add(result(Level::easy, 500 - i, "2026-01-01"));
  CHECK(times.results().size() == 100 + 60 + 1);
  CHECK(times.top(Level::easy, 1, HintedGames::exclude)[0].milliseconds == 441'000);
}

TEST_CASE("best times: clearing removes those up to a date, and keeps them out") {
  BestTimes times;
  times.add(result(Level::easy, 90, "2026-01-02"));
  times.add(result(Level::easy, 80, "2026-01-03"));
  times.clear("2026-01-02");
  times.add(result(Level::easy, 70, "2026-01-02"));
  REQUIRE(times.results().size() == 1);
  CHECK(times.results()[0].date == "2026-01-03");
  CHECK(times.cleared() == "2026-01-02");
}

TEST_CASE("best times: saved and read again; damaged lines are skipped") {
  BestTimes times;
  times.clear("2025-12-31T00:00:00");
  times.add(result(Level::easy, 100, "2026-01-01"));
  times.add(result(Level::diabolical, 1234, "2026-01-02T10:20:30", 3));
  const std::string text = to_text(times);
  CHECK(parse_best_times(text).times == times);
  CHECK(parse_best_times(text).errors.empty());
  CHECK(parse_best_times("").errors.empty());
  const ParsedBestTimes damaged =
      parse_best_times(text + "time odd 1\n\n" + "time easy 5000 2026-01-05 hints 0 5\n");
  CHECK(damaged.times == times);
  REQUIRE(damaged.errors.size() == 3);
  CHECK(damaged.errors[0].where.line == 5);
  CHECK(damaged.errors[0].what == "the line is not a time");
  CHECK(parse_best_times("prose").errors.size() == 1);
  const ParsedBestTimes later = parse_best_times("fungescope best-times 2\nx\n");
  CHECK(later.later_version);
  CHECK(later.errors.size() == 1);
}

TEST_CASE("best times: no damage crashes the parser") {
  BestTimes times;
  for (int i = 0; i < 5; ++i) times.add(result(Level::easy, 100 + i, "2026-01-01"));
  const std::string text = to_text(times);
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text.substr(0, test::below(random, text.size() + 1));
    for (int k = 0; k < 3 && !damaged.empty(); ++k) {
      damaged[test::below(random, damaged.size())] = static_cast<char>(random.next());
    }
    const ParsedBestTimes parsed = parse_best_times(damaged);
    REQUIRE(parse_best_times(to_text(parsed.times)).times == parsed.times);
  }
}
