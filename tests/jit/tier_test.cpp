// The tier on programs with hard cases, against the reference, on every back end.
#include "jit/evaluator.h"
#include "jit/tier/jit_tier.h"
#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

constexpr Size field_size{40, 10};
constexpr Size uncopied{300, 300};  // too large for a profile run

// Counts cell (0,9) up, 15 ticks an iteration, on a torus of 40 columns.
constexpr std::string_view counting = ">09g1+09p v\n^         <";

// A tier that compiles early, and the reference interpreter.
class Pair {
 public:
  explicit Pair(std::string_view text, const NamedBackend& backend, JitOptions options = eager(),
                Size size = field_size)
      : expected(program_from_text(text, size)),
        machine(expected),
        tier_(make_jit_tier(options, backend.make())),
        statistics_(tier_->statistics()),
        interpreter(std::move(tier_)) {}

  static JitOptions eager() {
    JitOptions options{.sample_interval = 64, .unconditional = true};
    return options;
  }

  void run(Tick until) {
    StringInput input("");
    const StopReason why = run_reference(expected, {input, expected_output}, until);
    CHECK(interpreter.run(machine, {input, output}, until) == why);
    check();
  }
  void run(Tick until, const Traps& traps, Tick skip_traps_at = no_limit) {
    Probe expected_probe;
    Probe probe;
    expected_probe.traps = probe.traps = &traps;
    expected_probe.skip_traps_at = probe.skip_traps_at = skip_traps_at;
    run(until, expected_probe, probe);
  }
  // Each with its own probe.
  void run(Tick until, Probe& for_reference, Probe& for_tier) {
    StringInput input("");
    const StopReason why = run_reference(expected, {input, expected_output}, until, for_reference);
    CHECK(interpreter.run(machine, {input, output}, until, for_tier) == why);
    CHECK(for_reference.event == for_tier.event);
    check();
  }
  void check() const {
    CHECK(machine.tick == expected.tick);
    CHECK(machine == expected);
    CHECK(machine.stack.high_water() == expected.stack.high_water());
    CHECK(output.text == expected_output.text);
  }
  [[nodiscard]] const JitStatistics& statistics() const { return statistics_; }
  // The share of native ticks since the last call.
  double native_share() {
    const Tick ticks = machine.tick - std::exchange(told_tick_, machine.tick);
    const Tick native =
        statistics_.native_ticks - std::exchange(told_native_, statistics_.native_ticks);
    return static_cast<double>(native) / static_cast<double>(ticks);
  }

  Machine expected;
  Machine machine;
  StringOutput expected_output;
  StringOutput output;

 private:
  std::unique_ptr<JitTier> tier_;
  const JitStatistics& statistics_;
  Tick told_tick_ = 0;
  Tick told_native_ = 0;

 public:
  FastInterpreter interpreter;
};

template <class Test>
void on_each_backend(std::string_view program, const JitOptions& options, Size size, Test test) {
  for (const NamedBackend& backend : backends()) {
    CAPTURE(backend.name);
    Pair pair(program, backend, options, size);
    test(pair);
  }
}
template <class Test>
void on_each_backend(std::string_view program, Test test) {
  on_each_backend(program, Pair::eager(), field_size, test);
}

// A speculation fails, the region is recompiled without it, and then everything is native.
void check_learning(std::string_view program, Size size) {
  on_each_backend(program, Pair::eager(), size, [](Pair& pair) {
    pair.run(200'000);
    CHECK(pair.statistics().recompilations >= 1);
    pair.native_share();
    pair.run(400'000);
    CHECK(pair.native_share() > 0.95);
  });
}

// A loop that stores to a known cell and at computed coordinates.
void check_write_map(Size size) {
  on_each_backend(">09g1+:09p:9%8pv\n^              <", Pair::eager(), size, [size](Pair& pair) {
    const auto area = static_cast<std::size_t>(size.area());
    pair.run(20'000);
    std::uint64_t regions = 0;
    for (int round = 0; round < 3; ++round) {
      WriteMap expected_map(area);
      WriteMap map(area);
      Probe expected;
      Probe probe;
      expected.written = &expected_map;
      probe.written = &map;
      pair.native_share();
      pair.run(pair.machine.tick + 20'000, expected, probe);
      CHECK(pair.native_share() > 0.8);
      CHECK(map.groups() == expected_map.groups());
      pair.run(pair.machine.tick + 20'000);
      if (round == 1) regions = pair.statistics().regions;
    }
    CHECK(pair.statistics().regions == regions);
  });
}

}  // namespace

TEST_CASE("a region is compiled when it is hot, entered, and has most of the ticks") {
  on_each_backend(counting, [](Pair& pair) {
    pair.run(40);
    CHECK(pair.statistics().regions == 0);
    pair.run(100'000);
    CHECK(pair.statistics().regions >= 1);
    CHECK(pair.statistics().entries >= 1);
    CHECK(pair.statistics().code_size > 0);
    CHECK(pair.native_share() > 0.9);
  });
}

TEST_CASE("hot code is found however short the runs are") {
  JitOptions options = Pair::eager();
  options.sample_interval = 200;
  on_each_backend(counting, options, field_size, [](Pair& pair) {
    for (Tick until = 50; until <= 20'000; until += 50) pair.run(until);
    CHECK(pair.statistics().regions > 0);
  });
}

TEST_CASE("a short program is not compiled") {
  on_each_backend(counting, JitOptions(), field_size, [](Pair& pair) {
    pair.run(15'000);
    CHECK(pair.statistics().regions == 0);
  });
}

TEST_CASE("code that changes the next cell is discarded in time") {
  // While the counter is at most 5000 the `p` writes to row 1, then to the cell after it.
  constexpr std::string_view program = "\"2\"\"!\"09g1+:09p\"d2\"*`1\\-        p129p";
  on_each_backend(program, [&](Pair& pair) {
    REQUIRE(program[32] == 'p');
    pair.run(150'000);
    CHECK(pair.native_share() > 0.9);
    CHECK(pair.statistics().invalidations == 0);
    const Tick about = 200'000;
    for (Tick tick = about - 100; tick < about + 200; tick += 7) pair.run(tick);
    pair.run(400'000);
    CHECK(pair.statistics().invalidations >= 1);
    CHECK(pair.machine.field.at(Point{33, 0}) == '2');
    CHECK(pair.machine.field.at(Point{2, 9}) == 2);
  });
}

TEST_CASE("a data cell that becomes code invalidates the regions that depend on it") {
  // From 5000 on the instruction pointer passes through the counter's cell.
  constexpr std::string_view program =
      ">09g1+:09p\"d2\"*`#v_\n"
      "^                                      <\n\n\n\n\n\n\n\n"
      "                 <                     ^";
  on_each_backend(program, [](Pair& pair) {
    pair.run(190'000);
    CHECK(pair.native_share() > 0.9);
    for (int i = 0; i < 60; ++i) pair.run(pair.machine.tick + 401);
    pair.run(300'000);
    CHECK(pair.machine.field.at(Point{0, 9}) > 5000);
    CHECK(pair.statistics().invalidations >= 1);
  });
}

TEST_CASE("a computed store to a cell kept in a register exits, and is native after recompiling") {
  // Each tenth iteration stores the counter to its own cell.
  constexpr std::string_view program = ">09g1+09p09g:55+%9p v\n^                   <";
  check_learning(program, field_size);
}

TEST_CASE("g and p outside the field exit, and are native after recompiling") {
  constexpr std::string_view program = ">09g1+:09p2%1-0g$09g:2%1-8pv\n^                          <";
  check_learning(program, uncopied);
  // In a small field the profile run has found it.
  on_each_backend(program, [](Pair& pair) {
    pair.run(200'000);
    CHECK(pair.statistics().recompilations == 0);
  });
}

TEST_CASE("negative or large dividends exit, and are native after recompiling") {
  // From 32 down; from 32 up by a million in each iteration, beyond 2^30.
  for (const std::string_view program :
       {">09g1-:09p:7%\\8/+$v\n^                 <",
        ">09g\"d\"::**+:09p:7%\\8/+$v\n^                       <"}) {
    check_learning(program, uncopied);
  }
}

TEST_CASE("negative dividends are known before a region is compiled, if the field is small") {
  on_each_backend(">09g1-:09p:7%\\8/+$v\n^                 <", [](Pair& pair) {
    pair.run(200'000);
    CHECK(pair.statistics().recompilations == 0);
    CHECK(pair.native_share() > 0.95);
  });
}

TEST_CASE("a machine with a deep stack is not copied for a profile run") {
  on_each_backend(">09g1-:09p:7%\\8/+$v\n^                 <", [](Pair& pair) {
    for (std::int64_t i = 0; i < 100'000; ++i) {
      pair.expected.stack.push(i);
      pair.machine.stack.push(i);
    }
    pair.run(200'000);
    CHECK(pair.statistics().recompilations >= 1);  // there was no profile
  });
}

TEST_CASE("traps that are set later stop native code at their tick") {
  struct Trap {
    Point at;
    Access access;
  };
  for (const Trap trap :
       {Trap{{5, 0}, Access::execute}, Trap{{0, 9}, Access::read}, Trap{{0, 9}, Access::write}}) {
    on_each_backend(counting, [&](Pair& pair) {
      pair.run(50'000);
      Traps traps(field_size);
      traps.set(trap.at, trap.access);
      for (int i = 0; i < 5; ++i) {
        const Tick before = pair.machine.tick;
        pair.run(before + 1000, traps, before);
        CHECK(pair.machine.tick < before + 30);
      }
      // The code stays prepared for the last traps until there are others.
      pair.native_share();
      pair.run(pair.machine.tick + 100'000, Traps(field_size));
      CHECK(pair.native_share() > 0.8);
    });
  }
}

TEST_CASE("a trap that does not fire costs nothing") {
  on_each_backend(counting, [](Pair& pair) {
    pair.run(50'000);
    Traps traps(field_size);
    traps.set(Point{5, 5}, Access::write);
    pair.native_share();
    pair.run(150'000, traps);
    CHECK(pair.native_share() > 0.9);
  });
}

TEST_CASE("bounds of the stack stop native code") {
  on_each_backend(">1:#v_@\n^   < ", [](Pair& pair) {
    pair.run(3'000);
    Traps traps(field_size);
    traps.set_ceiling(pair.machine.stack.size() + 100);
    const Tick before = pair.machine.tick;
    pair.run(before + 10'000, traps);
    CHECK(pair.machine.tick < before + 10'000);
    pair.run(20'000);
  });
}

TEST_CASE("native code raises the stack's high-water mark") {
  for (const char* const program : {">1:#v_@\n^   < ", ">1234:v\n^$$$  <"}) {
    on_each_backend(program, [](Pair& pair) {
      pair.run(3'000);
      pair.native_share();
      const std::uint64_t entries = pair.statistics().entries;
      pair.run(60'000);
      CHECK(pair.native_share() > 0.95);
      CHECK(pair.statistics().entries - entries < 60);
      for (Tick tick = 60'001; tick < 60'100; ++tick) pair.run(tick);
    });
  }
}

TEST_CASE("the write map is filled if there is one, by code that is kept for both modes") {
  check_write_map(field_size);
}

TEST_CASE("in a large field the chunks of the write map are filled, too") {
  check_write_map({400, 200});
}

TEST_CASE("code that always leaves for the reference interpreter is not compiled repeatedly") {
  // Each iteration writes the same value to a cell of code.
  on_each_backend(">\"v\"55+0p v\n^         <", [](Pair& pair) {
    pair.run(400'000);
    const std::uint64_t regions = pair.statistics().regions;
    const std::uint64_t entries = pair.statistics().entries;
    pair.run(500'000);
    CHECK(pair.statistics().regions <= regions + 1);
    CHECK(pair.statistics().entries < entries + 100);
  });
}

TEST_CASE("regions whose stays are short in work are given up, however many blanks they pass") {
  // After the `_`, the values have no names, so native code is left in each iteration.
  const std::string wide = std::string(50, ':') + std::string(50, '$');
  const std::string blanks(60, ' ');
  for (const std::string& way : {std::string(), blanks}) {
    const std::string program = ">09g1+:09p!#v_" + way + wide + "v\n^" +
                                std::string(13 + way.size() + wide.size(), ' ') + "<";
    on_each_backend(program, Pair::eager(), {180, 10}, [](Pair& pair) {
      pair.run(2'000'000);
      CHECK(pair.statistics().given_up >= 1);
      const std::uint64_t regions = pair.statistics().regions;
      const std::uint64_t entries = pair.statistics().entries;
      pair.run(2'500'000);
      CHECK(pair.statistics().regions <= regions + 1);
      CHECK(pair.statistics().entries < entries + 100);
    });
  }
}

TEST_CASE("the tier neither compiles a field of random branches nor keeps searching it") {
  // Of branches only: not translated, so there is nothing to search.
  on_each_backend("?", JitOptions(), {60, 50}, [](Pair& pair) {
    pair.expected.field = Playfield({60, 50}, Playfield::Bytes(60 * 50, '?'));
    pair.machine.field = pair.expected.field;
    pair.run(1'000'000);
    CHECK(pair.statistics().searches == 0);
    CHECK(pair.statistics().regions == 0);
  });
  // Branches at the crossings of streets, with code between them that is worth translating.
  std::string streets;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) {
      const bool on_street = x % 4 == 0 || y % 4 == 0;
      streets += on_street ? "?1!$"[std::max(x % 4, y % 4)] : ' ';
    }
    streets += '\n';
  }
  on_each_backend(streets, JitOptions(), {40, 40}, [](Pair& pair) {
    pair.run(3'000'000);
    const JitStatistics& statistics = pair.statistics();
    CHECK(pair.interpreter.block_memory() > 300 * sizeof(Superblock));
    CHECK(statistics.searches >= 2);
    CHECK(statistics.searches <= 6);  // each waits for twice the work of the last one
    CHECK(statistics.refused == statistics.searches);
    CHECK(statistics.regions == 0);
    CHECK(statistics.entries == 0);
    CHECK(statistics.code_size == 0);
  });
}

TEST_CASE("searches that are refused are paid for") {
  // One superblock after the other, all in one loop: each search finds all of them.
  std::string program;
  for (int y = 0; y < 200; ++y) program += "1#v_\n";
  JitOptions options;
  options.allowance = 0;  // so compiling is never allowed
  on_each_backend(program, options, {40, 200}, [](Pair& pair) {
    pair.run(10'000'000);
    CHECK(pair.statistics().regions == 0);
    // Each costs at least 1,000 micro-operations, and a fortieth of those executed may be spent.
    CHECK(pair.statistics().searches <= 10'000'000 / 40 / 1'000 + 1);
  });
}

TEST_CASE("code that keeps being rewritten does not keep being compiled") {
  // The digit at (4,0) changes in each iteration.
  on_each_backend(">09g1+:09p2%\"0\"+40pv\n^                  <", [](Pair& pair) {
    pair.run(400'000);
    CHECK(pair.statistics().regions < 20);
  });
}

TEST_CASE("the memory of code is bounded") {
  JitOptions options = Pair::eager();
  options.max_code_bytes = 1;
  // Two loops in turn, a thousand iterations each.
  constexpr std::string_view program =
      ">\"d\":*09p>09g1-:09p#v_v                >\n"
      "         ^          <\n"
      "v                     <\n"
      ">\"d\":*19p>19g1-:19p#v_v\n"
      "         ^          <\n"
      "                      >                ^";
  on_each_backend(program, options, field_size, [](Pair& pair) {
    for (int i = 0; i < 20; ++i) {
      pair.run(pair.machine.tick + 20'000);
      CHECK(pair.statistics().code_size < 10'000);
    }
  });
}

TEST_CASE("a superblock that pushes more than a region has names for is interpreted") {
  // A string around the row and over the edge, repeatedly: some 100 values a superblock.
  on_each_backend("\"", [](Pair& pair) { pair.run(50'000); });
}

TEST_CASE("a program ends where native code reaches its end") {
  on_each_backend(">\"d\":*09p>09g1-:09p#v_@\n         ^          <", [](Pair& pair) {
    pair.run(1'000'000);
    CHECK(pair.machine.status == Status::ended);
    CHECK(pair.native_share() > 0.9);
  });
}
