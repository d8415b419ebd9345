// Changes of a region, and runs that are aligned by them, against runs by single ticks.
#include "session/comparison/region_changes.h"

#include "session/debugged.h"
#include "session/random_run.h"
#include "support/test.h"

namespace {

// Around a cell that the run stores to, if it does.
Region some_region(RandomRun& run) {
  const Size field = run.session->machine().field.size();
  std::vector<Point> stored{{0, 0}};
  for (const Moment& moment : run.moments) {
    if (moment.write && field.contains(moment.write->at)) stored.push_back(moment.write->at);
  }
  Region region;
  region.name = "r";
  region.area.corner = stored[below(run.random, stored.size())];
  const auto length = [&](std::int64_t room) {
    return std::min<std::int64_t>(room, 1 + static_cast<std::int64_t>(below(run.random, 3)));
  };
  region.area.size = {length(field.width - region.area.corner.x),
                      length(field.height - region.area.corner.y)};
  return region;
}

std::vector<Tick> changes_by_single_ticks(const RandomRun& run, const Rectangle& area) {
  std::vector<Tick> changes;
  for (std::size_t tick = 1; tick < run.moments.size(); ++tick) {
    const auto& write = run.moments[tick].write;
    if (write && area.contains(write->at) && write->before != write->now) changes.push_back(tick);
  }
  return changes;
}

// What follows a line of code: the row, and its annotation.
std::string header(const std::string& row) {
  return '\n' + row + "\n\n#$region[0,1](3x1):ascii = row\n";
}

}  // namespace

TEST_CASE("the changes of a region are those of a run by single ticks, in any order of questions") {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RandomRun run(seed, run_input, 100, 600);
    const Tick last = run.moments.size() - 1;
    const Region region = some_region(run);
    const std::vector<Tick> expected = changes_by_single_ticks(run, region.area);
    History& history = run.session->history();
    history.seek(below(run.random, last + 1));
    const Tick present = history.tick();
    RegionChanges changes(region);
    for (int i = 0; i < 5; ++i) {
      const Tick to = i == 4 ? last : below(run.random, last + 1);
      const std::size_t count = i == 4 ? expected.size() + 1 : below(run.random, 6);
      REQUIRE(changes.extend(history, count, to, nullptr));
      CHECK(history.tick() == present);
      REQUIRE(changes.known().size() <= expected.size());
      for (std::size_t j = 0; j < changes.known().size(); ++j) {
        REQUIRE(changes.known()[j].tick == expected[j]);
        REQUIRE(changes.instant_of(j + 1) == expected[j]);
        REQUIRE(changes.count_at(expected[j]) == j + 1);
        REQUIRE(changes.count_at(expected[j] - 1) == j);
      }
      REQUIRE((changes.known().size() >= count || changes.searched_to() >= to));
    }
    REQUIRE(changes.known().size() == expected.size());
    found += expected.size();
  }
  CHECK(found > 50);
}

TEST_CASE("runs begin where both regions first hold the same, after the fewest changes") {
  using Hashes = std::vector<std::uint64_t>;
  CHECK(common_start(Hashes{1, 2, 3}, Hashes{3, 4}) == Both<std::size_t>{2, 0});
  CHECK(common_start(Hashes{1, 2, 3}, Hashes{9, 3, 2}) == Both<std::size_t>{1, 2});
  CHECK(common_start(Hashes{5}, Hashes{5}) == Both<std::size_t>{0, 0});
  CHECK(common_start(Hashes{5}, Hashes{6, 7}) == Both<std::size_t>{0, 0});
  CHECK(common_start(Hashes{}, Hashes{}) == Both<std::size_t>{0, 0});
}

TEST_CASE("two programs are compared change by change, an empty square written in either way") {
  // One reads 12, the other is drawn with it and writes 0 for the empty square. Both set the third.
  Debugged here(R"(~01p~11p"3"21p@)" + header("   "), InputLog("12", InputLog::End::closed));
  Debugged there(R"("0"21p"3"21p7@)" + header("12 "));
  const auto compared =
      compare_regions(here.debugger.session(), there.debugger.session(), "row", 1000, nullptr);
  REQUIRE(compared);
  CHECK(here.tick() == 0);
  CHECK(there.tick() == 0);
  CHECK(compared->same_start);
  CHECK(compared->start == Both<std::size_t>{2, 0});
  CHECK(compared->changes.here.instant_of(2) == 8);
  CHECK(compared->changes.here.instant_of(3) == 14);
  CHECK(compared->changes.there.instant_of(1) == 12);
  CHECK(compared->same == 1);
  CHECK(compared->first_other(false) == nullptr);
  CHECK(compared->first_other(true) == nullptr);
  CHECK(compared->same_end);
  CHECK(compared->end.here.tick == 15);
  CHECK(compared->end.there.tick == 14);
}

TEST_CASE("the first change that only one of two programs makes, and what they hold in the end") {
  Debugged here(R"("1"01p"2"11p@)" + header("   "));
  Debugged there(R"("1"01p"5"21p@)" + header("   "));
  const auto compared =
      compare_regions(here.debugger.session(), there.debugger.session(), "row", 1000, nullptr);
  REQUIRE(compared);
  CHECK(compared->same == 1);
  REQUIRE(compared->first_other(false) != nullptr);
  CHECK(compared->first_other(false)->cell == 1);
  CHECK(compared->first_other(true)->cell == 2);
  CHECK(compared->first_other(true)->now == '5');
  CHECK_FALSE(compared->same_end);
}

TEST_CASE("a region that the other program does not have is an error") {
  Debugged here("@" + header("   "));
  Debugged there("@");
  const auto message = [&](const char* region) {
    return message_of(
        compare_regions(here.debugger.session(), there.debugger.session(), region, 1000, nullptr));
  };
  CHECK(message("row") == "the other program has no region row; choose one that both have");
  CHECK(message("rows") == "there is no region 'rows'; the nearest name is row");
}
