// What the table of commands promises, and commands that are interrupted. What each prints is in
// `transcripts`.
#include "session/commands/arguments.h"

#include "debugged.h"

TEST_CASE("counts are parsed with separators and suffixes") {
  CHECK(parse_count("0") == 0U);
  CHECK(parse_count("1_000_000") == 1'000'000U);
  CHECK(parse_count("1,000,000") == 1'000'000U);
  CHECK(parse_count("5k") == 5'000U);
  CHECK(parse_count("20M") == 20'000'000U);
  CHECK(parse_count("3G") == 3'000'000'000U);
  CHECK(parse_count("18446744073709551615") == 18446744073709551615U);
  for (const char* wrong : {"", "k", "-1", "+1", "1,00", "1,0000", ",100", "1,", "1_", "_1", "1.5",
                            "1x", "18446744073709551616", "18446744073709552k", "0x10"}) {
    CAPTURE(wrong);
    CHECK(!parse_count(wrong).has_value());
  }
}

TEST_CASE("no name of the table means two commands, and each finds its own") {
  std::set<std::string> names;
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) {
      CAPTURE(command.name);
      CHECK(!command.summary.empty());
      CHECK((command.reverse_alias.empty() || command.reversible));
      for (const std::string_view name : {command.name, command.alias, command.reverse_alias}) {
        if (name.empty()) continue;
        CHECK(names.insert(std::string(name)).second);
        const auto match = find_command(name).value();
        CHECK(match.command == &command);
        CHECK((match.direction == RunDirection::reverse) == (name == command.reverse_alias));
      }
    }
  }
}

TEST_CASE("help lists all commands") {
  Debugged debugged(countdown);
  CHECK(debugged("help").data["commands"].size() > 40);
}

TEST_CASE("a log sink receives messages as they come, escaped, instead of the response") {
  Debugged debugged(countdown);
  debugged("break 2,0 log \"top is \\x1b{top}\"");
  std::vector<std::string> received;
  debugged.debugger.set_log_sink(
      [&](const LogMessage& message) { received.push_back(message.text); });
  CHECK(!contains(debugged("c").text, "top is"));
  CHECK(received.size() == 9);
  CHECK(received.front() == "top is \\x1b9");
}

TEST_CASE("an edit of one value does not store the stack") {
  Debugged debugged(countdown);
  debugged("goto 40");
  for (const char* const line : {"push 'x'", "set stack(1) = 3", "pop"}) debugged(line);
  std::size_t stored = 0;
  for (const Edit& edit : debugged.debugger.session().history().info(1).edits) {
    if (const auto* const stack = std::get_if<SetStack>(&edit)) stored += stack->values.size();
  }
  CHECK(stored == 3);
}

TEST_CASE("the debugger continues to work after an interrupted run") {
  Debugged debugged("><");
  debugged.poll_limit.polls_left = 3;
  const Response response = debugged("c");
  CHECK(response.data["why"] == "interrupted");
  debugged.poll_limit.polls_left = ~std::uint64_t{0};
  const Tick there = debugged.tick();
  CHECK(there > 0);
  debugged("back step 5");
  CHECK(debugged.tick() == there - 5);
  debugged.poll_limit.polls_left = 0;
  CHECK(!debugged.debugger.submit("when next depth > 3").has_value());
  CHECK(!debugged.debugger.submit("profile").has_value());
  CHECK(debugged.tick() == there - 5);
}

TEST_CASE("a search that looks at every tick asks its monitor every few thousand of them") {
  Debugged debugged("><");
  debugged.poll_limit.polls_left = 2;
  CHECK(debugged("until depth > 0").data["why"] == "interrupted");
  CHECK(debugged.tick() <= 3 * 4096);
}

TEST_CASE("a bisection that is interrupted stays where it was") {
  Debugged debugged(countdown);
  debugged("continue");
  const Tick end = debugged.tick();
  debugged.poll_limit.polls_left = 2;
  const auto response = debugged.debugger.submit("bisect Loop::count < 5");
  REQUIRE_FALSE(response);
  CHECK(response.error().what == "interrupted");
  CHECK(debugged.tick() == end);
}

TEST_CASE("comparisons can be interrupted, and leave the present where it is") {
  Debugged debugged(countdown);
  debugged("goto 20");
  std::uint64_t completed = 0;
  for (std::uint64_t polls = 0; polls < 40; ++polls) {
    debugged.poll_limit.polls_left = polls;
    const auto response = debugged.debugger.submit("what if 2,0 = ' ' for 300k");
    debugged.poll_limit.polls_left = PollLimit::unlimited;
    completed += response ? 1 : 0;
    if (!response) CHECK(response.error().what == "interrupted");
    CHECK(debugged.tick() == 20);
    CHECK(debugged("branches").data["branches"].size() == 1);
  }
  CHECK(completed > 0);
  CHECK(completed < 40);
}
