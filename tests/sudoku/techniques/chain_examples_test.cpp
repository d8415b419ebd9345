// Examples of the techniques that only Sudoku Explainer has, and of chains: the first step of each
// technique in puzzles of the Sudoku Exchange "Puzzle Bank" (Grant McLean, public domain), as
// Sukaku Explainer 1.18.1 shows it too; and chains from HoDoKu's regression test library
// (reglib-1.4).
#include "base/random.h"

#include <string>

#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/rating.h"
#include "sudoku/techniques/words/explanation.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::techniques;

namespace {

struct PuzzleExample {
  Technique technique;
  int type;
  std::string_view rating;
  std::string_view puzzle;
  std::string_view conclusion;
};

// clang-format off
const PuzzleExample puzzle_examples[] = {
    {Technique::direct_pointing, 0, "1.7",
     "020900000048000031000063020009407003003080200400105600030570000250000180000006050",
     "r6c8 = 7"},
    {Technique::direct_hidden_pair, 0, "2.0",
     "020900000048000031000063020009407003003080200400105600030570000250000180000006050",
     "r4c8 = 1"},
    {Technique::direct_hidden_triple, 0, "2.5",
     "503000000009000007600007000006108003000690000708002500090006035007080006300200100",
     "r8c7 = 9"},
    {Technique::unique_loop, 1, "5.0",
     "503000000009000007600007000006108003000690000708002500090006035007080006300200100",
     "r2c2 loses 2 and 4"},
    {Technique::bivalue_universal_grave, 2, "5.7",
     "000000407702000090059700030000186002004090600300254000030001920090000704801000000",
     "r2c2 and r3c5 lose 1"},
    {Technique::bivalue_universal_grave, 3, "5.8",
     "908257604000906000063010250030090060009060400005348700070000080004000300000000000",
     "r9c7 loses 1; r9c9 loses 7"},
    {Technique::bivalue_universal_grave, 4, "5.7",
     "005170000100020040000008605090006804701052006040000200020001080800000000056000000",
     "r9c4 loses 8; r9c9 loses 7"},
    {Technique::x_cycle, 0, "6.5",
     "005000400060070005700019020900000100000000000601002008000090000040280009000004612",
     "r6c8, r7c8 and r9c1 lose 3"},
    {Technique::y_cycle, 0, "6.6",
     "000000000007195200400000005069000830000080000700203001300709006004020100076030980",
     "r4c5 loses 7"},
    {Technique::bidirectional_cycle, 0, "7.1",
     "000000000012080450005206700004801200000000000290050068800000002000379000063000970",
     "r3c2 loses 3"},
    {Technique::forcing_chain, 0, "7.1",
     "000000000012080450005206700004801200000000000290050068800000002000379000063000970",
     "r8c1 loses 4"},
};
// clang-format on

const Step* first_step(const Path& path, Technique technique) {
  for (const Step& step : path.steps) {
    if (step.technique == technique) return &step;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("techniques: first steps in puzzles of the bank") {
  for (const PuzzleExample& example : puzzle_examples) {
    CAPTURE(name_of(example.technique));
    CAPTURE(example.puzzle);
    const Path path = solve_by_techniques(puzzles::grid_from_line(example.puzzle));
    const Step* step = first_step(path, example.technique);
    REQUIRE(step != nullptr);
    CHECK(step->type == example.type);
    CHECK(rating_text(step->rating) == example.rating);
    CHECK(conclusion(*step) == example.conclusion);
  }
}

// No puzzle has direct claiming as its first step: see the next test.
TEST_CASE("techniques: direct claiming, where the third line has one place left") {
  // The digit 7 of row 1 is in box 1, so that row 2 has r2c4 left.
  Candidates board{puzzles::Grid{}};
  auto keep = [&](std::size_t row, std::initializer_list<std::size_t> columns) {
    CellSet kept;
    for (const std::size_t column : columns) kept.insert(static_cast<Cell>(row * 9 + column));
    for (std::size_t column = 0; column < 9; ++column) {
      const Cell cell = static_cast<Cell>(row * 9 + column);
      if (!kept.contains(cell)) board.eliminate(cell, mask_of(7));
    }
  };
  keep(0, {0, 1, 2});
  keep(1, {0, 1, 3});
  keep(2, {0, 4, 6});
  const std::optional<Step> step = find_direct_intersection(board);
  REQUIRE(step);
  CHECK(step->technique == Technique::direct_claiming);
  CHECK(rating_text(step->rating) == "1.9");
  CHECK(explain(*step, board) ==
        "r2c4 = 7: direct claiming, since the places for 7 in row 1, r1c1, r1c2 and r1c3, are all "
        "in box 1, so that r2c1, r2c2 and r3c1 lose 7, and r2c4 is the last place for 7 in row 2");
}

TEST_CASE("techniques: wherever direct claiming applies, an easier technique does") {
  // If the digit's places in a line are all in a box, and another line of the box has one place
  // outside of it, the digit is a hidden single there, or the third box points at the third line.
  Random random(42);
  int seen = 0;
  for (int round = 0; round < 3000; ++round) {
    Candidates board{puzzles::Grid{}};
    for (std::size_t i = 0; i < board_cells; ++i) {
      if (random.next() % 8 < 5) board.eliminate(static_cast<Cell>(i), mask_of(7));
    }
    bool consistent = true;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
      consistent = consistent && board.places_count(static_cast<Unit>(unit), 7) > 0;
    }
    if (!consistent) continue;
    for (std::size_t row = 0; row < 9; ++row) {
      const CellSet here = board.cells_with(7) & geometry.sets[unit_of(UnitKind::row, row)];
      const CellSet& box = geometry.sets[unit_of(here.first(), UnitKind::box)];
      if (here.size() < 2 || !here.is_subset_of(box)) continue;
      for (std::size_t other = row / 3 * 3; other < row / 3 * 3 + 3; ++other) {
        const CellSet there = board.cells_with(7) & geometry.sets[unit_of(UnitKind::row, other)];
        if (other == row || there.size() < 2 || (there - box).size() != 1) continue;
        ++seen;
        if (find_hidden_single(board)) continue;
        const std::optional<Step> step = find_direct_intersection(board);
        REQUIRE(step);
        CHECK(step->technique == Technique::direct_pointing);
      }
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("techniques: chains from several assumptions") {
  // Puzzles that take no harder step; Sukaku Explainer rates each as the step.
  // clang-format off
  const PuzzleExample examples[] = {
      {Technique::nishio, 0, "7.7",
       "502070430000400050000020700400502073000010000970603001008050000010004000059030807",
       "r2c7 loses 6"},
      {Technique::cell_forcing_chains, 0, "8.3",
       "006000200900000004243000896000591000002080300400203001300000007000907000010408020",
       "r4c8 loses 7"},
      {Technique::region_forcing_chains, 0, "8.3",
       "300090002020104000000300700603500080870000014010007605002001000000905020900030006",
       "r2c7 loses 5"},
      {Technique::dynamic_cell_chains, 0, "8.9",
       "006704900000050000070613050002090500005000300030502060600107005900000007010040030",
       "r1c8 loses 2"},
      {Technique::dynamic_region_chains, 0, "8.9",
       "700040006000759000900801003000524000030000020400000007501000208080000010209000304",
       "r4c1 loses 1"},
      {Technique::dynamic_contradiction_chains, 0, "9.0",
       "000500700095070006000002850100000907007010200908000005063800000700050640001004000",
       "r7c8 loses 2"},
      // Of the 95 hard puzzles that Peter Norvig published.
      {Technique::dynamic_double_chains, 0, "8.8",
       ".32.....58..3.....9.428...1...4...39...6...5.....1.....2...67.8.....4....95....6.",
       "r6c4 loses 5"},
  };
  // clang-format on
  for (const PuzzleExample& example : examples) {
    CAPTURE(name_of(example.technique));
    const Path path = solve_by_techniques(puzzles::grid_from_line(example.puzzle));
    const Step* step = first_step(path, example.technique);
    REQUIRE(step != nullptr);
    CHECK(rating_text(step->rating) == example.rating);
    CHECK(conclusion(*step) == example.conclusion);
    REQUIRE(step->chains.size() > 1);
    for (const auto& chain : step->chains) CHECK(chain.size() > 1);
  }
}

TEST_CASE("techniques: published chains") {
  struct ChainExample {
    Technique technique;
    std::string_view position;
    std::string_view removed;
    std::string_view conclusion;
  };
  // clang-format off
  const ChainExample chains[] = {
      // X-chains
      {Technique::forcing_x_chain,
       "3.452..8...6.9.....5..7.3.....689.23...734....631527...1.96......9.4..6.6.8217..5",
       "", "r4c2 loses 7"},
      {Technique::forcing_x_chain,
       "4....38.9.3.8941....812..34...4652..16423..9....9.1346.42...9..7...496828....24.3",
       "512 513 518 718 528 728 579 192 193", "r6c3 loses 7"},
      // XY-chain
      {Technique::forcing_chain,
       "..6154293253879614419632875134967528625318947...2451365.1.9...2.6..21..9..2.8.7.1",
       "", "r7c2 loses 4"},
  };
  // clang-format on
  for (const ChainExample& example : chains) {
    CAPTURE(example.position);
    const std::optional<Step> step = find_chain(test::position(example.position, example.removed));
    REQUIRE(step);
    CHECK(step->technique == example.technique);
    CHECK(conclusion(*step) == example.conclusion);
    REQUIRE(step->chain.size() > 2);
    CHECK(step->chain.front().cell == step->chain.back().cell);
    CHECK(step->chain.front().on != step->chain.back().on);
  }
}
