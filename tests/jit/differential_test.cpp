// The tier against the reference on generated programs, compiling everything at once.
#include "support/differential.h"

#include "jit/evaluator.h"
#include "jit/four_way_programs.h"
#include "jit/held_backend.h"
#include "jit/tier/jit_tier.h"
#include "support/generated/random_programs.h"
#include "support/generated/realistic_cases.h"
#include "support/generated/shrink.h"
#include "support/test.h"
#include "vm/blocks/fast_interpreter.h"

namespace {

// The interpreter with its own tier, as in Engine.
class TieredInterpreter : public FastInterpreter {
 public:
  TieredInterpreter(const jit::test::MakeBackend& make_backend, const jit::JitOptions& options)
      : FastInterpreter(jit::make_jit_tier(options, make_backend())) {}
};

jit::JitOptions at_once() {
  jit::JitOptions options{.sample_interval = 16, .unconditional = true};
  return options;
}

void require_agreement(const jit::test::MakeBackend& make_backend, std::uint64_t first,
                       std::uint64_t cases) {
  const MakeTier make_tier = tier_of<TieredInterpreter>(make_backend, at_once());
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    RealisticCaseOptions case_options{.ticks = 20'000, .noise = 8};
    const DifferentialCase c = realistic_case(seed, case_options);
    const std::string difference = find_difference(c, make_tier);
    if (difference.empty()) continue;
    const DifferentialCase least = shrink(
        c, [&](const DifferentialCase& d) { return !find_difference(d, make_tier).empty(); });
    FAIL("seed ", seed, ": ", difference, "\nmade small:\n", to_text(least),
         find_difference(least, make_tier));
  }
}

// Stops at random ticks at first, and then at each of some hundred.
void check_against_reference(const std::string& text, std::uint64_t seed) {
  Random random(seed);
  DifferentialCase c{.field = program_from_text(text, {40, 10}),
                     .seed = seed,
                     .max_stack = 200,
                     .input = "12 abc 7 xyz",
                     .map_writes = seed % 3 == 0};
  Tick tick = 0;
  while (tick < 4000) c.stops.push_back(tick += 1 + below(random, 900));
  for (int i = 0; i < 300; ++i) c.stops.push_back(++tick);
  while (tick < 7000) c.stops.push_back(tick += 1 + below(random, 60));
  CAPTURE(seed);
  CAPTURE(text);
  for (const jit::test::NamedBackend& backend : jit::test::backends()) {
    CAPTURE(backend.name);
    CHECK(find_difference(c, tier_of<TieredInterpreter>(backend.make, at_once())) == "");
  }
}

}  // namespace

TEST_CASE("the tier agrees with the reference on real programs, compiling at once") {
  for (const jit::test::NamedBackend& backend : jit::test::backends()) {
    CAPTURE(backend.name);
    require_agreement(backend.make, 300'000, random_cases(150));
  }
}

TEST_CASE("the tier agrees with the reference when code is ready late and has narrow limits") {
  for (const jit::test::NamedBackend& backend : jit::test::backends()) {
    CAPTURE(backend.name);
    Random random(5);
    const auto make_late = [&]() -> std::unique_ptr<jit::Backend> {
      // Some polls later, or at once; some code is never compiled.
      auto gate = [&random]() -> jit::test::IsReady {
        const std::size_t kind = below(random, 16);
        return [kind, polls = below(random, 12)]() mutable {
          if (kind > 2 && polls-- > 0) return jit::CodeState::pending;
          return kind == 0 ? jit::CodeState::failed : jit::CodeState::ready;
        };
      };
      auto held = std::make_unique<jit::test::HeldBackend>(backend.make(), std::move(gate));
      jit::BackendTraits traits = held->traits();
      // Native code returns early, and regions are discarded to make room.
      if (below(random, 2) == 0) traits.max_stay = 1 + below(random, 600);
      if (below(random, 2) == 0) traits.max_regions = 1 + below(random, 4);
      held->set_traits(traits);
      return held;
    };
    require_agreement(make_late, 310'000, random_cases(150));
  }
}

TEST_CASE("a random choice of arms agrees with the reference") {
  constexpr std::array<std::string_view, 30> some{
      "",     " ",    "1+",       "1-",       "2-",    "5*7%",    "\\1+\\",    "\\1-\\",
      "19g+", "29g-", "19g1+19p", "19g2-19p", "019p",  "2*",      "29g1+29p",  ":19p",
      ":29p", "3",    "7",        "$",        ":5%2/", ".",       "19g:29p1+", ":5%9g+",
      "7`",   "!",    "~$",       "05p",      "3:5p",  "19g8%5g+"};
  Random random(1);
  const auto pick = [&](std::size_t bound) { return below(random, bound); };
  for (std::uint64_t seed = 0; seed < 160; ++seed) {
    std::vector<jit::test::Shape> shapes(1 + pick(2));
    for (jit::test::Shape& shape : shapes) {
      shape.before = some[pick(some.size())];
      shape.after = pick(3) == 0 ? "09g1-:09p!#@_" : std::string(some[pick(some.size())]);
      // From neighbours in the list, so that many have the same skeleton.
      const std::size_t first = pick(some.size() - 3);
      for (std::string_view& arm : shape.arms) arm = some[first + pick(4)];
      if (pick(3) == 0) shape.arms[pick(4)] = some[pick(some.size())];
    }
    check_against_reference(program_of(shapes), seed);
  }
}

TEST_CASE("a random choice that a back edge leads to agrees with the reference") {
  check_against_reference(">1+>?2+v\n   >3+v\n^      <", 5);
  check_against_reference(">91+09p>09g#v?1+ >09p v\n            >2+  ^\n^                     <",
                          6);
}

// The arms of the second `?` and its back edges share blocks that only a rebase stub reaches after
// if-conversion.
TEST_CASE("a random choice that leaves blocks only a rebase reaches agrees with the reference") {
  const std::string text =
      " >v\n"
      ">?> p1>#v?  70-  >80p:1-!#v_:2-!#v_:3-!#v_\n"
      "         >16  g2-^\n"
      "        >   7    ^\n"
      "      ^                 2$<\n"
      "      ^                        3 <\n"
      "      ^                               4$< ";
  for (std::uint64_t seed = 1; seed < 30; ++seed) check_against_reference(text, seed);
}

// Each round pushes four values, prints one and pushes five: when the output closes, the last five
// have not been pushed, so they do not count for the stack's high-water mark.
TEST_CASE("a superblock that is left in its middle raises the high-water mark up to there") {
  DifferentialCase c{.field = program_from_text(">1234,56789v\n^$$$$$$$   <", {40, 10}),
                     .stops = {20'000}};
  for (const jit::test::NamedBackend& backend : jit::test::backends()) {
    const MakeTier make_tier = tier_of<TieredInterpreter>(backend.make, at_once());
    for (c.output_limit = 300; c.output_limit < 320; ++c.output_limit) {
      CAPTURE(c.output_limit);
      CHECK(find_difference(c, make_tier) == "");
    }
  }
}
