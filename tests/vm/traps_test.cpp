// Tests the rules of traps on both interpreters.
#include "vm/traps.h"

#include "support/program_from_text.h"
#include "support/run_transcripts.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using Kind = TrapEvent::Kind;

namespace {

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
  // Translates the code to blocks before any trap is set, in a program whose rounds are 20 ticks.
  void warm_up(Tick until) {
    armed = false;
    // Stops at the same cell each time, so that a block begins there.
    for (Tick rounds = 10; rounds > 0; --rounds) run(until - rounds * 20);
    CHECK(run(until) == StopReason::tick_reached);
    armed = true;
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

std::string cell_text(Point at) {
  return fmt::format("({}, {})", at.x, at.y);
}

std::string to_text(const TrapEvent& event) {
  constexpr std::array<std::pair<Kind, std::string_view>, 7> names{
      {{Kind::execute, "execute"},
       {Kind::read, "read"},
       {Kind::write, "write"},
       {Kind::operation, "operation"},
       {Kind::modified_code, "modified"},
       {Kind::floor, "floor"},
       {Kind::ceiling, "ceiling"}}};
  std::string text;
  for (const auto& [kind, name] : names) {
    if (event.is(kind)) text += (text.empty() ? "" : " and ") + std::string(name);
  }
  if (event == TrapEvent{event.kinds, {}, {}, 0, 0, 0}) return text;
  text += " by " + cell_text(event.by);
  if (event.is(Kind::read) || event.is(Kind::write)) {
    text += fmt::format(", {}: {} became {}", cell_text(event.at), event.before, event.now);
  }
  return event.depth_before == 0 ? text : text + fmt::format(", {} values", event.depth_before);
}

std::string to_text(StopReason reason, const Rig& rig) {
  const Machine& machine = rig.machine;
  std::string text = reason == StopReason::trapped   ? "trapped"
                     : reason == StopReason::ended   ? "ended"
                     : reason == StopReason::faulted ? "faulted"
                                                     : "not stopped";
  text += fmt::format(" at tick {}, {}{}, {} on the stack", machine.tick, cell_text(machine.ip),
                      machine.string_mode ? " in string mode" : "", machine.stack.size());
  if (machine.input_position > 0) text += fmt::format(", {} bytes read", machine.input_position);
  return text + (reason == StopReason::trapped ? ": " + to_text(rig.event()) : "") + '\n';
}

// Runs the transcripts *.traps (support/transcript.h).
//
//     :program                     its lines
//     :dialect NAME, :edges stop   before the program
//     :trap ACCESS X,Y WxH         of execute, read or write; 1x1 may be left out
//     :trap before g <             or modified, floor N, ceiling N
//     :clear                       removes all traps
//     :warm UNTIL                  runs on, without traps, until there are blocks
//     > run UNTIL, > continue UNTIL, > skip TICK
//     > stops N                    the ticks of so many stops, and the last event
class TrapRunner {
 public:
  std::optional<std::string> operator()(const test::TranscriptStep& step) {
    std::istringstream words(step.text);
    if (step.word == "===") {
      dialect_ = {};
    } else if (step.word == ":dialect") {
      dialect_ = find_dialect(step.text).value();
    } else if (step.word == ":edges") {
      dialect_.edge_wrap = OnUndefined::stop;
    } else if (step.word == ":program") {
      rig_.emplace(test::unindented(step.block).c_str(), dialect_);
    } else if (step.word == ":trap") {
      set_trap(words);
    } else if (step.word == ":clear") {
      rig_->traps.clear();
    } else if (step.word == ":warm") {
      rig_->warm_up(std::stoull(step.text));
    } else {
      return run(words);
    }
    return std::nullopt;
  }

 private:
  void set_trap(std::istringstream& words) {
    std::string kind;
    words >> kind;
    Traps& traps = rig_->traps;
    if (kind == "before") {
      for (char glyph = 0; words >> glyph;) traps.set_before(op_of(glyph));
    } else if (kind == "modified") {
      traps.set_on_modified_code();
    } else if (kind == "floor" || kind == "ceiling") {
      std::size_t bound = 0;
      words >> bound;
      if (kind == "floor") {
        traps.set_floor(bound);
      } else {
        traps.set_ceiling(bound);
      }
    } else {
      Rectangle area{{}, {1, 1}};
      char separator = 0;
      words >> area.corner.x >> separator >> area.corner.y >> area.size.width >> separator >>
          area.size.height;
      if (words.fail()) area.size = {1, 1};
      traps.set(area, kind == "execute" ? Access::execute
                      : kind == "read"  ? Access::read
                                        : Access::write);
    }
  }

  std::string run(std::istringstream& words) {
    std::string command;
    Tick number = 5000;
    words >> command >> number;
    if (words.fail()) number = 5000;
    if (command == "skip") {
      rig_->probe.skip_traps_at = number;
      return to_text(rig_->run(), *rig_);
    }
    if (command == "run") return to_text(rig_->run(number), *rig_);
    if (command == "continue") return to_text(rig_->continue_run(number), *rig_);
    REQUIRE(command == "stops");
    const std::vector<Tick> ticks = rig_->stops(number);
    return fmt::format("{}: {}\n", fmt::join(ticks, ", "), to_text(rig_->event()));
  }

  Dialect dialect_;
  std::optional<Rig> rig_;
};

}  // namespace

TEST_CASE("traps stop a run where the transcripts say") {
  test::run_transcripts<TrapRunner>(FUNGESCOPE_SOURCE "/tests/vm/traps", ".traps");
}

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
    Rig rig(std::move(start));
    rig.traps.set_before(Op::get);
    CHECK((rig.run(4) == StopReason::trapped) == dialect.instruction_is_low_byte);
  }
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
