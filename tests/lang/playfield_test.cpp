#include "lang/playfield.h"

#include "support/test.h"

namespace {
constexpr std::int64_t lowest_value = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
}  // namespace

TEST_CASE("a default playfield is one blank cell") {
  const Playfield field;
  CHECK(field.size() == Size{1, 1});
  CHECK(field.at(Point{0, 0}) == ' ');
}

TEST_CASE("cells are the source's bytes, row by row") {
  const Playfield field({3, 2}, {'a', 'b', 'c', 'd', 'e', 255});
  CHECK(field.at(Point{0, 0}) == 'a');
  CHECK(field.at(Point{2, 0}) == 'c');
  CHECK(field.at(Point{0, 1}) == 'd');
  CHECK(field.at(Point{2, 1}) == 255);
  CHECK(field.at(field.index_of({1, 1})) == 'e');
}

TEST_CASE("loaded values that are not bytes") {
  Playfield::Cells cells;
  for (const std::int64_t value : {std::int64_t{'a'}, std::int64_t{0x1f600}, std::int64_t{0xc4},
                                   std::int64_t{-1}, lowest_value, highest}) {
    cells.add(value);
  }
  Playfield field({6, 1}, cells);
  CHECK(field.has_wide());
  CHECK(field.at(std::size_t{1}) == 0x1f600);
  CHECK(field.at(std::size_t{2}) == 0xc4);
  CHECK(field.at(std::size_t{5}) == highest);
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    CHECK(!field.changed(i));
    CHECK(field.loaded(i) == field.at(i));
    field.set(i, 7);
    CHECK(field.changed(i));
    CHECK(field.zeroed().at(i) == field.source()[i]);
  }
  CHECK(field.pristine() == Playfield({6, 1}, cells));
}

TEST_CASE("a cell holds every 64-bit value") {
  Playfield field({2, 1}, {200, 'x'});
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, lowest_value, highest}) {
    field.set(Point{0, 0}, value);
    CHECK(field.at(Point{0, 0}) == value);
    CHECK(field.at(Point{1, 0}) == 'x');
  }
}

TEST_CASE("a cell is changed while it differs from its source") {
  Playfield field({2, 1}, {'a', 'b'});
  CHECK(!field.changed(0));
  field.set(std::size_t{0}, 'z');
  CHECK(field.changed(0));
  CHECK(!field.changed(1));
  field.set(std::size_t{0}, 'a');
  CHECK(!field.changed(0));
}

TEST_CASE("a copy is an independent value") {
  Playfield field({2, 1}, {'a', 'b'});
  const Playfield copy = field;
  CHECK(copy == field);
  field.set(Point{1, 0}, 7);
  CHECK(copy.at(Point{1, 0}) == 'b');
  CHECK(!(copy == field));
}

TEST_CASE("equality is of size and values, whatever the source") {
  Playfield a({2, 1}, {'a', 'b'});
  const Playfield b({2, 1}, {'a', 'c'});
  CHECK(!(a == b));
  a.set(Point{1, 0}, 'c');
  CHECK(a == b);
  CHECK(!(Playfield({1, 2}, {'a', 'c'}) == b));
}

TEST_CASE("a moved playfield keeps its cells") {
  Playfield field({2, 1}, {'a', 'b'});
  field.set(Point{1, 0}, 7);
  const Playfield moved = std::move(field);
  CHECK(moved.at(Point{0, 0}) == 'a');
  CHECK(moved.at(Point{1, 0}) == 7);
}
