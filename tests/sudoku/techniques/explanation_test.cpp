#include "sudoku/techniques/words/explanation.h"

#include "support/test.h"

#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/words/notation.h"

using namespace fungescope::techniques;

TEST_CASE("notation: lists and eliminations in words") {
  CHECK(join({}) == "");
  CHECK(join({"a"}) == "a");
  CHECK(join({"a", "b"}) == "a and b");
  CHECK(join({"a", "b", "c"}, " or ") == "a, b or c");
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
