// ReferenceChecker on hand-written sequences of changes.
#include "puzzles/reference_checker.h"

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::puzzles;

namespace {

// grid and rlatter next to each other, the larger regions below.
const CheckedRegions regions{
    {{0, 0}, {9, 9}}, {{10, 0}, {9, 9}}, {{0, 10}, {27, 27}}, {{30, 10}, {27, 27}}};

Playfield blank_field() {
  return Playfield({60, 40}, Playfield::Bytes(std::size_t{60} * 40, 0));
}

using puzzles::ComparedRegion;

ReferenceRun two_changes() {
  ReferenceRun run;
  run.changes = {{ComparedRegion::grid, 39, ' ', '6'}, {ComparedRegion::rlatter, 0, 0, 1}};
  run.grid[39] = '6';
  run.rlatter[0] = 1;
  return run;
}

}  // namespace

TEST_CASE("check: equal changes, and changes of other cells") {
  const ReferenceRun expected = two_changes();
  ReferenceChecker comparison(expected, regions);
  Playfield field = blank_field();
  comparison.on_write(5, {}, {3, 4}, ' ', '6');
  comparison.on_write(6, {}, {3, 4}, '6', '6');  // no change
  comparison.on_write(7, {}, {50, 2}, 0, 9);     // elsewhere
  comparison.on_write(8, {}, {0, 10}, 0, 'X');   // pspace: only its end counts
  comparison.on_write(9, {}, {0, 10}, 'X', 0);
  comparison.on_write(10, {}, {10, 0}, 0, 1);
  field.set(Point{3, 4}, '6');
  field.set(Point{10, 0}, 1);
  comparison.finish(11, field);
  CHECK_FALSE(comparison.difference());
  CHECK(comparison.changes() == 2);
}

TEST_CASE("check: each kind of difference, in words") {
  const ReferenceRun expected = two_changes();
  ReferenceChecker comparison(expected, regions);
  Playfield field = blank_field();
  const auto difference = [&] { return comparison.difference().value_or("none"); };
  SUBCASE("another value") {
    comparison.on_write(12345, {}, {3, 4}, ' ', '5');
    CHECK(difference() ==
          "at tick 12345, change 1: the program set grid(3,4) from ' ' to '5', the reference set "
          "grid(3,4) from ' ' to '6'");
  }
  SUBCASE("another place; only the first difference is reported") {
    comparison.on_write(1, {}, {3, 4}, ' ', '6');
    comparison.on_write(2, {}, {11, 0}, 0, 1);
    comparison.on_write(3, {}, {12, 0}, 0, 1);
    CHECK(difference() ==
          "at tick 2, change 2: the program set rlatter(1,0) from 0 to 1, the reference set "
          "rlatter(0,0) from 0 to 1");
  }
  SUBCASE("a change too many") {
    comparison.on_write(1, {}, {3, 4}, ' ', '6');
    comparison.on_write(2, {}, {10, 0}, 0, 1);
    comparison.on_write(3, {}, {12, 0}, 0, -1);
    CHECK(difference() ==
          "at tick 3, change 3: the program set rlatter(2,0) from 0 to -1, the reference had no "
          "change left");
  }
  SUBCASE("a change too few") {
    comparison.on_write(1, {}, {3, 4}, ' ', '6');
    comparison.finish(99, field);
    CHECK(difference() ==
          "at tick 99, change 2: the program ended, the reference set rlatter(0,0) from 0 to 1");
  }
  SUBCASE("other contents at the end") {
    comparison.on_write(1, {}, {3, 4}, ' ', '6');
    comparison.on_write(2, {}, {10, 0}, 0, 1);
    field.set(Point{3, 4}, '6');
    field.set(Point{10, 0}, 1);
    field.set(Point{30 + 26, 10 + 5}, 'X');
    comparison.finish(7, field);
    CHECK(difference() ==
          "at the end, tick 7: rstack(26,5) is 'X' in the program, 0 in the reference");
  }
}
