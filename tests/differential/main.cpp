// fungescope-differential: compares the reference with another tier on generated programs.
#include "jit/tier/engine.h"
#include "support/broken_tier.h"
#include "support/generated/shrink.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "differential/isolated.h"
#include "differential/long_run.h"
#include "differential/survey.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

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

int survey(const LongRunOptions& options, std::uint64_t programs) {
  Survey survey(options.cases_options.ticks);
  for (std::uint64_t i = 0; i < programs; ++i) survey.add(options.first_seed + i);
  fmt::print("{}", survey.report());
  return 0;
}

int compare(const LongRunOptions& options, std::string_view engine, const MakeTier& make_tier) {
  const LongRunStatistics figures = run_long(options, make_tier);
  for (const std::uint64_t seed : figures.failures) {
    print_shrunk(seed, options.cases_options, make_tier);
  }
  fmt::print("{} programs from seed {} on {}: {} ticks, {:.1f} s, {} disagreements\n",
             figures.programs, options.first_seed, engine, figures.ticks, figures.seconds,
             figures.failures.size());
  return figures.failures.empty() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  LongRunOptions run;
  run.cases = 10'000;
  run.progress = true;
  run.cases_options.noise = 8;
  std::string engine = "auto";
  std::uint64_t surveyed = 0;
  std::optional<std::uint64_t> shown;
  CLI::App app(
      "Runs generated programs on the reference interpreter and on a tier, stopped at the same "
      "ticks, and compares. A program on which they differ is made small and printed; exit 1.");
  app.option_defaults()->always_capture_default();
  app.add_option("--cases", run.cases, "programs");
  app.add_option("--seed", run.first_seed, "of the first program, the next has one more");
  app.add_option("--engine", engine,
                 "auto, interpreter, jit, reference; or broken, which has a mistake");
  app.add_option("--jobs", run.jobs, "processes");
  app.add_option("--ticks", run.cases_options.ticks, "of the longest program");
  app.add_option("--noise", run.cases_options.noise,
                 "one program in so many is without sense, and 0 for none");
  app.add_option("--failures", run.max_failures, "after which to end");
  app.add_option("--survey", surveyed, "no comparison: what the first programs do");
  app.add_option("--show", shown, "no comparison: the case with that seed");
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const MakeTier make_tier = find_tier(engine);
  if (!make_tier) {
    fmt::print(stderr, "there is no engine '{}'\n", engine);
    return 2;
  }
  if (shown) {
    fmt::print("{}", to_text(realistic_case(*shown, run.cases_options)));
    return 0;
  }
  return surveyed != 0 ? survey(run, surveyed) : compare(run, engine, make_tier);
}
