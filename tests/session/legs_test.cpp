// Legs of a travel, against one travel and against a run cell by cell.
#include "session/run_control/travel.h"

#include <algorithm>
#include <map>

#include "random_run.h"
#include "random_stops.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

constexpr Tick legs_length = 800;

// A place where a travel stopped, or what it printed on its way there.
using Met = std::vector<std::string>;

std::string stop_text(Tick tick, const std::vector<std::uint32_t>& ids) {
  return fmt::format("{}: {}", tick, fmt::join(ids, " "));
}

std::string hits_of(Session& session) {
  std::string text;
  for (const Stop& stop : session.stops().all()) text += fmt::format(" {}", stop.hits);
  return text;
}

LogSink into(Met& met) {
  return [&met](const std::string& text) { met.push_back(text); };
}

// To the end of the run, or to its beginning.
Met by_travels(Session& session, Way way, Tick last) {
  Met met;
  for (;;) {
    const Stopped stopped = travel(session, way, nullptr, into(met));
    if (stopped.why != Stopped::Why::stop || stopped.tick >= last) break;
    met.push_back(stop_text(stopped.tick, stopped.stops));
  }
  return met;
}

// Interrupts now and then.
class Moody final : public Monitor {
 public:
  explicit Moody(Random& random) : random_(random) {}
  bool go_on(Tick /*now*/, Tick /*goal*/) override { return below(random_, 3) != 0; }

 private:
  Random& random_;
};

struct Legs {
  Random random;
  Tick longest;
  bool moody = false;
  std::vector<Tick> seams = {};  // where edits were made: legs like to end there
  std::size_t interrupted = 0;

  Met operator()(Session& session, Way way, Tick last) {
    Met met;
    Traveller traveller(session);
    Moody moody_monitor(random);
    for (;;) {
      const Tick now = session.history().tick();
      const Tick ticks = below(random, longest + 1);
      Leg leg;
      if (way == Way::forward) leg.limit = now + ticks;
      if (way == Way::back) leg.limit = now - std::min(now, ticks);
      for (const Tick seam : seams) {
        const bool ahead = way == Way::forward ? now < seam : seam < now;
        if (ahead && below(random, 3) == 0) leg.limit = seam;
      }
      Monitor* const monitor = moody ? &moody_monitor : nullptr;
      const Stopped stopped = traveller.travel(way, leg, monitor, into(met));
      REQUIRE(stopped.tick == session.history().tick());
      if (stopped.why == Stopped::Why::arrived) {
        REQUIRE(stopped.tick == leg.limit);
      } else if (stopped.why == Stopped::Why::interrupted) {
        ++interrupted;
      } else if (stopped.why == Stopped::Why::stop && stopped.tick < last) {
        met.push_back(stop_text(stopped.tick, stopped.stops));
      } else {
        break;
      }
    }
    return met;
  }
};

std::string random_options(Random& random) {
  std::string options;
  if (below(random, 4) == 0) options += fmt::format(" hits {}", 1 + below(random, 3));
  if (below(random, 3) == 0) options += " log \"{tick} {depth}\"";
  return options;
}

// What the rules say is met in the instants of a run, in this order.
struct Expected {
  Met met;
  std::map<std::size_t, std::uint64_t> hits;  // by case
};

Expected expected(const std::vector<Moment>& moments, const std::vector<Case>& cases,
                  const std::vector<Tick>& order) {
  Expected expected;
  for (const Tick tick : order) {
    std::vector<std::uint32_t> ids;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].rule(moments, tick)) ids.push_back(static_cast<std::uint32_t>(i + 1));
    }
    for (const std::uint32_t id : ids) ++expected.hits[id - 1];
    if (!ids.empty()) expected.met.push_back(stop_text(tick, ids));
  }
  return expected;
}

}  // namespace

TEST_CASE("legs of any length meet what a run cell by cell meets, with all that holds there") {
  std::size_t met = 0;
  for (std::uint64_t seed = 1000; seed < 1120; ++seed) {
    CAPTURE(seed);
    auto [random, session, moments] = RandomRun(seed, run_input, 300, legs_length);
    const Tick last = moments.size() - 1;
    std::vector<Case> cases;
    for (std::uint64_t i = 0; i <= below(random, 3); ++i) {
      cases.push_back(random_case(random, moments, session->machine().field.size()));
      CAPTURE(cases.back().text);
      session->stops().add(stop_of(*session, cases.back().text));
    }
    session->stops().add(stop_of(*session, fmt::format("tick {}", legs_length)));
    Legs legs{random, 1 + below(random, 100)};
    std::vector<Tick> order;
    for (Tick tick = 1; tick < last; ++tick) order.push_back(tick);
    const Expected forward = expected(moments, cases, order);
    REQUIRE(legs(*session, Way::forward, last) == forward.met);
    for (const auto& [i, hits] : forward.hits) {
      const std::uint64_t at_the_end = cases[i].rule(moments, last) ? 1 : 0;
      CHECK(session->stops().all()[i].hits - hits <= at_the_end);
    }
    session->history().seek(last);
    // Stops hold at the beginning, too, but nothing led there.
    std::reverse(order.begin(), order.end());
    Met back = legs(*session, Way::back, last);
    if (!back.empty() && back.back().starts_with("0: ")) back.pop_back();
    REQUIRE(back == expected(moments, cases, order).met);
    met += back.size();
  }
  CHECK(met > 1000);
}

TEST_CASE("legs and travels meet the same, over edits, reloads and interruptions") {
  std::size_t met = 0;
  std::size_t interrupted = 0;
  for (std::uint64_t seed = 2000; seed < 2150; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const auto start = [&] {
      return session_of(random_source(seed), run_input, 1 + below(random, 400), sized_by_source());
    };
    const auto one = start();
    const auto other = start();
    const std::vector<Moment> moments = trace_straight(one->machine(), run_input, legs_length);
    Tick last = moments.size() - 1;
    std::vector<Tick> seams;
    const Size field = one->machine().field.size();
    if (below(random, 2) != 0) {
      const Tick cell_edit = below(random, last + 1);
      const Point at = random_point(random, field);
      const Tick reload = below(random, last + 1);
      seams = {cell_edit, reload};
      const bool wider = below(random, 2) != 0;
      const std::string source =
          random_source(seed + 1) + (wider ? std::string(100, ' ') + "@" : std::string());
      for (Session* const session : {one.get(), other.get()}) {
        History& history = session->history();
        history.seek(last);
        history.seek(cell_edit);
        REQUIRE(history.edit(SetCell{at, '>'}).has_value());
        history.seek(legs_length);
        history.seek(reload);
        // Does not fit where the pointer is outside of it.
        const auto reloaded = session->reload(source);
        history.seek(legs_length);
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
      for (const std::string& text : texts) session->stops().add(stop_of(*session, text));
    }
    CAPTURE(fmt::format("{}", fmt::join(texts, "; ")));
    Legs legs{random, below(random, 4) == 0 ? 2 * legs_length : 1 + below(random, 60),
              below(random, 2) != 0, seams};
    for (const Way way : {Way::forward, Way::back}) {
      CAPTURE(static_cast<int>(way));
      for (Session* const session : {one.get(), other.get()}) {
        session->history().seek(way == Way::forward ? 0 : last);
      }
      const Met expected = by_travels(*one, way, last);
      REQUIRE(legs(*other, way, last) == expected);
      REQUIRE(hits_of(*other) == hits_of(*one));
      met += expected.size();
    }
    interrupted += legs.interrupted;
  }
  CHECK(met > 3000);
  CHECK(interrupted > 100);
}

TEST_CASE("a traveller sees stops that come, go and change between its legs") {
  const auto session = session_of(">05g1+05pv\n^        <", {}, 1000);
  Traveller traveller(*session);
  const auto leg = [&](Way way, Tick limit) {
    const Stopped stopped = traveller.travel(way, Leg{limit}, nullptr, {});
    return fmt::format("{}{}", stopped.why == Stopped::Why::stop ? "stop " : "", stopped.tick);
  };
  CHECK(leg(Way::forward, 100) == "100");
  CHECK(leg(Way::back, 0) == "0");
  const std::uint32_t id = session->stops().add(stop_of(*session, "3,0"));
  CHECK(leg(Way::forward, 100) == "stop 3");
  session->stops().find(id)->enabled = false;
  CHECK(leg(Way::forward, 100) == "100");
  session->stops().find(id)->enabled = true;
  CHECK(leg(Way::back, 60) == "stop 83");
  session->stops().find(id)->condition = expression_of(*session, "cell(0,5) == ' '");
  CHECK(leg(Way::back, 2) == "stop 3");
  session->stops().remove(id);
  CHECK(leg(Way::forward, 83) == "83");
  session->stops().add(stop_of(*session, "change 0,5"));
  CHECK(leg(Way::back, 0) == "stop 69");
}

TEST_CASE("a limit is reached with all that holds there, and one behind the present at once") {
  const auto session = session_of("12+.@", {}, 1000);
  session->stops().add(stop_of(*session, "2,0"));
  const auto leg = [&](Way way, Tick limit) { return travel(*session, way, Leg{limit}, {}, {}); };
  CHECK(leg(Way::forward, 1).why == Stopped::Why::arrived);
  CHECK(leg(Way::forward, 2).why == Stopped::Why::stop);
  CHECK(leg(Way::forward, 2).why == Stopped::Why::arrived);
  CHECK(leg(Way::forward, 1).tick == 2);
  CHECK(leg(Way::back, 3).tick == 2);
  CHECK(leg(Way::forward, 9).why == Stopped::Why::ended);
  CHECK(leg(Way::back, 4).why == Stopped::Why::arrived);
  CHECK(leg(Way::back, 2).why == Stopped::Why::stop);
  CHECK(leg(Way::back, 0).why == Stopped::Why::arrived);
  CHECK(leg(Way::back, 0).why == Stopped::Why::beginning);
}

TEST_CASE("a leg that ends at a reload sees the stops as they are behind it") {
  const std::string loop = ">05g1+05pv\n^        <";
  const auto session = session_of(loop, {}, 1000, sized_by_source());
  History& history = session->history();
  history.seek(3);
  REQUIRE(session->reload(loop + std::string(70, ' ') + '\n' + loop).has_value());
  history.seek(43);
  session->stops().add(stop_of(*session, "3,0"));
  for (const Tick tick : {23, 3}) {
    CHECK(travel(*session, Way::back, Leg{3}, nullptr, {}).why == Stopped::Why::stop);
    CHECK(history.tick() == tick);
  }
  history.seek(0);
  CHECK(travel(*session, Way::forward, Leg{3}, nullptr, {}).why == Stopped::Why::stop);
  CHECK(history.tick() == 3);
}
