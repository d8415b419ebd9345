// Tests the comparison and the shrinker on a tier with a bug.
#include "support/generated/shrink.h"

#include "lang/instruction.h"
#include "support/broken_tier.h"
#include "support/generated/realistic_cases.h"
#include "support/program_from_text.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

bool fails_when_broken(const DifferentialCase& c) {
  return !find_difference(c, broken_tier()).empty();
}

std::int64_t full_cells(const Playfield& field) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < field.size().area(); ++i) {
    count += field.at(static_cast<std::size_t>(i)) != ' ' ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("a bug in one instruction is found, and its program reduced") {
  int found = 0;
  for (std::uint64_t seed = 0; found < 3; ++seed) {
    REQUIRE(seed < 1000);
    const DifferentialCase c = realistic_case(seed);
    if (!fails_when_broken(c)) continue;
    ++found;
    const DifferentialCase smallest = shrink(c, fails_when_broken);
    INFO("seed ", seed, "\n", to_text(smallest));
    CHECK(fails_when_broken(smallest));
    CHECK(to_text(smallest) == to_text(shrink(c, fails_when_broken)));
    CHECK(smallest.stops.size() == 1);
    CHECK(smallest.traps.empty());
    CHECK(!smallest.observe);
    CHECK(full_cells(smallest.field) <= 30);
    CHECK(smallest.field.size().area() <= 400);
  }
}

TEST_CASE("shrinking keeps the parts that the failure needs") {
  DifferentialCase c;
  c.field = program_from_text("1+ 5-  4%v\n^   .     <\n  @@@@");
  c.input = "1 2 3";
  c.stops = {3, 5, 9, 20, 100, 300};
  Jump jump;
  jump.stop = 3;
  jump.state = 1;
  jump.pokes = {{24, 'x'}};
  c.jumps = {jump};
  REQUIRE(fails_when_broken(c));
  const DifferentialCase smallest = shrink(c, fails_when_broken);
  INFO(to_text(smallest));
  CHECK(smallest.jumps.empty());
  CHECK(smallest.input.empty());
  CHECK(smallest.stops.size() == 1);
  CHECK(smallest.stops[0] < 12);
  CHECK(smallest.field.size().height == 1);
  CHECK(to_text(smallest.field).find('%') != std::string::npos);
}

TEST_CASE("a case that needs a jump keeps it") {
  DifferentialCase c;
  c.field = program_from_text("0500p   000g-7%v\n^               <");
  c.field.set(Point{0, 0}, '0');
  c.stops = {4, 6, 80};
  // Only the other state has a negative number.
  Jump jump;
  jump.stop = 1;
  jump.pokes = {{1, '-'}};
  c.jumps = {jump, jump};
  const auto fails = [](const DifferentialCase& d) { return !d.jumps.empty(); };
  const DifferentialCase smallest = shrink(c, fails);
  CHECK(smallest.jumps.size() == 1);
  CHECK(smallest.jumps[0].pokes.empty());
}

TEST_CASE("shrinking stops at its limit of runs") {
  std::uint64_t runs = 0;
  const auto fails = [&runs](const DifferentialCase&) {
    ++runs;
    return true;
  };
  (void)shrink(realistic_case(7), fails, 5);
  CHECK(runs == 5);
  runs = 0;
  CHECK(shrink(realistic_case(7), fails).field.size().area() == 1);
  CHECK(runs < 4000);
}
