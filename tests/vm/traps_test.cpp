// Traps by their interface, and with dialects; their rules are in `transcripts/traps.txt`.
#include "vm/traps.h"

#include "support/program_from_text.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

// Runs on both interpreters, which must agree.
StopReason run_trapped(const Machine& start, const Traps& traps, Tick until) {
  Machine machine = start;
  Machine fast = start;
  StringInput input("");
  StringOutput output;
  Probe probe;
  probe.traps = &traps;
  Probe fast_probe = probe;
  const StopReason reason = run_reference(machine, {input, output}, until, probe);
  CHECK(FastInterpreter().run(fast, {input, output}, until, fast_probe) == reason);
  CHECK(machine == fast);
  return reason;
}

}  // namespace

TEST_CASE("traps return the marks that were set") {
  Traps traps({10, 5});
  traps.set(Point{3, 2}, Access::read);
  traps.set(Point{3, 2}, Access::write);
  traps.set(Point{3, 2}, Access::read);
  traps.set(Rectangle{{8, 3}, {2, 2}}, Access::execute);
  traps.set_before(Op::put);
  CHECK(traps.has(23, Access::read));
  CHECK(traps.has(23, Access::write));
  CHECK(!traps.has(23, Access::execute));
  std::vector<std::size_t> cells = traps.cells();
  std::sort(cells.begin(), cells.end());
  CHECK(cells == std::vector<std::size_t>{23, 38, 39, 48, 49});
  CHECK(traps.has_before(Op::put));
  CHECK(!traps.has_before(Op::get));
}

TEST_CASE("cleared traps equal new ones") {
  Traps traps({10, 5});
  traps.set(Point{3, 2}, Access::read);
  traps.set_before(Op::put);
  traps.set_on_modified_code();
  traps.set_floor(3);
  traps.set_ceiling(4);
  traps.clear();
  const Traps fresh({10, 5});
  CHECK(!traps.has(23, Access::read));
  CHECK(traps.cells().empty());
  CHECK(traps.before_ops() == 0);
  CHECK(!traps.on_modified_code());
  CHECK(traps.floor() == fresh.floor());
  CHECK(traps.ceiling() == fresh.ceiling());
}

TEST_CASE("set_field removes the marks of cells and keeps everything else") {
  Traps traps({10, 5});
  traps.set(Point{3, 2}, Access::read);
  traps.set_before(Op::put);
  traps.set_floor(3);
  const std::uint64_t version = traps.version();
  traps.set_field({20, 3});
  CHECK(traps.field() == Size{20, 3});
  CHECK(traps.cells().empty());
  CHECK(traps.accesses(23) == 0);
  CHECK(traps.has_before(Op::put));
  CHECK(traps.floor() == 3);
  CHECK(traps.version() != version);
  traps.set(Point{19, 2}, Access::write);
  CHECK(traps.has(59, Access::write));
}

TEST_CASE("each change of traps except the bounds gets a new version") {
  Traps traps({10, 5});
  std::vector<std::uint64_t> versions{traps.version(), Traps({10, 5}).version()};
  const auto note = [&] { versions.push_back(traps.version()); };
  traps.set(Point{3, 2}, Access::read), note();
  traps.set_before(Op::put), note();
  traps.set_on_modified_code(), note();
  traps.clear(), note();
  std::sort(versions.begin(), versions.end());
  CHECK(std::adjacent_find(versions.begin(), versions.end()) == versions.end());
  const std::uint64_t version = traps.version();
  traps.set_floor(3);
  traps.set_ceiling(3);
  CHECK(traps.version() == version);
  const Traps copy = traps;
  CHECK(copy.version() == traps.version());
}

TEST_CASE("operations are decoded by the dialect") {
  for (const Dialect& dialect : dialects()) {
    Machine start(test::program_from_text("  x "), {dialect, 0, 100});
    start.field.set(Point{2, 0}, 'g' + 256);
    Traps traps(start.field.size());
    traps.set_before(Op::get);
    CHECK((run_trapped(start, traps, 4) == StopReason::trapped) == dialect.instruction_is_low_byte);
  }
}

TEST_CASE("a byte above 127 is not modified code, signed or unsigned") {
  for (const bool signed_bytes : {false, true}) {
    for (const Dialect& dialect : dialects()) {
      const Machine start(test::program_from_text("\"\xc8\xff\"$$ @", {1, 1}, signed_bytes),
                          {dialect, 0, 100});
      Traps traps(start.field.size());
      traps.set_on_modified_code();
      CHECK(run_trapped(start, traps, 100) == StopReason::ended);
    }
  }
}

TEST_CASE("modified code is relative to the loaded source") {
  // The same values, first from the source, then stored over another source.
  const Playfield pure = test::program_from_text(">12$$v\n^    <");
  Playfield patched = test::program_from_text(">12$ v\n^    <");
  patched.set(Point{4, 0}, '$');
  Machine machine(pure);
  FastInterpreter interpreter;
  Traps traps(machine.field.size());
  traps.set_on_modified_code();
  Probe probe;
  probe.traps = &traps;
  StringInput input("");
  StringOutput output;
  const auto run = [&](Tick until) {
    return interpreter.run(machine, {input, output}, until, probe);
  };
  // Stops where it will continue, so that there is a block.
  for (Tick until = 0; until < 600; until += 12) CHECK(run(until) == StopReason::tick_reached);
  const auto load = [&](const Playfield& field) {
    Machine next = machine;
    next.field = field;
    interpreter.load(machine, next);
  };
  const Tick here = machine.tick;
  load(patched);
  CHECK(run(1000) == StopReason::trapped);
  CHECK(machine.tick == here + 4);
  load(pure);
  CHECK(run(1000) == StopReason::tick_reached);
  // The same cell by cell: other code, and back.
  const std::vector<std::int64_t> other{'3' - '$'};
  interpreter.put_deltas(machine, 4, other);
  CHECK(run(2000) == StopReason::trapped);
  interpreter.put_deltas(machine, 4, std::vector<std::int64_t>{0});
  CHECK(run(2000) == StopReason::tick_reached);
}
