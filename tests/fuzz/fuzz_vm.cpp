// Derives program, input, seed, dialect and stops from bytes. All tiers must agree.
//
// The first nine bytes choose: width, dialect, seed, observer, stack limit, output limit, first
// stop, length of the input, traps. Then comes the input, and the rest is the field.
#include "jit/tier/engine.h"
#include "support/differential.h"
#include "support/generated/random_programs.h"
#include "vm/blocks/fast_interpreter.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr std::size_t header_size = 9;
constexpr std::size_t largest_field = 2000;

Playfield field_of(const std::uint8_t* data, std::size_t size, std::int64_t width) {
  size = std::min(size, largest_field);
  const auto height =
      std::max<std::int64_t>(1, (static_cast<std::int64_t>(size) + width - 1) / width);
  Playfield::Bytes bytes(static_cast<std::size_t>(width * height), ' ');
  std::copy_n(data, size, bytes.begin());
  return Playfield({width, height}, std::move(bytes));
}

void require_agreement(const DifferentialCase& c, const MakeTier& make_tier, const char* tier) {
  const std::string difference = find_difference(c, make_tier);
  if (difference.empty()) return;
  std::fprintf(stderr, "%s: %s\n%s\n", tier, difference.c_str(), to_text(c.field).c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < header_size) return 0;
  std::array<std::uint8_t, header_size> choice{};
  std::copy_n(data, header_size, choice.begin());
  data += header_size;
  size -= header_size;
  const std::size_t input_size = std::min<std::size_t>(choice[7] % 32, size);

  DifferentialCase c;
  c.input.assign(data, data + input_size);
  c.field = field_of(data + input_size, size - input_size, 1 + choice[0] % 80);
  c.dialect = dialects()[choice[1] % dialects().size()];
  c.seed = choice[2];
  c.observe = choice[3] % 4 != 0;
  c.interest = choice[3] % 4 == 1 ? Interest::all : Interest::writes;
  c.input_pauses = choice[3] >= 128;
  c.map_writes = choice[3] % 4 == 2;
  c.max_stack = choice[4] < 128 ? choice[4] : 1000;
  c.output_limit = choice[5] < 64 ? choice[5] : 100'000;
  c.stops = {Tick{choice[6]}, Tick{choice[6]} + 1, 500, 505, 3000, 10'000};
  std::sort(c.stops.begin(), c.stops.end());

  if (choice[8] % 4 != 0) {
    Random random(choice[8]);
    c.traps = {random_traps(random, c.field.size()), random_traps(random, c.field.size()),
               std::nullopt};
  }

  jit::JitOptions at_once;
  at_once.sample_interval = 16;
  at_once.unconditional = true;
  require_agreement(c, tier_of<FastInterpreter>(), "the fast interpreter");
  require_agreement(c, tier_of<Engine>(EngineKind::jit, at_once), "the JIT");
  return 0;
}
