#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("execution: the frame is the instruction pointer") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json frame = talk.frame();
  CHECK(frame["name"] == "> at 0,0");
  CHECK(frame["line"] == 1);
  CHECK(frame["column"] == 1);
  CHECK(frame["source"]["name"] == "p.b93");
  CHECK(frame["instructionPointerReference"] == "0x0");
  CHECK(talk.body("threads")["threads"][0]["name"] == "p.b93");
  CHECK(talk.error("stackTrace", {{"threadId", 2}}).find("no such thread") != std::string::npos);
}

TEST_CASE("execution: lines and columns as the client counts them") {
  Conversation talk;
  talk.files.files["p.b93"] = "v\n@\n";
  talk.initialize({{"linesStartAt1", false}, {"columnsStartAt1", false}});
  talk.body("launch", {{"program", "p.b93"}, {"stopOnEntry", true}});
  talk.body("configurationDone");
  talk.go("stepIn");
  CHECK(talk.frame()["line"] == 1);
  CHECK(talk.frame()["column"] == 0);
}

TEST_CASE("execution: columns stay inside the line") {
  Conversation talk;
  talk.launch_at_entry("v\n>  v\n\n  @");  // down at (3, 2), where the line is empty
  for (int i = 0; i < 5; ++i) talk.go("stepIn");
  CHECK(talk.frame()["name"] == "v at 3,2");
  CHECK(talk.frame()["line"] == 3);
  CHECK(talk.frame()["column"] == 1);
}

TEST_CASE("execution: a step that reaches a breakpoint reports it, and logs") {
  Conversation talk;
  talk.launch_at_entry("12345@");
  talk.body("setBreakpoints", {{"source", {{"path", "p.b93"}}},
                               {"breakpoints",
                                {{{"line", 1}, {"column", 2}},
                                 {{"line", 1}, {"column", 3}, {"logMessage", "at {tick}"}}}}});
  const Json stopped = talk.go("stepIn");
  CHECK(stopped["reason"] == "breakpoint");
  CHECK(stopped["hitBreakpointIds"].size() == 1);
  CHECK(talk.go("stepIn")["reason"] == "step");
  CHECK(talk.output("console") == "at 2\n");
  CHECK(talk.go("stepIn")["reason"] == "step");
}

TEST_CASE("execution: a logpoint at the first cell logs") {
  Conversation talk;
  talk.files.files["p.b93"] = "12@";
  talk.initialize();
  talk.body("setBreakpoints",
            {{"source", {{"path", "p.b93"}}},
             {"breakpoints", {{{"line", 1}, {"column", 1}, {"logMessage", "at {tick}"}}}}});
  talk.body("launch", {{"program", "p.b93"}});
  talk.body("configurationDone");
  CHECK(talk.output("console").find("at 0\n") != std::string::npos);
}

TEST_CASE("execution: steps forwards and backwards") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  CHECK(talk.go("stepIn")["reason"] == "step");
  CHECK(talk.tick() == "1");
  talk.go("next");  // to where the pointer has turned south
  const std::string there = talk.tick();
  CHECK(talk.frame()["name"] == "v at 11,1");
  talk.go("next");
  CHECK(talk.frame()["name"] == "< at 10,1");
  talk.go("stepBack");
  CHECK(talk.tick() == there);
  talk.go("stepBack", {{"granularity", "instruction"}});
  CHECK(talk.frame()["name"] == "> at 11,0");
  const Json beginning = talk.go("reverseContinue");
  CHECK(beginning["reason"] == "entry");
  CHECK(beginning["description"] == "at the beginning, tick 0");
  CHECK(talk.go("next", {{"granularity", "instruction"}})["reason"] == "step");
  CHECK(talk.tick() == "1");
  const Json back = talk.go("stepBack", {{"granularity", "instruction"}});
  CHECK(back["reason"] == "entry");
}

TEST_CASE("execution: stepOut leaves the loop, or stops at a breakpoint before") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  // In no loop it stays, and says why: an error would leave nvim-dap waiting for a stop.
  const Json nowhere = talk.go("stepOut");
  CHECK(nowhere["reason"] == "step");
  CHECK(nowhere["description"] == "the instruction pointer is in no loop; use next, tick 0");
  CHECK(talk.frame()["name"] == "> at 0,0");
  talk.go("stepIn");
  talk.go("stepOut");
  CHECK(talk.frame()["name"] == "> at 12,1");
  CHECK(talk.output("stdout") == "9 8 7 6 5 4 3 2 1 ");
  talk.go("reverseContinue");
  talk.go("stepIn");
  const Json set = talk.body("setBreakpoints", {{"source", {{"path", "p.b93"}}},
                                                {"breakpoints", {{{"line", 1}, {"column", 4}}}}});
  const Json stopped = talk.go("stepOut");
  CHECK(stopped["reason"] == "breakpoint");
  CHECK(stopped["hitBreakpointIds"][0] == set["breakpoints"][0]["id"]);
  CHECK(talk.frame()["column"] == 4);
  // A step that ends at a breakpoint also hits it.
  CHECK(talk.go("next")["reason"] == "step");
  CHECK(talk.go("next")["reason"] == "step");
}

TEST_CASE("execution: travel that the client did not request is announced by continued") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const auto events_after = [&](const auto& act) {
    const std::size_t before = talk.client.sent.size();
    act();
    std::string names;
    for (std::size_t i = before; i < talk.client.sent.size(); ++i) {
      const Json& one = talk.client.sent[i];
      if (one["type"] == "event" && (one["event"] == "continued" || one["event"] == "stopped")) {
        names += one["event"].get<std::string>() + " ";
      }
    }
    return names;
  };
  CHECK(events_after([&] { talk.value("goto 20", "repl"); }) == "continued stopped ");
  CHECK(talk.last("stopped")["text"].get<std::string>().starts_with("tick 20,"));
  CHECK(events_after([&] { talk.value("back step 5", "repl"); }) == "continued stopped ");
  CHECK(talk.last("stopped")["text"].get<std::string>().starts_with("tick 15,"));
  CHECK(events_after([&] { talk.body("fungescope/seek", {{"tick", 3}}); }) == "continued stopped ");
  CHECK(events_after([&] { talk.value("print 1", "repl"); }).empty());
  // Steps imply it.
  CHECK(events_after([&] { talk.go("stepIn"); }) == "stopped ");
  CHECK(events_after([&] { talk.go("reverseContinue"); }) == "stopped ");
}

TEST_CASE("execution: output is sent once, in either direction") {
  Conversation talk;
  talk.launch(countdown);
  CHECK(talk.output("stdout") == "9 8 7 6 5 4 3 2 1 ");
  talk.body("fungescope/seek", {{"tick", 20}});
  talk.go("continue");
  CHECK(talk.output("stdout") == "9 8 7 6 5 4 3 2 1 ");
  // After an edit everything is new.
  talk.body("fungescope/seek", {{"tick", 8}});
  talk.value("set top = 3", "repl");
  talk.go("continue");
  CHECK(talk.output("stdout") == "9 8 7 6 5 4 3 2 1 2 1 ");
}

TEST_CASE("execution: output that is not UTF-8, and characters in pieces") {
  Conversation talk;
  // 0xff, then the two bytes of an umlaut.
  talk.launch("\"\xff\",\"\xc3\",\"\xa4\",@");
  CHECK(talk.output("stdout") == "\xef\xbf\xbdä");
}

TEST_CASE("execution: requests that are answered while the program runs") {
  Conversation talk;
  talk.launch_at_entry(endless);
  talk.client.later(1, talk.message("threads"));
  const int threads = talk.seq;
  talk.client.later(2, talk.message("stackTrace", {{"threadId", 1}}));
  const int trace = talk.seq;
  talk.client.later(3, talk.message("setBreakpoints", {{"source", {{"path", "p.b93"}}},
                                                       {"breakpoints", Json::array()}}));
  const int breakpoints = talk.seq;
  talk.client.later(4, talk.message("nonsense"));
  const int nonsense = talk.seq;
  talk.client.later(5, talk.message("pause", {{"threadId", 1}}));
  const int pause = talk.seq;
  CHECK(talk.go("continue")["reason"] == "pause");
  CHECK(talk.response(threads)["success"] == true);
  CHECK(talk.response(trace)["message"] == "notStopped");
  CHECK(Conversation::error_of(talk.response(trace)) == "the program is running; pause it first");
  CHECK(talk.response(breakpoints)["success"] == true);
  CHECK(talk.response(nonsense)["success"] == false);
  CHECK(talk.response(pause)["success"] == true);
}

TEST_CASE("execution: a breakpoint that is set while the program runs stops it") {
  Conversation talk;
  talk.launch_at_entry(endless);
  talk.client.later(
      2, talk.message("setBreakpoints", {{"source", {{"path", "p.b93"}}},
                                         {"breakpoints", {{{"line", 2}, {"column", 2}}}}}));
  CHECK(talk.go("continue")["reason"] == "breakpoint");
  CHECK(talk.frame()["name"] == "v at 1,1");
}

TEST_CASE("execution: a closed client ends a run") {
  Conversation talk;
  talk.launch_at_entry(endless);
  talk.client.is_gone = true;
  talk.body("continue", {{"threadId", 1}});
  CHECK(talk.server.done());
}

TEST_CASE("execution: disconnect in the middle of a run") {
  Conversation talk;
  talk.launch_at_entry(endless);
  talk.client.later(2, talk.message("disconnect"));
  talk.body("continue", {{"threadId", 1}});
  CHECK(talk.server.done());
  CHECK(talk.response(talk.seq - 1)["success"] == true);
}

TEST_CASE("execution: the pointer is moved") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json targets = talk.body("gotoTargets", {{"line", 2}, {"column", 4}})["targets"];
  REQUIRE(targets.size() == 1);
  CHECK(talk.go("goto", {{"targetId", targets[0]["id"]}})["reason"] == "goto");
  CHECK(talk.frame()["name"] == "> at 3,1");
  CHECK(talk.body("gotoTargets", {{"line", 99}})["targets"].empty());
}

TEST_CASE("execution: back from the first straight run to the beginning") {
  Conversation talk;
  talk.launch_at_entry("123v\n   @\n");
  talk.go("stepIn");
  talk.go("stepIn");
  CHECK(talk.go("stepBack")["reason"] == "entry");
  CHECK(talk.tick() == "0");
}
