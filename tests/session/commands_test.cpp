// Every command, forwards and backwards, and what the table promises.
#include "session/commands/arguments.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "debugged.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("counts are parsed with separators and suffixes") {
  CHECK(parse_count("0") == 0U);
  CHECK(parse_count("1_000_000") == 1'000'000U);
  CHECK(parse_count("1,000,000") == 1'000'000U);
  CHECK(parse_count("5k") == 5'000U);
  CHECK(parse_count("20M") == 20'000'000U);
  CHECK(parse_count("3G") == 3'000'000'000U);
  CHECK(parse_count("18446744073709551615") == 18446744073709551615U);
  for (const char* wrong : {"", "k", "-1", "+1", "1,00", "1,0000", ",100", "1,", "1_", "_1", "1.5",
                            "1x", "18446744073709551616", "18446744073709552k", "0x10"}) {
    CAPTURE(wrong);
    CHECK(!parse_count(wrong).has_value());
  }
}

TEST_CASE("no name of the table means two commands, and each finds its own") {
  std::set<std::string> names;
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) {
      CAPTURE(command.name);
      CHECK(!command.summary.empty());
      CHECK((command.reverse_alias.empty() || command.reversible));
      for (const std::string_view name : {command.name, command.alias, command.reverse_alias}) {
        if (name.empty()) continue;
        CHECK(names.insert(std::string(name)).second);
        const auto match = find_command(name);
        REQUIRE(match.has_value());
        CHECK(match->command == &command);
        CHECK((match->direction == RunDirection::reverse) == (name == command.reverse_alias));
      }
    }
  }
}

TEST_CASE("commands are found by prefixes, and reverse commands by GDB's names") {
  CHECK(find_command("cont")->command->name == "continue");
  CHECK(find_command("reverse-step")->direction == RunDirection::reverse);
  CHECK(find_command("reverse-cont")->command->name == "continue");
  CHECK(!find_command("reverse-print").has_value());
  const auto ambiguous = find_command("st");
  REQUIRE(!ambiguous.has_value());
  CHECK(to_string(ambiguous.error()) == "'st' may mean step or stack; write more of it");
  CHECK(to_string(find_command("contineu").error()) ==
        "there is no command 'contineu'; the nearest name is continue");
}

TEST_CASE("an empty line and a comment do nothing") {
  Debugged debugged(countdown);
  for (const char* line : {"", "   ", "; step", "\t;"}) {
    const Response response = debugged(line);
    CHECK(response.text.empty());
    CHECK(response.data.empty());
  }
  CHECK(debugged.tick() == 0);
}

TEST_CASE("errors have a column") {
  Debugged debugged(countdown);
  CHECK(debugged.error("  nope") == "3: there is no command 'nope'; help lists the commands");
  CHECK(debugged.error("step x").rfind("6: 'x' is not a number", 0) == 0);
  CHECK(debugged.error("back  step  x").rfind("13: 'x' is not a number", 0) == 0);
  CHECK(debugged.error("print 1 +").rfind("10: ", 0) == 0);
  CHECK(debugged.error("set 0,0 = $").rfind("11: ", 0) == 0);
  CHECK(debugged.error("set 99,0 = 1").rfind("5: ", 0) == 0);
  CHECK(debugged.error("step 1 2").rfind("8: ", 0) == 0);
  CHECK(debugged.error("goto soon").rfind("6: ", 0) == 0);
  CHECK(debugged.error("back print 1").rfind("6: print cannot be reversed", 0) == 0);
  CHECK(debugged.error("delete 7").rfind("8: there is no stop 7", 0) == 0);
  CHECK(debugged.error("break 1,0 if").starts_with('1'));
  CHECK(debugged.error("source nowhere").rfind("nowhere: there is no such file", 0) == 0);
}

TEST_CASE("each step is undone by its reverse") {
  Debugged debugged(countdown);
  debugged("goto 40");
  for (const char* step : {"step 7", "next 3", "line", "change Loop::count", "output", "step"}) {
    CAPTURE(step);
    debugged("goto 40");
    const std::uint64_t before = debugged.machine().hash();
    const Response there = debugged(step);
    CHECK(there.data["way"] == "forward");
    CHECK(debugged.tick() > 40);
    const Response back = debugged(std::string("back ") + step);
    CHECK(back.data["way"] == "back");
    CHECK(debugged.tick() <= 40);
    debugged("goto 40");
    CHECK(debugged.machine().hash() == before);
  }
}

TEST_CASE("until, out and over") {
  Debugged debugged(countdown);
  debugged("until Loop::count == 7");
  CHECK(!debugged("expect Loop::count == 7").failed);
  debugged("step");
  debugged("back until Loop::count == 8");
  CHECK(!debugged("expect Loop::count == 8").failed);
  debugged("goto 2");
  CHECK(debugged("over").data["why"] == "arrived");
  CHECK(debugged.machine().ip == Point{12, 1});
  debugged("goto 4");
  debugged("out 1");
  CHECK(debugged.machine().stack.size() == 1);
  CHECK(debugged.tick() == 8);
}

TEST_CASE("breakpoints are hit at the same instants forwards and backwards") {
  Debugged debugged(countdown);
  CHECK(debugged("break change Loop::count if new < 8").text ==
        "stop 1: change Loop::count if new < 8\n");
  std::vector<Tick> forward;
  for (Response response = debugged("c"); response.data["why"] == "stop";
       response = debugged("c")) {
    CHECK(response.data["stops"] == Json::array({1}));
    CHECK(response.data["access"]["name"] == "Loop::count");
    CHECK(!debugged("expect stopped by 1").failed);
    forward.push_back(debugged.tick());
  }
  CHECK(!debugged("expect stopped by end").failed);
  CHECK(forward.size() == 7);
  std::vector<Tick> back;
  for (Response response = debugged("rc"); response.data["why"] == "stop";
       response = debugged("rc")) {
    back.insert(back.begin(), debugged.tick());
  }
  CHECK(back == forward);
  CHECK(!debugged("expect stopped by beginning").failed);
  CHECK(debugged("breaks").data["stops"][0]["hits"] == 14);
  debugged("disable 1");
  CHECK(debugged("c").data["why"] == "end");
  debugged("enable");
  debugged("condition 1 new == 3");
  debugged("rc");
  CHECK(!debugged("expect Loop::count == 3").failed);
  debugged("delete 1");
  CHECK(debugged("rc").data["why"] == "beginning");
}

TEST_CASE("a logpoint prints, and the run continues") {
  Debugged debugged(countdown);
  debugged("break 2,0 log \"top is {top}\"");
  const Response response = debugged("c");
  CHECK(response.data["why"] == "end");
  CHECK(std::count(response.text.begin(), response.text.end(), '\n') == 9 + 2);
  CHECK(response.text.rfind("top is 9\ntop is 8\n", 0) == 0);
  std::vector<std::string> heard;
  debugged.debugger.set_log_sink([&](const LogMessage& message) { heard.push_back(message.text); });
  debugged("rc");
  CHECK(heard.size() == 9);
  CHECK(heard.front() == "top is 1");
}

TEST_CASE("output between the two instants is part of the response, for every command that runs") {
  Debugged debugged(countdown);
  const Response response = debugged("c");
  CHECK(response.output == "9 8 7 6 5 4 3 2 1 ");
  CHECK(to_text(response).find("| 9 8 7 6 5 4 3 2 1 \n") != std::string::npos);
  CHECK(!debugged("expect output \"2 1 \"").failed);
  CHECK(debugged("expect output \"2 1\"").failed);
  CHECK(debugged("restart").output.empty());
  CHECK(debugged("back step").data["why"] == "beginning");
  CHECK(debugged("goto +30").output == "9 8 ");
  CHECK(debugged("printed 2").output == "8 ");
}

TEST_CASE("a variable with coordinates is an error, wherever a place is expected") {
  Debugged debugged(countdown);
  for (const std::string& line : std::vector<std::string>{
           "who *", "why *", "why not *", "refs *", "writes *", "change *", "break *",
           "break change *", "set * = 1", "what if * = 1", "print *"}) {
    const std::size_t at = line.find('*');
    CHECK(debugged.error(line.substr(0, at) + "Loop::count(1,1)" + line.substr(at + 1)) ==
          std::to_string(at + 1) +
              ": 'Loop::count' is a variable, not a region; write it without brackets");
  }
}

TEST_CASE("who and pushed find the writing and the pushing instruction") {
  Debugged debugged(countdown);
  CHECK(debugged("who Loop::count").data["write"] == nullptr);
  debugged("goto end");
  debugged("c");
  const Response who = debugged("who Loop::count");
  CHECK(who.data["write"]["now"] == 1);
  CHECK(who.data["write"]["before"] == 2);
  CHECK(who.data["write"]["by"]["x"] == 7);
  CHECK(debugged("writes Loop::count 3").data["writes"].size() == 3);
  CHECK(debugged("writes pair").data["writes"].size() == 9);
  const Tick present = debugged.tick();
  const Response when = debugged("when last Loop::count == 5");
  CHECK(debugged.tick() == present);
  debugged("goto " + std::to_string(when.data["tick"].get<Tick>()));
  CHECK(!debugged("expect Loop::count == 5").failed);
  CHECK(debugged("when next Loop::count == 4").data["tick"].get<Tick>() > debugged.tick());
  debugged("goto 12");
  const Response pushed = debugged("pushed");
  CHECK(pushed.data["push"]["value"] == debugged.machine().stack.peek());
}

TEST_CASE("diff, profile, hot and trace leave the present where it is") {
  Debugged debugged(countdown);
  debugged("goto 60");
  const std::uint64_t before = debugged.machine().hash();
  const Response diff = debugged("diff start");
  CHECK(diff.data["count"] == 1);
  CHECK(diff.data["cells"][0]["name"] == "Loop::count");
  const Response profile = debugged("profile 0 20");
  std::uint64_t executions = 0;
  for (const Json& cell : profile.data["cells"]) executions += cell["executions"].get<Tick>();
  CHECK(executions == 20);
  const Response hot = debugged("hot 0 60");
  std::uint64_t ticks = 0;
  for (const Json& run : hot.data["runs"]) ticks += run["ticks"].get<Tick>();
  CHECK(ticks == 60);
  CHECK(debugged("trace 0 60 json").text.find("\"write\":{\"x\":0,\"y\":3") != std::string::npos);
  debugged("trace 0 60 csv out.csv");
  const std::string& csv = debugged.files.files["out.csv"];
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 61);
  CHECK(debugged.machine().hash() == before);
  CHECK(debugged.error("trace 5 1").rfind("9: ", 0) == 0);
}

TEST_CASE("a profile is ordered, counted and summed, and says what it leaves out") {
  Debugged debugged(countdown);
  debugged("goto 60");
  const Json whole = debugged("profile 0 60 top all").data;
  CHECK(whole["by"] == "executed");
  CHECK(whole["more"] == false);
  // The first row, its way back west, and the variable.
  CHECK(whole["count"] == 12 + 11 + 1);
  CHECK(whole["cells"].size() == 24);
  Tick executions = 0;
  Tick writes = 0;
  for (const Json& cell : whole["cells"]) {
    executions += cell["executions"].get<Tick>();
    writes += cell["writes"].get<Tick>();
  }
  CHECK(executions == 60);
  CHECK(whole["totals"] == Json{{"executions", 60}, {"reads", 0}, {"writes", writes}});
  // The variable is never executed.
  CHECK(whole["cells"].back()["name"] == "Loop::count");
  CHECK(whole["cells"].back()["executions"] == 0);
  CHECK(whole["cells"].back()["writes"] == writes);

  const Response cut = debugged("profile by written top 1");
  REQUIRE(cut.data["cells"].size() == 1);
  CHECK(cut.data["cells"][0]["name"] == "Loop::count");
  CHECK(cut.data["cells"][0]["value"] == debugged.machine().field.at(Point{0, 3}));
  CHECK(cut.data["by"] == "written");
  CHECK(cut.data["more"] == true);
  CHECK(cut.data["totals"] == whole["totals"]);
  CHECK(cut.text.rfind("from tick 0 to tick 60: 1 of 24 cells, most written first\n", 0) == 0);
  CHECK(cut.text.find("\n  ... 23 more; ") != std::string::npos);
  CHECK(cut.text.find("\n  all cells ") != std::string::npos);

  CHECK(debugged("profile top 0").data["cells"].empty());
  CHECK(debugged("hot top 2").data["runs"].size() == 2);
  CHECK(debugged("hot top 2").data["more"] == true);
  CHECK(debugged("hot top all").data["more"] == false);
  CHECK(debugged.error("profile by heat").rfind("12: ", 0) == 0);
  CHECK(debugged.error("profile 0 10 20").rfind("14: ", 0) == 0);
  CHECK(debugged.error("profile top x").rfind("13: ", 0) == 0);
  CHECK(debugged.error("hot by read").rfind("5: ", 0) == 0);
}

TEST_CASE("a region is declared by hand") {
  Debugged debugged(countdown);
  debugged("break change pair");
  debugged("until Loop::count == 7");
  const Tick tick = debugged.tick();
  CHECK(debugged("region Count = 0,3,1,1:hex").data["name"] == "Count");
  CHECK(debugged.tick() == tick);
  CHECK(debugged("region count").data["encoding"] == "hex");
  CHECK(debugged("region pair").data["rows"][0].size() == 2);
  debugged("break change count(0,0)");

  // After a reload too.
  debugged.files.files["test.b93"] = std::string("> ") + countdown;
  debugged("reload");
  CHECK(debugged("region count").data["encoding"] == "hex");

  CHECK(debugged.error("region wide = 79,0,2,1").find("does not lie inside") != std::string::npos);
  CHECK(debugged.error("region x = 1,2,3").rfind("8: ", 0) == 0);
  CHECK(debugged.error("region wide").find("Count") != std::string::npos);
}

TEST_CASE("views") {
  Debugged debugged(countdown);
  debugged("until Loop::count == 7");
  debugged("change Loop::count");
  CHECK(debugged("vars").data["variables"][0]["changed"] == true);
  CHECK(debugged("vars loop").data["variables"].size() == 1);
  CHECK(debugged("region pair").data["changed"].size() == 1);
  CHECK(debugged.error("region pear").find("the regions are pair") != std::string::npos);
  CHECK(debugged("stack 1").data["values"].size() == 1);
  CHECK(debugged("field 0,0,3,1").data["rows"] == Json::parse("[[57,62,58]]"));
  CHECK(debugged("print 'a' + 1").text == "98  'b'\n");
  CHECK(debugged("watch Loop::count").data["watched"].size() == 1);
  CHECK(debugged("step").data["watched"][0]["value"] == 6);
  debugged("unwatch 1");
  CHECK(!debugged("step").data.contains("watched"));
  CHECK(debugged("where").text.find("^ ") != std::string::npos);
  CHECK(debugged("info").data["end"] == debugged.tick());
  CHECK(debugged.error("board").find("grid") != std::string::npos);
  CHECK(debugged("help").data["commands"].size() > 40);
  CHECK(debugged("help rc").text.rfind("continue: ", 0) == 0);
  CHECK(debugged("help expressions").text.find("stack(n)") != std::string::npos);
}

TEST_CASE("variables stand under their scopes, in text only") {
  Debugged debugged(
      "@123456789ab\n"
      "#$watch[0,0]:int = Solve::x\n"
      "#$watch[1,0]:int = level\n"
      "#$watch[10,0]:int = Solve::y\n"
      "#$watch[11,0]:hex = Step::Up::z\n");
  debugged("set Solve::y = 7");
  CHECK(debugged("vars").text ==
        "  Solve\n"
        "    x        0,0  not set yet\n"
        "    y       10,0  7            * was 97\n"
        "  level      1,0  not set yet\n"
        "  Step::Up\n"
        "    z       11,0  not set yet\n");
  const Json vars = debugged("vars solve").data["variables"];
  REQUIRE(vars.size() == 2);
  CHECK(vars[1]["name"] == "Solve::y");
  CHECK(vars[1]["before"] == 97);
}

TEST_CASE("edits begin branches, and the earlier ones can be selected") {
  Debugged debugged(countdown);
  debugged("goto 40");
  const std::uint64_t first = debugged.machine().hash();
  CHECK(debugged("set Loop::count = 100").data["branch"] == 1);
  debugged("push 'x'");
  debugged("set stack(1) = 3");
  CHECK(!debugged("expect Loop::count == 100 && top == 'x' && stack(1) == 3").failed);
  debugged("pop");
  // A large stack is not copied for one value.
  const auto& history = debugged.debugger.session().history();
  std::size_t stored = 0;
  for (const Edit& edit : history.info(1).edits) {
    if (const auto* const stack = std::get_if<SetStack>(&edit)) stored += stack->values.size();
  }
  CHECK(stored == 3);
  debugged("set ip 2,0 west");
  CHECK(debugged.machine().ip == Point{2, 0});
  CHECK(debugged.machine().direction == Direction::west);
  debugged("c");
  debugged("branch 0");
  debugged("goto 40");
  CHECK(debugged.machine().hash() == first);
  CHECK(debugged("branches").data["branches"].size() == 2);
  debugged("drop 1");
  CHECK(debugged("branches").data["branches"].size() == 1);
  CHECK(debugged.error("drop 0").find("present") != std::string::npos);
  CHECK(debugged.error("set pair = 1").find("2 cells") != std::string::npos);
}

TEST_CASE("input is given, replaced and ended") {
  Debugged debugged("~:1+#@_,");
  CHECK(debugged("c").data["why"] == "input");
  debugged("input \"ab\"");
  CHECK(debugged("c").data["why"] == "end");
  Debugged asks("&.&.@");
  asks("c");
  asks("input 12");
  CHECK(asks("c").output == "12 ");
  CHECK(asks("inputs").data["read"] == 2);
  asks("input replace 7");
  CHECK(asks("c").output == "7 ");
  CHECK(asks("branches").data["branches"].size() == 2);
  Debugged ends("~.@");
  ends("c");
  ends("input end");
  CHECK(ends("c").output == "-1 ");
  CHECK(ends.error("input x").find("closed") != std::string::npos);
}

TEST_CASE("reload keeps the run and takes the names of the new source") {
  Debugged debugged(countdown);
  debugged("goto 40");
  const std::int64_t count = debugged.machine().field.at(Point{0, 3});
  std::string changed = countdown;
  changed.replace(changed.find("count"), 5, "total");
  debugged.files.files["test.b93"] = changed;
  debugged("watch Loop::count");
  const Response response = debugged("reload");
  CHECK(response.data["values_kept"] == 1);
  CHECK(response.text.find("Loop::count means nothing now: ") != std::string::npos);
  CHECK(debugged("print Loop::total").data["value"] == count);
}

TEST_CASE("scripts end at the first failure and report its line") {
  Debugged debugged(countdown);
  debugged.files.files["good"] = "step 3\nexpect tick == 3\n; fine\n";
  debugged.files.files["bad"] = "step\nexpect top == 1\nstep 100\n";
  debugged.files.files["wrong"] = "step\n  print $\n";
  debugged.files.files["self"] = "source self\n";
  CHECK(debugged("source good").data["replies"].size() == 2);
  const Response failed = debugged("source bad");
  CHECK(failed.failed);
  CHECK(failed.text.rfind("bad:2:1: expected top == 1; top is 9", 0) == 0);
  CHECK(debugged.tick() == 4);
  CHECK(debugged.error("source wrong").rfind("wrong:2:9: ", 0) == 0);
  CHECK(debugged.error("source self").rfind("self:1:", 0) == 0);
  CHECK(debugged("echo \"a\\tb\"").text == "a\tb\n");
  CHECK(debugged("quit").quit);
}

TEST_CASE("the debugger continues to work after an interrupted run") {
  Debugged debugged("><");
  debugged.poll_limit.polls_left = 3;
  const Response response = debugged("c");
  CHECK(response.data["why"] == "interrupted");
  debugged.poll_limit.polls_left = ~std::uint64_t{0};
  const Tick there = debugged.tick();
  CHECK(there > 0);
  debugged("back step 5");
  CHECK(debugged.tick() == there - 5);
  debugged.poll_limit.polls_left = 0;
  CHECK(!debugged.debugger.submit("when next depth > 3").has_value());
  CHECK(!debugged.debugger.submit("profile").has_value());
  CHECK(debugged.tick() == there - 5);
}

TEST_CASE("options come in any order after the first argument, and flags anywhere") {
  Debugged debugged(countdown);
  debugged("continue");
  const std::string asked = debugged("profile 0 50 by written top 2").text;
  CHECK(debugged("profile 0 50 top 2 by written").text == asked);
  CHECK(debugged("profile by written top all").data["by"] == "written");
  CHECK(debugged("trace 1 3").data["trace"].size() == 2);
  CHECK(debugged.error("profile by heat") ==
        "12: executed, read or written is missing; write profile [FROM [TO]] [by "
        "executed|read|written] [top COUNT|all]");
  CHECK(debugged.error("profile 5 1") ==
        "11: the interval goes from 5 to 1; write the earlier tick first");
  CHECK(debugged.error("hot by read").find("5: 'by' is not a tick") == 0);
  CHECK(debugged.error("when 1") == "6: next or last is missing; write when next|last EXPR");
  CHECK(debugged("echo \"\"").text == "\n");
  CHECK(debugged.error("save") == "5: the file is missing; write save FILE");
}

TEST_CASE("lines are completed: commands first, then names") {
  Debugged debugged(countdown);
  const Completion command = debugged.debugger.complete("cont");
  CHECK(command.begin == 0);
  CHECK(command.words == std::vector<std::string>{"continue"});
  const Completion after_back = debugged.debugger.complete("back co");
  CHECK(after_back.begin == 5);
  CHECK(after_back.words == std::vector<std::string>{"continue"});
  for (const std::string& word : debugged.debugger.complete("back ").words) {
    CHECK(find_command("reverse-" + word).has_value());
  }
  const Completion name = debugged.debugger.complete("print 1 + loop::c");
  CHECK(name.begin == 10);
  CHECK(name.words == std::vector<std::string>{"Loop::count"});
  CHECK(debugged.debugger.complete("print 1 + a").words == std::vector<std::string>{"all", "any"});
  CHECK(debugged.debugger.complete("when next any(pa").words == std::vector<std::string>{"pair"});
  CHECK(debugged.debugger.complete("who a").words.empty());
}

TEST_CASE("a trace as CSV holds no control characters, whatever the program prints") {
  Debugged debugged("0,@");
  const Response trace = debugged("trace 0 3 csv");
  CHECK(trace.text.find("\\x00") != std::string::npos);
  CHECK(trace.text.find('\0') == std::string::npos);
}

TEST_CASE("find lists the locations of a text, with their names") {
  Debugged debugged(countdown);
  debugged("goto 12");
  const Response response = debugged("find :-1");
  CHECK(response.text == "  (10, 0)  west\n");
  CHECK(response.data["found"] == Json::parse(R"([{"x":10,"y":0,"direction":"west"}])"));
  CHECK(response.data["more"] == false);
  CHECK(debugged("find \"nowhere\"").text == "'nowhere' is not in the field\n");
  CHECK(debugged("find \" \"").text.find("... and more\n") != std::string::npos);
  CHECK(debugged.error("find") == "5: the text is missing; write find TEXT");
  debugged("set Loop::count = 'Q'");
  CHECK(debugged("find Q").text == "  (0, 3)  east  Loop::count\n");
}

TEST_CASE("refs lists the instructions that read or write a place") {
  // (2,0) reads (0,1) always; (6,0) writes what the input says.
  Debugged debugged("01g&&&p@\nx\n");
  CHECK(debugged("refs 0,1").text == "  read  by (2, 0)  always this cell  not so far\n");
  debugged("goto 3");
  debugged("input 5 0 1");
  debugged("goto end");
  debugged("continue");
  const Response response = debugged("refs 0,1");
  REQUIRE(response.data["references"].size() == 2);
  CHECK(response.data["references"][0] ==
        Json::parse(R"({"access":"write","x":6,"y":0,"constant":false,"count":1,"last":7})"));
  CHECK(response.data["references"][1] ==
        Json::parse(R"({"access":"read","x":2,"y":0,"constant":true,"count":1,"last":3})"));
  CHECK(debugged("refs 9,9").text == "nothing is known to read or write (9,9)\n");
}
