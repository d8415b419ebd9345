#include "support/test.h"

#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/rating.h"

using namespace fungescope::techniques;

namespace {

constexpr std::array levels{Level::easy, Level::medium, Level::hard, Level::expert,
                            Level::diabolical};

puzzles::RequestProgram setter() {
  return puzzles::RequestProgram::setter();
}

}  // namespace

TEST_CASE("level search: names of levels") {
  for (const Level level : levels) CHECK(parse_level(name_of(level)) == level);
  CHECK_FALSE(parse_level("Easy"));
  CHECK_FALSE(parse_level(""));
}

TEST_CASE("level search: a level is known without the techniques above it") {
  const std::vector<test::RatedPuzzle> rated = test::rated_puzzles("rated.csv");
  const std::size_t stride = FUNGESCOPE_SANITIZED ? 120 : 8;
  std::array<int, level_count> seen{};
  for (std::size_t i = 0; i < rated.size(); i += stride) {
    const puzzles::Grid puzzle = puzzles::grid_from_line(rated[i].puzzle);
    const Path path = solve_by_techniques(puzzle);
    CAPTURE(rated[i].puzzle);
    for (const Level level : levels) {
      const auto found = solve_at_level(puzzle, level);
      REQUIRE(found.has_value() == (level == level_of(path)));
      if (!found) continue;
      CHECK(found->rating == path.rating);
      CHECK(found->uses == path.uses);
      ++seen[static_cast<std::size_t>(level)];
    }
  }
  for (const int count : seen) CHECK(count > 0);
}

TEST_CASE("level search: puzzles without one solution have no level") {
  for (const Level level : levels) {
    CHECK_FALSE(solve_at_level(puzzles::Grid{}, level));
    CHECK_FALSE(solve_at_level(puzzles::grid_from_line("55" + std::string(79, '.')), level));
  }
}

TEST_CASE("level search: a puzzle of each level") {
  const puzzles::RequestProgram program = setter();
  for (const Level level : levels) {
    CAPTURE(name_of(level));
    puzzles::PuzzleGenerator generator(program, {.seed = 1, .clues = usual_clues(level)});
    std::uint64_t tried = 0;
    const auto found = find_puzzle_of_level(generator, level, 5, [&tried](std::uint64_t count) {
      CHECK(count == tried + 1);
      tried = count;
    });
    REQUIRE(found);
    CHECK(found->puzzle.index == 5 + tried);
    CHECK(level_of(solve_by_techniques(found->puzzle.grid)) == level);
    CHECK(found->path.solution == found->puzzle.solution);
  }
}

TEST_CASE("level search: it can be stopped, also where the level never occurs") {
  const puzzles::RequestProgram program = setter();
  std::uint64_t tried = 0;
  puzzles::PuzzleGenerator generator(program, {.clues = {puzzles::ClueRequest::Kind::number, 80},
                                               .stopped = [&tried] { return tried == 2; }});
  CHECK_FALSE(find_puzzle_of_level(generator, Level::diabolical, 0,
                                   [&tried](std::uint64_t count) { tried = count; }));
  CHECK(tried == 2);
  // While it rates.
  const puzzles::Grid hard = puzzles::grid_from_line(
      "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1");
  CHECK_FALSE(solve_at_level(hard, Level::diabolical, [] { return true; }));
}
