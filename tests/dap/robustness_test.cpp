// Every malformed message has a response with an error, and the server continues.
#include <algorithm>
#include <limits>

#include "client.h"
#include "requests.h"

using namespace fungescope;
using namespace fungescope::test;

namespace {

std::vector<Json> odd_values() {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return {nullptr,       true,          -1, most, -most - 1, 0.5, "", std::string(2000, '('),
          Json::array(), Json::object()};
}

std::string error(RecordingClient& client, const std::string& request,
                  Json arguments = Json::object()) {
  return error_of(client.ask(request, std::move(arguments)));
}

// Launches p.b93 and stops it at its first tick.
void launch(RecordingClient& client, const std::string& source) {
  client.files.files["p.b93"] = source;
  for (const char* const request : {"initialize", "launch", "configurationDone"}) {
    REQUIRE(client.ask(request, {{"program", "p.b93"}, {"stopOnEntry", true}})["success"] == true);
  }
}

// Counts in a variable.
constexpr const char* countdown =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = Loop :: count\n";

}  // namespace

TEST_CASE("robustness: messages that are not requests") {
  RecordingClient client;
  for (const std::string message :
       {"", "{", "[]", "null", "7", "\"x\"", "{}", R"({"seq":99})",
        R"({"seq":"a","type":"request"})", R"({"seq":99,"type":"request"})",
        R"({"seq":99,"type":"request","command":7})",
        R"({"seq":99,"type":"request","command":"threads","arguments":[]})", "\xff\xfe",
        "{\"seq\":99,\"type\":\"request\",\"command\":\"\xff\"}"}) {
    CAPTURE(message);
    const std::size_t before = client.sent.size();
    client.server.receive(message);
    REQUIRE(client.sent.size() == before + 1);
    CHECK(client.sent.back()["success"] == false);
  }
  // Responses of the client are ignored.
  const std::size_t before = client.sent.size();
  client.server.receive(R"({"seq":99,"type":"response","request_seq":1})");
  CHECK(client.sent.size() == before);
  client.server.receive(R"({"seq":9,"type":"request","command":"threads","arguments":{"x":)" +
                        std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}}");
  CHECK(client.sent.back()["success"] == false);
  CHECK(client.ask("initialize")["success"] == true);
}

TEST_CASE("robustness: the wrong order") {
  RecordingClient client;
  for (const std::string_view request : request_names(false)) {
    CAPTURE(request);
    if (request == "initialize") continue;
    CHECK(error(client, std::string(request)) == "this comes before initialize; send that first");
  }
  CHECK(client.ask("initialize")["success"] == true);
  CHECK_FALSE(error(client, "initialize").empty());
  for (const char* const request : {"stackTrace", "continue", "evaluate", "readMemory", "next"}) {
    CHECK(error(client, request) == "there is no program; launch one");
  }
  CHECK_FALSE(error(client, "restart").empty());
  CHECK_FALSE(error(client, "terminate").empty());
  client.files.files["p.b93"] = countdown;
  CHECK(client.ask("launch", {{"program", "p.b93"}})["success"] == true);
  CHECK(contains(error(client, "stackTrace", {{"threadId", 1}}), "configurationDone"));
  CHECK(client.ask("configurationDone")["success"] == true);
  CHECK_FALSE(error(client, "configurationDone").empty());
  CHECK(contains(error(client, "frob"), "there is no request"));
}

// With sanitizers a third of them: each request still gets every argument and every value.
TEST_CASE("robustness: odd values of every argument, in every request") {
  constexpr std::size_t share = FUNGESCOPE_SANITIZED ? 3 : 1;
  const std::vector<Json> values = odd_values();
  const std::vector<std::string_view> fields = argument_names();
  for (const std::string_view request : request_names(false)) {
    CAPTURE(request);
    RecordingClient client;
    launch(client, countdown);
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
      const std::string field(fields[i]);
      CAPTURE(field);
      for (std::size_t k = 0; k < values.size(); ++k) {
        if ((i + k) % share != 0) continue;
        const Json& value = values[k];
        client.sent.clear();
        Json arguments = plain;
        arguments[field] = value;
        const Json answer = client.ask(std::string(request), arguments);
        REQUIRE(answer["success"].is_boolean());
        if (answer["success"] == false) CHECK_FALSE(error_of(answer).empty());
      }
    }
    CHECK(client.ask("threads")["body"]["threads"].size() == 1);
  }
}

TEST_CASE("robustness: odd elements of breakpoints") {
  RecordingClient client;
  launch(client, countdown);
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
        const Json answer = client.ask(
            request, {{"source", {{"path", "p.b93"}}}, {"breakpoints", std::move(list)}});
        CHECK(answer["success"].is_boolean());
      }
    }
  }
  Json many = Json::array();
  for (int i = 0; i < 10'001; ++i) many.push_back({{"line", i}});
  CHECK(contains(
      error(client, "setBreakpoints", {{"source", {{"path", "p.b93"}}}, {"breakpoints", many}}),
      "too many"));
}

TEST_CASE("robustness: output that is not UTF-8, and characters in pieces") {
  RecordingClient client;
  // 0xff, then the two bytes of an umlaut.
  launch(client, "\"\xff\",\"\xc3\",\"\xa4\",@");
  client.ask("continue", {{"threadId", 1}});
  std::string printed;
  for (const Json& one : client.sent) {
    if (one["type"] == "event" && one["event"] == "output") {
      printed += one["body"]["output"].get<std::string>();
    }
  }
  CHECK(printed == "\xef\xbf\xbdä");
}

TEST_CASE("robustness: many requests at once are all answered") {
  RecordingClient client;
  launch(client, ">v\n^<\n");
  for (int i = 0; i < 500; ++i) {
    client.deliver_at(3, client.request(i % 2 == 0 ? "threads" : "stackTrace", {{"threadId", 1}}));
  }
  client.deliver_at(4, client.request("pause", {{"threadId", 1}}));
  client.ask("continue", {{"threadId", 1}});
  const auto answered = [&](bool success) {
    return std::count_if(client.sent.begin(), client.sent.end(), [&](const Json& one) {
      return one["type"] == "response" && one["success"] == success;
    });
  };
  CHECK(answered(true) == 3 + 250 + 2);
  CHECK(answered(false) == 250);
}
