// Runs whose source was changed on the way: names, stops and expressions on both sides.
#include "session/queries/heat.h"
#include "session/run_control/search.h"

#include "debugged.h"
#include "sessions.h"

namespace {

// Counts in cell (0,4), twenty ticks a round.
constexpr const char* small_field =
    ">04g1+04pv\n"
    "^        <\n"
    "\n"
    "\n"
    " \n"
    "#$watch[0,4]:int = n\n"
    "#$watch[1,4]:int = same\n";
// In steps of two, in a larger field, under other names.
constexpr const char* large =
    ">04g2+04pv\n"
    "^        <\n"
    "\n"
    "\n"
    "                                        .\n"
    "#$watch[0,4]:int = m\n"
    "#$watch[40,4]:int = far\n"
    "#$watch[2,4]:int = same\n";

SessionOptions exact_size() {
  SessionOptions options;
  options.load.size = LoadOptions::SizeOverride{};
  options.load.size->source = true;
  options.history.first_interval = 30;
  return options;
}

struct Reloaded : Debugged {
  Reloaded() : Debugged(small_field, {}, exact_size()) {}
  Response reload() {
    files.files["test.b93"] = large;
    return (*this)("reload");
  }
};

std::vector<Tick> hits_forward(Session& session, Tick end) {
  std::vector<Tick> ticks;
  for (;;) {
    const StopInfo stopped = run_to_breakpoint(session, RunDirection::forward, nullptr, {});
    if (stopped.reason != StopInfo::Reason::breakpoint || stopped.tick >= end) return ticks;
    ticks.push_back(stopped.tick);
  }
}

std::vector<Tick> hits_back(Session& session) {
  std::vector<Tick> ticks;
  for (;;) {
    const StopInfo stopped = run_to_breakpoint(session, RunDirection::reverse, nullptr, {});
    if (stopped.reason != StopInfo::Reason::breakpoint || stopped.tick == 0) break;
    ticks.push_back(stopped.tick);
  }
  std::reverse(ticks.begin(), ticks.end());
  return ticks;
}

}  // namespace

TEST_CASE("each instant has the source that it ran with") {
  Reloaded debugged;
  Session& session = debugged.debugger.session();
  debugged("goto 100");
  debugged.reload();
  CHECK(session.source().text == large);
  debugged("goto 50");
  CHECK(session.source().text == small_field);
  debugged.run({"branch 0", "goto 120"});
  CHECK(session.source().text == small_field);
  debugged("branch 1");
  CHECK(session.source().text == large);
  CHECK(session.sources().size() == 2);
}

TEST_CASE("runs across a reload hit the breakpoints of both sources, in both directions") {
  Reloaded debugged;
  Session& session = debugged.debugger.session();
  debugged("goto 100");
  debugged.reload();
  debugged.run({"goto 200", "break change m", "break write far", "goto 0", "break change n",
                "break 5,0", "break tick 200"});
  // Each round is at the addition, and at the store: (5,0) after 5 ticks, the store after 9.
  std::vector<Tick> expected;
  for (Tick round = 0; round < 200; round += 20) {
    expected.push_back(round + 5);
    expected.push_back(round + 9);
  }
  CHECK(hits_forward(session, 200) == expected);
  CHECK(session.history().tick() == 200);
  CHECK(hits_back(session) == expected);
}

TEST_CASE("random programs that are reloaded hit the same breakpoints forwards and backwards") {
  std::size_t met = 0;
  std::size_t sizes = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    SessionOptions options = exact_size();
    options.max_stack = 1000;
    options.history.first_interval = 1 + below(random, 100);
    auto opened =
        Session::open(random_source(seed), InputLog("12 -7x\n+3", InputLog::End::closed), options);
    REQUIRE(opened);
    const std::unique_ptr<Session> session = *std::move(opened);
    History& history = session->history();
    history.run(100 + below(random, 200));
    const Size before = session->machine().field.size();
    if (!session->reload(random_source(seed + 1000))) continue;
    sizes += session->machine().field.size() != before ? 1 : 0;
    history.run(history.tick() + 50 + below(random, 100));
    REQUIRE(history.edit(SetStack{{1, 2, 3, 4, 5, 6}}));
    history.run(history.tick() + 50 + below(random, 100));
    const Tick end = history.tick();
    for (int i = 0; i < 3; ++i) {
      history.seek(below(random, end + 1));
      const Size size = session->machine().field.size();
      const auto x = below(random, static_cast<std::uint64_t>(size.width));
      const auto y = below(random, static_cast<std::uint64_t>(size.height));
      const std::string texts[] = {
          fmt::format("{},{}", session->machine().ip.x, session->machine().ip.y),
          fmt::format("write {},{} if cell({},{}) > 3 || tick > 200", x, y, x, y),
          fmt::format("depth > {}", below(random, 6)),
          fmt::format("depth < {}", 1 + below(random, 6)), "modified"};
      session->breakpoints().add(breakpoint_of(*session, texts[below(random, std::size(texts))]));
    }
    session->breakpoints().add(breakpoint_of(*session, fmt::format("tick {}", end)));
    history.seek(0);
    const std::vector<Tick> forward = hits_forward(*session, end);
    met += forward.size();
    history.seek(end);
    REQUIRE(hits_back(*session) == forward);
  }
  CHECK(met > 1000);
  CHECK(sizes > 50);
}

TEST_CASE("an expression that names cells is 0 on a field of another size") {
  Reloaded debugged;
  const Session& session = debugged.debugger.session();
  const Expression cells = expression_of(session, "n != 99");
  const Expression region = expression_of(session, "cell(tick, 0) != 99");
  const Expression others = expression_of(session, "tick >= 100");
  CHECK(cells.evaluate(session.machine()) == 1);
  debugged("goto 100");
  debugged.reload();
  CHECK_FALSE(cells.fits(session.machine().field.size()));
  CHECK(cells.evaluate(session.machine()) == 0);
  CHECK(region.evaluate(session.machine()) == 1);
  CHECK(others.evaluate(session.machine()) == 1);
}

TEST_CASE("areas outside the field get no traps") {
  Reloaded debugged;
  debugged("goto 100");
  debugged.reload();
  const Session& session = debugged.debugger.session();
  Traps traps({5, 5});
  set_traps({breakpoint_of(session, "change far"), breakpoint_of(session, "40,4"),
             breakpoint_of(session, "read m")},
            Dialect{}, traps);
  CHECK(traps.cells() == std::vector<std::size_t>{20});
}
