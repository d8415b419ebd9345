// The command `why`: its tree, its leaves, its limits and its errors.
#include "session/why/why.h"

#include "../debugged.h"
#include "../ended_input.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Each cause of an answer as "KIND VALUE".
std::vector<std::string> kinds_in(const Response& response) {
  std::vector<std::string> kinds;
  for (const Json& cause : response.data["causes"]) {
    kinds.push_back(cause["kind"].get<std::string>() + " " + cause["value"].dump());
  }
  return kinds;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("why shows the operations of a value once each, and counts the copies") {
  Debugged debugged("34+:*00p@");
  debugged("continue");
  const Response response = debugged("why 0,0");
  CHECK(response.text ==
        "(0, 0) is 49 '1', after 1 copy\n"
        "  49 '1': 7 * 7, tick 5, by (4, 0)\n"
        "    #1 7: 3 + 4, tick 3, by (2, 0)\n"
        "      3: a digit in the source, tick 1, by (0, 0)\n"
        "      4: a digit in the source, tick 2, by (1, 0)\n"
        "    7: #1, after 1 copy\n"
        "2 operations, 2 copies, 2 deep; 0 input bytes, 2 source cells\n"
        "2 addresses or decisions not followed; --all follows them\n");
  CHECK(response.data["root"] ==
        Json({{"role", "operand"}, {"value", 49}, {"cause", 0}, {"copies", 1}}));
  CHECK(response.data["causes"][0]["uses"][0]["cause"] == 1);
  CHECK(response.data["causes"][0]["uses"][1]["cause"] == 1);
  CHECK(response.data["causes"][0]["instruction"] == "multiply");
  CHECK(response.data["summary"]["operations"] == 2);
  CHECK(response.data["cut"].is_null());
}

TEST_CASE("why --all shows the copies and the addresses") {
  Debugged debugged("700p00g.@");
  debugged("continue");
  const Response response = debugged("why output 0 --all");
  CHECK(response.text ==
        "output 0 is 55 '7'\n"
        "  55 '7': printed by '.', tick 8, by (7, 0)\n"
        "    7: copied by 'g' from (0, 0), tick 7, by (6, 0)\n"
        "      7: copied by 'p' to (0, 0), tick 4, by (3, 0)\n"
        "        7: a digit in the source, tick 1, by (0, 0)\n"
        "        address 0: a digit in the source, tick 2, by (1, 0)\n"
        "        address 0: a digit in the source, tick 3, by (2, 0)\n"
        "      address 0: a digit in the source, tick 5, by (4, 0)\n"
        "      address 0: a digit in the source, tick 6, by (5, 0)\n"
        "0 operations, 2 copies, 0 deep; 0 input bytes, 5 source cells\n");
}

TEST_CASE("the causes of a value are input, characters, cells of the source and the empty stack") {
  Debugged debugged("~&+\"A\"+05g+`@\n\n\n\n\n#", ended_input("! 12\n"));
  debugged("continue");
  const Response response = debugged("why top");
  CHECK(kinds_in(response) == Lines{"operation 0", "empty_stack 0", "operation 145",
                                    "operation 110", "operation 45", "input 33", "input 12",
                                    "character 65", "source 35"});
  CHECK(response.data["causes"][5]["text"] == "input byte 0, tick 1, by (0, 0)");
  CHECK(response.data["causes"][6]["text"] == "input bytes 1 to 3, \" 12\", tick 2, by (1, 0)");
  CHECK(response.data["causes"][6]["input"] == Json({{"begin", 1}, {"end", 4}}));
  CHECK(response.data["causes"][8]["text"] == "the source of cell (0, 5)");
  CHECK(response.data["summary"]["input_bytes"] == Json({0, 1, 2, 3}));
  CHECK(response.text.find("input: bytes 0 to 3\n") != std::string::npos);
}

TEST_CASE("why --to input leaves out all that does not lead to input") {
  Debugged debugged("~~9*+.2.@", ended_input("A"));
  debugged("continue");
  const Response response = debugged("why output 0 --to input");
  CHECK(kinds_in(response) ==
        Lines{"output 53", "operation 56", "input 65", "operation -9", "input -1"});
  CHECK(response.data["causes"][4]["text"] ==
        "the end of the input, after byte 1, tick 2, by (1, 0)");
  const Response none = debugged("why output 3 --to input");
  CHECK(kinds_in(none) == Lines{"output 50"});
}

TEST_CASE("why ends at its depth, and says so") {
  Debugged debugged(
      "1"
      "2+"
      "3+"
      "4+"
      "5+"
      "@");
  debugged("continue");
  CHECK(kinds_in(debugged("why top --depth 1")) ==
        Lines{"operation 15", "operation 10", "literal 5"});
  const Response none = debugged("why --depth 0 stack 0");
  CHECK(none.text ==
        "stack(0) is 15\n"
        "  15: 10 + 5, tick 9, by (8, 0) ...\n"
        "1 operation, 0 copies, 0 deep; 0 input bytes, 0 source cells\n"
        "1 value at the maximum depth end in ...; --depth N goes deeper\n");
  CHECK(debugged("why top").data["causes"].size() == 9);
}

TEST_CASE("an answer to a division by zero is a cause, and an instruction that was written too") {
  SessionOptions options;
  options.load.dialect = *find_dialect("bef");
  Debugged asked("70/.@", ended_input("5"), options);
  asked("continue");
  const Response answer = asked("why output 28");
  CHECK(kinds_in(answer) == Lines{"output 53", "input 5"});
  CHECK(answer.data["causes"][1]["text"] ==
        "the answer to a division by 0, input byte 0, tick 3, by (2, 0)");
  CHECK(kinds_in(asked("why output 28 --all")) ==
        Lines{"output 53", "input 5", "literal 7", "literal 0"});
  CHECK(kinds_in(asked("why output 17")) == Lines{"output 55", "literal 7"});

  // Writes '7' into the cell after the `p`, and executes it.
  Debugged written("\"7\"60p .@");
  written("continue");
  CHECK(kinds_in(written("why output 0")) == Lines{"output 55", "operation 7", "character 55"});
}

TEST_CASE("edits and reloads are causes") {
  Debugged debugged("00g1+.@");
  debugged("step 2");
  debugged("set 0,0 = 4");
  debugged("push 0");
  debugged("continue");
  const Response response = debugged("why output 0 --all");
  CHECK(kinds_in(response) == Lines{"output 53", "operation 5", "copy 4", "cell_edit 4",
                                    "stack_edit 0", "stack_edit 0", "literal 1"});
  CHECK(response.data["causes"][3]["text"] == "an edit of (0, 0) at tick 2");

  Debugged reloaded("900p>00g.v\n    ^   < \nx");
  reloaded("step 40");
  reloaded.files.files["test.b93"] = "900p>02g.v\n    ^   < \ny";
  reloaded("reload");
  reloaded("step 40");
  CHECK(kinds_in(reloaded("why 0,0")) == Lines{"literal 9"});
  const Response cell = reloaded("why 0,2");
  CHECK(kinds_in(cell) == Lines{"source 121"});
  CHECK(cell.data["causes"][0]["tick"] == 40);
}

TEST_CASE("only the windows on the chain of a value are replayed") {
  // Stores 5 once, then goes round without a store.
  Debugged debugged("505p>  v\n    ^  <");
  Session& session = debugged.debugger.session();
  session.history().run(3'000'000);
  WhyOptions options;
  options.limits.max_ticks = 2 * options.limits.window_ticks;  // that of the present too
  const auto answer = why(session, {AskedCell{{0, 5}}, "five"}, options, nullptr);
  REQUIRE(answer);
  CHECK_FALSE(answer->cut);
  REQUIRE(answer->causes.size() == 1);
  CHECK(answer->causes[0].kind == Cause::Kind::literal);
  CHECK(answer->causes[0].tick() == 1);
  CHECK(session.history().tick() == 3'000'000);
}

TEST_CASE("an answer that is cut says by what, and keeps the present") {
  Debugged debugged(countdown);
  debugged("continue");
  Session& session = debugged.debugger.session();
  const Tick present = session.machine().tick;
  const AskedValue asked{AskedCell{{0, 3}}, "count"};
  WhyOptions options;
  options.depth = 100;
  const auto complete = why(session, asked, options, nullptr);
  REQUIRE(complete);
  CHECK(complete->causes.back().kind == Cause::Kind::literal);

  options.max_causes = 5;
  const auto few = why(session, asked, options, nullptr);
  REQUIRE(few);
  CHECK(few->cut == CutBy::values);
  CHECK(few->summary.unexpanded > 0);
  options.max_causes = 1000;

  options.limits.window_ticks = 4;
  options.limits.max_ticks = 32;
  const auto short_of_ticks = why(session, asked, options, nullptr);
  REQUIRE(short_of_ticks);
  CHECK(short_of_ticks->cut == CutBy::ticks);
  CHECK(std::any_of(short_of_ticks->causes.begin(), short_of_ticks->causes.end(),
                    [](const Cause& cause) { return cause.kind == Cause::Kind::unknown; }));
  options.limits.max_ticks = 10'000;

  std::size_t partial = 0;
  for (std::uint64_t polls = 0;; ++polls) {
    PollLimit limit;
    limit.polls_left = polls;
    const auto answer = why(session, asked, options, &limit);
    REQUIRE(session.machine().tick == present);
    if (!answer) {
      CHECK(answer.error().what == "interrupted");
    } else if (answer->cut) {
      CHECK(answer->cut == CutBy::interrupt);
      ++partial;
    } else {
      CHECK(answer->causes.size() == complete->causes.size());
      break;
    }
  }
  CHECK(partial > 0);
}

TEST_CASE("why refuses what is no value at this instant") {
  Debugged debugged(countdown);
  CHECK(debugged.error("why") ==
        "4: a value is missing; name a cell X,Y, a variable, stack N, top or output N");
  CHECK(debugged.error("why pair").find("pair is a region of 2 cells") != std::string::npos);
  CHECK(debugged.error("why top").find("the stack holds 0 values") != std::string::npos);
  CHECK(debugged.error("why output 0").find("has printed 0 bytes") != std::string::npos);
  CHECK(debugged.error("why 0,0 --deep").find("there is no option '--deep'") != std::string::npos);
  CHECK(debugged.error("why 0,0 --to end").find("input is missing") != std::string::npos);
  debugged("continue");
  CHECK(debugged.error("why output 18").find("0 to 17 are counted") != std::string::npos);
  CHECK(debugged.error("why stack 9").find("the stack holds 1 values") != std::string::npos);
  CHECK(debugged.error("why nobody").find("nobody") != std::string::npos);
}
