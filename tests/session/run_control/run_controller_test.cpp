// Stops, and steps that end at them. run_slices_test.cpp compares stops with a run by single ticks.
#include "session/run_control/run_controller.h"

#include "session/commands/run_report.h"
#include "session/random_run.h"
#include "session/run_control/flow_graph.h"
#include "session/run_control/random_breakpoints.h"
#include "session/run_control/steps.h"

namespace {

constexpr Tick controller_run_length = 400;

}  // namespace

TEST_CASE("conditions, hit counts and logs are evaluated in the direction of the run") {
  // Counts in cell (0,5), five ticks a round.
  const auto session = session_of(">05g1+05pv\n^        <");
  session->breakpoints().add(breakpoint_of(*session, "change 0,5 hits 3"));
  session->breakpoints().add(
      breakpoint_of(*session, "change 0,5 if new % 2 == 1 log \"now {new}\""));
  std::vector<std::string> logs;
  const LogSink log = [&logs](const LogMessage& message) { logs.push_back(message.text); };
  StopInfo stopped = run_to_breakpoint(*session, RunDirection::forward, nullptr, log);
  CHECK(stopped.breakpoints == std::vector<std::uint32_t>{1});
  CHECK(session->machine().field.at(Point{0, 5}) == ' ' + 3);
  CHECK(logs == std::vector<std::string>{"now 33", "now 35"});
  run_to_breakpoint(*session, RunDirection::forward, nullptr, log);
  CHECK(session->machine().field.at(Point{0, 5}) == ' ' + 6);
  logs.clear();
  // Back over the fifth, fourth and third: counts go on.
  stopped = run_to_breakpoint(*session, RunDirection::reverse, nullptr, log);
  CHECK(stopped.reason == StopInfo::Reason::breakpoint);
  CHECK(session->machine().field.at(Point{0, 5}) == ' ' + 3);
  CHECK(logs == std::vector<std::string>{"now 37", "now 35"});
}

TEST_CASE("a run over many rejected hits can be interrupted") {
  const auto session = session_of(">1+v\n^ $<", {}, 1'000'000);
  session->history().run(900'000);
  session->history().seek(0);
  session->breakpoints().add(breakpoint_of(*session, "0,0 if depth > 9"));
  PollLimit poll_limit(0);
  const StopInfo stopped = run_to_breakpoint(*session, RunDirection::forward, &poll_limit, {});
  CHECK(stopped.reason == StopInfo::Reason::interrupted);
  CHECK(session->history().tick() < 200'000);
}

TEST_CASE("a step that meets a breakpoint ends at the first of both") {
  std::size_t stopped_early = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto [random, opened, moments] = RandomRun(seed, run_input, 400, controller_run_length);
    Session& session = *opened;
    CAPTURE(seed);
    const Size size = session.machine().field.size();
    const Case a_case = random_case(random, moments, size);
    CAPTURE(a_case.text);
    const Tick start = below(random, moments.size());
    History& history = session.history();
    PollLimit poll_limit;
    const auto from_start = [&](const auto& go) {
      history.seek(start);
      poll_limit.polls_left = 50;  // many of these programs never turn again
      return go();
    };
    const StopInfo line =
        from_start([&] { return step_line(session, RunDirection::forward, &poll_limit); });
    const auto or_stop = [&] { return step_line_or_to_breakpoint(session, &poll_limit, {}); };
    if (line.reason == StopInfo::Reason::interrupted) continue;
    const StopInfo alone = from_start(or_stop);
    CHECK(alone.reason == line.reason);
    CHECK(alone.tick == line.tick);
    session.breakpoints().add(breakpoint_of(session, a_case.text));
    const StopInfo breakpoint = from_start(
        [&] { return run_to_breakpoint(session, RunDirection::forward, &poll_limit, {}); });
    const bool early =
        breakpoint.reason == StopInfo::Reason::breakpoint && breakpoint.tick < line.tick;
    const StopInfo both = from_start(or_stop);
    CHECK(both.tick == (early ? breakpoint.tick : line.tick));
    if (early) CHECK(both.breakpoints == breakpoint.breakpoints);
    stopped_early += early ? 1 : 0;
  }
  CHECK(stopped_early > 5);
}

TEST_CASE("leaving a loop goes on after an interruption, and ends at stops") {
  const auto session = session_of("v\n>1+:05p:9`|\n^         <\n          >@");
  session->history().run(3);
  const Machine& machine = session->machine();
  const auto loop = find_loop(machine.field, machine.dialect,
                              {machine.ip, machine.direction, machine.string_mode})
                        .value();
  REQUIRE(loop.has_value());
  const auto leave = [&] { return step_out_of(*session, *loop, nullptr, {}); };
  session->breakpoints().add(breakpoint_of(*session, "change 0,5 if new == 3"));
  const StopInfo stopped = leave();
  CHECK(stopped.reason == StopInfo::Reason::breakpoint);
  CHECK(contains(describe_breakpoints(*session, stopped), "from 2 to 3"));
  const StopInfo left = leave();
  CHECK(left.reason == StopInfo::Reason::arrived);
  CHECK(leave().tick == left.tick);
  CHECK_FALSE(loop->contains(pointer_of(machine)));
}
