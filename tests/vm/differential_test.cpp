// Compares the fast interpreter with the reference on random programs.
#include "support/differential.h"

#include "support/generated/random_programs.h"
#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

namespace {

DifferentialCase random_case(std::uint64_t seed) {
  Random random(seed);
  DifferentialCase c{
      .field = random_program(random, static_cast<ProgramKind>(below(random, program_kinds)))};
  // Half of the cases use the default dialect, in which most cells are fused.
  if (below(random, 2) != 0) c.dialect = random_dialect(random);
  c.seed = random.next();
  c.max_stack = below(random, 4) == 0 ? below(random, 40) : 1000;
  c.input = "12 -7x\n+3";
  if (below(random, 6) == 0) c.output_limit = below(random, 30);
  c.input_pauses = below(random, 4) == 0;
  c.observe = below(random, 3) == 0;
  c.interest = below(random, 3) == 0 ? Interest::all : Interest::writes;
  c.map_writes = below(random, 3) == 0;
  Tick stop = 0;
  while (stop < 20'000) {
    stop += 1 + below(random, below(random, 3) == 0 ? 40 : 6000);
    c.stops.push_back(stop);
  }
  return c;
}

// Sanitizers take ten times as long, and fuzz_vm runs such programs under them too.
constexpr std::uint64_t usual_cases = FUNGESCOPE_SANITIZED ? 450 : 1500;

void require_agreement(const DifferentialCase& c, std::uint64_t seed) {
  const std::string difference = find_difference(c);
  REQUIRE_MESSAGE(difference.empty(), "seed ", seed, " dialect ", std::string(c.dialect.name), "\n",
                  difference, "\n", to_text(c.field));
}

}  // namespace

TEST_CASE("the tiers agree on random programs stopped at random ticks") {
  const std::uint64_t cases = random_cases(usual_cases);
  for (std::uint64_t seed = 0; seed < cases; ++seed) require_agreement(random_case(seed), seed);
}

TEST_CASE("the tiers agree on random traps in random programs") {
  const std::uint64_t cases = random_cases(usual_cases);
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    DifferentialCase c = random_case(seed);
    Random random(~seed);
    c.observe = below(random, 8) == 0;
    // Each run to a stop has the same traps, others, or none.
    for (std::uint64_t runs = 1 + below(random, 4); runs > 0; --runs) {
      if (below(random, 6) == 0) {
        c.traps.emplace_back();
      } else if (c.traps.empty() || !c.traps.back() || below(random, 3) != 0) {
        c.traps.emplace_back(random_traps(random, c.field.size()));
      } else {
        c.traps.push_back(c.traps.back());
        c.traps.back()->set(Point{0, 0}, Access::execute);
      }
    }
    require_agreement(c, seed);
  }
}

TEST_CASE("a warm interpreter continues with any state that is loaded into its machine") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    DifferentialCase c = random_case(seed);
    Random random(~seed);
    if (seed % 2 == 0) c.traps.emplace_back(Traps(c.field.size()))->set_on_modified_code();
    const auto area = static_cast<std::uint64_t>(c.field.size().area());
    for (std::size_t stop = 0; stop < c.stops.size(); ++stop) {
      // Continue here, or from an earlier state, or from an earlier state with other cells.
      if (below(random, 3) == 0) continue;
      Jump jump{stop,
                static_cast<std::size_t>(below(random, stop + 1)),
                static_cast<Jump::Method>(below(random, 4)),
                static_cast<std::size_t>(1 + below(random, 300)),
                {}};
      for (std::uint64_t pokes = below(random, 2) * below(random, 6); pokes > 0; --pokes) {
        jump.pokes.emplace_back(below(random, area), c.field.at(below(random, area)));
      }
      c.jumps.push_back(std::move(jump));
    }
    require_agreement(c, seed);
  }
}

TEST_CASE("a machine of another size or dialect can be loaded") {
  Machine machine(program_from_text(">1v\n^$<"));
  FastInterpreter interpreter;
  Machine other(program_from_text(">12v\n^$$<"));
  Machine minding = machine;
  minding.dialect.stack_underflow = OnUndefined::stop;
  minding.field.set(Point{1, 0}, ' ');
  StringInput input("");
  StringOutput output;
  const Ports ports{input, output};
  for (const Machine* next : {&other, &minding, &other}) {
    interpreter.run(machine, ports, machine.tick + 500);
    interpreter.load(machine, *next);
    Machine expected = *next;
    interpreter.run(machine, ports, machine.tick + 100);
    run_reference(expected, ports, expected.tick + 100);
    CHECK(machine == expected);
  }
}

namespace {

// Small loops, each of which covers a corner case of entering and leaving blocks.
constexpr std::array corner_programs{
    "_",                       // one cell; pops the empty stack
    "#",                       // one cell; skips itself
    "|\n#\n1",                 // one column
    "#_",                      //
    "~&:.,",                   // input that ends, output
    "_@",                      // pops the empty stack before a cell without a block
    "_xx",                     // the same, repeatedly, where an unknown cell is minded
    "$_&~_@",                  //
    "$$+1_~$:_",               // needs more than is there, then adds
    "\\1\\2\\:,+-_",           // zeros below the pushed values
    "12:3:4:5:$$$$$$$$$$_",    // deep, then shallow
    "1:00p1+:_",               // overwrites itself with too few values on the stack
    "$$$:05p,~:25g,p_ ",       // writes code at an unexpected cell
    "$$\\\"ab\"+/%:.,g_",      // undefined operations inside a block
    "0000p1-2\\g,2g6\\/!:,_",  //
    "9:*:*:*:*:*:*:*:/.1-:/_"  // products that wrap around
};

}  // namespace

TEST_CASE("the tiers agree at every tick of small loops, in every dialect, at every stack limit") {
  for (const char* const text : corner_programs) {
    for (const Dialect& dialect : dialects()) {
      for (std::size_t max_stack = 0; max_stack < 9; ++max_stack) {
        DifferentialCase c{.field = program_from_text(text),
                           .dialect = dialect,
                           .max_stack = max_stack == 8 ? 1000 : max_stack,
                           .input = "12 -7x\n+3",
                           .output_limit = max_stack == 8 ? 500 : 40 * max_stack,
                           .input_pauses = max_stack % 2 == 0,
                           .observe = max_stack % 3 == 0,
                           .map_writes = max_stack % 3 == 1};
        for (const Tick stride : {1, 3, 50}) {
          c.stops.clear();
          for (Tick stop = stride; stop <= 300; stop += stride) c.stops.push_back(stop);
          c.stops.push_back(100);  // has passed
          const std::string difference = find_difference(c);
          CHECK_MESSAGE(difference.empty(), std::string(text), " in ", std::string(dialect.name),
                        ", at most ", max_stack, " values\n", difference);
        }
      }
    }
  }
}

TEST_CASE("the highest ticks are exact") {
  for (const char* const text : corner_programs) {
    Machine start(program_from_text(text));
    start.tick = no_limit - 500;
    for (const Tick until : {no_limit - 501, no_limit - 500, no_limit - 3, no_limit}) {
      Machine machine = start;
      Machine expected = start;
      FastInterpreter interpreter;
      StringInput input("");
      StringOutput output;
      StringOutput expected_output;
      const StopReason reason = interpreter.run(machine, {input, output}, until);
      CHECK(reason == run_reference(expected, {input, expected_output}, until));
      CHECK(machine == expected);
      CHECK(output.text == expected_output.text);
    }
  }
}
