// cats.b93 on every tier: the same machine as on the reference at every stop, and the same bytes.
#include "programs/program_run.h"
#include "support/differential.h"

#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr const char* file = "cats/cats.b93";

}  // namespace

TEST_CASE("cats: the tiers agree with the reference on the machine, stop by stop") {
  const Program program = load(program_bytes(file), {}).value();
  for (const char* input : {"mouse 1\n7\nd2e3\nundo\nboard\n9\n", "cats 2\n21\nhm\n", "none"}) {
    for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
      CAPTURE(input);
      CAPTURE(to_string(engine));
      DifferentialCase run;
      run.field = program.playfield;
      run.input = input;
      run.stops = {1'000, 80'001, 150'000, 300'003, 700'000};
      CHECK(find_difference(run, tier_of<Engine>(engine)) == "");
    }
  }
}

TEST_CASE("cats: every engine prints the same in the same ticks, and so does every wide dialect") {
  for (const char* input : {"none 1\n", "mouse 3\n7\n9\nundo\n7\n9\n", "both\n9\n21\n3\n43\n"}) {
    CAPTURE(input);
    const ProgramRun expected = run_program(file, input);
    for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
      ProgramOptions options;
      options.engine = engine;
      for (const std::string_view dialect : {"strict", "wide", "befunexec"}) {
        options.dialect = dialect;
        const ProgramRun run = run_program(file, input, options);
        CHECK(run.stopped == StopReason::ended);
        CHECK(run.output == expected.output);
        CHECK(run.ticks == expected.ticks);
      }
    }
  }
}
