// `--check` on altered copies of sudoku.b93: the first difference and its tick, however the run
// ends.
#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "support/test.h"
#include "vm/io.h"

#include <atomic>

#include "sudoku/solving/program_host.h"
#include "sudoku/solving/reference_solver.h"
#include "sudoku/support/store_log.h"

namespace fungescope::puzzles {
namespace {

// Two guesses, the first of them wrong: 367,797 ticks.
constexpr std::string_view two_guesses =
    ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.";

struct Mutation {
  std::string_view from;  // occurs once in sudoku.b93
  std::string_view to;
};

// At the first guess, after all deductions from the givens: loops without end.
constexpr Mutation endless_loop{">$30g99*-!#^_", "><30g99*-!#^_"};
// There: prints without end.
constexpr Mutation endless_output{">$30g99*-!#^_", ">.<0g99*-!#^_"};
// RULE OUT stores the number of digits, not the depth, in rstack.
constexpr Mutation wrong_depth{"20g23g\"%\"+33gp", "30g23g\"%\"+33gp"};

std::string mutant(const std::vector<Mutation>& mutations) {
  std::string source(embedded_solver());
  for (const Mutation& mutation : mutations) {
    CAPTURE(mutation.from);
    const std::size_t at = source.find(mutation.from);
    REQUIRE(at != std::string::npos);
    REQUIRE(source.find(mutation.from, at + 1) == std::string::npos);
    REQUIRE(mutation.to.size() == mutation.from.size());
    source.replace(at, mutation.to.size(), mutation.to);
  }
  return source;
}

SolveResult check(const std::string& source, HostOptions options = {}) {
  const SolverProgram program = SolverProgram::load(source, "mutant").value();
  options.check = program.checked().value();
  return ProgramHost(program, options).solve(grid_from_line(std::string(two_guesses)));
}

// Returns the changes in the four regions.
std::vector<LoggedStore> changes_of(const std::string& source) {
  const SolverProgram program = SolverProgram::load(source, "p").value();
  const auto regions = find_checked_regions(program.annotations, "p").value().values;
  StoreLog log({regions.begin(), regions.end()});
  Machine machine = program.start;
  StringInput input(std::string(two_guesses) + '\n');
  StringOutput output;
  Engine().run(machine, {input, output}, 400'000, &log);
  std::erase_if(log.stores, [](const auto& store) { return store.before == store.now; });
  return log.stores;
}

// Returns how the report of the first difference begins, by comparing two recorded runs.
std::string first_difference(const std::string& mutated) {
  const auto right = changes_of(std::string(embedded_solver()));
  const auto wrong = changes_of(mutated);
  const auto [expected, found] =
      std::mismatch(right.begin(), right.end(), wrong.begin(), wrong.end(),
                    [](const LoggedStore& a, const LoggedStore& b) {
                      return a.at == b.at && a.before == b.before && a.now == b.now;
                    });
  REQUIRE(found != wrong.end());
  return fmt::format("at tick {}, change {}: the program set ", found->tick,
                     found - wrong.begin() + 1);
}

}  // namespace

TEST_CASE("a wrong write is reported at its tick, in each of the four regions") {
  const std::vector<std::vector<Mutation>> mutants{
      {wrong_depth},
      {{"20g23g\"%\"+33gp", "20g23g\"&\"+33gp"}},                   // rstack, one column off
      {{"pg76+\"%\"g750<<", "pg76+\"%\"g755<<"}},                   // rstack is not cleared by UNDO
      {{"_23p\"X\"23g3 3gpv", "_23p\"Y\"23g3 3gpv"}},               // another mark in pspace
      {{"vpg35+\"H\"g34g04p03", "vpg35+\"H\"g34g04p33"}},           // counts the digits elsewhere
      {{">43g1+3%53g1-3%3*+1+:42p", ">43g1+3%53g1-3%3*+2+:42p"}}};  // the next digit
  for (const std::vector<Mutation>& mutations : mutants) {
    CAPTURE(mutations.front().to);
    const std::string source = mutant(mutations);
    const SolveResult answer = check(source, HostOptions{.max_ticks = 3'000'000});
    CHECK(answer.status == SolveStatus::difference);
    const std::string expected = first_difference(source);
    CHECK_MESSAGE(answer.reason.substr(0, expected.size()) == expected, answer.reason);
  }
}

TEST_CASE("a wrong depth is reported in words") {
  const SolveResult answer = check(mutant({wrong_depth}));
  CHECK(answer.reason ==
        "at tick 59157, change 1584: the program set the 6 of r1c9, rstack(26,1), from 0 to 1, by "
        "(69, 87) in RULE OUT; the reference set the 6 of r1c8, pspace(23,1), from 0 to 'X'");
  CHECK(answer.ticks == 59157);
}

TEST_CASE("a missing write is reported at the next change") {
  // UNDO leaves 1 in rstack, which is what the first guess had stored there.
  const std::string source = mutant({{"pg76+\"%\"g750<<", "pg76+\"%\"g751<<"}});
  const SolveResult answer = check(source);
  CHECK(answer.status == SolveStatus::difference);
  const std::string expected = first_difference(source);
  CHECK_MESSAGE(answer.reason.substr(0, expected.size()) == expected, answer.reason);
  CHECK_MESSAGE(contains(answer.reason, ", pspace("), answer.reason);
  CHECK_MESSAGE(contains(answer.reason, ", rstack("), answer.reason);
}

TEST_CASE("the first difference is reported whatever ended the run") {
  HostOptions options;
  std::atomic<bool> interrupted = true;
  std::string source = mutant({wrong_depth, endless_loop});
  SUBCASE("the limit of ticks") {
    options.max_ticks = 500'000;
  }
  SUBCASE("nothing: it would run on") {}
  SUBCASE("Ctrl-C") {
    options.interrupted = &interrupted;
  }
  SUBCASE("an output without end") {
    source = mutant({wrong_depth, endless_output});
  }
  const SolveResult answer = check(source, options);
  CHECK(answer.status == SolveStatus::difference);
  const std::string expected = first_difference(source);
  CHECK_MESSAGE(answer.reason.substr(0, expected.size()) == expected, answer.reason);
}

TEST_CASE("a run that was stopped without a difference tells how far it agreed") {
  HostOptions options{.max_ticks = 500'000};
  const SolveResult stopped = check(mutant({endless_loop}), options);
  CHECK(stopped.status == SolveStatus::max_ticks);
  CHECK(stopped.reason ==
        "no answer after 500000 ticks; its first 2,086 changes are the reference's, which then set "
        "r1c1, rlatter(0,0), from 0 to 1");
  const std::atomic<bool> interrupted = true;
  options.max_ticks = no_limit;
  options.interrupted = &interrupted;
  const SolveResult ended = check(mutant({endless_loop}), options);
  CHECK(ended.status == SolveStatus::interrupted);
  CHECK(contains(ended.reason, "; its first 2,086 changes are the reference's"));
  const SolveResult printed = check(mutant({endless_output}));
  CHECK(printed.status == SolveStatus::error);
  CHECK_MESSAGE(
      contains(printed.reason, "changes are the reference's, which then set r1c1, rlatter(0,0)"),
      printed.reason);
}

TEST_CASE("a puzzle whose search does not end in practice is checked as far as it runs") {
  // The last box has no place for a 1, which the search finds only after all others.
  const SolverProgram program = SolverProgram::load(embedded_solver(), "sudoku.b93").value();
  HostOptions options{.max_ticks = 2'000'000, .check = program.checked().value()};
  const SolveResult answer =
      ProgramHost(program, options)
          .solve(grid_from_line(
              ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."));
  CHECK(answer.status == SolveStatus::max_ticks);
  CHECK(answer.changes > 10'000);
}

}  // namespace fungescope::puzzles
