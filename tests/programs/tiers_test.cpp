// The built-in programs on every tier: the same machine as on the reference at every stop, and the
// same bytes in the same ticks, in every dialect in which a program runs.
#include "programs/program_run.h"
#include "support/differential.h"
#include "support/test.h"

#include "bench/workloads.h"

namespace {

void check_stops(const Playfield& field, std::uint64_t seed, const std::string& input) {
  CAPTURE(input);
  for (const EngineKind engine : {EngineKind::interpreter, EngineKind::jit}) {
    CAPTURE(to_string(engine));
    DifferentialCase run;
    run.field = field;
    run.seed = seed;
    run.input = input;
    run.stops = {1'000, 9'999, 20'001, 60'000, 80'001, 150'000, 300'003, 700'000, 1'000'000};
    CHECK(find_difference(run, tier_of<Engine>(engine)) == "");
  }
}

struct Case {
  const char* program;
  const char* input;
};

}  // namespace

TEST_CASE("every built-in program has a workload") {
  for (const BuiltInProgram& program : built_in_programs()) {
    CAPTURE(program.name);
    CHECK(std::any_of(bench::workloads.begin(), bench::workloads.end(),
                      [&](const bench::Workload& one) { return one.program == program.name; }));
  }
}

TEST_CASE("programs: the tiers agree with the reference on the machine, stop by stop") {
  for (const bench::Workload& workload : bench::workloads) {
    CAPTURE(workload.name);
    check_stops(bench::machine_of(workload).field, workload.seed, bench::input_of(workload));
  }
  for (const Case& run : {Case{"cats/cats.b93", "mouse 1\n7\nd2e3\nundo\nboard\n9\n"},
                          Case{"cats/cats.b93", "cats 2\n21\nhm\n"}, Case{"cats/cats.b93", "none"},
                          Case{"squares/squares.b93", "magic 5\n"},
                          Case{"squares/squares.b93", "true-latin 5 30\nreveal 1 1\n1 2 3\nquit\n"},
                          Case{"squares/squares.b93", "what\ntrivial 25\n"},
                          Case{"sudoku1k/sudoku1k.b93", "2\n345\n12 \nwhat\n3 4 6 7\n0\n"}}) {
    CAPTURE(run.program);
    check_stops(loaded_program(run.program).playfield, 3, run.input);
  }
}

TEST_CASE("programs: every engine prints the same in the same ticks, and so does every dialect") {
  const std::vector<std::string_view> wide{"strict", "wide", "befunexec"};
  // Its cells have 8 bits.
  const std::vector<std::string_view> all{"strict", "bef", "wide", "befunexec"};
  for (const Case& one :
       {Case{"cats/cats.b93", "none 1\n"}, Case{"cats/cats.b93", "mouse 3\n7\n9\nundo\n7\n9\n"},
        Case{"cats/cats.b93", "both\n9\n21\n3\n43\n"}, Case{"squares/squares.b93", "magic 9\n"},
        Case{"squares/squares.b93", "true-latin 7 30\nreveal 1 1\n1 2 3\n"},
        Case{"squares/squares.b93", "sudoku 9\n"}, Case{"squares/squares.b93", "pseudo 21 5\n"},
        Case{"sudoku1k/sudoku1k.b93", ""}, Case{"sudoku1k/sudoku1k.b93", "4\n345\n346\n34 \n340\n"},
        Case{"sudoku1k/sudoku1k.b93", "1\n?\n9\n0\n"}, Case{"setter/setter.b93", "2 40\n"},
        Case{"setter/setter.b93", "what\n1 minimal\n"}, Case{"../tests/programs/classic.b93", ""},
        Case{
            "sudoku/sudoku.b93",
            "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."}}) {
    CAPTURE(one.program);
    CAPTURE(one.input);
    ProgramOptions options;
    options.seed = 9;
    const ProgramRun expected = run_program(one.program, one.input, options);
    const std::string_view program(one.program);
    std::vector<EngineKind> engines{EngineKind::interpreter, EngineKind::jit};
    // The others take too long.
    if (program.starts_with("sudoku1k") || program.starts_with("setter")) {
      engines.push_back(EngineKind::reference);
    }
    for (const EngineKind engine : engines) {
      CAPTURE(to_string(engine));
      options.engine = engine;
      for (const std::string_view dialect : program.starts_with("sudoku1k") ? all : wide) {
        CAPTURE(dialect);
        options.dialect = dialect;
        const ProgramRun run = run_program(one.program, one.input, options);
        CHECK(run.stopped == StopReason::ended);
        CHECK(run.output == expected.output);
        CHECK(run.ticks == expected.ticks);
      }
    }
  }
}
