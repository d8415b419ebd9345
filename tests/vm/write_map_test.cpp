// Tests the write map, and that runs fill it.
#include "vm/write_map.h"

#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

namespace {

std::vector<std::size_t> cells_of(const WriteMap& map, std::size_t area) {
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < area; ++i) {
    if (map.contains(i)) cells.push_back(i);
  }
  return cells;
}

enum class Tier : std::uint8_t { reference, fast };

StopReason run(Tier tier, Machine& machine, Tick until, Probe& probe) {
  StringInput input("");
  StringOutput output;
  const Ports ports{input, output};
  if (tier == Tier::reference) return run_reference(machine, ports, until, probe);
  return FastInterpreter().run(machine, ports, until, probe);
}

// Counts writes. The fast tier then uses its loop for observers.
class Counter final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick, Point, Point, std::int64_t, std::int64_t) override { ++writes; }
  int writes = 0;
};

}  // namespace

TEST_CASE("a write map returns its cells in groups") {
  WriteMap map(10'000);
  CHECK(map.groups().empty());
  for (const std::size_t index : {9999U, 64U, 70U, 64U, 0U, 127U}) map.add(index);
  const std::vector<CellGroup> groups = map.groups();
  REQUIRE(groups.size() == 3);
  CHECK(groups[0] == CellGroup{0, 1});
  CHECK(groups[1] == CellGroup{1, 1U | 1U << 6U | std::uint64_t{1} << 63U});
  CHECK(groups[2] == CellGroup{156, std::uint64_t{1} << 15U});
  CHECK(cells_of(map, 10'000) == std::vector<std::size_t>{0, 64, 70, 127, 9999});
}

TEST_CASE("a cleared write map can be filled again") {
  WriteMap map(65);
  for (int times = 0; times < 3; ++times) {
    map.add(64);
    map.add(0);
    CHECK(map.groups().size() == 2);
    map.clear();
    CHECK(map.groups().empty());
    CHECK(!map.contains(64));
    CHECK(!map.contains(0));
  }
}

TEST_CASE("taking the groups of a write map clears it") {
  for (const std::size_t area : {10'000U, 100'000U}) {
    WriteMap map(area);
    std::vector<std::uint32_t> numbers{7};
    for (int times = 0; times < 3; ++times) {
      for (const std::size_t index : {9'999U, 64U, 70U, 0U}) map.add(index);
      map.take_groups(numbers);
      CHECK(numbers == std::vector<std::uint32_t>{0, 1, 156});
      CHECK(map.groups().empty());
    }
    map.take_groups(numbers);
    CHECK(numbers.empty());
  }
}

TEST_CASE("a large write map reads only chunks with stores") {
  constexpr std::size_t area = 100'000;
  WriteMap map(area);
  REQUIRE(WriteMap::has_chunks(area));
  for (int times = 0; times < 2; ++times) {
    for (const std::size_t index : {99'999U, 4096U, 4095U}) map.add(index);
    CHECK(cells_of(map, area) == std::vector<std::size_t>{4095, 4096, 99'999});
    CHECK(map.groups().size() == 3);
    map.clear();
    CHECK(map.groups().empty());
  }
}

TEST_CASE("a run records exactly the cells that it stores to") {
  // Stores to a known cell, in a known row, to a computed cell that is code, and outside.
  const Machine start(test::program_from_text(
      ">377p300g4p3400g77*/p399*99*pv\n^                            <", {80, 25}));
  std::vector<std::size_t> expected;
  for (const Point at : {Point{4, 1}, Point{62, 4}, Point{7, 7}}) {
    expected.push_back(start.field.index_of(at));
  }
  for (const Tier tier : {Tier::reference, Tier::fast}) {
    for (const bool observed : {false, true}) {
      Machine machine = start;
      WriteMap map(2000);
      Counter counter;
      Probe probe{.written = &map};
      if (observed) probe.observer = &counter;
      CHECK(run(tier, machine, 20'000, probe) == StopReason::tick_reached);
      CHECK((counter.writes > 0) == observed);
      CHECK(cells_of(map, 2000) == expected);
    }
  }
}

TEST_CASE("a store of an equal value is recorded") {
  for (const Tier tier : {Tier::reference, Tier::fast}) {
    // Stores a blank at (48, 0).
    const Playfield before = test::program_from_text(">48*68*0p v\n^         <", {80, 25});
    Machine machine(before);
    WriteMap map(2000);
    Probe probe{.written = &map};
    run(tier, machine, 5000, probe);
    CHECK(machine.field == before);
    CHECK(cells_of(map, 2000) == std::vector<std::size_t>{before.index_of({48, 0})});
  }
}
