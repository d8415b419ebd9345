// Where cells go.
#include "editing/coordinate_map.h"

#include "support/test.h"

using namespace fungescope::editing;

namespace {

CoordinateMap map_of(CoordinateMap::Step step) {
  CoordinateMap map;
  map.add(step);
  return map;
}

}  // namespace

TEST_CASE("inserted rows move what is below them, and enlarge what they are inserted into") {
  const CoordinateMap map = map_of(AxisShift{Axis::rows, 3, 2});
  CHECK(map.map(Point{7, 2}) == Point{7, 2});
  CHECK(map.map(Point{7, 3}) == Point{7, 5});
  CHECK(map.map(Rectangle{{0, 3}, {4, 2}}) == Rectangle{{0, 5}, {4, 2}});
  CHECK(map.map(Rectangle{{0, 2}, {4, 2}}) == Rectangle{{0, 2}, {4, 4}});
  CHECK(map.map(Rectangle{{0, 1}, {4, 2}}) == Rectangle{{0, 1}, {4, 2}});
}

TEST_CASE("deleted columns take cells with them, and shrink what they are deleted from") {
  const CoordinateMap map = map_of(AxisShift{Axis::columns, 3, -2});
  CHECK(map.map(Point{2, 0}) == Point{2, 0});
  CHECK_FALSE(map.map(Point{3, 0}));
  CHECK_FALSE(map.map(Point{4, 0}));
  CHECK(map.map(Point{5, 0}) == Point{3, 0});
  CHECK(map.map(Rectangle{{2, 0}, {5, 1}}) == Rectangle{{2, 0}, {3, 1}});
  CHECK(map.map(Rectangle{{4, 0}, {3, 1}}) == Rectangle{{3, 0}, {2, 1}});
  CHECK_FALSE(map.map(Rectangle{{3, 0}, {2, 5}}));
}

TEST_CASE("a moved block takes along what lies in it") {
  const CoordinateMap map = map_of(BlockShift{{{2, 2}, {3, 3}}, {10, -1}});
  CHECK(map.map(Point{2, 2}) == Point{12, 1});
  CHECK(map.map(Point{5, 2}) == Point{5, 2});
  CHECK(map.map(Rectangle{{2, 2}, {3, 3}}) == Rectangle{{12, 1}, {3, 3}});
  CHECK(map.map(Rectangle{{1, 2}, {3, 3}}) == Rectangle{{1, 2}, {3, 3}});
}

TEST_CASE("the inverse of an insertion and a move leads back") {
  CoordinateMap map = map_of(AxisShift{Axis::rows, 1, 4});
  map.add(BlockShift{{{0, 5}, {2, 2}}, {3, 3}});
  for (std::int64_t y = 0; y < 9; ++y) {
    const auto there = map.map(Point{1, y}).value();
    CHECK(map.inverse().map(there) == Point{1, y});
  }
}
