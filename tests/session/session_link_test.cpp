// The present of a session as a link, and back.
#include "session/commands/session_link.h"

#include "debugged.h"

namespace {

// A session opened from a link, as front ends do it.
struct Opened {
  explicit Opened(const SessionImage& link, Tick limit = max_link_replay) {
    debugged.debugger.replace_session(session_of(link, {}, nullptr).value());
    arrival = go_to_link(debugged.debugger, link, nullptr, limit);
  }

  Debugged debugged{"@"};
  LinkArrival arrival;
};

SessionOptions strict_options() {
  SessionOptions options;
  options.load.dialect = *find_dialect("strict");
  options.load.size = LoadOptions::SizeOverride{.source = false, .size = {30, 12}};
  options.seed = 7;
  options.regions = {parse_region_option("other=1,1,2,2:hex").value()};
  return options;
}

}  // namespace

TEST_CASE("a link carries the whole present, and opens as the same instant") {
  Debugged debugged(countdown, InputLog("4 5", InputLog::End::open), strict_options());
  debugged.debugger.session().rename("/home/user/count down.b93");
  debugged.run({"break 10,0 if depth > 0", "break change Loop::count log \"now {Loop::count}\"",
                "break 1,0", "disable 3", "watch Loop::count + 1", "goto 60"});
  const PresentLink present = present_link(debugged.debugger);
  CHECK_FALSE(present.edited);
  const SessionImage link = decode_link(encode_link(present.image).value()).value();
  CHECK(link.source == countdown);
  CHECK(link.file == "count down.b93");
  CHECK(size_option(link.size) == "30x12");
  CHECK(link.breakpoints.size() == 2);

  Opened opened(link);
  CHECK(opened.arrival.problems.empty());
  CHECK(opened.debugged.machine().hash() == debugged.machine().hash());
  Debugger& there = opened.debugged.debugger;
  CHECK(there.session().history().input() == debugged.debugger.session().history().input());
  CHECK(there.session().breakpoints().all().size() == 2);
  CHECK(encode_link(present_link(there).image).value() == encode_link(link).value());
}

TEST_CASE("a built-in program is named as long as its source is unchanged") {
  Debugged debugged(countdown);
  debugged.debugger.session().rename("@count");
  debugged.files.files["@count"] = countdown;
  CHECK(present_link(debugged.debugger).image.built_in == "@count");
  CHECK(present_link(debugged.debugger).image.source.empty());
  debugged.files.files["@count"] = "another";
  CHECK(present_link(debugged.debugger).image.source == countdown);
  CHECK(present_link(debugged.debugger).image.file.empty());
}

TEST_CASE("a run that was edited has the present source and no tick") {
  Debugged debugged(countdown);
  debugged.run({"goto 30", "set Loop::count = 5", "step 5"});
  const PresentLink present = present_link(debugged.debugger);
  CHECK(present.edited);
  CHECK(present.image.tick == 0);
  CHECK(present.image.source == countdown);
  debugged("branch 0");
  CHECK_FALSE(present_link(debugged.debugger).edited);
}

TEST_CASE("input that is not given is left to the reader, except where one would be chosen") {
  Debugged debugged(countdown);
  CHECK_FALSE(present_link(debugged.debugger).image.input);
  debugged("input end");
  CHECK(present_link(debugged.debugger).image.input == InputLog("", InputLog::End::closed));
}

TEST_CASE("the replay of a link has a limit, and says where it ended") {
  SessionImage link{.source = "0v\n >1+v\n ^  <\n", .tick = 100'000};
  Opened limited(link, 1'000);
  CHECK(limited.arrival.beyond_limit);
  CHECK(limited.debugged.tick() == 1'000);
  CHECK(limited.arrival.problems ==
        std::vector<std::string>{"the first 1,000 ticks were replayed, and the link's tick "
                                 "is 100,000; `goto 100000` goes on"});
  link.source = "1 2 3 @";
  const Opened ended(link);
  CHECK_FALSE(ended.arrival.beyond_limit);
  CHECK(ended.arrival.problems.front() ==
        "the program ends at tick 7, before the link's tick 100,000");
  link.source = "~~@";
  link.input = InputLog("a");
  CHECK(Opened(link).arrival.problems.front() ==
        "the program waits for input at tick 1, before the link's tick 100,000");
}

TEST_CASE("the stops of a link replace those of the source, and those without a meaning are told") {
  SessionImage link{.source = "12+.@\n#$break[2,0]\n"};
  CHECK(Opened(link).debugged.debugger.session().breakpoints().all().size() == 1);
  link.breakpoints = {{"4,0"}, {"change nothing"}};
  Opened opened(link);
  auto& stops = opened.debugged.debugger.session().breakpoints();
  REQUIRE(stops.all().size() == 1);
  CHECK(describe(stops.all().front()) == "4,0");
  CHECK(opened.arrival.problems.size() == 1);
  CHECK(opened.arrival.problems.front().find("break change nothing: ") == 0);
}

TEST_CASE("the replay of a link stops at a large stack, and says so") {
  SessionImage link{.source = ">1v\n^ <\n", .tick = 1'000'000'000};
  Opened opened(link);
  const Machine& machine = opened.debugged.machine();
  CHECK(opened.arrival.beyond_limit);
  CHECK(machine.stack.size() > link_limit::stack);
  CHECK(machine.stack.size() < 4 * link_limit::stack);
  REQUIRE(opened.arrival.problems.size() == 1);
  CHECK(opened.arrival.problems[0].ends_with(
      "and the link's tick is 1,000,000,000; `goto 1000000000` goes on"));
  opened.debugged("goto 100M");
  CHECK(opened.debugged.tick() == 100'000'000);
}

TEST_CASE("a stop of a link that names a variable as a region is left out") {
  SessionImage link{.source = countdown, .breakpoints = {{"change count(1,1)"}}};
  CHECK(Opened(link).arrival.problems ==
        std::vector<std::string>{"break change count(1,1): 'count' is a variable, not a region; it "
                                 "is left out"});
}

TEST_CASE("the command link prints it") {
  Debugged debugged(countdown);
  debugged("goto 30");
  const Response response = debugged("link");
  const std::string text = encode_link(present_link(debugged.debugger).image).value();
  CHECK(response.text == text + "\n");
  CHECK(response.data["tick"] == 30);
  CHECK(debugged("link https://host/page/#old").text == "https://host/page/" + text + "\n");
  debugged("push 5");
  CHECK(contains(debugged("link").text,
                 "the run was edited: the link has the present source, and "
                 "begins at tick 0"));
}
