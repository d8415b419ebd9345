// Tests the rules of traps on both interpreters.
#include "vm/traps.h"

#include "support/program_from_text.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using Kind = TrapEvent::Kind;

namespace {

// Stores 7 at (9, 2), reads it again, and discards it.
constexpr const char* loop =
    ">792p92g$v\n"
    "^        <\n"
    " ";
constexpr Tick a_round = 20;
constexpr Tick tick_of_store = 5;
constexpr Tick tick_of_read = 8;

// Runs on both interpreters and checks that they agree.
class Rig {
 public:
  explicit Rig(Machine start)
      : machine(std::move(start)), traps(machine.field.size()), fast_(machine) {}
  explicit Rig(const char* text, const Dialect& dialect = {})
      : Rig(Machine(test::program_from_text(text), {dialect, 0, 100})) {}

  StopReason run(Tick until = 5000) {
    probe.traps = armed ? &traps : nullptr;
    Probe fast_probe = probe;
    const StopReason reason = run_reference(machine, {input_, output_}, until, probe);
    CHECK(interpreter_.run(fast_, {input_, fast_output_}, until, fast_probe) == reason);
    CHECK(machine == fast_);
    if (reason == StopReason::trapped) CHECK(fast_probe.event == probe.event);
    return reason;
  }
  // Continues from a trap.
  StopReason continue_run(Tick until = 5000) {
    probe.skip_traps_at = machine.tick;
    return run(until);
  }
  // Returns the ticks of the next stops at traps.
  std::vector<Tick> stops(std::size_t count) {
    std::vector<Tick> ticks;
    while (ticks.size() < count && continue_run() == StopReason::trapped)
      ticks.push_back(machine.tick);
    return ticks;
  }
  // Translates the code to blocks before any trap is set.
  Rig& warmed_up(Tick until = 1000) {
    armed = false;
    // Stops at the same cell each time, so that a block begins there.
    for (Tick rounds = 10; rounds > 0; --rounds) run(until - rounds * a_round);
    CHECK(run(until) == StopReason::tick_reached);
    armed = true;
    return *this;
  }
  [[nodiscard]] const TrapEvent& event() const { return probe.event; }

  Machine machine;
  Traps traps;
  Probe probe;
  bool armed = true;

 private:
  Machine fast_;
  FastInterpreter interpreter_;
  StringInput input_{"1 2 3 4 5"};
  StringOutput output_;
  StringOutput fast_output_;
};

std::uint8_t kinds(std::initializer_list<Kind> wanted) {
  unsigned bits = 0;
  for (const Kind kind : wanted) bits |= kind;
  return static_cast<std::uint8_t>(bits);
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

TEST_CASE("traps that do not fire change nothing") {
  Rig rig(loop);
  rig.traps.set(Point{1, 2}, Access::write);
  rig.traps.set(Point{1, 2}, Access::read);
  rig.traps.set(Point{1, 2}, Access::execute);
  rig.traps.set_before(Op::end);
  rig.traps.set_on_modified_code();
  rig.traps.set_ceiling(3);
  CHECK(rig.run(4321) == StopReason::tick_reached);
  CHECK(rig.machine.tick == 4321);
}

TEST_CASE("a marked cell stops the run before it, each time") {
  Rig rig(loop);
  rig.warmed_up();
  rig.traps.set(Point{9, 0}, Access::execute);
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.ip == Point{9, 0});
  CHECK(rig.event().kinds == kinds({Kind::execute}));
  const Tick first = rig.machine.tick;
  CHECK(rig.stops(2) == std::vector<Tick>{first + a_round, first + 2 * a_round});
}

TEST_CASE("a run that starts on a trap executes nothing unless skip_traps_at is set") {
  Rig rig(loop);
  rig.traps.set(Point{0, 0}, Access::execute);
  for (int times = 0; times < 3; ++times) {
    CHECK(rig.run() == StopReason::trapped);
    CHECK(rig.machine.tick == 0);
  }
  CHECK(rig.continue_run() == StopReason::trapped);
  CHECK(rig.machine.tick == a_round);
  rig.probe.skip_traps_at = 0;  // a different tick
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.tick == a_round);
}

TEST_CASE("at the last tick of a run traps before the next cell do not fire") {
  Rig rig(loop);
  rig.traps.set(Point{3, 0}, Access::execute);
  CHECK(rig.run(3) == StopReason::tick_reached);
  CHECK(rig.run(3) == StopReason::tick_reached);
  CHECK(rig.run(4) == StopReason::trapped);
  CHECK(rig.machine.tick == 3);
}

TEST_CASE("a store to a marked cell stops the run after it, even of an equal value") {
  Rig rig(loop);
  rig.traps.set(Point{9, 2}, Access::write);
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.tick == tick_of_store);
  CHECK(rig.machine.ip == Point{5, 0});
  CHECK(rig.event() == TrapEvent{Kind::write, {4, 0}, {9, 2}, ' ', 7});
  CHECK(rig.continue_run() == StopReason::trapped);
  CHECK(rig.machine.tick == tick_of_store + a_round);
  CHECK(rig.event() == TrapEvent{Kind::write, {4, 0}, {9, 2}, 7, 7});
  CHECK(rig.stops(3) == std::vector<Tick>{45, 65, 85});
}

TEST_CASE("a read of a marked cell stops the run after it") {
  Rig rig(loop);
  rig.traps.set(Point{9, 2}, Access::read);
  CHECK(rig.stops(4) == std::vector<Tick>{tick_of_read, 28, 48, 68});
  CHECK(rig.event() == TrapEvent{Kind::read, {7, 0}, {9, 2}, 7, 7});
  CHECK(rig.machine.stack.size() == 1);
}

TEST_CASE("a trap after the last instruction of a run fires") {
  Rig rig(loop);
  rig.traps.set(Point{9, 2}, Access::write);
  CHECK(rig.run(tick_of_store - 1) == StopReason::tick_reached);
  CHECK(rig.run(tick_of_store) == StopReason::trapped);
  CHECK(rig.run(tick_of_store) == StopReason::tick_reached);
}

TEST_CASE("traps after an instruction and before the next one can hold at the same instant") {
  Rig rig(loop);
  rig.traps.set(Point{9, 2}, Access::write);
  rig.traps.set(Point{5, 0}, Access::execute);
  for (Tick rounds = 0; rounds < 10; ++rounds) {  // cold and warm
    const Tick tick = rounds * a_round + tick_of_store;
    CHECK(rig.continue_run(tick) == StopReason::trapped);
    CHECK(rig.event().kinds == kinds({Kind::write, Kind::execute}));
    CHECK(rig.run() == StopReason::trapped);  // only the traps before the next cell
    CHECK(rig.machine.tick == tick);
    CHECK(rig.event() == TrapEvent{Kind::execute, {}, {}, 0, 0});
  }
}

TEST_CASE("a skipped trap is not among the kinds of the instant") {
  Rig rig(loop);
  rig.traps.set(Point{9, 2}, Access::write);
  rig.traps.set(Point{5, 0}, Access::execute);
  rig.probe.skip_traps_at = tick_of_store;
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.tick == tick_of_store);
  CHECK(rig.event().kinds == kinds({Kind::write}));
}

TEST_CASE("accesses to computed cells fire") {
  // With a known row, and with a computed cell: the coordinates are in the cell (0, 2).
  for (const char* const text : {">502p02g02g2p   v\n^       $g2g20  <\n     ",
                                 ">502p02g02g::-2+p$v\n^  $$g+2-::g20g20 <\n     "}) {
    for (const Access access : {Access::read, Access::write}) {
      CAPTURE(text);
      Rig rig(text);
      rig.warmed_up();
      rig.traps.set(Point{5, 2}, access);
      CHECK(rig.stops(5).size() == 5);
      CHECK(rig.event().at == Point{5, 2});
    }
  }
}

TEST_CASE("accesses outside the field do not fire") {
  Rig rig(">709p09g$v\n^        <");
  rig.traps.set(Rectangle{{0, 0}, rig.machine.field.size()}, Access::read);
  rig.traps.set(Rectangle{{0, 0}, rig.machine.field.size()}, Access::write);
  CHECK(rig.run() == StopReason::tick_reached);
}

TEST_CASE("a store into running code can be trapped") {
  Rig rig(">4:30p40p v\n^         <");
  rig.traps.set(Rectangle{{3, 0}, {2, 1}}, Access::write);
  for (int times = 0; times < 8; ++times) {
    CHECK(rig.continue_run() == StopReason::trapped);
    CHECK(rig.event().is(Kind::write));
  }
}

TEST_CASE("an operation stops the run before it, in any cell") {
  Rig rig(loop);
  rig.warmed_up();
  rig.traps.set_before(Op::get);
  rig.traps.set_before(Op::go_west);
  CHECK(rig.stops(4) == std::vector<Tick>{1007, 1010, 1027, 1030});
  CHECK(rig.event() == TrapEvent{Kind::operation, {}, {}, 0, 0});
}

TEST_CASE("in string mode only the quote has an operation") {
  Rig rig("\"g\"$\"g\"$g$ ");
  rig.traps.set_before(Op::get);
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.ip == Point{8, 0});
  Rig quotes("\"g\"$");
  quotes.traps.set_before(Op::string_mode);
  CHECK(quotes.stops(3) == std::vector<Tick>{2, 4, 6});
}

TEST_CASE("operations are decoded by the dialect") {
  for (const Dialect& dialect : dialects()) {
    Machine start(test::program_from_text("  x "), {dialect, 0, 100});
    start.field.set(Point{2, 0}, 'g' + 256);
    Rig rig(std::move(start));
    rig.traps.set_before(Op::get);
    CHECK((rig.run(4) == StopReason::trapped) == dialect.instruction_is_low_byte);
  }
}

TEST_CASE("modified code stops the run before it") {
  // Changes (7, 0), executes it, and restores it.
  Rig rig("\"x\"70p z\"z\"70p");
  rig.traps.set_on_modified_code();
  CHECK(rig.stops(3) == std::vector<Tick>{7, 21, 35});
  CHECK(rig.event() == TrapEvent{Kind::modified_code, {}, {}, 0, 0});
  // Restores it before it is executed.
  Rig restored("\"z\"70p z\"x\"70p");
  restored.traps.set_on_modified_code();
  CHECK(restored.run() == StopReason::tick_reached);
}

TEST_CASE("a modified cell that string mode pushes stops the run") {
  Rig rig("\"x\"70p\" \"$");
  rig.traps.set_on_modified_code();
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.ip == Point{7, 0});
  CHECK(rig.machine.string_mode);
}

TEST_CASE("a byte above 127 is not modified code, signed or unsigned") {
  for (const bool signed_bytes : {false, true}) {
    for (const Dialect& dialect : dialects()) {
      Machine start(test::program_from_text("\"\xc8\xff\"$$ @", {1, 1}, signed_bytes),
                    {dialect, 0, 100});
      Rig rig(std::move(start));
      rig.traps.set_on_modified_code();
      CHECK(rig.run() == StopReason::ended);
    }
  }
}

TEST_CASE("an instruction that pops one of the lowest values stops the run after it") {
  Rig rig("12345$$+$$");
  rig.traps.set_floor(2);
  CHECK(rig.run() == StopReason::trapped);
  // `+` finds three values and pops the second from the bottom.
  CHECK(rig.machine.tick == 8);
  CHECK(rig.event() == TrapEvent{Kind::floor, {7, 0}, {}, 0, 0, 3});
  CHECK(rig.machine.stack.size() == 2);
  CHECK(rig.stops(2) == std::vector<Tick>{9, 10});
}

TEST_CASE("pops count as in the instruction table, even if the value is pushed again") {
  Rig duplicate("1: 2: \\ @");
  duplicate.traps.set_floor(1);
  CHECK(duplicate.stops(5) == std::vector<Tick>{2});
  Rig swap("123\\$\\@");
  swap.traps.set_floor(1);
  CHECK(swap.stops(5) == std::vector<Tick>{6});
  Rig none("1 v\n@ <");
  none.traps.set_floor(100);
  CHECK(none.run() == StopReason::ended);
}

TEST_CASE("a pop from the empty stack is below any floor, and string mode pops nothing") {
  Rig rig("  $ \"$\" $$@");
  rig.traps.set_floor(1);
  CHECK(rig.stops(5) == std::vector<Tick>{3, 9, 10});
  Rig without("$$$$@");
  without.traps.set_floor(0);
  CHECK(without.run() == StopReason::ended);
}

TEST_CASE("warm code respects a floor") {
  // Two values stay while three are pushed and popped; `01` leaves by another exit.
  Rig rig("12v\n  >345$$$ v\n  ^       <");
  rig.warmed_up(999);
  for (const std::size_t floor : {2U, 3U, 4U, 5U, 6U}) {
    rig.traps.set_floor(floor);
    CHECK((rig.run(rig.machine.tick + 100) == StopReason::trapped) == (floor > 2));
  }
}

TEST_CASE("each instruction that leaves more values than the ceiling stops the run after it") {
  Rig rig("1234 $ $$$");
  rig.traps.set_ceiling(3);
  CHECK(rig.stops(3) == std::vector<Tick>{4, 5, 14});
  CHECK(rig.event() == TrapEvent{Kind::ceiling, {3, 0}, {}, 0, 0, 3});
}

TEST_CASE("warm code respects a ceiling") {
  Rig rig("12v\n  >345$$$ v\n  ^       <");
  rig.warmed_up(999);
  for (const std::size_t ceiling : {0U, 2U, 4U, 5U, 6U}) {
    rig.traps.set_ceiling(ceiling);
    CHECK((rig.run(rig.machine.tick + 100) == StopReason::trapped) == (ceiling < 5));
  }
}

TEST_CASE("one instruction can fire both an access trap and a bound of the stack") {
  Rig rig(loop);
  rig.traps.set(Point{9, 2}, Access::write);
  rig.traps.set_floor(1);
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.tick == tick_of_store);
  CHECK(rig.event() == TrapEvent{kinds({Kind::write, Kind::floor}), {4, 0}, {9, 2}, ' ', 7, 3});
}

TEST_CASE("the end takes precedence over traps after the instruction, and faults without effects") {
  Rig ended("12@");
  ended.traps.set_ceiling(1);
  CHECK(ended.stops(1) == std::vector<Tick>{2});
  CHECK(ended.continue_run() == StopReason::ended);
  const Dialect strict = *find_dialect("strict");
  Rig underflow("$", strict);
  underflow.traps.set_floor(1);
  CHECK(underflow.run() == StopReason::faulted);
}

TEST_CASE("traps after an instruction that was executed come before its fault at the edge") {
  Dialect no_wrap;
  no_wrap.edge_wrap = OnUndefined::stop;
  Rig store("700p", no_wrap);
  store.traps.set(Point{0, 0}, Access::write);
  CHECK(store.run() == StopReason::trapped);
  CHECK(store.event() == TrapEvent{kinds({Kind::write}), {3, 0}, {0, 0}, '7', 7, 0});
  CHECK(store.machine.status == Status::faulted);
  CHECK(store.run() == StopReason::faulted);
  Rig push("12", no_wrap);
  push.traps.set_ceiling(1);
  CHECK(push.stops(1) == std::vector<Tick>{2});
  CHECK(push.continue_run() == StopReason::faulted);
}

TEST_CASE("a trap before a faulting or ending instruction fires") {
  Rig rig("7@");
  rig.traps.set_before(Op::end);
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.status == Status::running);
  CHECK(rig.continue_run() == StopReason::ended);
  Rig strict("$", *find_dialect("strict"));
  strict.traps.set(Point{0, 0}, Access::execute);
  CHECK(strict.run() == StopReason::trapped);
  CHECK(strict.continue_run() == StopReason::faulted);
  CHECK(strict.run() == StopReason::faulted);
}

TEST_CASE("traps can change between runs of warm code") {
  Rig rig(loop);
  rig.warmed_up();
  const Point code{3, 0};
  const Point data{9, 2};
  for (int times = 0; times < 3; ++times) {
    const Tick here = rig.machine.tick;
    rig.traps.set(code, Access::execute);
    CHECK(rig.stops(2) == std::vector<Tick>{here + 3, here + 23});
    rig.traps.clear();
    rig.traps.set(data, Access::write);
    CHECK(rig.stops(2) == std::vector<Tick>{here + 25, here + 45});
    rig.traps.set(data, Access::read);
    CHECK(rig.stops(2) == std::vector<Tick>{here + 48, here + 65});
    rig.traps.set_before(Op::go_west);
    CHECK(rig.stops(2) == std::vector<Tick>{here + 68, here + 70});
    rig.traps.clear();
    CHECK(rig.run(here + 200) == StopReason::tick_reached);
  }
}

TEST_CASE("a run without traps ignores those of an earlier run") {
  Rig rig(loop);
  rig.traps.set(Point{3, 0}, Access::execute);
  rig.traps.set(Point{9, 2}, Access::write);
  rig.traps.set(Point{9, 2}, Access::read);
  rig.traps.set_before(Op::go_west);
  rig.traps.set_floor(1);
  rig.traps.set_ceiling(1);
  CHECK(rig.stops(20).size() == 20);
  const Tick here = rig.machine.tick;
  rig.warmed_up(here + 1000);
  CHECK(rig.continue_run() == StopReason::trapped);
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

TEST_CASE("missing input is not a trap, and a trap before the instruction takes precedence") {
  Rig rig("~$");
  rig.traps.set_before(Op::input_character);
  CHECK(rig.run() == StopReason::trapped);
  CHECK(rig.machine.input_position == 0);
  CHECK(rig.continue_run() == StopReason::trapped);
  CHECK(rig.machine.input_position == 1);
}
