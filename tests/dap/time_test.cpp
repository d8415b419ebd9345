#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;
using namespace std::chrono_literals;

TEST_CASE("time: seek goes to ticks and bookmarks") {
  Conversation talk;
  talk.launch(countdown);
  CHECK(talk.body("fungescope/seek", {{"tick", 12}})["tick"] == 12);
  CHECK(talk.last("stopped")["reason"] == "goto");
  talk.value("mark \"the place\"", "repl");
  talk.body("fungescope/seek", {{"tick", 0}});
  CHECK(talk.body("fungescope/seek", {{"bookmark", "the place"}})["tick"] == 12);
  CHECK(talk.tick() == "12");
  const std::int64_t end = talk.body("fungescope/seek", {{"tick", 1'000'000}})["tick"];
  CHECK(end < 200);
  CHECK(talk.error("fungescope/seek", {{"bookmark", "nowhere"}}).find("no bookmark") !=
        std::string::npos);
  CHECK_FALSE(talk.error("fungescope/seek").empty());
  CHECK_FALSE(talk.error("fungescope/seek", {{"tick", -1}}).empty());
}

TEST_CASE("time: a timeline has the requested samples") {
  Conversation talk;
  talk.launch(countdown);
  talk.body("fungescope/seek", {{"tick", 40}});
  const Json line =
      talk.body("fungescope/timeline", {{"samples", 5}, {"variables", {"count", "cell(0,0)"}}});
  CHECK(line["present"] == 40);
  CHECK(line["ended"] == true);
  CHECK(line["branches"] == 1);
  REQUIRE(line["samples"].size() == 5);
  CHECK(line["samples"][0]["tick"] == 0);
  CHECK(line["samples"][0]["values"]["count"] == 32);
  CHECK(line["samples"][4]["values"]["count"] < 9);
  CHECK(talk.tick() == "40");
  const Json part = talk.body("fungescope/timeline", {{"from", 3}, {"to", 5}, {"samples", 10000}});
  CHECK(part["samples"].size() == 3);
  CHECK(part["from"] == 3);
  for (const Json& bad :
       {Json{{"samples", 0}}, Json{{"samples", 10001}}, Json{{"variables", {"nothing"}}},
        Json{{"variables", {"pair"}}}, Json{{"from", 9}, {"to", 3}}, Json{{"variables", 4}}}) {
    CHECK_FALSE(talk.error("fungescope/timeline", bad).empty());
  }
}

TEST_CASE("time: the write of a cell is found") {
  Conversation talk;
  talk.launch(countdown);
  const Json last = talk.body("fungescope/whoWrote", {{"expression", "count"}});
  CHECK(last["found"] == true);
  CHECK(last["cell"]["y"] == 3);
  CHECK(last["before"] == 2);
  CHECK(last["after"] == 1);
  CHECK(last["by"]["line"] == 1);
  CHECK(last["by"]["column"] == 8);
  CHECK(last["made"]["text"] == "1 = 2 - 1, tick 164, by (9, 0), after 1 copy");
  CHECK(last["made"]["tick"] == 164);
  CHECK(last["made"]["by"]["column"] == 10);
  CHECK(last["made"]["by"]["instruction"] == "- (subtract)");
  const Json first = talk.body("fungescope/whoWrote", {{"x", 0}, {"y", 3}, {"tick", 9}});
  CHECK(first["after"] == 9);
  CHECK(first["tick"] == 8);
  const Json none = talk.body("fungescope/whoWrote", {{"expression", "cell(0,0)"}});
  CHECK(none["found"] == false);
  CHECK_FALSE(none["reason"].get<std::string>().empty());
  CHECK_FALSE(talk.error("fungescope/whoWrote", {{"x", 80}, {"y", 0}}).empty());
  CHECK_FALSE(talk.error("fungescope/whoWrote", {{"x", 0}}).empty());
  CHECK_FALSE(talk.error("fungescope/whoWrote", {{"x", 0}, {"y", 0}, {"tick", 1'000'000}}).empty());
}

namespace {

// A conversation whose clock advances by 100 ms at each query.
void be_slow(Conversation& talk) {
  talk.client.on_poll = [&talk] { talk.now += 100ms; };
}

}  // namespace

TEST_CASE("time: long searches show progress and can be cancelled") {
  Conversation talk;
  talk.files.files["p.b93"] = endless;
  talk.initialize({{"supportsProgressReporting", true}});
  talk.body("launch", {{"program", "p.b93"}, {"stopOnEntry", true}});
  talk.body("configurationDone");
  be_slow(talk);
  const std::string seek = talk.message("fungescope/seek", {{"tick", 1'000'000'000'000'000}});
  const int asked = talk.seq;
  talk.client.later(10, talk.message("cancel", {{"requestId", asked}}));
  talk.client.later(5, talk.message("threads"));
  talk.server.receive(seek);
  CHECK(talk.response(asked)["message"] == "cancelled");
  const std::vector<Json> starts = talk.events("progressStart");
  REQUIRE(starts.size() == 1);
  CHECK(starts[0]["requestId"] == asked);
  CHECK(starts[0]["cancellable"] == true);
  CHECK_FALSE(talk.events("progressUpdate").empty());
  CHECK(talk.last("progressEnd")["progressId"] == starts[0]["progressId"]);
  CHECK(talk.tick() == "0");
}

TEST_CASE("time: requests wait for a query, and are answered after it") {
  Conversation talk;
  talk.launch_at_entry(endless);
  const std::string seek = talk.message("fungescope/seek", {{"tick", 50'000'000}});
  const int asked = talk.seq;
  talk.client.later(1, talk.message("stackTrace", {{"threadId", 1}}));
  const int trace = talk.seq;
  talk.server.receive(seek);
  CHECK(talk.response(asked)["success"] == true);
  CHECK(talk.response(trace)["success"] == true);
}

TEST_CASE("time: a run, its requests and a pause wait for a query together") {
  Conversation talk;
  talk.launch_at_entry(endless);
  const std::string seek = talk.message("fungescope/seek", {{"tick", 50'000'000}});
  std::vector<int> asked;
  for (const char* const command :
       {"continue", "loadedSources", "stackTrace", "threads", "pause"}) {
    talk.client.later(1, talk.message(command, {{"threadId", 1}}));
    asked.push_back(talk.seq);
  }
  talk.server.receive(seek);
  CHECK(talk.response(asked[0])["success"] == true);
  CHECK(talk.response(asked[1])["success"] == true);
  CHECK(talk.response(asked[2])["message"] == "notStopped");
  CHECK(talk.response(asked[4])["success"] == true);
  CHECK(talk.last("stopped")["reason"] == "pause");
  talk.frame();
}

TEST_CASE("time: a command without an end becomes a run") {
  Conversation talk;
  talk.launch_at_entry(endless);
  be_slow(talk);
  const std::string until =
      talk.message("evaluate", {{"expression", "until cell(0,0) == 0"}, {"context", "repl"}});
  const int asked = talk.seq;
  talk.client.later(1, talk.message("stackTrace", {{"threadId", 1}}));
  const int early = talk.seq;
  talk.client.later(10, talk.message("stackTrace", {{"threadId", 1}}));
  const int late = talk.seq;
  talk.client.later(12, talk.message("pause", {{"threadId", 1}}));
  talk.server.receive(until);
  CHECK(talk.response(asked)["message"] == "cancelled");
  CHECK(talk.response(early)["message"] == "notStopped");
  CHECK(talk.response(late)["message"] == "notStopped");
  CHECK(talk.events("continued").size() == 1);
  CHECK(talk.events("stopped").size() == 2);
  talk.frame();
}

TEST_CASE("time: a long step can be paused") {
  Conversation talk;
  talk.launch_at_entry(" 1\n");  // runs straight on without end
  talk.client.later(3, talk.message("pause", {{"threadId", 1}}));
  CHECK(talk.go("next")["reason"] == "pause");
}
