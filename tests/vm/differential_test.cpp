// The fast interpreter against the reference, on programs without sense.
#include "support/differential.h"

#include "support/program_from_text.h"
#include "support/random_programs.h"

#include <algorithm>
#include <cstdlib>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Dialect random_dialect(Random& random) {
  Dialect dialect = dialects()[below(random, dialects().size())];
  if (below(random, 8) != 0) return dialect;
  // No preset: every choice by itself.
  const auto doubt = [&random] { return static_cast<Doubt>(below(random, 3)); };
  dialect.signed_8_bit_cells = below(random, 2) != 0;
  dialect.instruction_is_low_byte = below(random, 2) != 0;
  dialect.division_by_zero = static_cast<DivisionByZero>(below(random, 3));
  dialect.outside_get = doubt();
  dialect.outside_put = doubt();
  dialect.unknown_instruction = doubt();
  dialect.stack_underflow = doubt();
  dialect.edge_wrap = doubt();
  dialect.output_out_of_byte = doubt();
  return dialect;
}

DifferentialCase random_case(std::uint64_t seed) {
  Random random(seed);
  DifferentialCase c;
  c.field = random_program(random, static_cast<ProgramKind>(below(random, program_kinds)));
  // Half of the cases in the plain dialect, where most is fused.
  if (below(random, 2) != 0) c.dialect = random_dialect(random);
  c.seed = random.next();
  c.max_stack = below(random, 4) == 0 ? below(random, 40) : 1000;
  c.input = "12 -7x\n+3";
  if (below(random, 6) == 0) c.output_limit = below(random, 30);
  c.input_pauses = below(random, 4) == 0;
  c.observe = below(random, 3) == 0;
  c.interest = below(random, 3) == 0 ? Interest::all : Interest::writes;
  Tick stop = 0;
  while (stop < 20'000) {
    stop += 1 + below(random, below(random, 3) == 0 ? 40 : 6000);
    c.stops.push_back(stop);
  }
  return c;
}

}  // namespace

TEST_CASE("the tiers agree on random programs stopped at random ticks") {
  const char* const given = std::getenv("FUNGESCOPE_RANDOM_CASES");
  const std::uint64_t cases = given != nullptr ? std::strtoull(given, nullptr, 10) : 1500;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    const DifferentialCase c = random_case(seed);
    const std::string difference = find_difference(c);
    REQUIRE_MESSAGE(difference.empty(), "seed ", seed, " dialect ", std::string(c.dialect.name),
                    "\n", difference, "\n", to_text(c.field));
  }
}
