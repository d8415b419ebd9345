// The reference solver of the classic method: changes derived by hand, changes recorded from the
// classic program, and what holds for all puzzles.
#include "support/test.h"

#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {
namespace {

constexpr const char* solved_grid =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

// Regions full of zeros, but for a puzzle in the grid, with spaces as blanks.
RegionContents contents_with(const std::string& puzzle) {
  RegionContents contents;
  for (const char cell : puzzle) {
    contents[ComparedRegion::grid].push_back(cell >= '1' && cell <= '9' ? cell : ' ');
  }
  return contents;
}

struct Solved {
  explicit Solved(const std::string& puzzle, std::size_t max_changes = ~std::size_t{0})
      : solver(contents_with(puzzle), std::nullopt, ReferenceMethod::classic) {
    while (changes.size() < max_changes && solver.step(changes)) {
    }
  }
  [[nodiscard]] std::string grid() const {
    std::string text;
    for (const std::int64_t cell : solver.regions()[ComparedRegion::grid]) {
      text += static_cast<char>(cell);
    }
    return text;
  }

  ReferenceSolver solver;
  std::vector<CellChange> changes;
};

// The changes after the regions are cleared, hashed as FNV-1a hashes bytes, by values.
struct Digest {
  explicit Digest(const std::vector<CellChange>& changes) {
    for (const CellChange& change : changes) {
      if (count == 0 && change.now != 'X') continue;
      ++count;
      for (const std::int64_t value :
           {static_cast<std::int64_t>(change.region), static_cast<std::int64_t>(change.cell),
            change.before, change.now}) {
        hash = (hash ^ static_cast<std::uint64_t>(value)) * 1099511628211U;
      }
    }
  }
  std::size_t count = 0;
  std::uint64_t hash = 14695981039346656037U;
};

}  // namespace

TEST_CASE("classic: one blank, step by step") {
  std::string puzzle(solved_grid);
  puzzle[0] = '.';  // a 4
  const Solved run(puzzle);
  using enum ComparedRegion;
  // The blank is written as '0'. Then the last given, a 2: it closes its own cell's places from the
  // last to the first, then the 2 of its row, whose own place is closed already.
  std::vector<CellChange> expected{{grid, 0, ' ', '0'}};
  for (const int place : {26 * 27 + 26, 26 * 27 + 25, 26 * 27 + 24, 25 * 27 + 26, 25 * 27 + 25,
                          25 * 27 + 24, 24 * 27 + 26, 24 * 27 + 25, 24 * 27 + 24, 24 * 27 + 22}) {
    expected.push_back({pspace, static_cast<std::uint16_t>(place), 0, 'X'});
    expected.push_back({rstack, static_cast<std::uint16_t>(place), 0, 1});
  }
  REQUIRE(run.changes.size() > expected.size());
  CHECK(std::equal(expected.begin(), expected.end(), run.changes.begin()));
  // The blank has one place left: its own.
  const std::vector<CellChange> last{{grid, 0, '0', '4'}, {pspace, 27, 0, 'X'}, {rstack, 27, 0, 1}};
  CHECK(std::equal(last.rbegin(), last.rend(), run.changes.rbegin()));
  CHECK(run.changes.size() == 1 + 2 * place_count + 1);
  CHECK(run.solver.outcome() == ReferenceOutcome::solved);
  CHECK(run.grid() == solved_grid);
}

TEST_CASE("classic: the changes of the classic program, as recorded") {
  // Counted and hashed from the program itself, from its first given on.
  struct Record {
    std::string puzzle;
    std::size_t count;
    std::uint64_t hash;
  };
  const std::vector<Record> records{
      {data_lines("puzzles/norvig_easy50.txt")[1], 2851, 0xfbf48ea6c3cbbb8f},
      {data_lines("puzzles/norvig_hardest11.txt")[0], 14266, 0x36ef7c3485da54d5},
      {data_lines("puzzles/norvig_top95.txt")[1], 212687, 0x55993b01c10e24},
      // Unsolvable: it takes back the givens, and fills the empty grid.
      {"..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..", 3832,
       0x9ae199e6dabab596}};
  for (const Record& record : records) {
    CAPTURE(record.puzzle);
    const Digest digest(Solved(record.puzzle).changes);
    CHECK(digest.count == record.count);
    CHECK(digest.hash == record.hash);
  }
}

TEST_CASE("classic: it solves, and its changes follow from each other") {
  const auto solutions = data_lines("puzzles/norvig_easy50.solutions.txt");
  const auto puzzles = data_lines("puzzles/norvig_easy50.txt");
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    CAPTURE(puzzles[i]);
    const Solved run(puzzles[i]);
    CHECK(run.solver.outcome() == ReferenceOutcome::solved);
    CHECK(run.grid() == solutions[i]);
    RegionContents replayed = contents_with(puzzles[i]);
    for (const ComparedRegion region : compared_regions) {
      replayed[region].resize(static_cast<std::size_t>(side_of(region) * side_of(region)));
    }
    bool chained = true;
    for (const CellChange& change : run.changes) {
      std::int64_t& cell = replayed[change.region][change.cell];
      chained = chained && cell == change.before && cell != change.now;
      cell = change.now;
    }
    CHECK(chained);
    CHECK(replayed.values == run.solver.regions().values);
    // A closed place has a level, an open one none.
    for (std::size_t place = 0; place < place_count; ++place) {
      const bool closed = replayed[ComparedRegion::pspace][place] == 'X';
      CHECK(closed == (replayed[ComparedRegion::rstack][place] > 0));
    }
  }
}

TEST_CASE("classic: givens that contradict each other are set like others") {
  std::string full(solved_grid);
  full[80] = '7';  // in place of 2
  const Solved run(full);
  CHECK(run.solver.outcome() == ReferenceOutcome::invalid);
  CHECK(run.grid() == full);
}

TEST_CASE("classic: without a solution, the search ends in a right grid with other givens") {
  const Solved other("12345678.........9" + std::string(63, '.'));
  CHECK(other.solver.outcome() == ReferenceOutcome::no_solution);
  CHECK(is_solution_of(grid_from_line(other.grid()), Grid{}));
  CHECK(other.grid().substr(0, 8) != "12345678");
}

}  // namespace fungescope::puzzles
