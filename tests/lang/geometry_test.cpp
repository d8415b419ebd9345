#include "lang/geometry.h"

#include "support/test.h"

namespace {
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
}  // namespace

TEST_CASE("a size contains the points from (0,0) on, and a rectangle those from its corner on") {
  constexpr Size size{3, 2};
  CHECK(size.contains({0, 0}));
  CHECK(size.contains({2, 1}));
  CHECK(!size.contains({3, 1}));
  CHECK(!size.contains({2, 2}));
  CHECK(!size.contains({-1, 0}));
  CHECK(!size.contains({0, lowest}));
  CHECK(!size.contains({largest, largest}));
  constexpr Rectangle area{{5, 7}, {3, 2}};
  CHECK(area.contains({5, 7}));
  CHECK(area.contains({7, 8}));
  CHECK(!area.contains({4, 7}));
  CHECK(!area.contains({8, 7}));
  CHECK(!area.contains({5, 9}));
}

TEST_CASE("a rectangle fits into a field only as a whole") {
  constexpr Size field{10, 5};
  CHECK(fits_into({{0, 0}, {10, 5}}, field));
  CHECK(fits_into({{9, 4}, {1, 1}}, field));
  CHECK(!fits_into({{9, 4}, {2, 1}}, field));
  CHECK(!fits_into({{9, 4}, {1, 2}}, field));
  CHECK(!fits_into({{-1, 0}, {2, 2}}, field));
  CHECK(!fits_into({{1, 1}, {largest, largest}}, field));
  CHECK(!fits_into({{largest, largest}, {1, 1}}, field));
}

TEST_CASE("a step crosses each edge to the opposite side") {
  constexpr Size field{4, 3};
  CHECK(step_on_torus({1, 1}, Direction::east, field) == Point{2, 1});
  CHECK(step_on_torus({1, 1}, Direction::south, field) == Point{1, 2});
  CHECK(step_on_torus({1, 1}, Direction::west, field) == Point{0, 1});
  CHECK(step_on_torus({1, 1}, Direction::north, field) == Point{1, 0});
  CHECK(step_on_torus({3, 1}, Direction::east, field) == Point{0, 1});
  CHECK(step_on_torus({1, 2}, Direction::south, field) == Point{1, 0});
  CHECK(step_on_torus({0, 1}, Direction::west, field) == Point{3, 1});
  CHECK(step_on_torus({1, 0}, Direction::north, field) == Point{1, 2});
}

TEST_CASE("on a field of one cell every step returns to it") {
  for (const Direction d : all_directions) CHECK(step_on_torus({0, 0}, d, {1, 1}) == Point{0, 0});
}

TEST_CASE("points and directions are formatted for messages") {
  CHECK(to_string(Point{3, -4}) == "(3, -4)");
  CHECK(to_string(Direction::east) == "east");
  CHECK(to_string(Direction::north) == "north");
}
