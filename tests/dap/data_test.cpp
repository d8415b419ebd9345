#include "programs/catalogue.h"

#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;

TEST_CASE("data: the scopes and their variables") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  for (int i = 0; i < 3; ++i) talk.go("stepIn");
  const Json machine = talk.children(talk.scope("Machine"));
  CHECK(Conversation::named(machine, "tick")["value"] == "3");
  CHECK(Conversation::named(machine, "position")["value"] == "3,0");
  CHECK(Conversation::named(machine, "delta")["value"] == "1,0");
  CHECK(Conversation::named(machine, "stack depth")["value"] == "2");
  const Json stack = talk.children(talk.scope("Stack"));
  CHECK(stack.size() == 2);
  CHECK(stack[0]["name"] == "[0]");
  CHECK(stack[0]["value"] == "9");
  const Json regions = talk.children(talk.scope("Regions"));
  const Json rows = talk.children(Conversation::named(regions, "pair")["variablesReference"]);
  CHECK(rows.size() == 1);
  const Json cells = talk.children(rows[0]["variablesReference"]);
  CHECK(cells.size() == 2);
  CHECK(cells[0]["evaluateName"] == "pair(0,0)");
  CHECK(cells[0]["memoryReference"].is_string());
}

TEST_CASE("data: the stack comes in pages") {
  Conversation talk;
  talk.launch_at_entry("123456789@");
  for (int i = 0; i < 9; ++i) talk.go("stepIn");
  const std::int64_t stack = talk.scope("Stack");
  const auto values = [&](Json page) {
    std::string text;
    const Json all = talk.children(stack, std::move(page));
    for (const Json& one : all) text += one["value"].get<std::string>();
    return text;
  };
  CHECK(values({}) == "987654321");
  CHECK(values({{"start", 2}, {"count", 3}}) == "765");
  CHECK(values({{"start", 8}, {"count", 2147483648}}) == "1");
  CHECK(values({{"start", 9}, {"count", 1}}).empty());
  CHECK(values({{"filter", "named"}}).empty());
  CHECK(talk.children(stack, {{"count", 1}, {"format", {{"hex", true}}}})[0]["value"] == "0x9");
  const Json negative{{"variablesReference", stack}, {"start", -1}};
  CHECK(talk.error("variables", negative).find("negative") != std::string::npos);
}

TEST_CASE("data: references expire when the program resumes") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json frame = talk.frame()["id"];
  const std::int64_t stack = talk.scope("Stack");
  talk.go("stepIn");
  CHECK(talk.error("variables", {{"variablesReference", stack}}).find("reference") !=
        std::string::npos);
  // But any frame that there was has the scopes of the present.
  const Json machine = talk.body("scopes", {{"frameId", frame}})["scopes"][0];
  CHECK(talk.children(machine["variablesReference"])[0]["value"] == "1");  // the tick
  for (const std::int64_t never : {0, -7, 1'000'000})
    CHECK(talk.error("scopes", {{"frameId", never}}).find("reference") != std::string::npos);
  CHECK(talk.error("evaluate", {{"expression", "top"}, {"frameId", frame}}).find("reference") !=
        std::string::npos);
  CHECK(talk.error("variables", {{"variablesReference", -7}}).find("reference") !=
        std::string::npos);
}

TEST_CASE("data: values are set") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  for (int i = 0; i < 3; ++i) talk.go("stepIn");
  const auto set = [&](std::int64_t container, const char* name, const char* value) {
    return talk.body(
        "setVariable",
        {{"variablesReference", container}, {"name", name}, {"value", value}})["value"];
  };
  CHECK(set(talk.scope("Stack"), "[1]", "2 * 21") == "42");
  CHECK(talk.value("stack(1)") == "42");
  const Json variables = talk.children(talk.scope("Variables"));
  const std::int64_t loop = Conversation::named(variables, "Loop")["variablesReference"];
  CHECK(set(loop, "count", "-5") == "-5");
  CHECK(talk.value("cell(0,3)") == "-5");
  CHECK(set(talk.scope("Machine"), "position", "5, 1") == "5,1");
  CHECK(set(talk.scope("Machine"), "delta", "0,-1") == "0,-1");
  CHECK(talk.frame()["name"] == "^ at 5,1");
  const Json tick{{"variablesReference", talk.scope("Machine")}, {"name", "tick"}, {"value", "1"}};
  CHECK(talk.error("setVariable", tick).find("cannot be set") != std::string::npos);
  const Json bad{{"variablesReference", loop}, {"name", "count"}, {"value", "what"}};
  CHECK_FALSE(talk.error("setVariable", bad).empty());
  CHECK(talk.body("setExpression", {{"expression", "pair(1,0)"}, {"value", "8"}})["value"] == "8");
  CHECK_FALSE(talk.error("setExpression", {{"expression", "1 = 2"}, {"value", "8"}}).empty());
  CHECK(talk.error("setExpression", {{"expression", "count(1,1)"}, {"value", "8"}})
            .find("is a variable, not a region") != std::string::npos);
}

TEST_CASE("data: an edit is announced to clients that support it") {
  Conversation talk;
  talk.files.files["p.b93"] = countdown;
  talk.initialize({{"supportsInvalidatedEvent", true}, {"supportsMemoryEvent", true}});
  talk.body("launch", {{"program", "p.b93"}, {"stopOnEntry", true}});
  talk.body("configurationDone");
  talk.value("set 0,0 = '8'", "repl");
  CHECK(talk.last("invalidated")["areas"][0] == "variables");
  CHECK(talk.last("memory")["memoryReference"] == "0x0");
}

TEST_CASE("data: watches and hovers have no side effects, the console does") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  CHECK(talk.value("depth + 2") == "2");
  CHECK(talk.value("count", "hover") == "32");
  const Json region = talk.body("evaluate", {{"expression", "pair"}, {"context", "watch"}});
  CHECK(talk.children(region["variablesReference"]).size() == 1);
  CHECK_FALSE(talk.error("evaluate", {{"expression", "step"}, {"context", "hover"}}).empty());
  CHECK(talk.error("evaluate", {{"expression", "Loop::count(1,1)"}, {"context", "hover"}})
            .find("is a variable, not a region") != std::string::npos);
  CHECK(talk.tick() == "0");
  // An expression takes precedence over a command that it abbreviates.
  CHECK(talk.value("depth", "repl") == "0");
  CHECK(talk.value("x", "repl") == "0");
  talk.value("step 3", "repl");
  CHECK(talk.last("stopped")["reason"] == "step");
  CHECK(talk.tick() == "3");
  talk.value("goto 10", "repl");
  CHECK(talk.last("stopped")["reason"] == "goto");
  CHECK(talk.value("tick", "repl") == "10");
  CHECK(talk.value("break 4,0", "repl").starts_with("stop 1"));
  const std::size_t continued = talk.events("continued").size();
  talk.value("continue", "repl");
  CHECK(talk.events("continued").size() == continued + 1);
  CHECK(talk.last("stopped")["reason"] == "breakpoint");
  talk.value("back continue", "repl");
  CHECK(talk.error("evaluate", {{"expression", "frobnicate"}, {"context", "repl"}})
            .find("there is no") != std::string::npos);
  talk.value("", "repl");
  talk.value("quit", "repl");
  CHECK(talk.events("terminated").size() == 1);
}

TEST_CASE("data: completions of commands and names") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const auto labels = [&](const char* text, int column) {
    std::string list;
    const Json all = talk.body("completions", {{"text", text}, {"column", column}})["targets"];
    for (const Json& one : all) {
      list += one["label"].get<std::string>() + " ";
    }
    return list;
  };
  CHECK(labels("contin", 7) == "continue ");
  CHECK(labels("continXYZ", 7) == "continue ");
  CHECK(labels("set cou", 8) == "count ");
  CHECK(labels("pai", 4) == "pair ");
  CHECK(labels("print 1 + an", 13) == "any ");
  CHECK(labels("cou", 4) == "count ");
  CHECK(labels("any(pa", 7) == "pair ");
  CHECK(labels("set cou", 999) == "count ");
  CHECK(labels("back co", 8) == "continue ");
  CHECK(labels("back ", 6) == "change continue line next out output over step until ");
  // The word before the cursor is replaced. VS Code would count a `start` from 0.
  const Json target = talk.body("completions", {{"text", "set cou"}, {"column", 8}})["targets"][0];
  CHECK_FALSE(target.contains("start"));
  CHECK(target["length"] == 3);
}

TEST_CASE("data: the file and the live field as sources") {
  Conversation talk;
  talk.launch_at_entry("\"!\"00p@");
  CHECK(talk.body("loadedSources")["sources"].size() == 1);
  const Json file = talk.body("source", {{"source", {{"path", "p.b93"}}}, {"sourceReference", 0}});
  CHECK(file["content"] == "\"!\"00p@");
  talk.go("continue");
  const Json sources = talk.body("loadedSources")["sources"];
  REQUIRE(sources.size() == 2);
  CHECK(sources[1]["name"] == "p.b93 (live)");
  const Json live = talk.body("source", {{"sourceReference", sources[1]["sourceReference"]}});
  CHECK(live["content"] == "!!\"00p@\n");
  CHECK_FALSE(talk.error("source", {{"sourceReference", 99}}).empty());
  const Json set = talk.body(
      "setBreakpoints", {{"source", sources[1]}, {"breakpoints", {{{"line", 1}, {"column", 5}}}}});
  CHECK(set["breakpoints"][0]["verified"] == true);
  CHECK(talk.go("reverseContinue")["reason"] == "breakpoint");
}

TEST_CASE("data: a built-in program is a source that the server has") {
  Conversation talk;
  talk.files.files["@squares"] = std::string(find_built_in("@squares").value()->source);
  talk.body("initialize", {{"adapterID", "fungescope"}});
  talk.body("launch", {{"program", "@squares"}, {"stdin", "latin 5\n"}, {"stopOnEntry", true}});
  talk.body("configurationDone");
  const Json source = talk.body("loadedSources")["sources"][0];
  CHECK(source["name"] == "squares.b93");
  CHECK_FALSE(source.contains("path"));
  REQUIRE(source["sourceReference"] > 0);
  const Json text =
      talk.body("source", {{"source", source}, {"sourceReference", source["sourceReference"]}});
  CHECK(text["content"] == talk.files.files["@squares"]);
  // A breakpoint in it, by the reference, and with the path that editors make up for it.
  const Json frame = talk.body("stackTrace", {{"threadId", 1}})["stackFrames"][0];
  CHECK(frame["source"] == source);
  Json named = source;
  named["path"] = "squares.b93";
  const Json place =
      talk.body("breakpointLocations",
                {{"source", named}, {"line", 130}, {"endLine", 340}})["breakpoints"][0];
  const Json set =
      talk.body("setBreakpoints", {{"source", named}, {"breakpoints", {place}}})["breakpoints"];
  CHECK_MESSAGE(set[0]["verified"] == true, set.dump());
  CHECK(set[0]["source"] == source);
  CHECK(talk.go("continue")["reason"] == "breakpoint");
  // Another built-in program's source is not this one.
  CHECK_FALSE(talk.error("source", {{"sourceReference", 2}}).empty());
}

TEST_CASE("data: the board of a sudoku") {
  std::string source = "@\n#$region[0,2](9x9):ascii = grid\n";
  for (int i = 0; i < 9; ++i) source += i == 0 ? "53  7    \n" : "         \n";
  source +=
      "#$region[10,0](27x27):bool (0d | \"X\") = pspace\n#$region[40,0](9x9):decimal = rlatter\n"
      "#$region[50,0](27x27):decimal = rstack\n";
  source += std::string(80, ' ') + std::string(20, '\n');
  Conversation talk;
  talk.launch_at_entry(source);
  const Json regions = talk.children(talk.scope("Regions"));
  const Json board = Conversation::named(regions, "board");
  CHECK(board["value"] == "9x9 at 0,2");
  const Json rows = talk.children(board["variablesReference"]);
  CHECK(rows.size() == 9);
  CHECK(rows[0]["value"] == "5 3 . | . 7 . | . . .");
  const Json row = rows[0]["variablesReference"];
  CHECK(talk.children(row)[1]["value"] == "3");
  talk.body("setVariable", {{"variablesReference", row}, {"name", "[1]"}, {"value", "7"}});
  CHECK(talk.value("grid(1,0)") == "55");
  CHECK(talk.children(row)[1]["value"] == "7");
  for (const char* const blank : {".", " "}) {
    talk.body("setVariable", {{"variablesReference", row}, {"name", "[1]"}, {"value", blank}});
    CHECK(talk.value("grid(1,0)") == "32");
    CHECK(talk.children(row)[1]["value"] == ".");
  }
}

TEST_CASE("data: the breakpoints that a recording brings along are the client's own") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json source{{"path", "p.b93"}};
  talk.body("setBreakpoints",
            {{"source", source}, {"breakpoints", {{{"line", 1}, {"column", 5}}}}});
  talk.value("save r", "repl");
  talk.value("load r", "repl");
  CHECK(talk.go("continue")["hitBreakpointIds"].size() == 1);
  talk.body("setBreakpoints", {{"source", source}, {"breakpoints", Json::array()}});
  CHECK(talk.go("continue")["reason"] == "exited");
}

TEST_CASE("data: self-modification is announced once, and then at each stop") {
  Conversation talk;
  talk.launch_at_entry("1:20p3:20p@ ");
  CHECK(talk.events("loadedSource").empty());
  for (int i = 0; i < 5; ++i) talk.go("stepIn");
  CHECK(talk.last("loadedSource")["reason"] == "new");
  talk.go("stepIn");
  CHECK(talk.last("loadedSource")["reason"] == "changed");
  CHECK(talk.last("loadedSource")["source"]["name"] == "p.b93 (live)");
}

TEST_CASE("data: a recording is loaded in the console") {
  Conversation talk;
  talk.launch(countdown);
  talk.value("goto 20", "repl");
  talk.value("save r", "repl");
  talk.body("setBreakpoints",
            {{"source", {{"path", "p.b93"}}}, {"breakpoints", {{{"line", 1}, {"column", 5}}}}});
  talk.value("load r", "repl");
  CHECK(talk.last("stopped")["reason"] == "goto");
  CHECK(talk.go("continue")["reason"] == "breakpoint");
  // Its further output is new.
  CHECK(talk.output("stdout") == "9 8 7 6 5 4 3 2 1 8 ");
}
