// The tier against the reference on generated programs, compiling everything at once.
#include "jit/evaluator.h"
#include "jit/jit_tier.h"
#include "support/real_cases.h"
#include "support/shrink.h"
#include "vm/fast_interpreter.h"

#include <cstdlib>
#include <memory>
#include <utility>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// The interpreter with a tier of its own, as Engine has one.
class TieredInterpreter {
 public:
  TieredInterpreter(const jit::test::MakeBackend& make_backend, const jit::JitOptions& options)
      : interpreter_(jit::make_jit_tier(options, make_backend())) {}
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe) {
    return interpreter_.run(machine, ports, until, probe);
  }
  void load(Machine& machine, const Machine& next) { interpreter_.load(machine, next); }
  void put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas) {
    interpreter_.put_deltas(machine, first, deltas);
  }
  void adopt(const Machine& machine) { interpreter_.adopt(machine); }
  void forget() { interpreter_.forget(); }

 private:
  FastInterpreter interpreter_;
};

std::uint64_t random_cases(std::uint64_t usually) {
  const char* const given = std::getenv("FUNGESCOPE_RANDOM_CASES");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usually;
}

void require_agreement(const jit::test::MakeBackend& make_backend, std::uint64_t first,
                       std::uint64_t cases) {
  jit::JitOptions options;
  options.patience = 16;
  options.worth = 0;
  const MakeTier make_tier = tier_of<TieredInterpreter>(make_backend, options);
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    RealCaseOptions case_options;
    case_options.ticks = 20'000;
    case_options.noise = 8;
    const DifferentialCase c = real_case(seed, case_options);
    const std::string difference = find_difference(c, make_tier);
    if (difference.empty()) continue;
    const DifferentialCase least = shrink(
        c, [&](const DifferentialCase& d) { return !find_difference(d, make_tier).empty(); });
    FAIL("seed ", seed, ": ", difference, "\nmade small:\n", to_text(least),
         find_difference(least, make_tier));
  }
}

}  // namespace

TEST_CASE("the tier agrees with the reference on real programs, compiling at once") {
  for (const jit::test::NamedBackend& backend : jit::test::backends()) {
    CAPTURE(backend.name);
    require_agreement(backend.make, 300'000, random_cases(150));
  }
}
