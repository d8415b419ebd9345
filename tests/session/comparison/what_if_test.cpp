// The commands `what if` and `against`: their text and JSON, their limits and their errors.
#include "session/comparison/session_comparison.h"
#include "session/recording/recording.h"

#include "../debugged.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

InputLog whole_input(std::string bytes) {
  return InputLog(std::move(bytes), InputLog::End::closed);
}

Json comparison_of(const Response& response) {
  return response.data["comparison"];
}

}  // namespace

TEST_CASE(
    "what if tells the first use, the first difference, the parting, the output and the ends") {
  Debugged debugged(countdown);
  const Response response = debugged("what if 0,0 = '5'");
  CHECK(response.text ==
        "(0,0) = 53 '5' instead of 57 '9', from tick 0 on\n"
        "first used at tick 1: (0, 0) is executed, '5' instead of '9'\n"
        "first difference at tick 1, by (0, 0) ('5' instead of '9'): the top is 5 instead of 9\n"
        "the pointers part at tick 101, by '_' at (11, 1): it goes east instead of west, as it "
        "pops 0 instead of 4\n"
        "the output differs from byte 0 on: \"5 4 3 2 1 \" instead of \"9 8 7 6 5 4 3 2 1 \", "
        "printed at tick 4\n"
        "it ends at tick 102; without the change it ends at tick 190\n"
        "at the end 1 cell differs\n"
        "  no region  1  (0, 0) 53 '5' instead of 57 '9'\n"
        "goto 0 is the instant before the first difference\n");
  CHECK(response.data["name"] == "(0,0)");
  CHECK(response.data["before"] == '9');
  CHECK(response.data["now"] == '5');
  CHECK(response.data["kept"].is_null());
  const Json comparison = comparison_of(response);
  CHECK(comparison["use"]["kind"] == "executed");
  CHECK(comparison["difference"]["items"][0]["kind"] == "stack_value");
  CHECK(comparison["parting"]["tick"] == 101);
  CHECK(comparison["parting"]["here"]["direction"] == "west");
  CHECK(comparison["parting"]["there"]["direction"] == "east");
  CHECK(comparison["parting"]["popped"] == Json({{"here", 4}, {"there", 0}}));
  CHECK(comparison["output"]["there"]["bytes"] == "5 4 3 2 1 ");
  CHECK(comparison["end"]["here"]["tick"] == 190);
  CHECK(comparison["end"]["there"]["tick"] == 102);
  CHECK(debugged.tick() == 0);
  CHECK(debugged.debugger.session().history().end() == 0);
  CHECK(debugged("branches").data["branches"].size() == 1);
}

TEST_CASE("what if names the regions and variables that differ at the end") {
  Debugged debugged(countdown);
  const Response response = debugged("what if 2,0 = ' ' at 20 for 60");
  CHECK(response.text ==
        "(2,0) = 32 instead of 58 ':', from tick 20 on\n"
        "first used at tick 25: (2, 0) is executed, ' ' instead of ':'\n"
        "first difference at tick 25, by (2, 0) (' ' instead of ':'): the stack's depth is 1 "
        "instead of 2\n"
        "the output differs from byte 4 on: \"-1 -1 \" instead of \"7 6 \", printed at tick 48\n"
        "both go on at tick 80; for TICKS follows them further\n"
        "at the end 2 cells differ; the stack differs from the bottom on\n"
        "  pair         1 of 2  Loop::count 0 instead of 6\n"
        "  Loop::count       1  0 instead of 6\n"
        "  no region         1  (2, 0) 32 instead of 58 ':'\n"
        "goto 24 is the instant before the first difference\n");
  const Json last = comparison_of(response)["last"];
  CHECK(last["count"] == 2);
  CHECK(last["areas"][0]["name"] == "pair");
  CHECK(last["areas"][1]["kind"] == "variable");
  CHECK(last["areas"][1]["cells"][0]["there"] == 0);
  CHECK(last["areas"][2]["kind"] == "rest");
}

TEST_CASE("what if says when a change is none, is never used, and makes no difference any more") {
  Debugged debugged(countdown);
  debugged("goto 20");
  CHECK(debugged("what if 0,0 = '9'").text ==
        "(0,0) is 57 '9' at tick 20 already: that changes "
        "nothing\n");
  CHECK(debugged("what if 0,0 = '9'").data["comparison"].is_null());
  const Response unused = debugged("what if 0,0 = '5'");
  CHECK(unused.text.find("\nnothing uses it up to tick 190\n") != std::string::npos);
  CHECK(unused.text.find("\nboth end at tick 190\n") != std::string::npos);
  const Response overwritten = debugged("what if Loop::count = 77");
  CHECK(overwritten.text ==
        "Loop::count = 77 'M' instead of 9, from tick 20 on\n"
        "first used at tick 30: 'p' at (7, 0) overwrites Loop::count, 77 instead of 9\n"
        "no use of it makes a difference up to tick 30\n"
        "the output is the same\n"
        "from tick 30 on both are the same\n");
  CHECK(comparison_of(overwritten)["same_from"] == 30);
  CHECK(comparison_of(overwritten)["last"].is_null());
}

TEST_CASE("what if changes values of the stack") {
  Debugged debugged("12+.@");
  debugged("step 2");
  CHECK(debugged("what if top = 5").text.find("\"6 \" instead of \"3 \"") != std::string::npos);
  for (const char* line : {"what if stack 1 = 7", "what if stack(1) = 5 + top"}) {
    const Response response = debugged(line);
    CHECK(response.data["name"] == "stack(1)");
    CHECK(response.text.find("first used at tick 3: '+' at (2, 0) pops 7 instead of 1\n") !=
          std::string::npos);
  }
}

TEST_CASE("what if changes a byte of the input before it is read") {
  Debugged debugged("~~~,,,@", whole_input("abc"));
  debugged("continue");
  const Response response = debugged("what if input 1 = 'x'");
  CHECK(response.data["tick"] == 1);
  CHECK(response.text.find("input 1 = 120 'x' instead of 98 'b', from tick 1 on\n") == 0);
  CHECK(response.text.find("first difference at tick 2, by '~' at (1, 0): the top is 120 'x' "
                           "instead of 98 'b'\n") != std::string::npos);
  CHECK(response.text.find("differs from byte 1 on: \"xa\" instead of \"ba\"") !=
        std::string::npos);
  CHECK(debugged("what if input 1 = 'x' at 0").data["tick"] == 0);
  CHECK(debugged("what if input 1 = 'b'").data["comparison"].is_null());
  CHECK(debugged.error("what if input 1 = 'x' at 2")
            .find("input byte 1 was already read, at tick 2; leave out `at`") != std::string::npos);
  CHECK(debugged.error("what if input 3 = 'x'").find("the input has 3 bytes") != std::string::npos);
  CHECK(debugged.error("what if input 1 = 256").find("256 is not a byte") != std::string::npos);
}

TEST_CASE("what if --keep keeps the branch, and returns") {
  Debugged debugged(countdown);
  debugged("goto 20");
  const Response response = debugged("what if 0,3 = 5 --keep at 10");
  CHECK(response.data["kept"] == 1);
  CHECK(response.text.find("branch 1 is kept; branch 1 goes there\n") != std::string::npos);
  CHECK(debugged.tick() == 20);
  CHECK(debugged.debugger.session().history().branch() == 0);
  const BranchInfo kept = debugged.debugger.session().history().info(1);
  CHECK(kept.begin == 10);
  CHECK(kept.end >= 12);
  CHECK(kept.edits.size() == 1);
}

TEST_CASE("what if leaves out the edits that were made later") {
  Debugged debugged(countdown);
  debugged("goto 40");
  debugged("set Loop::count = 100");
  debugged("goto 60");
  const Response response = debugged("what if 0,3 = 5 at 20");
  CHECK(response.data["branch"] == 0);
  CHECK(response.text.find("both runs are branch 0, without the edits that were made later\n") !=
        std::string::npos);
  CHECK(debugged.tick() == 60);
  CHECK(debugged.debugger.session().history().branch() == 1);
}

TEST_CASE("what if refuses what is no change, with its column") {
  Debugged debugged(countdown);
  CHECK(debugged.error("what") ==
        "5: if is missing; write what if PLACE=EXPR [at TICK] [for TICKS] [--keep]");
  CHECK(debugged.error("what if 3").find("10: there is no `=`") == 0);
  CHECK(debugged.error("what if 99,0 = 1").find("9: ") == 0);
  CHECK(debugged.error("what if 1,0 = $").find("15: ") == 0);
  CHECK(debugged.error("what if 1,0 = 1 soon").find("17: ") == 0);
  CHECK(debugged.error("what if 1,0 = 1 for x").find("21: ") == 0);
  CHECK(debugged.error("what if pair = 1").find("pair has 2 cells") != std::string::npos);
  CHECK(debugged.error("what if top = 1").find("the stack holds 0 values") != std::string::npos);
  CHECK(debugged.error("what if x = 1").find("'x' cannot be set") != std::string::npos);
  CHECK(debugged.error("what if 0,0 = 1 at 1000").find("tick 1000 is not there") !=
        std::string::npos);
  SessionOptions options;
  options.load.dialect = *find_dialect("bef");
  Debugged narrow("1@", {}, options);
  CHECK(narrow.error("what if 0,0 = 300").find("does not fit into a cell") != std::string::npos);
}

TEST_CASE("comparisons can be interrupted, and leave the present where it is") {
  Debugged debugged(countdown);
  debugged("goto 20");
  std::uint64_t completed = 0;
  for (std::uint64_t polls = 0; polls < 40; ++polls) {
    debugged.poll_limit.polls_left = polls;
    const auto response = debugged.debugger.submit("what if 2,0 = ' ' for 300k");
    debugged.poll_limit.polls_left = PollLimit::unlimited;
    completed += response ? 1 : 0;
    if (!response) CHECK(response.error().what == "interrupted");
    CHECK(debugged.tick() == 20);
    CHECK(debugged("branches").data["branches"].size() == 1);
  }
  CHECK(completed > 0);
  CHECK(completed < 40);
}

TEST_CASE("against a program lists the cells of the sources that differ") {
  Debugged debugged("34+.@");
  debugged.files.files["other.b93"] = "34*.@";
  const Response response = debugged("against other.b93");
  CHECK(response.text ==
        "here: test.b93, branch 0; there: program other.b93\n"
        "1 cell differs from the begin, tick 0:\n"
        "  (2, 0): 43 '+' here, 42 '*' there\n"
        "first used at tick 3: (2, 0) is executed, '+' here, '*' there\n"
        "first difference at tick 3, by (2, 0) ('+' here, '*' there): the top is 7 here, 12 there\n"
        "the output differs from byte 0 on: \"7 \" here, \"12 \" there, printed at tick 4\n"
        "both end at tick 5\n"
        "at the end 1 cell differs\n"
        "  no region  1  (2, 0) 43 '+' here, 42 '*' there\n"
        "goto 2 is the instant before the first difference\n");
  CHECK(response.data["with"] == Json({{"kind", "program"}, {"name", "other.b93"}}));
  CHECK(comparison_of(response)["first"]["cells"][0]["there"] == '*');
  const Response output = debugged("against other.b93 --output");
  CHECK(output.text ==
        "here: test.b93, branch 0; there: program other.b93\n"
        "the output differs from byte 0 on: \"7 \" here, \"12 \" there, printed at tick 4\n"
        "both end at tick 5\n");
  CHECK(comparison_of(output)["difference"].is_null());
  CHECK(debugged("against other.b93 for 2").text.find("both go on at tick 2") != std::string::npos);
  CHECK(debugged.tick() == 0);
}

TEST_CASE("runs of different lengths, sizes and inputs can be compared") {
  Debugged debugged("1.>2.@");
  debugged.files.files["longer.b93"] = "1.>2.3.@";
  const Response longer = debugged("against longer.b93");
  CHECK(longer.text.find("the pointers part at tick 6, by (5, 0) ('@' here, '3' there): here it "
                         "ends, there it goes east to (6, 0)\n") != std::string::npos);
  CHECK(longer.text.find("the output differs from byte 4 on: nothing here, \"3 \" there, printed "
                         "at tick 7\n") != std::string::npos);
  CHECK(longer.text.find("here it ends at tick 6, there it ends at tick 8\n") != std::string::npos);
  // A field of another size, where the pointer wraps elsewhere.
  debugged.files.files["wider.b93"] = "1.>2.@" + std::string(100, ' ') + "7";
  const Response wider = debugged("against wider.b93");
  CHECK(wider.text.find("the field is 80x25 here, 107x1 there\n") != std::string::npos);
  CHECK(wider.text.find("both end at tick 6\n") != std::string::npos);
  CHECK(comparison_of(wider)["last"].is_null());
}

TEST_CASE("against a branch compares from where the two part, and a recording from the begin") {
  Debugged debugged(countdown);
  debugged("goto 40");
  debugged("set Loop::count = 100");
  debugged("set 0,0 = '5'");
  debugged("goto 60");
  const Response branch = debugged("against 0");
  CHECK(comparison_of(branch)["begin"] == 40);
  CHECK(
      branch.text.find("here: test.b93, branch 1; there: branch 0\n2 cells differ from the begin, "
                       "tick 40:\n  (0, 0): 53 '5' here, 57 '9' there\n") == 0);
  debugged("save now.run");
  const Response same = debugged("against now.run");
  CHECK(same.data["with"]["kind"] == "recording");
  CHECK(comparison_of(same)["same_from"] == 40);  // edits could make a difference until then
  CHECK(same.text.find("from tick 40 on both are the same\n") != std::string::npos);
  debugged("branch 0");
  const Response other = debugged("against now.run");
  CHECK(comparison_of(other)["begin"] == 0);
  CHECK(comparison_of(other)["last"]["count"] == 1);
  CHECK(debugged.tick() == 40);  // where branch 0 ends
}

TEST_CASE("against follows a branch that continues with other input") {
  Debugged debugged("~~~,,,@");
  debugged("input \"abc\"");
  debugged("step");
  debugged("input replace \"xy\"");
  debugged("continue");
  const Response response = debugged("against 0");
  CHECK(response.text.find("first difference at tick 2, by '~' at (1, 0): the top is 120 'x' here, "
                           "98 'b' there\n") != std::string::npos);
  CHECK(response.text.find("differs from byte 0 on: \"yxa\" here, \"cba\" there") !=
        std::string::npos);
}

TEST_CASE("against refuses what is no other run") {
  Debugged debugged(countdown);
  CHECK(debugged.error("against").find("8: the other run is missing") == 0);
  CHECK(debugged.error("against 7").find("9: there is no branch 7") == 0);
  CHECK(debugged.error("against 0").find("the present is on branch 0") != std::string::npos);
  CHECK(debugged.error("against nowhere.b93").find("there is no such file") != std::string::npos);
  CHECK(debugged.error("against nowhere.b93 for x").find("25: ") == 0);
}

TEST_CASE("what if: what only one of two runs has printed differs, although the other goes on") {
  // Goes round for ever; with a blank for the `#` it prints 5 and ends.
  Debugged debugged("5>#v:  v\n   >.@\n ^     <");
  const Response response = debugged("what if 2,0 = ' ' for 1000");
  CHECK(response.text.find("the output differs from byte 0 on: \"5 \" instead of nothing") !=
        std::string::npos);
}

TEST_CASE("going to a branch shows the output from the first byte that differs") {
  Debugged debugged("1.2.3.@");
  CHECK(debugged("step 2").output == "1 ");
  debugged("what if 0,0 = '7' at 0 --keep");
  CHECK(debugged("branch 1").output == "7 ");
  CHECK(debugged("goto end").output == "2 3 ");
}
