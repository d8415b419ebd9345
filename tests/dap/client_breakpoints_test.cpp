#include "conversation.h"

using namespace fungescope;
using namespace fungescope::test;

namespace {

const Json program_file{{"path", "p.b93"}};

// Sets one breakpoint and returns its response.
Json set_one(Conversation& talk, Json breakpoint) {
  Json list = Json::array();
  list.push_back(std::move(breakpoint));
  return talk.body("setBreakpoints",
                   {{"source", program_file}, {"breakpoints", list}})["breakpoints"][0];
}

}  // namespace

TEST_CASE("breakpoints: a line means its first reachable cell") {
  Conversation talk;
  talk.launch_at_entry("v dead\n\n   v\n>  >.@\n");
  const Json fourth = set_one(talk, {{"line", 4}});
  CHECK(fourth["verified"] == true);
  CHECK(fourth["line"] == 4);
  CHECK(fourth["column"] == 1);
  CHECK(fourth["source"]["name"] == "p.b93");
  CHECK(set_one(talk, {{"line", 3}})["verified"] == false);  // unreachable
  const Json far = set_one(talk, {{"line", 3}, {"column", 99}});
  CHECK(far["column"] == 4);
  CHECK(set_one(talk, {{"line", 9}})["verified"] == false);
  CHECK(set_one(talk, {{"line", -3}})["verified"] == false);
}

TEST_CASE("breakpoints: an unreachable line is not verified") {
  Conversation talk;
  talk.launch_at_entry("@\n123\n");
  const Json never = set_one(talk, {{"line", 2}});
  CHECK(never["verified"] == false);
  CHECK(never["message"].get<std::string>().find("give a column") != std::string::npos);
  CHECK(set_one(talk, {{"line", 2}, {"column", 1}})["verified"] == true);
}

TEST_CASE("breakpoints: conditions, hit counts and logpoints") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json place{{"line", 1}, {"column", 5}};  // the `.`
  Json conditional = place;
  conditional["condition"] = "top == 7";
  CHECK(set_one(talk, conditional)["verified"] == true);
  CHECK(talk.go("continue")["reason"] == "breakpoint");
  CHECK(talk.value("top") == "7");

  Json counted = place;
  counted["hitCondition"] = "% 2";
  set_one(talk, counted);
  talk.go("continue");
  CHECK(talk.value("top") == "5");
  talk.go("continue");
  CHECK(talk.value("top") == "3");
  counted["hitCondition"] = ">= 2";
  CHECK(set_one(talk, counted)["verified"] == false);

  Json log = place;
  log["logMessage"] = "now {top}, count {count}";
  CHECK(set_one(talk, log)["verified"] == true);
  CHECK(talk.go("continue")["reason"] == "exited");
  CHECK(talk.output("console") == "now 2, count 3\nnow 1, count 2\n");

  Json bad = place;
  bad["condition"] = "top ==";
  const Json refused = set_one(talk, bad);
  CHECK(refused["verified"] == false);
  CHECK_FALSE(refused["message"].get<std::string>().empty());
  bad = place;
  bad["logMessage"] = "{oops";
  CHECK(set_one(talk, bad)["verified"] == false);
}

TEST_CASE("breakpoints: unchanged ones keep their ids and counts") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json counted{{"line", 1}, {"column", 5}, {"hitCondition", "3"}};
  const Json first = set_one(talk, counted);
  talk.go("continue");
  CHECK(talk.value("top") == "7");
  const Json both = talk.body(
      "setBreakpoints", {{"source", program_file}, {"breakpoints", {{{"line", 2}}, counted}}});
  CHECK(both["breakpoints"][1]["id"] == first["id"]);
  CHECK(both["breakpoints"][0]["id"] != first["id"]);
  CHECK(set_one(talk, counted)["id"] == first["id"]);
  talk.go("continue");
  CHECK(talk.value("top") == "4");
}

TEST_CASE("breakpoints: one that the console has deleted is set again") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json place{{"line", 1}, {"column", 5}};
  set_one(talk, place);
  talk.value("delete", "repl");
  CHECK(set_one(talk, place)["verified"] == true);
  CHECK(talk.go("continue")["reason"] == "breakpoint");
}

TEST_CASE("breakpoints: those set before launch are kept") {
  Conversation talk;
  talk.files.files["p.b93"] = countdown;
  talk.initialize();
  const Json early = set_one(talk, {{"line", 1}, {"column", 5}});
  CHECK(early["verified"] == false);
  talk.body("launch", {{"program", "p.b93"}});
  const Json changed = talk.last("breakpoint");
  CHECK(changed["breakpoint"]["id"] == early["id"]);
  CHECK(changed["breakpoint"]["verified"] == true);
  talk.body("configurationDone");
  CHECK(talk.last("stopped")["reason"] == "breakpoint");
  talk.body("restart");
  CHECK(talk.last("stopped")["hitBreakpointIds"][0] == early["id"]);
}

TEST_CASE("breakpoints: at the very first cell") {
  Conversation talk;
  talk.files.files["p.b93"] = countdown;
  talk.initialize();
  talk.body("launch", {{"program", "p.b93"}});
  set_one(talk, {{"line", 1}, {"column", 1}});
  talk.body("configurationDone");
  CHECK(talk.last("stopped")["reason"] == "breakpoint");
  CHECK(talk.tick() == "0");
}

TEST_CASE("breakpoints: another file is not the program") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const Json answer = talk.body(
      "setBreakpoints", {{"source", {{"path", "/nowhere.b93"}}}, {"breakpoints", {{{"line", 1}}}}});
  CHECK(answer["breakpoints"][0]["verified"] == false);
}

TEST_CASE("breakpoints: locations are the reachable cells that are not blank") {
  Conversation talk;
  talk.launch_at_entry("v 12\n>. \"a b\"@\n");
  const auto locations = [&](Json arguments) {
    arguments["source"] = program_file;
    std::string text;
    const Json all = talk.body("breakpointLocations", std::move(arguments))["breakpoints"];
    for (const Json& one : all) {
      text += std::to_string(one["line"].get<int>()) + ":" +
              std::to_string(one["column"].get<int>()) + " ";
    }
    return text;
  };
  CHECK(locations({{"line", 1}}) == "1:1 ");
  CHECK(locations({{"line", 1}, {"endLine", 2}}) == "1:1 2:1 2:2 2:4 2:5 2:7 2:8 2:9 ");
  CHECK(locations({{"line", 2}, {"column", 2}, {"endLine", 2}, {"endColumn", 2}}) == "2:2 ");
  CHECK(locations({{"line", -100}, {"endLine", 1'000'000'000'000}}) ==
        "1:1 2:1 2:2 2:4 2:5 2:7 2:8 2:9 ");
}

TEST_CASE("breakpoints: a client that marks each location is not offered them") {
  for (const char* const id : {"vscode", "emacs"}) {
    Conversation talk;
    const Json offered = talk.body("initialize", {{"clientID", id}});
    CHECK(offered.contains("supportsBreakpointLocationsRequest") == (id == std::string("emacs")));
  }
}

TEST_CASE("breakpoints: by address") {
  Conversation talk;
  talk.launch_at_entry("12345@");
  const Json set =
      talk.body("setInstructionBreakpoints", {{"breakpoints",
                                               {{{"instructionReference", "0x8"}, {"offset", 16}},
                                                {{"instructionReference", "0x7"}},
                                                {{"instructionReference", "0xffffff"}}}}});
  CHECK(set["breakpoints"][0]["verified"] == true);
  CHECK(set["breakpoints"][1]["verified"] == false);
  CHECK(set["breakpoints"][2]["verified"] == false);
  CHECK(talk.go("continue")["reason"] == "instruction breakpoint");
  CHECK(talk.tick() == "3");
  const Json none{{"breakpoints", {{{"instructionReference", "here"}}}}};
  CHECK(talk.error("setInstructionBreakpoints", none).find("not an address") != std::string::npos);
}

TEST_CASE("breakpoints: on data") {
  Conversation talk;
  talk.launch_at_entry(countdown);
  const std::int64_t scopes = talk.scope("Variables");
  const std::int64_t loop =
      Conversation::named(talk.children(scopes), "Loop")["variablesReference"];
  const Json info =
      talk.body("dataBreakpointInfo", {{"variablesReference", loop}, {"name", "count"}});
  CHECK(info["dataId"] == "Loop::count");
  CHECK(info["accessTypes"].size() == 3);
  CHECK(talk.body("dataBreakpointInfo", {{"name", "cell(0,3)"}})["dataId"].is_string());
  CHECK(talk.body("dataBreakpointInfo", {{"name", "pair"}})["dataId"].is_string());
  CHECK(talk.body("dataBreakpointInfo", {{"name", "nothing"}})["dataId"].is_null());
  const Json stack = talk.body("dataBreakpointInfo",
                               {{"variablesReference", talk.scope("Stack")}, {"name", "[0]"}});
  CHECK(stack["dataId"].is_null());

  const Json& id = info["dataId"];
  const Json set = talk.body(
      "setDataBreakpoints",
      {{"breakpoints", {{{"dataId", id}, {"accessType", "write"}, {"condition", "new == 6"}}}}});
  const Json stopped = talk.go("continue");
  CHECK(stopped["reason"] == "data breakpoint");
  CHECK(stopped["hitBreakpointIds"][0] == set["breakpoints"][0]["id"]);
  CHECK(talk.value("count") == "6");
  talk.body(
      "setDataBreakpoints",
      {{"breakpoints", {{{"dataId", id}, {"accessType", "readWrite"}, {"hitCondition", "2"}}}}});
  CHECK(talk.go("reverseContinue")["reason"] == "data breakpoint");
  CHECK(talk.value("count") == "8");  // the second write before
  const Json odd{{"breakpoints", {{{"dataId", id}, {"accessType", "touch"}}}}};
  CHECK(talk.error("setDataBreakpoints", odd).find("accessType") != std::string::npos);
}

TEST_CASE("breakpoints: on a variable without a scope") {
  Conversation talk;
  talk.launch_at_entry("\"!\"03p@\n\n\n\n#$watch[0,3]:int = tick\n#$watch[1,3]:int = A :: tick\n");
  const Json info = talk.body("dataBreakpointInfo",
                              {{"variablesReference", talk.scope("Variables")}, {"name", "tick"}});
  const Json set =
      talk.body("setDataBreakpoints", {{"breakpoints", {{{"dataId", info["dataId"]}}}}});
  CHECK(set["breakpoints"][0]["verified"] == true);
  CHECK(talk.go("continue")["reason"] == "data breakpoint");
}
