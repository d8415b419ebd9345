// Published examples of the techniques, with the explanations of their steps: positions of HoDoKu's
// regression test library (Bernhard Hobiger, reglib-1.4), which were chosen to have one step of
// their technique. For techniques that only Sudoku Explainer has, and for chains, see
// chain_examples_test.cpp.
#include <string>

#include "sudoku/techniques/finders.h"
#include "sudoku/techniques/positions.h"
#include "sudoku/techniques/words/explanation.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::techniques;

namespace {

template <int size>
std::optional<Step> naked_set(const Candidates& board) {
  return find_naked_set(board, size);
}
template <int size>
std::optional<Step> hidden_set(const Candidates& board) {
  return find_hidden_set(board, size);
}
template <int size>
std::optional<Step> fish(const Candidates& board) {
  return find_fish(board, size);
}

struct Example {
  Finder find;
  Technique technique;
  std::string_view position;
  std::string_view removed;
  std::string_view explanation;
};

// clang-format off
const Example examples[] = {
    {find_last_value, Technique::last_value,
     "....23..4..4986..33.1745..9....1895...........5647....6..5917.21..8346.55........", "",
     "r1c4 = 1: last value of box 2, since its other cells are filled"},
    {find_last_value, Technique::last_value,
     "....8.........2.678...6..4.1976..28.243...7.6.85..9.14.6..5...137.8.........7....", "",
     "r6c1 = 6: last value of box 4, since its other cells are filled"},
    {find_hidden_single, Technique::hidden_single_in_box,
     ".....85.......46.7..1..68.9.7983.....2.....8.....5273.9..1..2..4.57.......86.....", "",
     "r1c9 = 3: hidden single in box 3, since 3 is ruled out of r1c8, r2c8 and r3c8 by r6c8"},
    {find_hidden_single, Technique::hidden_single_in_line,
     ".......6.8....3.5...571.3.8147..258.63....17959.1...4.451.687.....2..8.5.8.......", "",
     "r3c6 = 4: hidden single in row 3, since 4 is ruled out of r3c2 by r4c2, of r3c8 by r6c8, "
     "and of r3c1 by r7c1"},
    {find_naked_single, Technique::naked_single,
     ".....385..31..5.2..8.9.143.45.398.12193.52.8482...4593..251936..6.28714..18436.7.", "",
     "r7c1 = 7: naked single, since 1, 2, 3, 5, 6 and 9 are ruled out by row 7, and 4 and 8 by "
     "column 1"},
    {find_naked_single, Technique::naked_single,
     ".....4.2..5..971....4.....3....63..83..481..64..57....6.....5....723..6..1.7.....", "",
     "r2c9 = 4: naked single, since 1, 5, 7 and 9 are ruled out by row 2, 3, 6 and 8 by column "
     "9, and 2 by box 3"},
    {find_intersection, Technique::pointing,
     "..3..6...7.4.35.616.5.1...3876.5.429..2649785549...3169.7.8.6.44.176...8.68...1..", "",
     "r9c8 loses 9: pointing, since the places for 9 in box 8, r9c4 and r9c5, are all in row 9"},
    {find_intersection, Technique::pointing,
     "..5.7..13.36...7527...5..98....6.5...6.135.7..57.2.....2.54...75.....84.674.8...5", "",
     "r5c7 and r6c7 lose 4: pointing, since the places for 4 in box 3, r1c7 and r3c7, are all "
     "in column 7"},
    {find_intersection, Technique::claiming,
     ".1..6.5.462....3..543....612746358191862974359354186..4.....1.3.......5.3.1.7..4.", "973 983",
     "r1c4, r2c4 and r2c5 lose 8: claiming, since the places for 8 in row 3, r3c4 and r3c5, are "
     "all in box 2"},
    {find_intersection, Technique::claiming,
     "169328475.4.6579.1.57149....9..61748....8...9.1879.52....91685.58.472.9.9..835...", "231 653",
     "r5c1, r5c2, r5c3 and r6c1 lose 3: claiming, since the places for 3 in row 4, r4c1 and "
     "r4c3, are all in box 4"},
    {naked_set<2>, Technique::naked_pair,
     "......764.4.61.892692748.1...435....23.18..47....741..429837651583.61.79.........", "",
     "r4c2 loses 6; r6c3 loses 5 and 6: naked pair, since r5c3 and r6c2 in box 4 have no other "
     "candidates than 5 and 6"},
    {naked_set<2>, Technique::naked_pair,
     "...17.24..2..4.1..1...826.3.5..3.9.79.3.1.824....2.3.5.3.867591815294736697351482", "",
     "r6c1 loses 4: naked pair, since r4c1 and r7c1 in column 1 have no other candidates than 2 "
     "and 4"},
    {naked_set<3>, Technique::naked_triple,
     ".81.7.5..523146987.97.5.1..352.6.8.11.6...3..9.8.3126583461.75.7153.46.8269.8.413", "",
     "r5c4 loses 4, 7 and 9; r5c5 loses 9; r5c6 loses 7 and 9: naked triple, since r4c4, r4c6 "
     "and r6c4 in box 5 have no other candidates than 4, 7 and 9"},
    {naked_set<3>, Technique::naked_triple,
     "2163...89734....629582...73497128635625.3.814381.4.297143..27568.2..39415.94.1328", "",
     "r2c5 loses 5; r3c5 loses 6: naked triple, since r1c5, r8c5 and r9c5 in column 5 have no "
     "other candidates than 5, 6 and 7"},
    {naked_set<4>, Technique::naked_quad,
     "...........5.2....9.7...1.....94.5.........6....5.78.16....5..2..43...163.9.1..85", "",
     "r5c1 loses 1, 2 and 8; r5c2 loses 1, 2, 3 and 8; r5c7 loses 2 and 3; r5c9 loses 3: naked "
     "quad, since r5c3, r5c4, r5c5 and r5c6 in row 5 have no other candidates than 1, 2, 3 and 8"},
    {hidden_set<2>, Technique::hidden_pair,
     "...5.1......249.1..1.3.69.2973654821521938674486127395168495237.4..631......12...", "",
     "r2c1 loses 3 and 7; r2c9 loses 3: hidden pair, since 6 and 8 have no other places in row "
     "2 than r2c1 and r2c9"},
    {hidden_set<2>, Technique::hidden_pair,
     "268194375.536..1.44.....2.614....537586.4.9213.7..14688.54..71...4.1865.6...75849", "",
     "r4c6 loses 2; r7c6 loses 2 and 3: hidden pair, since 6 and 9 have no other places in "
     "column 6 than r4c6 and r7c6"},
    {hidden_set<3>, Technique::hidden_triple,
     ".1.....3.75..38.2..3.61.57.1792563..465783..2283194756.27.61....9.34..6..4.......", "",
     "r7c9 loses 4, 8 and 9; r8c9 loses 1 and 8; r9c9 loses 1, 8 and 9: hidden triple, since 3, "
     "5 and 7 have no other places in box 9 than r7c9, r8c9 and r9c9"},
    {hidden_set<3>, Technique::hidden_triple,
     "1.372.58.5.94.83.78.75...6.6.527.8.12.1.8....784.51....18..7...472..59...56.42...", "959 969 185",
     "r7c7 loses 6; r7c8 loses 3; r7c9 loses 3 and 6: hidden triple, since 2, 4 and 5 have no "
     "other places in box 9 than r7c7, r7c8 and r7c9"},
    {hidden_set<4>, Technique::hidden_quad,
     "...7........6..7.4...493..8942..7356635924817.1.365249....3....283549671591276483", "",
     "r1c1 and r2c1 lose 1; r1c3 loses 6: hidden quad, since 3, 4, 8 and 9 have no other places "
     "in box 1 than r1c1, r1c3, r2c1 and r2c3"},
    {hidden_set<4>, Technique::hidden_quad,
     "816573294392......4572.9..6941...5687854961236238...4.279.....1138....7.564....82", "766 377 987",
     "r7c5 loses 3 and 6; r8c5 loses 6: hidden quad, since 2, 4, 5 and 8 have no other places "
     "in box 8 than r7c5, r7c6, r8c5 and r8c6"},
    {fish<2>, Technique::x_wing,
     "....3.....28.91.3.4.3....97546.2.9..1978..352382....46..5....23.64.1.....3..8.4..", "",
     "r1c2, r1c7 and r6c7 lose 1: X-wing, since the places for 1 in rows 3 and 7 are all in "
     "columns 2 and 7"},
    {fish<2>, Technique::x_wing,
     "....827...3...18....8..7.9......8..585...4.6..6.1.5984.....3..8.45819.3..834.6519", "",
     "r4c1, r4c3, r4c4, r4c5, r7c1, r7c3, r7c4 and r7c5 lose 7: X-wing, since the places for 7 "
     "in columns 2 and 8 are all in rows 4 and 7"},
    {fish<3>, Technique::swordfish,
     ".....6.5..46.518..15.9..4.66398.5...82531.6.9417629385..35682142641..5.8581....6.", "",
     "r1c5, r2c8, r4c5, r4c8, r9c5 and r9c6 lose 7: swordfish, since the places for 7 in rows "
     "3, 5 and 8 are all in columns 5, 6 and 8"},
    {fish<3>, Technique::swordfish,
     "..9.2...7.87.63924..2..9..89.5...842.46..2579278954631721395486..4..7293.9324.715", "",
     "r1c1, r1c4, r3c1, r3c4, r3c5, r4c4 and r4c5 lose 1: swordfish, since the places for 1 in "
     "columns 2, 6 and 7 are all in rows 1, 3 and 4"},
    {fish<4>, Technique::jellyfish,
     "2.......3.8..3..5...34.21....12.54......9......93.86....25.69...9..2..7.4.......1", "",
     "r1c2, r1c5, r2c1, r2c9, r5c1, r5c2, r5c9, r9c2 and r9c5 lose 7: jellyfish, since the "
     "places for 7 in columns 3, 4, 6 and 7 are all in rows 1, 2, 5 and 9"},
    {fish<4>, Technique::jellyfish,
     "76.12.9....1..9.6..8946.21..169...5.9.7...6.1.3.61.7.9.72..6.9.64.7918...9..3..76", "",
     "r2c1, r2c9, r5c6, r7c1, r7c9, r9c1, r9c3 and r9c6 lose 5: jellyfish, since the places for "
     "5 in columns 2, 4, 5 and 7 are all in rows 2, 5, 7 and 9"},
    {find_turbot_fish, Technique::skyscraper,
     "..1.28759.879.5132952173486.2.7..34....5..27.714832695....9.817.78.5196319..87524", "",
     "r1c4 loses 4: skyscraper, since 4 in row 2 is in r2c5 or r2c1, and in row 8 in r8c1 or "
     "r8c4; r2c1 and r8c1 cannot both have it, as they share column 1, so r2c5 or r8c4 has it, "
     "and r1c4 sees both"},
    {find_turbot_fish, Technique::skyscraper,
     ".1..92..8..768..2.28..4.......35.297.724198.3...27..14723164985458927136...835742", "",
     "r1c8, r3c8 and r6c7 lose 5: skyscraper, since 5 in row 2 is in r2c7 or r2c1, and in row 5 "
     "in r5c1 or r5c8; r2c1 and r5c1 cannot both have it, as they share column 1, so r2c7 or "
     "r5c8 has it, and r1c8, r3c8 and r6c7 see both"},
    {find_turbot_fish, Technique::two_string_kite,
     "3617..295842395671.5.2614831.8526.34625....18.341..5264..61.85258...2167216857349", "",
     "r7c6 loses 9: two-string kite, since 9 in column 2 is in r7c2 or r4c2, and in row 6 in "
     "r6c1 or r6c6; r4c2 and r6c1 cannot both have it, as they share box 4, so r7c2 or r6c6 has "
     "it, and r7c6 sees both"},
    {find_turbot_fish, Technique::two_string_kite,
     "9.567.1..61.54...9.8493156....8.39.....2.9....987.4...561.9782.879.26.51..2185796", "249 261 165 367 369",
     "r2c8 loses 3: two-string kite, since 3 in column 3 is in r2c3 or r5c3, and in row 6 in "
     "r6c1 or r6c8; r5c3 and r6c1 cannot both have it, as they share box 4, so r2c3 or r6c8 has "
     "it, and r2c8 sees both"},
    {find_turbot_fish, Technique::turbot_fish,
     ".....8..7.27.49685.8.5.7..3834.9657.75.83496....7.5834913482756278653419.4.971328", "",
     "r6c1 loses 1: turbot fish, since 1 in box 5 is in r6c5 or r4c4, and in row 2 in r2c4 or "
     "r2c1; r4c4 and r2c4 cannot both have it, as they share column 4, so r6c5 or r2c1 has it, "
     "and r6c1 sees both"},
    {find_turbot_fish, Technique::turbot_fish,
     ".9725.4..5..7.4.29.42..157.25.4.......45..29.769123845126.4.753985372164473615982", "",
     "r5c5 loses 8: turbot fish, since 8 in box 4 is in r5c1 or r4c3, and in row 2 in r2c3 or "
     "r2c5; r4c3 and r2c3 cannot both have it, as they share column 3, so r5c1 or r2c5 has it, "
     "and r5c5 sees both"},
    {find_turbot_fish, Technique::grouped_turbot_fish,
     "627..5..13..781526185246739438179652.6185.3.757.....18.564.81738135.7..47...13..5", "265",
     "r9c8 loses 9: grouped turbot fish, since 9 in box 7 is in (r9c2 or r9c3) or r7c1, and in "
     "row 5 in r5c1 or r5c8; r7c1 and r5c1 cannot both have it, as they share column 1, so (r9c2"
     " or r9c3) or r5c8 has it, and r9c8 sees all of these"},
    {find_turbot_fish, Technique::grouped_turbot_fish,
     "..396548...4312.9....8471..3..1842...6253981...872635...1293....964715...376589.1", "211 231 479",
     "r2c1 loses 7: grouped turbot fish, since 7 in box 3 is in (r2c7 or r2c9) or r1c9, and in "
     "row 5 in r5c9 or r5c1; r1c9 and r5c9 cannot both have it, as they share column 9, so (r2c7"
     " or r2c9) or r5c1 has it, and r2c1 sees all of these"},
    {find_xy_wing, Technique::xy_wing,
     ".......6.1.3.7..826.2.8.4.....5976...6...8...7..4.....237...895584739216916852743", "",
     "r4c1, r5c7 and r5c8 lose 3: XY-wing, since r4c2 is 2 or 4: 2 makes r4c8 = 3, 4 makes r5c1 "
     "= 3, and r4c1, r5c7 and r5c8 see both"},
    {find_xy_wing, Technique::xy_wing,
     "..82..57.7.54....8..9857...451729863276583941983614752692345187537168...814972635", "",
     "r3c7 loses 3: XY-wing, since r3c8 is 1 or 2: 2 makes r2c7 = 3, 1 makes r3c1 = 3, and r3c7 "
     "sees both"},
    {find_xyz_wing, Technique::xyz_wing,
     "...924735739561824425..8169..2..7951....9.2479.7..2683684..3592573289416291...378", "",
     "r4c5 loses 4: XYZ-wing, since r6c5 is 1, 4 or 5: 1 makes r6c4 = 4, 5 makes r9c5 = 4, else "
     "it is 4 itself, and r4c5 sees all three"},
    {find_xyz_wing, Technique::xyz_wing,
     "..57..6..7.6....9.29435671856..738..1......76.4726....4785...62621..7...953642187", "",
     "r5c7 loses 3: XYZ-wing, since r6c7 is 3, 5 or 9: 5 makes r6c8 = 3, 9 makes r7c7 = 3, else "
     "it is 3 itself, and r5c7 sees all three"},
    {find_unique_loop, Technique::unique_rectangle,
     "1357486..7463291852896517439...8..67867.3....4..967..8392476851514893276678215934", "",
     "r5c8 loses 2 and 9: unique rectangle of type 1, since with only 2 and 9 in r1c8, r1c9, "
     "r5c8 and r5c9, the two could be exchanged for a second solution, so r5c8 is 1"},
    {find_unique_loop, Technique::unique_rectangle,
     ".3.1284..2.17493.88.45631.....2816747264359811489762...8..9471..1..578.....8125.9", "",
     "r3c9 and r8c8 lose 2: unique rectangle of type 2, since with only 3 and 6 in r7c4, r7c9, "
     "r8c4 and r8c9, the two could be exchanged for a second solution, so r7c9 is 2, or r8c9 is "
     "2"},
    {find_unique_loop, Technique::unique_rectangle,
     ".827351...75.623.8.364..2753.982....6245.1.838.7.4...279.6...2.26....8..54.2....7", "",
     "r8c8 loses 4 and 9; r9c8 loses 6 and 9: unique rectangle of type 3, since with only 1 and "
     "5 in r4c2, r4c8, r6c2 and r6c8, the two could be exchanged for a second solution, so r4c8 "
     "is 4 or 6, or r6c8 is 6 or 9; whichever it is makes a naked set with r1c8 and r2c8 in "
     "column 8"},
    {find_unique_loop, Technique::unique_rectangle,
     "..94.638....3.956..6.8.7149...294631.2.5689744961732589587324167326418956..985723", "",
     "r2c2 and r2c3 lose 1: unique rectangle of type 4, since with only 1 and 4 in r2c2, r2c3, "
     "r9c2 and r9c3, the two could be exchanged for a second solution, so r2c2 is 7 or 8, or "
     "r2c3 is 7; the other of r2c2 and r2c3 is 4, which has no other place in box 1"},
    {find_bivalue_universal_grave, Technique::bivalue_universal_grave,
     ".9.613.84...2571393.18492..9685714234379268151..384......192..8..943567151.768..2", "",
     "r7c3 loses 3 and 6: BUG of type 1, since with two candidates in each empty cell, and two "
     "places for each digit, there would not be exactly one solution, so r7c3 is 4"},
};
// clang-format on

}  // namespace

TEST_CASE("techniques: published examples") {
  for (const Example& example : examples) {
    CAPTURE(name_of(example.technique));
    CAPTURE(example.position);
    const Candidates board = test::position(example.position, example.removed);
    const std::optional<Step> step = example.find(board);
    REQUIRE(step);
    CHECK(step->technique == example.technique);
    CHECK(explain(*step, board) == example.explanation);
  }
}

TEST_CASE("techniques: an empty board has no step") {
  const Candidates empty{puzzles::Grid{}};
  for (const Finder find : finder_order()) CHECK_FALSE(find(empty));
}
