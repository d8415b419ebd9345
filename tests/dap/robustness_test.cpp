// Every malformed message has a response with an error, and the server continues.
#include <array>
#include <limits>

#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr std::array requests{"initialize",
                              "launch",
                              "attach",
                              "configurationDone",
                              "cancel",
                              "threads",
                              "stackTrace",
                              "exceptionInfo",
                              "continue",
                              "reverseContinue",
                              "next",
                              "stepIn",
                              "stepOut",
                              "stepBack",
                              "pause",
                              "setBreakpoints",
                              "setInstructionBreakpoints",
                              "setExceptionBreakpoints",
                              "dataBreakpointInfo",
                              "setDataBreakpoints",
                              "breakpointLocations",
                              "scopes",
                              "variables",
                              "setVariable",
                              "source",
                              "loadedSources",
                              "evaluate",
                              "setExpression",
                              "completions",
                              "readMemory",
                              "writeMemory",
                              "disassemble",
                              "gotoTargets",
                              "goto",
                              "fungescope/seek",
                              "fungescope/timeline",
                              "fungescope/whoWrote"};

constexpr std::array fields{"threadId",
                            "frameId",
                            "variablesReference",
                            "start",
                            "count",
                            "filter",
                            "format",
                            "name",
                            "value",
                            "expression",
                            "context",
                            "source",
                            "breakpoints",
                            "filters",
                            "memoryReference",
                            "offset",
                            "instructionOffset",
                            "instructionCount",
                            "data",
                            "tick",
                            "bookmark",
                            "samples",
                            "variables",
                            "from",
                            "to",
                            "x",
                            "y",
                            "text",
                            "column",
                            "line",
                            "endLine",
                            "program",
                            "stdin",
                            "seed",
                            "requestId",
                            "progressId",
                            "granularity",
                            "arguments",
                            "targetId"};

std::vector<Json> odd_values() {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return {nullptr,       true,          -1, most, -most - 1, 0.5, "", std::string(2000, '('),
          Json::array(), Json::object()};
}

}  // namespace

TEST_CASE("robustness: messages that are not requests") {
  Conversation talk;
  for (const std::string message :
       {"", "{", "[]", "null", "7", "\"x\"", "{}", R"({"seq":99})",
        R"({"seq":"a","type":"request"})", R"({"seq":99,"type":"request"})",
        R"({"seq":99,"type":"request","command":7})",
        R"({"seq":99,"type":"request","command":"threads","arguments":[]})", "\xff\xfe",
        "{\"seq\":99,\"type\":\"request\",\"command\":\"\xff\"}"}) {
    CAPTURE(message);
    const std::size_t before = talk.client.sent.size();
    talk.server.receive(message);
    REQUIRE(talk.client.sent.size() == before + 1);
    CHECK(talk.client.sent.back()["success"] == false);
  }
  // Responses of the client are ignored.
  const std::size_t before = talk.client.sent.size();
  talk.server.receive(R"({"seq":99,"type":"response","request_seq":1})");
  CHECK(talk.client.sent.size() == before);
  talk.server.receive(R"({"seq":9,"type":"request","command":"threads","arguments":{"x":)" +
                      std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}}");
  CHECK(talk.client.sent.back()["success"] == false);
  talk.initialize();
}

TEST_CASE("robustness: the wrong order") {
  Conversation talk;
  for (const char* const request : requests) {
    CAPTURE(request);
    if (std::string_view(request) == "initialize") continue;
    CHECK(talk.error(request) == "this comes before initialize; send that first");
  }
  talk.initialize();
  CHECK_FALSE(talk.error("initialize").empty());
  for (const char* const request : {"stackTrace", "continue", "evaluate", "readMemory", "next"}) {
    CHECK(talk.error(request) == "there is no program; launch one");
  }
  CHECK_FALSE(talk.error("restart").empty());
  CHECK_FALSE(talk.error("terminate").empty());
  talk.files.files["p.b93"] = countdown;
  talk.body("launch", {{"program", "p.b93"}});
  CHECK(talk.error("stackTrace", {{"threadId", 1}}).find("configurationDone") != std::string::npos);
  talk.body("configurationDone");
  CHECK_FALSE(talk.error("configurationDone").empty());
  CHECK(talk.error("frob").find("there is no request") != std::string::npos);
}

// With sanitizers a third of them: each request still gets every argument and every value.
TEST_CASE("robustness: odd values of every argument, in every request") {
  constexpr std::size_t share = FUNGESCOPE_SANITIZED ? 3 : 1;
  const std::vector<Json> values = odd_values();
  for (const char* const request : requests) {
    CAPTURE(request);
    Conversation talk;
    talk.launch_at_entry(countdown);
    // The arguments that the other values need to be checked.
    const Json plain{{"threadId", 1},
                     {"frameId", 2},
                     {"variablesReference", 0},
                     {"name", "count"},
                     {"value", "1"},
                     {"expression", "count"},
                     {"memoryReference", "0x0"},
                     {"count", 8},
                     {"instructionCount", 2},
                     {"data", ""},
                     {"text", "st"},
                     {"column", 2},
                     {"line", 1},
                     {"program", "p.b93"},
                     {"source", {{"path", "p.b93"}}},
                     {"x", 0},
                     {"y", 0},
                     {"breakpoints", Json::array()}};
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const char* const field = fields[i];
      CAPTURE(field);
      for (std::size_t k = 0; k < values.size(); ++k) {
        if ((i + k) % share != 0) continue;
        const Json& value = values[k];
        talk.client.sent.clear();
        Json arguments = plain;
        arguments[field] = value;
        const Json answer = talk.ask(request, arguments);
        REQUIRE(answer["success"].is_boolean());
        if (answer["success"] == false) {
          CHECK_FALSE(Conversation::error_of(answer).empty());
        }
      }
    }
    CHECK(talk.body("threads")["threads"].size() == 1);
  }
}

TEST_CASE("robustness: odd elements of breakpoints") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  for (const char* const request :
       {"setBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints"}) {
    for (const char* const field : {"line", "column", "condition", "hitCondition", "logMessage",
                                    "instructionReference", "offset", "dataId", "accessType"}) {
      for (const Json& value : odd_values()) {
        CAPTURE(value.dump());
        Json element{{"line", 1}, {"instructionReference", "0x0"}, {"dataId", "count"}};
        element[field] = value;
        Json list = Json::array();
        list.push_back(element);
        list.push_back(value);
        const Json answer =
            talk.ask(request, {{"source", {{"path", "p.b93"}}}, {"breakpoints", std::move(list)}});
        CHECK(answer["success"].is_boolean());
      }
    }
  }
  Json many = Json::array();
  for (int i = 0; i < 10'001; ++i) many.push_back({{"line", i}});
  CHECK(talk.error("setBreakpoints", {{"source", {{"path", "p.b93"}}}, {"breakpoints", many}})
            .find("too many") != std::string::npos);
}

TEST_CASE("robustness: names with braces and bytes come back as they are") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  CHECK(talk.error("evaluate", {{"expression", "{x}"}, {"context", "repl"}}).find('{') !=
        std::string::npos);
}
