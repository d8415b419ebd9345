#include "sudoku/techniques/rating.h"

#include "support/test.h"

#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/words/explanation.h"

using namespace fungescope::techniques;

namespace {

Path path_of(std::string_view puzzle) {
  return solve_by_techniques(puzzles::grid_from_line(puzzle));
}

}  // namespace

TEST_CASE("rating: equal to Sukaku Explainer's") {
  const std::vector<test::RatedPuzzle> rated = test::rated_puzzles("rated.csv");
  REQUIRE(rated.size() > 1400);
  // The sanitized build takes every thirtieth; all take a third of those with long chains.
  const std::size_t stride = FUNGESCOPE_SANITIZED ? 30 : 1;
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < rated.size(); i += stride) {
    if (rated[i].rating >= "7.0" && i % 3 != 0) continue;
    const Path path = path_of(rated[i].puzzle);
    CAPTURE(rated[i].puzzle);
    CHECK(rating_text(path) == rated[i].rating);
    ++seen[rating_text(path)];
  }
  if (stride == 1) CHECK(seen.size() > 35);
}

// docs/puzzles.md has these figures.
TEST_CASE("rating: the levels of known collections, and how many of their puzzles take search") {
  struct Counts {
    std::array<int, level_count> levels{};  // easy to diabolical
    int search = 0;
    bool operator==(const Counts&) const = default;
  };
  std::map<std::string, Counts> counts;
  const std::size_t stride = FUNGESCOPE_SANITIZED ? 30 : 5;
  std::size_t number = 0;
  for (const test::RatedPuzzle& rated : test::rated_puzzles("norvig_ratings.csv")) {
    CAPTURE(rated.puzzle);
    if (number++ % stride == 0) CHECK(rating_text(path_of(rated.puzzle)) == rated.rating);
    const Path path = rated.path();
    Counts& collection = counts[rated.collection];
    ++collection.levels[static_cast<std::size_t>(level_of(path))];
    collection.search += path.needs_search() ? 1 : 0;
  }
  CHECK(number == 156);
  CHECK((counts["norvig_easy50"] == Counts{{19, 25, 6, 0, 0}, 0}));
  CHECK((counts["norvig_top95"] == Counts{{0, 0, 28, 18, 49}, 0}));
  CHECK((counts["norvig_hardest11"] == Counts{{0, 2, 1, 1, 7}, 2}));
}

TEST_CASE("rating: the path leads from the puzzle to its solution") {
  const puzzles::Grid puzzle = puzzles::grid_from_line(
      "080200400570000100002300000820090005000715000700020041000006700003000018007009050");
  const Path path = solve_by_techniques(puzzle);
  CHECK(path.solutions == 1);
  CHECK(rating_text(path) == "3.4");
  CHECK(path.hardest == Technique::hidden_pair);
  CHECK(path.uses[static_cast<std::size_t>(Technique::hidden_pair)] == 1);
  CHECK(path.uses[static_cast<std::size_t>(Technique::naked_pair)] == 1);
  int uses = 0;
  for (const int count : path.uses) uses += count;
  CHECK(uses == static_cast<int>(path.steps.size()));
  Candidates board(puzzle);
  for (const Step& step : path.steps) apply(step, board);
  CHECK(board.grid() == path.solution);
  CHECK(puzzles::is_solution_of(board.grid(), puzzle));
}

TEST_CASE("rating: levels are the bands of the puzzle bank") {
  auto level = [](Rating rating, Technique hardest) {
    return name_of(level_of(Path{.rating = rating, .hardest = hardest}));
  };
  CHECK(level(10, Technique::last_value) == "easy");
  CHECK(level(12, Technique::hidden_single_in_box) == "easy");
  CHECK(level(15, Technique::hidden_single_in_line) == "medium");
  CHECK(level(23, Technique::naked_single) == "medium");
  CHECK(level(25, Technique::direct_hidden_triple) == "hard");
  CHECK(level(36, Technique::naked_triple) == "hard");
  CHECK(level(38, Technique::swordfish) == "expert");
  CHECK(level(47, Technique::unique_loop) == "expert");
  CHECK(level(50, Technique::naked_quad) == "diabolical");
  CHECK(level(28, Technique::search) == "diabolical");
}

TEST_CASE("rating: puzzles without exactly one solution have no path") {
  const Path empty = solve_by_techniques(puzzles::Grid{});
  CHECK(empty.solutions == 2);
  CHECK(empty.steps.empty());
  std::string twice(81, '.');
  twice[0] = twice[1] = '5';
  CHECK(path_of(twice).solutions == 0);
}

TEST_CASE("rating: a solved grid needs no steps") {
  const Path path =
      path_of("483921657967345821251876493548132976729564138136798245372689514814253769695417382");
  CHECK(path.solutions == 1);
  CHECK(path.steps.empty());
  CHECK(rating_text(path) == "0.0");
}

TEST_CASE("rating: search where no technique applies") {
  // The easter monster (Champagne, 2007), far above forcing chains.
  const Path path =
      path_of("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1");
  CHECK(path.solutions == 1);
  CHECK(path.needs_search());
  CHECK(rating_text(path) == "search");
  CHECK(path.uses[static_cast<std::size_t>(Technique::search)] > 0);
  CHECK(path.steps.front().technique == Technique::search);
}

TEST_CASE("rating: the next step of a board whose candidates a player has removed") {
  Candidates board{puzzles::Grid{}};
  CHECK_FALSE(find_step(board));
  for (Digit digit = 1; digit <= 8; ++digit) board.eliminate(12, mask_of(digit));
  const std::optional<Step> step = find_step(board);
  REQUIRE(step);
  CHECK(step->technique == Technique::naked_single);
  CHECK(*step->placement == Placement{12, 9});
}

TEST_CASE("notation: lists and eliminations in words") {
  CHECK(digits_text(0) == "");
  CHECK(digits_text(mask_of(1)) == "1");
  CHECK(digits_text(mask_of(1) | mask_of(2)) == "1 and 2");
  CHECK(digits_text(mask_of(1) | mask_of(2) | mask_of(3), "or") == "1, 2 or 3");
  CHECK(to_text(Cell{80}) == "r9c9");
  CHECK(units_text({18, 22}) == "rows 1 and 5");
  CHECK(units_text({0, 4}) == "boxes 1 and 5");
  CHECK(units_text({18, 9}) == "row 1 and column 1");
  CHECK(eliminations_text({{0, mask_of(3)}, {5, mask_of(4)}, {9, mask_of(3)}}) ==
        "r1c1 and r2c1 lose 3; r1c6 loses 4");
}

TEST_CASE("explanation: the cells that the reason of a single rests on") {
  const auto cited = [](Finder find, std::string_view digits) {
    const Candidates board = test::position(digits);
    const std::optional<Step> step = find(board);
    REQUIRE(step);
    return to_text(cited_cells(*step, board));
  };
  CHECK(
      cited(find_hidden_single,
            ".....85.......46.7..1..68.9.7983.....2.....8.....5273.9..1..2..4.57.......86.....") ==
      "r6c8");
  // Of a digit that both the row and the column have, the reason names the row.
  CHECK(
      cited(find_naked_single,
            "1234.........5........6........7........8.................1......................") ==
      "r1c1, r1c2, r1c3, r1c4, r2c5, r3c5, r4c5 and r5c5");
  CHECK(cited([](const Candidates& board) { return find_fish(board, 2); },
              "....3.....28.91.3.4.3....97546.2.9..1978..352382....46..5....23.64.1.....3..8.4..")
            .empty());
}
