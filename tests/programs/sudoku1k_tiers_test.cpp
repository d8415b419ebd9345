// sudoku1k.b93 on every tier: the same machine as on the reference at every stop; and in every
// dialect, those with cells of 8 bits and without doubtful acts included, the same bytes.
#include "programs/program_run.h"
#include "support/differential.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr const char* sudoku1k_file = "sudoku1k/sudoku1k.b93";

}  // namespace

TEST_CASE("sudoku1k: the tiers agree with the reference on the machine, stop by stop") {
  const Program program = load(program_bytes(sudoku1k_file), {}).value();
  for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
    CAPTURE(to_string(engine));
    DifferentialCase run;
    run.field = program.playfield;
    run.seed = 3;
    run.input = "2\n345\n12 \nwhat\n3 4 6 7\n0\n";
    run.stops = {1'000, 9'999, 30'001, 60'000, 250'000, 1'000'000};
    CHECK(find_difference(run, tier_of<Engine>(engine)) == "");
  }
}

TEST_CASE("sudoku1k: every engine and every dialect prints the same in the same ticks") {
  for (const std::string_view input : {"", "4\n345\n346\n34 \n340\n", "1\n?\n9\n0\n"}) {
    CAPTURE(input);
    ProgramOptions options;
    options.seed = 9;
    const ProgramRun expected = run_program(sudoku1k_file, std::string(input), options);
    for (const EngineKind engine :
         {EngineKind::reference, EngineKind::interpreter, EngineKind::jit}) {
      options.engine = engine;
      for (const std::string_view dialect : {"strict", "bef", "wide", "befunexec"}) {
        CAPTURE(dialect);
        options.dialect = dialect;
        const ProgramRun run = run_program(sudoku1k_file, std::string(input), options);
        CHECK(run.stopped == StopReason::ended);
        CHECK(run.output == expected.output);
        CHECK(run.ticks == expected.ticks);
      }
    }
  }
}
