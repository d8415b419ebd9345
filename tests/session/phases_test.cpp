#include "lang/analysis/phases.h"

#include "debugged.h"
#include "sudoku/solving/program_host.h"

namespace {

const PhaseMap& phases_in(Debugged& debugged) {
  return debugged.debugger.session().source().phases;
}

std::vector<std::string> names_in(std::string source) {
  Debugged debugged(std::move(source));
  return phases_in(debugged).names();
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the titled blocks of the solver are its phases") {
  Debugged debugged{std::string(puzzles::embedded_solver())};
  const PhaseMap& phases = phases_in(debugged);
  CHECK(phases.names() ==
        Names{"READ", "CLEAR", "GIVENS", "GUESS", "SOLVE", "SET", "RULE OUT", "UNDO"});
  CHECK(phases.name_at({0, 0}).empty());
  CHECK(phases.name_at({40, 10}).empty());
  CHECK(phases.name_at({0, 36}) == "READ");
  CHECK(phases.name_at({3, 36}) == "READ");
  CHECK(phases.name_at({20, 50}) == "CLEAR");
  CHECK(phases.name_at({20, 82}) == "SET");
  CHECK(phases.name_at({20, 95}) == "SET");
  CHECK(phases.name_at({80, 95}) == "RULE OUT");
  CHECK(phases.name_at({130, 95}) == "SET");
  CHECK(phases.name_at({80, 106}) == "UNDO");
  CHECK(phases.name_at({5, 116}).empty());  // an annotation
}

TEST_CASE("only rules with a title in capitals are titles") {
  CHECK(names_in("  -------- START ---------\nabc\n --- ALL OF IT ----------\n@\n") ==
        Names{"START", "ALL OF IT"});
  CHECK(names_in("  -- - - A2 -- ------------\n@\n").empty());
  for (const char* source :
       {"  -------- start --------\n", ".-------- BOX ---------.\n", "-START--------------\n",
        "  START --------------\n", "------------ START\n", "--------- START ---\n", "--------  \n",
        "  --------\n  - A ---------\n"}) {
    CAPTURE(source);
    const bool box = contains(std::string(source), "BOX");
    CHECK(names_in(source) == (box ? Names{"BOX"} : Names{}));
  }
}

TEST_CASE("a declaration replaces the titles") {
  Debugged debugged(
      "  -------- START ---------\n@\n"
      "#$phase first = 0,0,5,1\n#$phase second=2,0,9,2\n#$phase first = 0,1,2,1\n");
  const PhaseMap& phases = phases_in(debugged);
  CHECK(phases.names() == Names{"first", "second"});
  CHECK(phases.name_at({1, 0}) == "first");
  CHECK(phases.name_at({2, 0}) == "second");  // the later one
  CHECK(phases.name_at({0, 1}) == "first");
  CHECK(phases.name_at({20, 0}).empty());
}
