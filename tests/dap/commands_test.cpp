// Commands of the session by request, in the debug console, and never by hovering.
#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;
using namespace std::chrono_literals;

namespace {

// Adds two numbers and keeps the sum in a variable; ends.
constexpr const char* sum =
    "34+03p@\n"
    "\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = total\n"
    "#$region[0,3](2x1):decimal = pair\n";

}  // namespace

TEST_CASE("commands: why answers with the JSON and the text of the command") {
  Conversation talk;
  talk.launch(sum);
  const Json answer = talk.body("fungescope/why", {{"expression", "total"}});
  CHECK(answer["result"]["command"] == "why");
  CHECK(answer["result"]["root"]["value"] == 7);
  CHECK(answer["result"]["causes"].size() == 3);
  CHECK(answer["text"].get<std::string>().starts_with("total is 7, after 1 copy\n"));
  CHECK(answer["text"] == talk.value("why total", "repl") + "\n");
  const Json all = talk.body("fungescope/why", {{"expression", "total"}, {"all", true}});
  CHECK(all["result"]["causes"].size() > 3);
  const Json flat = talk.body("fungescope/why", {{"expression", "total"}, {"depth", 0}});
  CHECK(flat["result"]["causes"].size() == 1);
  const Json input = talk.body("fungescope/why", {{"expression", "total"}, {"toInput", true}});
  CHECK(input["result"]["causes"].size() == 1);
  CHECK_FALSE(talk.error("fungescope/why", {{"expression", "nobody"}}).empty());
  CHECK_FALSE(talk.error("fungescope/why", {{"expression", "total"}, {"all", 3}}).empty());
  CHECK_FALSE(talk.error("fungescope/why", {{"expression", "total\nstep"}}).empty());
  CHECK_FALSE(talk.error("fungescope/why").empty());
}

TEST_CASE("commands: why takes a child of the variables view") {
  Conversation talk;
  talk.launch_at_entry(sum);
  talk.body("fungescope/seek", {{"tick", 4}});
  const auto why = [&talk](std::int64_t reference, const char* name) {
    return talk.body("fungescope/why", {{"variablesReference", reference}, {"name", name}});
  };
  CHECK(why(talk.scope("Stack"), "[1]")["result"]["root"]["value"] == 7);
  CHECK(why(talk.scope("Variables"), "total")["result"]["name"] == "total");
  const std::int64_t regions = talk.scope("Regions");
  const Json region = Conversation::named(talk.children(regions), "pair");
  const Json row = talk.children(region["variablesReference"])[0];
  CHECK(why(row["variablesReference"], "[1]")["result"]["causes"][0]["kind"] == "source");
  CHECK(talk.error("fungescope/why", {{"variablesReference", regions}, {"name", "pair"}})
            .find("unfold it") != std::string::npos);
  CHECK_FALSE(talk.error("fungescope/why", {{"variablesReference", 9999}, {"name", "x"}}).empty());
}

TEST_CASE("commands: why here") {
  Conversation talk;
  talk.launch(countdown);
  const Json here = talk.body("fungescope/whyHere", {{"count", 1}, {"depth", 0}});
  REQUIRE(here["result"]["decisions"].size() == 1);
  CHECK(here["result"]["decisions"][0]["instruction"] == "branch_horizontal");
  CHECK_FALSE(here["text"].get<std::string>().empty());
}

TEST_CASE("commands: any command is executed, and what it changes is announced") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json when = talk.body("fungescope/command", {{"command", "when next Loop::count == 5"}});
  CHECK(when["result"]["command"] == "when");
  CHECK(talk.tick() == "0");
  const std::size_t stops = talk.events("stopped").size();
  const Json step = talk.body("fungescope/command", {{"command", "step 3"}});
  CHECK(step["result"]["tick"] == 3);
  CHECK(talk.events("stopped").size() == stops + 1);
  CHECK(talk.tick() == "3");
  CHECK(talk.body("fungescope/command", {{"command", "continue"}})["result"]["command"] ==
        "continue");
  CHECK(talk.last("stopped")["reason"] == "exited");
  CHECK_FALSE(talk.error("fungescope/command", {{"command", "frobnicate"}}).empty());
  CHECK_FALSE(talk.error("fungescope/command", {{"command", "step\nstep"}}).empty());
}

TEST_CASE("commands: a long question shows progress, can be cancelled, and does not run") {
  Conversation talk;
  talk.files.files["p.b93"] = endless;
  talk.initialize({{"supportsProgressReporting", true}});
  talk.body("launch", {{"program", "p.b93"}, {"stopOnEntry", true}});
  talk.body("configurationDone");
  talk.client.on_poll = [&talk] { talk.now += 100ms; };
  for (const char* const context : {"request", "repl"}) {
    CAPTURE(context);
    talk.client.sent.clear();
    const std::string line = "when next cell(0,0) == 0";
    const std::string question =
        context == std::string("repl")
            ? talk.message("evaluate", {{"expression", line}, {"context", "repl"}})
            : talk.message("fungescope/command", {{"command", line}});
    const int asked = talk.seq;
    talk.client.later(12, talk.message("cancel", {{"requestId", asked}}));
    talk.server.receive(question);
    CHECK(talk.response(asked)["message"] == "cancelled");
    REQUIRE(talk.events("progressStart").size() == 1);
    CHECK(talk.events("progressStart")[0]["title"] == line);
    CHECK(talk.events("progressEnd").size() == 1);
    CHECK(talk.events("continued").empty());
    CHECK(talk.events("stopped").empty());
    CHECK(talk.tick() == "0");
  }
}

TEST_CASE("commands: hovering changes nothing, and shows the value of an expression") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  talk.body("fungescope/seek", {{"tick", 12}});
  const std::size_t sent = talk.client.sent.size();
  const Machine before = talk.server.debuggee().value()->machine();
  const std::vector<std::string> words = {
      "why",      "step",        "continue",    "s",       "c",         "back step",
      "restart",  "set 0,0 = 1", "push 3",      "pop",     "goto 3",    "mark here",
      "break 0,", "why 0,3",     "set top = 9", "reload",  "0,3 = 5",   "Loop::count = 4",
      "quit",     "input \"1\"", "delete",      "top = 1", "watch tick"};
  for (const std::string& word : words) {
    talk.ask("evaluate", {{"expression", word}, {"context", "hover"}});
  }
  CHECK(talk.value("0,3", "hover") == "9");
  CHECK(talk.value("Loop::count + 1", "hover") == "10");
  CHECK(talk.server.debuggee().value()->machine() == before);
  CHECK(talk.client.sent.size() == sent + words.size() + 2);
  CHECK(talk.value("watch", "repl").starts_with("nothing is watched"));
}

TEST_CASE("commands: the console completes the words of a command's arguments") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const auto labels = [&talk](const std::string& text) {
    std::vector<std::string> found;
    const Json body = talk.body("completions", {{"text", text}, {"column", text.size() + 1}});
    for (const Json& target : body["targets"]) found.push_back(target["label"]);
    return found;
  };
  using Labels = std::vector<std::string>;
  CHECK(labels("wh") == Labels{"what", "when", "where", "who", "why"});
  CHECK(labels("why --d") == Labels{"--depth"});
  CHECK(labels("why h") == Labels{"here"});
  CHECK(labels("why Lo") == Labels{"Loop::count"});
  CHECK(labels("when n") == Labels{"new", "next"});
}
