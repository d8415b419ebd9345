#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("lifecycle: from initialize to the end of the program") {
  Conversation talk;
  const Json capabilities = talk.body("initialize", {{"adapterID", "fungescope"}});
  CHECK(capabilities["supportsStepBack"] == true);
  CHECK(talk.events("initialized").size() == 1);
  talk.files.files["p.b93"] = "12+.@";
  talk.body("launch", {{"program", "p.b93"}});
  CHECK(talk.events("output").empty());  // nothing runs yet
  talk.body("configurationDone");
  CHECK(talk.output("stdout") == "3 ");
  CHECK(talk.last("stopped")["reason"] == "exited");
  CHECK(talk.events("exited").empty());
  talk.body("continue", {{"threadId", 1}});
  CHECK(talk.last("exited")["exitCode"] == 0);
  CHECK(talk.events("terminated").size() == 1);
  CHECK(talk.error("stackTrace", {{"threadId", 1}}).find("has ended") != std::string::npos);
  talk.body("disconnect");
  CHECK(talk.server.done());
}

TEST_CASE("lifecycle: launch and configurationDone come in either order") {
  Conversation talk;
  talk.files.files["p.b93"] = "1.@";
  talk.initialize();
  talk.body("configurationDone");
  talk.body("launch", {{"program", "p.b93"}, {"stopAtEnd", false}});
  CHECK(talk.output("stdout") == "1 ");
  CHECK(talk.events("stopped").empty());
  CHECK(talk.events("terminated").size() == 1);
}

TEST_CASE("lifecycle: input from every source, but only one at a time") {
  const auto printed = [](const Json& arguments) {
    Conversation talk;
    talk.files.files["input.txt"] = "7 ";
    talk.launch("&.@", arguments);
    return talk.output("stdout");
  };
  CHECK(printed({{"stdin", "42"}}) == "42 ");
  CHECK(printed({{"stdinFile", "input.txt"}}) == "7 ");
  CHECK(printed({{"stdin", ""}}) != "42 ");

  Conversation talk;
  talk.initialize();
  const Json two{{"program", "p.b93"}, {"stdin", ""}, {"puzzle", ""}};
  CHECK(talk.error("launch", two).find("keep one of them") != std::string::npos);
}

TEST_CASE("lifecycle: a program without input waits, and is given some") {
  Conversation talk;
  talk.launch("&.@");
  CHECK(talk.last("stopped")["reason"] == "pause");
  CHECK(talk.last("stopped")["description"] == "waits for input");
  talk.value("input 5", "repl");
  CHECK(talk.go("continue")["reason"] == "exited");
  CHECK(talk.output("stdout") == "5 ");
}

TEST_CASE("lifecycle: errors of launch") {
  Conversation talk;
  talk.files.files["p.b93"] = "@";
  CHECK(talk.error("launch", {{"program", "p.b93"}}).find("initialize") != std::string::npos);
  talk.initialize();
  CHECK(talk.error("attach").find("use launch") != std::string::npos);
  CHECK(talk.error("launch").find("program is missing") != std::string::npos);
  CHECK(talk.error("launch", {{"program", "q.b93"}}).find("no such file") != std::string::npos);
  CHECK(talk.error("launch", {{"program", "#@sudoku"}}).find("a link is not a program") !=
        std::string::npos);
  CHECK(talk.error("launch", {{"program", 5}}).find("not text") != std::string::npos);
  const Json odd{{"program", "p.b93"}, {"dialect", "odd"}};
  CHECK(talk.error("launch", odd).find("there is no dialect") != std::string::npos);
  const Json puzzle{{"program", "p.b93"}, {"puzzle", "1"}};
  CHECK_FALSE(talk.error("launch", puzzle).empty());
  std::string pairs;
  for (int i = 0; i < 81; ++i) pairs += i % 9 == 8 ? "12\n" : "12 ";
  const Json marked{{"program", "p.b93"}, {"puzzle", pairs}};
  CHECK(talk.error("launch", marked).find("this puzzle needs its candidates") != std::string::npos);
  talk.body("launch", {{"program", "p.b93"}});
  CHECK(talk.error("launch", {{"program", "p.b93"}}).find("restart") != std::string::npos);
}

TEST_CASE("lifecycle: the dialect and the seed are the program's") {
  Conversation strict;
  strict.launch("10/@", {{"dialect", "strict"}});
  CHECK(strict.last("stopped")["reason"] == "exception");
  const Json info = strict.body("exceptionInfo", {{"threadId", 1}});
  CHECK(info["exceptionId"] == "fault");
  CHECK_FALSE(info["description"].get<std::string>().empty());
  strict.body("continue", {{"threadId", 1}});
  CHECK(strict.last("exited")["exitCode"] == 4);

  const auto direction = [](int seed) {
    Conversation talk;
    talk.launch_at_entry("?@\n@", {{"seed", seed}});
    talk.go("stepIn");
    return talk.frame()["name"].get<std::string>();
  };
  CHECK(direction(1) == direction(1));
}

TEST_CASE("lifecycle: without the filter a fault is an end") {
  Conversation talk;
  talk.files.files["p.b93"] = "10/@";
  talk.initialize();
  talk.body("setExceptionBreakpoints", {{"filters", Json::array()}});
  talk.body("launch", {{"program", "p.b93"}, {"dialect", "strict"}});
  talk.body("configurationDone");
  CHECK(talk.last("stopped")["reason"] == "exited");
}

TEST_CASE("lifecycle: a restart that fails while the program runs leaves it stopped") {
  Conversation talk;
  talk.client.later(3, talk.message("restart", {{"arguments", {{"program", "nowhere.b93"}}}}));
  const int asked = talk.seq;
  talk.launch(endless);
  CHECK(Conversation::error_of(talk.response(asked)) != "");
  REQUIRE(talk.events("stopped").size() == 1);
  CHECK(talk.last("stopped")["reason"] == "pause");
  CHECK(talk.go("stepIn")["reason"] == "step");
  talk.client.later(3, talk.message("terminate"));
  talk.body("continue", {{"threadId", 1}});
  CHECK(talk.events("stopped").size() == 2);
  CHECK(talk.events("terminated").size() == 1);
}

TEST_CASE("lifecycle: a program that was terminated before it began does not begin") {
  Conversation talk;
  talk.files.files["p.b93"] = endless;
  talk.initialize();
  talk.body("launch", {{"program", "p.b93"}});
  talk.body("terminate");
  talk.body("configurationDone");
  CHECK(talk.events("terminated").size() == 1);
  CHECK(talk.events("stopped").empty());
}

TEST_CASE("lifecycle: without debugging nothing stops, the entry included") {
  Conversation talk;
  talk.launch("1.@", {{"noDebug", true}, {"stopOnEntry", true}});
  CHECK(talk.events("stopped").empty());
  CHECK(talk.events("terminated").size() == 1);
  CHECK(talk.output("stdout") == "1 ");
}

TEST_CASE("lifecycle: restart begins again, with the file as it is now") {
  Conversation talk;
  talk.launch("1.@");
  talk.files.files["p.b93"] = "2.@";
  talk.body("restart");
  CHECK(talk.output("stdout") == "1 2 ");
  talk.body("restart", {{"arguments", {{"program", "p.b93"}, {"stopOnEntry", true}}}});
  CHECK(talk.last("stopped")["reason"] == "entry");
}

TEST_CASE("lifecycle: terminate ends a run; noDebug ignores breakpoints") {
  Conversation talk;
  talk.files.files["p.b93"] = endless;
  talk.initialize();
  talk.body("launch", {{"program", "p.b93"}, {"noDebug", true}});
  talk.body("setBreakpoints",
            {{"source", {{"path", "p.b93"}}}, {"breakpoints", {{{"line", 1}, {"column", 2}}}}});
  talk.client.later(3, talk.message("terminate"));
  talk.body("configurationDone");
  CHECK(talk.events("stopped").empty());
  CHECK(talk.events("terminated").size() == 1);
  CHECK_FALSE(talk.server.done());
}

TEST_CASE("lifecycle: a sudoku gets its puzzle") {
  const std::string puzzle =
      "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
  Conversation talk;
  // Reads one cell and prints it.
  talk.launch("~,@\n#$region[0,1](9x9):ascii = grid\n" + std::string(9, '\n') + "\n",
              {{"puzzle", puzzle}});
  CHECK(talk.output("stdout") == "5");
}
