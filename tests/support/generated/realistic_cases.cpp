#include "support/generated/realistic_cases.h"

#include "support/generated/random_programs.h"
#include "support/generated/realistic_programs.h"

#include <algorithm>
#include <string>

namespace fungescope::test {
namespace {

bool chance(Random& random, std::uint64_t one_in) {
  return below(random, one_in) == 0;
}

std::string random_input(Random& random) {
  std::string input;
  for (auto n = below(random, 30); n > 0; --n) {
    const auto kind = below(random, 4);
    input += kind == 0   ? "x\n"
             : kind == 1 ? "-" + std::to_string(below(random, 300)) + " "
                         : std::to_string(random.next() >> below(random, 64)) + " ";
  }
  return input;
}

std::vector<Tick> random_stops(Random& random, Tick last) {
  std::vector<Tick> stops;
  const std::uint64_t runs = 1 + below(random, 8);
  Tick stop = 0;
  while (stop < last && stops.size() < 150) {
    stop += 1 + below(random, std::max<Tick>(2 * last / runs, 2));
    stops.push_back(stop);
    const std::uint64_t stride = 1 + below(random, 3) * below(random, 14);
    if (!chance(random, 2)) continue;
    for (std::uint64_t n = below(random, 24); n > 0; --n) stops.push_back(stop += stride);
  }
  return stops;
}

// Prefers a cell that is not blank.
std::size_t random_cell(Random& random, const Playfield& field) {
  const auto area = static_cast<std::uint64_t>(field.size().area());
  std::size_t cell = below(random, area);
  for (int tries = 0; field.at(cell) == ' ' && tries < 10; ++tries) cell = below(random, area);
  return cell;
}

Jump random_jump(Random& random, std::size_t stop, const Playfield& field) {
  Jump jump;
  jump.stop = stop;
  jump.state = below(random, stop + 1);
  jump.method = static_cast<Jump::Method>(below(random, chance(random, 4) ? 3 : 2));
  jump.piece = 1 + below(random, 1U << below(random, 10));
  if (jump.method == Jump::Method::pieces && jump.piece % 2 == 0)
    jump.method = Jump::Method::restore;
  if (chance(random, 3)) return jump;
  for (auto n = 1 + below(random, 4); n > 0; --n) {
    const std::size_t to = random_cell(random, field);
    jump.pokes.emplace_back(to, field.at(random_cell(random, field)));
  }
  return jump;
}

void add_jumps(DifferentialCase& c, Random& random) {
  std::vector<std::size_t> before;
  for (auto n = 1 + below(random, 5); n > 0; --n) before.push_back(below(random, c.stops.size()));
  std::sort(before.begin(), before.end());
  for (const std::size_t stop : before) c.jumps.push_back(random_jump(random, stop, c.field));
}

// From one warm state, stops after each number of ticks.
void go_each_distance(DifferentialCase& c, Random& random, Tick last) {
  const Tick warm = 1 + below(random, last);
  c.stops = {warm};
  for (auto n = 10 + below(random, 120); n > 0; --n) {
    Jump jump;
    jump.stop = c.stops.size();
    jump.state = 1;
    c.jumps.push_back(jump);
    c.stops.push_back(c.stops.back() + 1);
  }
}

void add_traps(DifferentialCase& c, Random& random) {
  for (auto n = 1 + below(random, 3); n > 0; --n) {
    if (chance(random, 4)) {
      c.traps.emplace_back();
    } else {
      c.traps.emplace_back(random_traps(random, c.field.size()));
    }
  }
}

}  // namespace

DifferentialCase realistic_case(std::uint64_t seed, const RealisticCaseOptions& options) {
  Random random(seed);
  DifferentialCase c;
  if (chance(random, 3)) c.dialect = random_dialect(random);
  RealisticProgramStyle style;
  style.signed_bytes = c.dialect.signed_8_bit_cells;
  const bool minds = c.dialect.stack_underflow == OnUndefined::stop ||
                     c.dialect.outside_get == OnUndefined::stop ||
                     c.dialect.outside_put == OnUndefined::stop ||
                     c.dialect.division_by_zero != DivisionByZero::zero;
  style.tidy = minds ? !chance(random, 5) : chance(random, 4);
  if (chance(random, 5)) style.mutations = static_cast<int>(1 + below(random, 5));
  if (options.noise != 0 && chance(random, options.noise)) {
    c.field = random_program(random, static_cast<ProgramKind>(below(random, program_kinds)));
  } else {
    c.field = realistic_program(random, style);
  }
  c.seed = random.next();
  c.max_stack = chance(random, 8) ? below(random, 60) : 1'000'000;
  c.input = random_input(random);
  if (chance(random, 16)) c.output_limit = below(random, 200);
  c.input_pauses = chance(random, 6);
  c.observe = chance(random, 6);
  c.interest = chance(random, 3) ? Interest::all : Interest::writes;
  c.map_writes = chance(random, 3);
  const Tick last = std::max<Tick>(100, options.ticks >> below(random, 6));
  if (chance(random, 12)) {
    go_each_distance(c, random, last);
  } else {
    c.stops = random_stops(random, last);
    if (chance(random, 4)) add_jumps(c, random);
  }
  if (chance(random, 6)) add_traps(c, random);
  return c;
}

}  // namespace fungescope::test
