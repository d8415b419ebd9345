// Runs in slices, against one run and against a run by single ticks.
#include "session/random_run.h"
#include "session/run_control/random_breakpoints.h"
#include "session/run_control/run_controller.h"

namespace {

constexpr Tick slices_run_length = 600;

// The stops of a run, and its log messages, in order.
using Stops = std::vector<std::string>;

std::string breakpoint_text(Tick tick, const std::vector<std::uint32_t>& ids) {
  return fmt::format("{}: {}", tick, fmt::join(ids, " "));
}

std::string hits_of(Session& session) {
  std::string text;
  for (const Breakpoint& breakpoint : session.breakpoints().all())
    text += fmt::format(" {}", breakpoint.hits);
  return text;
}

LogSink into(Stops& stops) {
  return [&stops](const LogMessage& message) { stops.push_back(message.text); };
}

// To the end of the run, or to its beginning.
Stops run_in_one_piece(Session& session, RunDirection direction, Tick last) {
  Stops stops;
  for (;;) {
    const StopInfo stopped = run_to_breakpoint(session, direction, nullptr, into(stops));
    if (stopped.reason != StopInfo::Reason::breakpoint || stopped.tick >= last) break;
    stops.push_back(breakpoint_text(stopped.tick, stopped.breakpoints));
  }
  return stops;
}

// Interrupts at random.
class RandomInterrupter final : public Monitor {
 public:
  explicit RandomInterrupter(Random& random) : random_(random) {}
  bool should_continue(Tick /*now*/, Tick /*goal*/) override { return below(random_, 3) != 0; }

 private:
  Random& random_;
};

struct RandomSlices {
  Random random;
  Tick max_ticks;
  bool interrupts = false;
  std::vector<Tick> edit_boundaries = {};  // slices often end at these edits
  std::size_t interrupted = 0;

  Stops operator()(Session& session, RunDirection direction, Tick last) {
    Stops stops;
    RunController run_controller(session);
    RandomInterrupter interrupter(random);
    for (;;) {
      const Tick now = session.history().tick();
      const Tick ticks = below(random, max_ticks + 1);
      RunSlice slice;
      if (direction == RunDirection::forward) slice.limit = now + ticks;
      if (direction == RunDirection::reverse) slice.limit = now - std::min(now, ticks);
      for (const Tick edit_boundary : edit_boundaries) {
        const bool ahead =
            direction == RunDirection::forward ? now < edit_boundary : edit_boundary < now;
        if (ahead && below(random, 3) == 0) slice.limit = edit_boundary;
      }
      Monitor* const monitor = interrupts ? &interrupter : nullptr;
      const StopInfo stopped = run_controller.run(direction, slice, monitor, into(stops));
      REQUIRE(stopped.tick == session.history().tick());
      if (stopped.reason == StopInfo::Reason::arrived) {
        REQUIRE(stopped.tick == slice.limit);
      } else if (stopped.reason == StopInfo::Reason::interrupted) {
        ++interrupted;
      } else if (stopped.reason == StopInfo::Reason::breakpoint && stopped.tick < last) {
        stops.push_back(breakpoint_text(stopped.tick, stopped.breakpoints));
      } else {
        break;
      }
    }
    return stops;
  }
};

std::string random_options(Random& random) {
  std::string options;
  if (below(random, 4) == 0) options += fmt::format(" hits {}", 1 + below(random, 3));
  if (below(random, 3) == 0) options += " log \"{tick} {depth}\"";
  return options;
}

// The stops that the rules give for the instants of a run, in this order.
struct ExpectedStops {
  Stops stops;
  std::map<std::size_t, std::uint64_t> hits;  // by case
};

ExpectedStops expected(const std::vector<Moment>& moments, const std::vector<Case>& cases,
                       const std::vector<Tick>& order) {
  ExpectedStops expected;
  for (const Tick tick : order) {
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].rule(moments, tick)) ids.push_back(static_cast<std::uint32_t>(i + 1));
    }
    for (const std::uint32_t id : ids) ++expected.hits[id - 1];
    if (!ids.empty()) expected.stops.push_back(breakpoint_text(tick, ids));
  }
  return expected;
}

}  // namespace

TEST_CASE("run slices of any length stop where a run by single ticks does, with all reasons") {
  std::size_t stops = 0;
  for (std::uint64_t seed = 1000; seed < (FUNGESCOPE_SANITIZED ? 1040 : 1120); ++seed) {
    CAPTURE(seed);
    auto [random, session, moments] = RandomRun(seed, run_input, 300, slices_run_length);
    const Tick last = moments.size() - 1;
    std::vector<Case> cases;
    for (std::uint64_t i = 0; i <= below(random, 3); ++i) {
      cases.push_back(random_case(random, moments, session->machine().field.size()));
      CAPTURE(cases.back().text);
      session->breakpoints().add(breakpoint_of(*session, cases.back().text));
    }
    session->breakpoints().add(breakpoint_of(*session, fmt::format("tick {}", slices_run_length)));
    RandomSlices slices{random, 1 + below(random, 100)};
    std::vector<Tick> order;
    for (Tick tick = 1; tick < last; ++tick) order.push_back(tick);
    const ExpectedStops forward = expected(moments, cases, order);
    REQUIRE(slices(*session, RunDirection::forward, last) == forward.stops);
    for (const auto& [i, hits] : forward.hits) {
      const std::uint64_t at_the_end = cases[i].rule(moments, last) ? 1 : 0;
      CHECK(session->breakpoints().all()[i].hits - hits <= at_the_end);
    }
    session->history().seek(last);
    // Stops hold at the beginning, too, but nothing led there.
    std::reverse(order.begin(), order.end());
    Stops back = slices(*session, RunDirection::reverse, last);
    if (!back.empty() && back.back().starts_with("0: ")) back.pop_back();
    REQUIRE(back == expected(moments, cases, order).stops);
    stops += back.size();
  }
  CHECK(stops > 1000);
}

TEST_CASE("run slices and run control stop alike, across edits, reloads and interruptions") {
  std::size_t stops = 0;
  std::size_t interrupted = 0;
  const std::uint64_t runs = FUNGESCOPE_SANITIZED ? 20 : 150;
  for (std::uint64_t seed = 2000; seed < 2000 + runs; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto start = [&] {
      return session_of(random_source(seed), run_input, 1 + below(random, 400), sized_by_source());
    };
    const auto one = start();
    const auto other = start();
    const std::vector<Moment> moments =
        trace_straight(one->machine(), run_input, slices_run_length);
    Tick last = moments.size() - 1;
    std::vector<Tick> edit_boundaries;
    const Size field = one->machine().field.size();
    if (below(random, 2) != 0) {
      const Tick cell_edit = below(random, last + 1);
      const Point at = random_point(random, field);
      const Tick reload = below(random, last + 1);
      edit_boundaries = {cell_edit, reload};
      const bool wider = below(random, 2) != 0;
      const std::string source =
          random_source(seed + 1) + (wider ? std::string(100, ' ') + "@" : std::string());
      for (Session* const session : {one.get(), other.get()}) {
        History& history = session->history();
        history.seek(last);
        history.seek(cell_edit);
        REQUIRE(history.edit(SetCell{at, '>'}).has_value());
        history.seek(slices_run_length);
        history.seek(reload);
        // Does not fit where the pointer is outside of it.
        const auto reloaded = session->reload(source);
        history.seek(slices_run_length);
        last = history.tick();
      }
      REQUIRE(one->machine() == other->machine());
    }
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i <= below(random, 4); ++i) {
      texts.push_back(random_case(random, moments, field).text + random_options(random));
    }
    texts.push_back(fmt::format("tick {}", last));
    for (Session* const session : {one.get(), other.get()}) {
      session->history().seek(0);
      for (const std::string& text : texts)
        session->breakpoints().add(breakpoint_of(*session, text));
    }
    CAPTURE(fmt::format("{}", fmt::join(texts, "; ")));
    RandomSlices slices{random,
                        below(random, 4) == 0 ? 2 * slices_run_length : 1 + below(random, 60),
                        below(random, 2) != 0, edit_boundaries};
    for (const RunDirection direction : {RunDirection::forward, RunDirection::reverse}) {
      CAPTURE(static_cast<int>(direction));
      for (Session* const session : {one.get(), other.get()}) {
        session->history().seek(direction == RunDirection::forward ? 0 : last);
      }
      const Stops expected = run_in_one_piece(*one, direction, last);
      REQUIRE(slices(*other, direction, last) == expected);
      REQUIRE(hits_of(*other) == hits_of(*one));
      stops += expected.size();
    }
    interrupted += slices.interrupted;
  }
  CHECK(stops > 20 * runs);
  CHECK(interrupted > 2 * runs / 3);
}

TEST_CASE("breakpoints may be added, removed and changed between run slices") {
  const auto session = session_of(">05g1+05pv\n^        <", {}, 1000);
  RunController run_controller(*session);
  const auto slice = [&](RunDirection direction, Tick limit) {
    const StopInfo stopped = run_controller.run(direction, RunSlice{limit}, nullptr, {});
    return fmt::format("{}{}", stopped.reason == StopInfo::Reason::breakpoint ? "stop " : "",
                       stopped.tick);
  };
  CHECK(slice(RunDirection::forward, 100) == "100");
  CHECK(slice(RunDirection::reverse, 0) == "0");
  const std::uint32_t id = session->breakpoints().add(breakpoint_of(*session, "3,0"));
  CHECK(slice(RunDirection::forward, 100) == "stop 3");
  session->breakpoints().find(id)->enabled = false;
  CHECK(slice(RunDirection::forward, 100) == "100");
  session->breakpoints().find(id)->enabled = true;
  CHECK(slice(RunDirection::reverse, 60) == "stop 83");
  session->breakpoints().find(id)->condition = expression_of(*session, "cell(0,5) == ' '");
  CHECK(slice(RunDirection::reverse, 2) == "stop 3");
  session->breakpoints().remove(id);
  CHECK(slice(RunDirection::forward, 83) == "83");
  session->breakpoints().add(breakpoint_of(*session, "change 0,5"));
  CHECK(slice(RunDirection::reverse, 0) == "stop 69");
}

TEST_CASE("a limit is reported with all other reasons, and a passed one is reached at once") {
  const auto session = session_of("12+.@", {}, 1000);
  session->breakpoints().add(breakpoint_of(*session, "2,0"));
  const auto slice = [&](RunDirection direction, Tick limit) {
    return run_to_breakpoint(*session, direction, RunSlice{limit}, {}, {});
  };
  CHECK(slice(RunDirection::forward, 1).reason == StopInfo::Reason::arrived);
  CHECK(slice(RunDirection::forward, 2).reason == StopInfo::Reason::breakpoint);
  CHECK(slice(RunDirection::forward, 2).reason == StopInfo::Reason::arrived);
  CHECK(slice(RunDirection::forward, 1).tick == 2);
  CHECK(slice(RunDirection::reverse, 3).tick == 2);
  CHECK(slice(RunDirection::forward, 9).reason == StopInfo::Reason::ended);
  CHECK(slice(RunDirection::reverse, 4).reason == StopInfo::Reason::arrived);
  CHECK(slice(RunDirection::reverse, 2).reason == StopInfo::Reason::breakpoint);
  CHECK(slice(RunDirection::reverse, 0).reason == StopInfo::Reason::arrived);
  CHECK(slice(RunDirection::reverse, 0).reason == StopInfo::Reason::beginning);
}
