// squares.b93 on every tier: the same machine as on the reference at every stop, and the same
// bytes.
#include "programs/program_run.h"
#include "support/differential.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr const char* squares_file = "squares/squares.b93";

}  // namespace

TEST_CASE("squares: the tiers agree with the reference on the machine, stop by stop") {
  const Program program = load(program_bytes(squares_file), {}).value();
  for (const char* input : {"magic 5\n", "true-latin 5 30\nreveal 1 1\n1 2 3\nquit\n", "what\n"}) {
    for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
      CAPTURE(input);
      CAPTURE(to_string(engine));
      DifferentialCase run;
      run.field = program.playfield;
      run.seed = 3;
      run.input = input;
      run.stops = {1'000, 9'999, 20'001, 60'000, 1'000'000};
      CHECK(find_difference(run, tier_of<Engine>(engine)) == "");
    }
  }
}

TEST_CASE(
    "squares: every engine prints the same in the same ticks, and so does every wide dialect") {
  for (const char* input :
       {"magic 9\n", "true-latin 7 30\nreveal 1 1\n1 2 3\n", "sudoku 9\n", "pseudo 21 5\n"}) {
    CAPTURE(input);
    ProgramOptions options;
    options.seed = 9;
    const ProgramRun expected = run_program(squares_file, input, options);
    for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
      options.engine = engine;
      for (const std::string_view dialect : {"strict", "wide", "befunexec"}) {
        options.dialect = dialect;
        const ProgramRun run = run_program(squares_file, input, options);
        CHECK(run.stopped == StopReason::ended);
        CHECK(run.output == expected.output);
        CHECK(run.ticks == expected.ticks);
      }
    }
  }
}
