// ReferenceChecker on the reference's own changes, with single ones altered.
#include "support/test.h"

#include "sudoku/solving/reference_solver.h"

using namespace fungescope::puzzles;

namespace {

// grid and rlatter next to each other, the larger regions below.
const CheckedRegions regions{
    {{{{0, 0}, {9, 9}}, {{10, 0}, {9, 9}}, {{0, 10}, {27, 27}}, {{30, 10}, {27, 27}}}}};

Point position(const CellChange& change) {
  const bool small =
      change.region == ComparedRegion::grid || change.region == ComparedRegion::rlatter;
  const std::int64_t width = small ? 9 : 27;
  constexpr std::array<Point, 4> corners{{{0, 0}, {10, 0}, {0, 10}, {30, 10}}};
  const Point corner = corners[static_cast<std::size_t>(change.region)];
  return {corner.x + change.cell % width, corner.y + change.cell / width};
}

const CheckedProgram ours{regions, ReferenceMethod::tallies,
                          PhaseMap(std::vector<PhaseBlock>{{"SET", {{0, 50}, {10, 1}}}})};
const CheckedProgram any{regions, std::nullopt, {}};

// The reference on the empty grid, beginning with regions full of zeros. Its first changes are the
// 81 blanks of the grid, the guess of a 1 in the first cell, and what that rules out.
std::vector<CellChange> changes_of(ReferenceMethod method) {
  std::vector<CellChange> changes;
  ReferenceSolver solver(RegionContents{}, Grid{}, method);
  while (solver.step(changes)) {
  }
  return changes;
}

class Comparison {
 public:
  explicit Comparison(const CheckedProgram& program = ours,
                      ReferenceMethod method = ReferenceMethod::tallies)
      : changes(changes_of(method)), checker(program, RegionContents{}, Grid{}) {}
  // Makes the changes [begin, end) of the reference, change i at tick 10 * i.
  void make(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) make(10 * i, changes[i]);
  }
  void make(Tick tick, const CellChange& change) {
    checker.on_write(tick, by, position(change), change.before, change.now);
  }
  [[nodiscard]] std::string difference() const {
    return checker.difference() ? checker.describe_difference() : "none";
  }

  const std::vector<CellChange> changes;
  Point by{70, 50};
  ReferenceChecker checker;
};

}  // namespace

TEST_CASE("check: equal changes, writes without a change, and changes of other cells") {
  Comparison run;
  run.make(0, 100);
  run.checker.on_write(999, {}, {3, 4}, ' ', ' ');  // no change
  run.checker.on_write(999, {}, {50, 2}, 0, 9);     // elsewhere
  run.make(100, run.changes.size());
  run.checker.finish(1'000'000);
  CHECK(run.difference() == "none");
  CHECK(run.checker.changes() == run.changes.size());
  CHECK(
      contains(run.checker.describe_progress(), "the reference's, which then had no change left"));
}

TEST_CASE("check: each kind of difference, in words, at its tick") {
  Comparison run;
  SUBCASE("another value in the grid") {
    run.make(0, 30);
    CellChange wrong = run.changes[30];
    wrong.now = '5';
    run.by = {7, 50};
    run.make(12345, wrong);
    CHECK(run.difference() ==
          "at tick 12345, change 31: the program set r4c4, grid(3,3), from 0 to '5', by (7, 50) in "
          "SET; the reference set r4c4, grid(3,3), from 0 to ' '");
    CHECK(run.checker.difference()->tick == 12345);
    CHECK(run.checker.difference()->by == Point{7, 50});
  }
  SUBCASE("another cell; only the first difference is reported") {
    run.make(0, 81);
    run.make(2, {ComparedRegion::rlatter, 1, 0, 1});
    run.make(3, {ComparedRegion::rlatter, 2, 0, 1});
    CHECK(run.difference() ==
          "at tick 2, change 82: the program set r1c2, rlatter(1,0), from 0 to 1, by (70, 50); the "
          "reference set r1c1, rlatter(0,0), from 0 to 1");
  }
  SUBCASE("a wrong depth in rstack, and a wrong mark in pspace") {
    const auto is_depth = [](const CellChange& c) { return c.region == ComparedRegion::rstack; };
    const auto found = std::find_if(run.changes.begin(), run.changes.end(), is_depth);
    const auto at = static_cast<std::size_t>(found - run.changes.begin());
    REQUIRE(at < run.changes.size());
    CHECK(at == 84);
    CellChange wrong = *found;
    wrong.now = 7;
    run.make(0, at);
    run.make(5000, wrong);
    CHECK(run.difference() ==
          "at tick 5000, change 85: the program set the 1 of r1c9, rstack(24,0), from 0 to 7, by "
          "(70, 50); the reference set the 1 of r1c9, rstack(24,0), from 0 to 1");
  }
  SUBCASE("a change that is missing is found at the next one") {
    run.make(0, 83);
    run.make(84, 90);
    CHECK(run.difference() ==
          "at tick 840, change 84: the program set the 1 of r1c9, rstack(24,0), from 0 to 1, by "
          "(70, 50); the reference set the 1 of r1c9, pspace(24,0), from 0 to 'X'");
  }
  SUBCASE("a change too many at the end") {
    run.make(0, run.changes.size());
    run.make(3, {ComparedRegion::rlatter, 2, 0, -1});
    CHECK(contains(run.difference(),
                   "the program set r1c3, rlatter(2,0), from 0 to -1, by (70, 50); the reference "
                   "had no change left"));
  }
  SUBCASE("a change too few at the end") {
    run.make(0, 81);
    CHECK(
        run.checker.describe_progress() ==
        "its first 81 changes are the reference's, which then set r1c1, rlatter(0,0), from 0 to 1");
    run.checker.finish(99);
    CHECK(run.difference() ==
          "at tick 99, change 82: the program ended; the reference set r1c1, rlatter(0,0), from 0 "
          "to 1");
  }
}

TEST_CASE("check: the first changes tell which method it is") {
  constexpr std::size_t deciding = ReferenceChecker::deciding_changes;
  for (const ReferenceMethod method : reference_methods) {
    Comparison run(any, method);
    run.make(0, deciding - 1);
    CHECK_FALSE(run.checker.method());
    CHECK(run.checker.describe_progress().empty());
    run.make(deciding - 1, deciding);
    CHECK(run.checker.method() == method);
    CHECK(contains(run.checker.describe_progress(), reference_name(method)));
    run.make(deciding, run.changes.size());
    run.checker.finish(1'000'000);
    CHECK(run.difference() == "none");
    CHECK(run.checker.changes() == run.changes.size());
  }
}

TEST_CASE("check: a difference after the first changes names the method, one among them does not") {
  Comparison late(any, ReferenceMethod::classic);
  late.make(0, 200);
  late.make(202, 203);
  CHECK(contains(late.difference(), "; the reference of the classic method set "));
  CHECK(late.checker.method() == ReferenceMethod::classic);

  Comparison early(any, ReferenceMethod::classic);
  early.make(0, 50);
  early.make(52, early.changes.size());
  early.checker.finish(1'000'000);
  CHECK(early.checker.is_of_neither());
  CHECK_FALSE(early.checker.method());
  CHECK(early.difference() == "none");
}

TEST_CASE("check: a program that claims a method is compared with its reference from the start") {
  const CheckedProgram classic{regions, find_method("Scan"), {}};
  CHECK(classic.method == ReferenceMethod::classic);
  CHECK(Comparison(classic).checker.method() == ReferenceMethod::classic);
  Comparison run(classic, ReferenceMethod::tallies);
  run.make(0, 1);
  CHECK(contains(run.difference(), "change 1: the program set r1c1, grid(0,0), from 0 to ' '"));
  CHECK(find_method("tallies") == ReferenceMethod::tallies);
  CHECK_FALSE(find_method("another"));
}
