// fungescope-differential: compares the reference with another tier on generated programs.
#include "jit/tier/engine.h"
#include "support/broken_tier.h"
#include "support/generated/shrink.h"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

#include "differential/isolated.h"
#include "differential/long_run.h"
#include "differential/survey.h"
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr std::string_view usage =
    "usage: fungescope-differential [OPTION VALUE]...\n"
    "\n"
    "Runs generated programs on the reference interpreter and on a tier, stopped at the same\n"
    "ticks, and compares. A program on which they differ is made small and printed; exit 1.\n"
    "\n"
    "  --cases N       programs; 10000\n"
    "  --seed S        of the first program, the next has S + 1; 0\n"
    "  --engine NAME   auto, interpreter, jit, reference; or broken, which has a mistake\n"
    "  --jobs N        processes; 1\n"
    "  --ticks N       of the longest program; 60000\n"
    "  --noise N       one program in N is without sense; 8, and 0 for none\n"
    "  --failures N    after which to end; 1\n"
    "  --survey N      no comparison: what the first N programs do\n"
    "  --show S        no comparison: the case with that seed\n";

struct Options {
  LongRunOptions run;
  std::string_view engine = "auto";
  std::uint64_t survey = 0;
  std::optional<std::uint64_t> shown;
};

bool parse_number(std::string_view text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool set_option(Options& options, std::string_view name, std::string_view value) {
  if (name == "--engine") {
    options.engine = value;
    return true;
  }
  std::uint64_t number = 0;
  if (!parse_number(value, number)) return false;
  LongRunOptions& run = options.run;
  if (name == "--jobs") run.jobs = static_cast<unsigned>(number);
  if (name == "--show") options.shown = number;
  if (name == "--jobs" || name == "--show") return true;
  const std::pair<std::string_view, std::uint64_t*> numbers[]{{"--cases", &run.cases},
                                                              {"--seed", &run.first_seed},
                                                              {"--noise", &run.cases_options.noise},
                                                              {"--ticks", &run.cases_options.ticks},
                                                              {"--failures", &run.max_failures},
                                                              {"--survey", &options.survey}};
  for (const auto& [known, target] : numbers) {
    if (name != known) continue;
    *target = number;
    return true;
  }
  return false;
}

MakeTier find_tier(std::string_view name) {
  if (name == "broken") return broken_tier();
  const auto kind = parse_engine(name);
  // Programs are short, so hot code is compiled at once.
  jit::JitOptions at_once;
  at_once.sample_interval = 16;
  at_once.unconditional = true;
  if (kind == EngineKind::jit) return tier_of<Engine>(*kind, at_once);
  if (kind) return tier_of<Engine>(*kind);
  return {};
}

void print_shrunk(std::uint64_t seed, const RealisticCaseOptions& options,
                  const MakeTier& make_tier) {
  const DifferentialCase found = realistic_case(seed, options);
  const IsolatedOutcome outcome = run_isolated(found, make_tier, 10);
  fmt::print("seed {}: {}\n", seed, outcome.text.empty() ? "only once" : outcome.text);
  if (outcome.kind == IsolatedOutcome::Kind::agreed) return;
  fmt::print(stderr, "making it small\n");
  // A case that hangs takes long in every attempt.
  const bool hangs = outcome.kind == IsolatedOutcome::Kind::hung;
  const DifferentialCase smallest = shrink(
      found,
      [&](const DifferentialCase& c) {
        return run_isolated(c, make_tier, hangs ? 1 : 10).kind == outcome.kind;
      },
      hangs ? 200 : 4000);
  fmt::print("\nmade small:\n{}{}\n\n", to_text(smallest),
             run_isolated(smallest, make_tier, 10).text);
}

int survey(const Options& options) {
  Survey survey(options.run.cases_options.ticks);
  for (std::uint64_t i = 0; i < options.survey; ++i) survey.add(options.run.first_seed + i);
  fmt::print("{}", survey.report());
  return 0;
}

int compare(const Options& options, const MakeTier& make_tier) {
  const LongRunStatistics figures = run_long(options.run, make_tier);
  for (const std::uint64_t seed : figures.failures) {
    print_shrunk(seed, options.run.cases_options, make_tier);
  }
  fmt::print("{} programs from seed {} on {}: {} ticks, {:.1f} s, {} disagreements\n",
             figures.programs, options.run.first_seed, options.engine, figures.ticks,
             figures.seconds, figures.failures.size());
  return figures.failures.empty() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  options.run.cases = 10'000;
  options.run.progress = true;
  options.run.cases_options.noise = 8;
  for (int i = 1; i < count; i += 2) {
    if (i + 1 < count && set_option(options, arguments[i], arguments[i + 1])) continue;
    fmt::print(stderr, "{}", usage);
    return 2;
  }
  const MakeTier make_tier = find_tier(options.engine);
  if (!make_tier) {
    fmt::print(stderr, "there is no engine '{}'\n", options.engine);
    return 2;
  }
  if (options.shown) {
    fmt::print("{}", to_text(realistic_case(*options.shown, options.run.cases_options)));
    return 0;
  }
  return options.survey != 0 ? survey(options) : compare(options, make_tier);
}
