// The built-in programs on every tier, with the input that the benchmarks give them: the same
// machine and output as on the reference at every stop.
#include "bench/workloads.h"

#include "jit/tier/engine.h"
#include "support/differential.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("every built-in program has a workload") {
  for (const BuiltInProgram& program : built_in_programs()) {
    CAPTURE(program.name);
    CHECK(std::any_of(bench::workloads.begin(), bench::workloads.end(),
                      [&](const bench::Workload& one) { return one.program == program.name; }));
  }
}

TEST_CASE("workloads: the tiers agree with the reference on the machine, stop by stop") {
  for (const bench::Workload& workload : bench::workloads) {
    for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
      CAPTURE(workload.name);
      CAPTURE(to_string(engine));
      DifferentialCase run;
      run.field = bench::machine_of(workload).field;
      run.seed = workload.seed;
      run.input = bench::input_of(workload);
      run.stops = {1'000, 10'007, 40'000, 400'000};
      CHECK(find_difference(run, tier_of<Engine>(engine)) == "");
    }
  }
}
