// Tests what the fast interpreter does with code that is not executed often enough to be worth a
// translation. That it executes such code exactly is tested by differential_test.cpp.
#include "support/test.h"
#include "vm/blocks/block_runner.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

namespace {

const Heading east(Direction::east, false);

// Returns the memory of all blocks after a run; requires that it agrees with the reference.
std::size_t memory_after(const Playfield& field, Tick ticks) {
  Machine machine(field);
  Machine expected(field);
  FastInterpreter interpreter;
  StringInput input("");
  StringOutput output;
  interpreter.run(machine, {input, output}, ticks);
  run_reference(expected, {input, output}, ticks);
  REQUIRE(machine == expected);
  return interpreter.block_memory();
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

// A loop of two rows.
std::string looped(const std::string& code) {
  return ">" + code + "v\n^" + std::string(code.size(), ' ') + "<\n";
}

// Visits an entry as the stepper does, with `cells` to the next one.
void visit(BlockCache& cache, CellIndex cell, std::uint64_t cells) {
  cache.visit(cell, east).warm(cells);
}

}  // namespace

TEST_CASE("code that is executed once is not translated") {
  const std::size_t none = memory_after(program_from_text("@"), 1);
  CHECK(memory_after(program_from_text(repeated("12+$", 10'000) + '@'), no_limit) == none);
  CHECK(memory_after(program_from_text('"' + std::string(40'000, 'x') + "\"@"), no_limit) == none);
  // With a decision every few cells.
  CHECK(memory_after(program_from_text(repeated("0 #v_:!$", 5'000) + '@'), no_limit) == none);
}

TEST_CASE("a field of decisions only is not translated") {
  const std::size_t none = memory_after(program_from_text("@"), 1);
  const Playfield walk(Size{60, 50}, Playfield::Bytes(3000, '?'));
  CHECK(memory_after(walk, 50'000) == none);
}

TEST_CASE("loops are translated soon, long ones as a whole") {
  const std::size_t none = memory_after(program_from_text("@"), 1);
  CHECK(memory_after(program_from_text(looped("1+:2%$")), 1'000) > none);
  CHECK(memory_after(program_from_text("12+$12+$", {80, 1}), 5'000) > none);  // over the edge
  CHECK(memory_after(program_from_text("####", {3, 1}), 5'000) > none);
  const Playfield line = program_from_text(repeated("12+$", 2'500));
  const std::size_t soon = memory_after(line, 10'000 * 14);
  CHECK(soon > 10'000 * sizeof(CellIndex));
  CHECK(memory_after(line, 10'000 * 20) == soon);
}

TEST_CASE("an entry gets hot if it is visited among many that are not") {
  BlockCache cache({1'000'000, 1});
  const auto heat = [&](CellIndex cell) { return cache.visit(cell, east).heat(); };
  for (CellIndex i = 0; i < 200'000; ++i) {
    visit(cache, 1000 + i, 10);
    if (i % 1000 == 0) visit(cache, 7, 10);
  }
  CHECK(heat(7) >= cache.translation_heat());
  // Of the others, each was visited once.
  std::size_t hot = 0;
  for (CellIndex i = 0; i < 200'000; ++i) hot += heat(1000 + i) >= cache.translation_heat() ? 1 : 0;
  CHECK(hot == 0);
}

TEST_CASE("entries that share slots get hot, too") {
  BlockCache cache({1000, 1});
  for (int round = 0; round < 200; ++round) {
    for (CellIndex cell = 0; cell < 1000; ++cell) visit(cache, cell, 12);
  }
  std::size_t hot = 0;
  for (CellIndex cell = 0; cell < 1000; ++cell) {
    hot += cache.visit(cell, east).heat() >= cache.translation_heat() ? 1 : 0;
  }
  CHECK(hot > 950);
}

TEST_CASE("blocks stay within their limit, the memory of discarded ones included") {
  // Short blocks with many exits, and long ones; each is discarded before the next is made.
  for (const std::string& code : {repeated("1:_", 3'000), repeated("12+34*p56g", 900)}) {
    CAPTURE(code.substr(0, 10));
    const Machine machine(program_from_text(code));
    constexpr std::size_t limit = 300'000;
    BlockCache cache(machine.field.size(), BlockCache::default_heat, limit);
    TranslatorMemory memory;
    std::size_t held = 0;  // by the code of blocks since they were last discarded all at once
    int discarded = 0;     // times that they were
    for (CellIndex cell = 0; cell < code.size(); ++cell) {
      const std::size_t before = cache.memory();
      cache.make_room();
      if (cache.memory() < before) {
        CHECK(before > limit / 2);
        held = 0;
        ++discarded;
      }
      Superblock& block = cache.find(cache.point_of(cell), east);
      translate(block, machine, cache, memory);
      cache.invalidate_changed(cell, std::vector<std::int64_t>{1}, std::vector<std::int64_t>{0});
      REQUIRE_FALSE(block.has_code());
      held += block.ops.capacity() * sizeof(MicroOp) + block.uses.capacity() * sizeof(StackEffect) +
              block.cells.capacity() * sizeof(CellIndex) + sizeof(Superblock);
      REQUIRE(cache.memory() >= held);
    }
    CHECK(discarded > 1);
    CHECK(cache.peak_memory() <= limit);
  }
}

TEST_CASE("the block cache forgets its blocks and keeps traps and volatile cells") {
  Machine machine(program_from_text("12+34*>:#v_  ", {40, 2}));
  BlockCache cache(machine.field.size());
  Traps traps(machine.field.size());
  traps.set(Point{20, 0}, Access::write);
  cache.arm(traps);
  TranslatorMemory memory;
  const std::size_t before = cache.memory();
  const std::uint64_t heat = cache.translation_heat();
  for (int times = 0; times < 3; ++times) {
    Superblock& block = cache.find({0, 0}, east);
    translate(block, machine, cache, memory);
    CHECK(cache.visit(0, east).block == &block);
    CHECK((cache.marks()[1] & BlockCache::covered) != 0);
    CHECK(cache.memory() > before);
    if (times < 2) cache.invalidate_rewritten(2);
    cache.clear();
    CHECK(cache.memory() == before);
    CHECK(cache.visit(0, east).block == nullptr);
    CHECK((cache.marks()[1] & BlockCache::covered) == 0);
    CHECK((cache.marks()[20] & BlockCache::write_trap) != 0);
  }
  CHECK(cache.is_volatile(2));
  CHECK(cache.armed().version == traps.version());
  CHECK(cache.translation_heat() == heat);
}

TEST_CASE("the stepper leaves the machine at a hot entry, and before a cell for the reference") {
  Machine machine(program_from_text(">1+:#v_@"));
  StringInput input("");
  StringOutput output;
  const Ports ports{input, output};
  Probe probe;
  const StackBounds bounds(machine, nullptr);
  BlockCache cache(machine.field.size());
  const BlockRun run{machine, ports, no_limit, probe, bounds, cache};
  StepperPace pace;
  // `_` goes west and back to `>`, which turns: around, until the entry west of `_` is hot.
  CHECK(step_cells(run, Stepping::to_block, pace) == BlockExit::not_ready);
  CHECK(machine.tick > 20);
  const Heading heading(machine.direction, machine.string_mode);
  CHECK(cache.visit(cache.index_of(machine.ip), heading).heat() >= cache.translation_heat());
  machine.ip = {7, 0};
  const Tick tick = machine.tick;
  CHECK(step_cells(run, Stepping::to_tick, pace) == BlockExit::step);
  CHECK(machine.tick == tick);
}
