// Bookmarks: by the list, by commands, over branches, in recordings.
#include "session/bookmarks.h"

#include "session/recording/recording.h"

#include <string>

#include "debugged.h"
#include "with_hash.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Json body_of(Debugged& debugged) {
  const auto bytes = save_recording(debugged.debugger.session(), nullptr);
  REQUIRE(bytes.has_value());
  return Json::parse(bytes->substr(bytes->find('{')));
}

}  // namespace

TEST_CASE("bookmarks are set, listed, sought to and deleted") {
  Debugged debugged(countdown);
  CHECK(debugged("marks").text == "there are no bookmarks; mark sets one\n");
  debugged("goto 12");
  CHECK(debugged("mark").text == "bookmark 1: tick 12, tick 12\n");
  debugged("goto 30");
  const Json set = debugged("mark the  second one ").data["bookmark"];
  CHECK(set == Json{{"id", 2}, {"name", "the  second one"}, {"tick", 30}, {"branch", 0}});
  CHECK(debugged("mark \"end\"").data["bookmark"]["id"] == 3);

  debugged("goto tick 12");
  CHECK(debugged.tick() == 12);
  CHECK(debugged("marks").text ==
        "  *  1  tick 12          tick 12\n"
        "     2  the  second one  tick 30\n"
        "     3  end              tick 30\n");
  CHECK(debugged("marks").data["bookmarks"][0]["here"] == true);
  CHECK(debugged("marks").data["bookmarks"][1]["here"] == false);
  debugged("goto THE  second one");
  CHECK(debugged.tick() == 30);
  debugged("goto 5");
  debugged("goto \"end\"");
  CHECK(debugged.tick() == 30);
  debugged("goto 40");
  debugged("goto 1");
  debugged("goto end");
  CHECK(debugged.tick() == 40);

  debugged("unmark 1");
  debugged("unmark the  Second one");
  CHECK(debugged("marks").data["bookmarks"].size() == 1);
  CHECK(debugged("mark").data["bookmark"]["id"] == 4);
  CHECK(debugged("unmark").data["deleted"] == 2);
}

TEST_CASE("a renamed bookmark keeps its instant") {
  Debugged debugged(countdown);
  debugged("goto 12");
  debugged("mark");
  debugged("goto 30");
  debugged("mark later");
  const Json renamed = debugged("rename 1 the  first \"guess\"").data["bookmark"];
  CHECK(renamed == Json{{"id", 1}, {"name", "the  first \"guess\""}, {"tick", 12}, {"branch", 0}});
  CHECK(debugged("rename 1 \"5\"").text == "bookmark 1: 5, tick 12\n");
  debugged("goto \"5\"");
  CHECK(debugged.tick() == 12);
  CHECK(debugged("rename 2 LATER").data["bookmark"]["name"] == "LATER");
  CHECK(debugged.error("rename 1 later") ==
        "10: the name 'later' is taken by the bookmark at tick 30; "
        "give it another name, or unmark 2 first");
  CHECK(debugged.error("rename 1") == "9: a bookmark's name is empty");
  CHECK(debugged.error("rename 3 x") == "8: there is no bookmark 3; marks lists them");
  CHECK(debugged.error("rename x y").find("a bookmark's number is written") != std::string::npos);
}

TEST_CASE("errors of bookmark commands") {
  Debugged debugged(countdown);
  debugged("goto 7");
  debugged("mark");
  debugged("mark first guess");
  CHECK(debugged.error("mark") ==
        "5: the name 'tick 7' is taken by the bookmark at tick 7; "
        "give it another name, or unmark 1 first");
  CHECK(debugged.error("mark First Guess").find("unmark 2 first") != std::string::npos);
  CHECK(debugged.error("unmark 9") == "8: there is no bookmark 9; marks lists them");
  CHECK(debugged.error("unmark fist guess") ==
        "8: there is no bookmark 'fist guess'; the nearest name is first guess");
  CHECK(debugged.error("unmark \"1\"").find("no bookmark '1'") != std::string::npos);
  CHECK(debugged.error("goto \"first gues\"").find("nearest name is first guess") !=
        std::string::npos);
  CHECK(debugged.error("goto nowhere").find("'nowhere' is not a tick") != std::string::npos);
  CHECK(debugged.error("goto 5 6").find("more than the command takes") != std::string::npos);
  CHECK(debugged.error("goto \"x").rfind("6: ", 0) == 0);
  CHECK(debugged.error("goto").find("a tick is missing") != std::string::npos);
  CHECK(debugged.error("marks 1").find("more than") != std::string::npos);
}

TEST_CASE("a bookmark belongs to the branch that recorded its tick, and is deleted with it") {
  Debugged debugged(countdown);
  History& history = debugged.debugger.session().history();
  debugged("goto 60");
  debugged("goto 20");
  debugged("mark shared");
  debugged("goto 50");
  debugged("mark first only");
  debugged("goto 40");
  debugged("push 5");
  debugged("mark edit");
  debugged("goto 50");
  debugged("mark");
  debugged("goto 20");
  CHECK(debugged.error("mark shared").find("taken") != std::string::npos);
  CHECK(debugged("mark also shared").data["bookmark"]["branch"] == 0);
  CHECK(debugged("marks").text.find("first only   tick 50  branch 0") != std::string::npos);
  // What both branches have is no reason to leave one.
  debugged("goto shared");
  CHECK(history.branch() == 1);
  debugged("goto first only");
  CHECK(history.branch() == 0);
  CHECK(debugged.tick() == 50);
  CHECK(debugged("mark").data["bookmark"]["name"] == "tick 50 of branch 0");
  debugged("goto edit");
  CHECK(history.branch() == 1);
  CHECK(debugged.machine().stack.peek(0) == 5);
  debugged("branch 0");
  const Response dropped = debugged("drop 1");
  CHECK(dropped.text == "branch 1 is dropped, with 2 bookmarks\n");
  CHECK(dropped.data["bookmarks"] == 2);
  CHECK(debugged("marks").data["bookmarks"].size() == 4);
}

TEST_CASE("bookmarks and watched expressions are in recordings") {
  Debugged debugged(countdown);
  debugged("goto 40");
  debugged("goto 10");
  debugged("mark caf\xe9");
  debugged("pop");
  debugged("goto 12");
  debugged("mark");
  debugged("watch Loop::count");
  debugged("save run");
  debugged("unmark");
  debugged("unwatch");
  debugged("load run");
  const auto& bookmarks = debugged.debugger.session().bookmarks().all();
  REQUIRE(bookmarks.size() == 2);
  CHECK(bookmarks[0].name == "caf\xe9");
  CHECK(bookmarks[0].tick == 10);
  CHECK(bookmarks[0].branch == 0);
  CHECK(bookmarks[1].name == "tick 12");
  CHECK(bookmarks[1].branch == 1);
  CHECK(debugged.debugger.session().watched() == std::vector<std::string>{"Loop::count"});
  const std::string saved = debugged.files.files["run"];
  debugged("save run");
  CHECK(debugged.files.files["run"] == saved);
}

TEST_CASE("a recording without bookmarks loads, one with damaged bookmarks does not") {
  Debugged debugged(countdown);
  debugged("goto 10");
  debugged("mark");
  debugged("mark second");
  Json json = body_of(debugged);
  const auto load = [](const Json& body) {
    return load_recording(with_hash(body.dump()), "file", {}, nullptr);
  };
  REQUIRE(load(json).has_value());
  Json old = json;
  old.erase("bookmarks");
  old.erase("watched");
  const auto loaded = load(old);
  REQUIRE(loaded.has_value());
  CHECK((*loaded)->bookmarks().all().empty());

  const auto refused = [&](const std::string& key, const Json& value) {
    Json spoiled = json;
    spoiled["bookmarks"][1][key] = value;
    const auto result = load(spoiled);
    REQUIRE(!result.has_value());
    return to_string(result.error());
  };
  CHECK(refused("branch", 4).find("a bookmark is on branch 4") != std::string::npos);
  CHECK(refused("tick", 11).find("a bookmark is at tick 11") != std::string::npos);
  CHECK(refused("name", "Tick 10").find("is taken") != std::string::npos);
  CHECK(refused("name", "").find("is empty") != std::string::npos);
  CHECK(refused("name", 5).find("name") != std::string::npos);
}

TEST_CASE("a replaced session passes its watched expressions on, unless the new one has some") {
  Debugged debugged(countdown);
  debugged("save plain");
  debugged("watch tick");
  debugged("load plain");
  CHECK(debugged("watch").data["watched"].size() == 1);
}

TEST_CASE("names of bookmarks are completed") {
  Debugged debugged(countdown);
  debugged("mark guess");
  const Completion completion = debugged.debugger.complete("goto gu");
  CHECK(completion.words == std::vector<std::string>{"guess"});
}
