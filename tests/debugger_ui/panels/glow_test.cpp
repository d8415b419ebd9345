// The afterglow of touched cells, and the area that was executed.
#include "debugger_ui/panels/playfield/cell_colours.h"
#include "debugger_ui/panels/test.h"

namespace {

// A snapshot of a playing run that has touched these cells.
ViewSnapshot touching(std::uint64_t serial, std::vector<Touch> touched) {
  ViewSnapshot snapshot;
  snapshot.serial = serial;
  snapshot.touched = std::move(touched);
  snapshot.activity.kind = Activity::Kind::playing;
  return snapshot;
}

TEST_CASE("a touched cell glows, and loses half of it every quarter of a second") {
  Glow glow;
  CHECK(glow.dark());
  const ViewSnapshot first = touching(1, {{{3, 4}, Access::execute}});
  glow.update(first, 0);
  REQUIRE(glow.cells().size() == 1);
  const Glow::Levels& levels = glow.cells().at({3, 4});
  CHECK(levels.executed == 1);
  CHECK(levels.read == 0);
  CHECK(levels.written == 0);
  for (const float expected : {0.5F, 0.25F, 0.125F}) {
    glow.update(first, 0.25);  // the same snapshot lights nothing again
    CHECK(levels.executed == doctest::Approx(expected));
  }
  // However the time is divided.
  glow.update(touching(2, {{{3, 4}, Access::execute}}), 1);
  for (int i = 0; i < 25; ++i) glow.update(touching(2, {}), 0.01);
  CHECK(levels.executed == doctest::Approx(0.5));
}

TEST_CASE("each kind of access glows by itself, the brightest counts") {
  Glow glow;
  glow.update(touching(1, {{{0, 0}, Access::read}}), 0);
  glow.update(touching(2, {{{0, 0}, Access::write}, {{0, 0}, Access::execute}}), 0.25);
  const Glow::Levels& levels = glow.cells().at({0, 0});
  CHECK(levels.read == doctest::Approx(0.5));
  CHECK(levels.written == 1);
  CHECK(levels.executed == 1);
  CHECK(std::max({levels.executed, levels.read, levels.written}) == 1);
  glow.update(touching(3, {{{0, 0}, Access::read}}), 0.25);
  CHECK(levels.read == 1);
  CHECK(levels.written == doctest::Approx(0.5));
}

TEST_CASE("cells that are too dark to be seen are forgotten") {
  Glow glow;
  glow.update(touching(1, {{{0, 0}, Access::execute}, {{9, 9}, Access::read}}), 0);
  const ViewSnapshot second = touching(2, {{{9, 9}, Access::write}});
  glow.update(second, 1);  // 1/16 is left
  CHECK(glow.cells().size() == 2);
  glow.update(second, 0.25);  // 1/32
  REQUIRE(glow.cells().size() == 1);
  CHECK(glow.cells().begin()->first == Point{9, 9});
  glow.update(second, 1);
  CHECK(glow.dark());
  // It stays dark, and the next touch lights it as the first did.
  glow.update(second, 100);
  CHECK(glow.dark());
  glow.update(touching(3, {{{0, 0}, Access::execute}}), 1);
  CHECK(glow.cells().at({0, 0}).executed == 1);
}

TEST_CASE("cells come row by row") {
  Glow glow;
  glow.update(touching(1, {{{5, 1}, Access::read}, {{7, 0}, Access::read}, {{2, 1}, Access::read}}),
              0);
  std::vector<Point> order;
  for (const auto& [cell, levels] : glow.cells()) order.push_back(cell);
  CHECK(order == std::vector<Point>{{7, 0}, {2, 1}, {5, 1}});
}

TEST_CASE("the executed area grows while playing, and ends with it") {
  ExecutedArea executed;
  ViewSnapshot snapshot = touching(1, {{{4, 5}, Access::execute}, {{90, 90}, Access::write}});
  snapshot.ip = {6, 5};
  executed.update(snapshot);
  CHECK(executed.area() == Rectangle{{4, 5}, {3, 1}});
  snapshot = touching(2, {{{2, 9}, Access::execute}});
  snapshot.ip = {2, 8};
  executed.update(snapshot);
  CHECK(executed.area() == Rectangle{{2, 5}, {5, 5}});
  snapshot.activity.kind = Activity::Kind::idle;
  executed.update(snapshot);
  CHECK_FALSE(executed.area());
}

}  // namespace
