// Stops on random programs, forwards and backwards, against a run cell by cell.
#include "session/travel.h"

#include "lang/disassembler.h"

#include <algorithm>
#include <functional>

#include "sessions.h"
#include "straight_trace.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

const std::string input = "12 -7x\n+3";
constexpr Tick length = 1500;

// Does a stop hold at moments[t]?
using Rule = std::function<bool(const std::vector<Moment>&, std::size_t)>;

struct Case {
  std::string text;
  Rule rule;
};

Point random_point(Random& random, Size size) {
  return {static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(size.width))),
          static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(size.height)))};
}

bool running(const Moment& moment) {
  return moment.machine.status == Status::running;
}

Case cell_case(Random& random, const std::vector<Moment>& moments) {
  const Moment& moment = moments[below(random, moments.size())];
  const Point at = moment.machine.ip;
  const Direction direction = moment.machine.direction;
  const bool any = below(random, 2) != 0;
  constexpr const char* names[] = {"east", "south", "west", "north"};
  return {any ? fmt::format("{},{}", at.x, at.y)
              : fmt::format("{},{} {}", at.x, at.y, names[static_cast<int>(direction)]),
          [=](const auto& m, std::size_t t) {
            return running(m[t]) && m[t].machine.ip == at &&
                   (any || m[t].machine.direction == direction);
          }};
}

Case data_case(Random& random, const std::vector<Moment>& moments, Size size) {
  Point at = random_point(random, size);
  for (int i = 0; i < 200; ++i) {  // rather one that is met
    const Moment& moment = moments[below(random, moments.size())];
    if (moment.write || moment.read) {
      at = moment.write ? moment.write->at : moment.read->at;
      break;
    }
  }
  const std::string place = fmt::format("{},{}", at.x, at.y);
  switch (below(random, 4)) {
    case 0:
      return {"read " + place,
              [=](const auto& m, std::size_t t) { return m[t].read && m[t].read->at == at; }};
    case 1:
      return {"write " + place,
              [=](const auto& m, std::size_t t) { return m[t].write && m[t].write->at == at; }};
    case 2:
      return {"change " + place, [=](const auto& m, std::size_t t) {
                return m[t].write && m[t].write->at == at && m[t].write->before != m[t].write->now;
              }};
    default:
      return {place + " becomes 1", [=](const auto& m, std::size_t t) {
                return m[t].write && m[t].write->at == at && m[t].write->now == 1 &&
                       m[t].write->before != 1;
              }};
  }
}

Case depth_case(Random& random) {
  const std::size_t depth = below(random, 6);
  if (below(random, 2) != 0) {
    return {fmt::format("depth > {}", depth), [=](const auto& m, std::size_t t) {
              return t > 0 && running(m[t]) && m[t].machine.stack.size() > depth &&
                     m[t - 1].machine.stack.size() <= depth;
            }};
  }
  return {fmt::format("depth < {}", depth + 1), [=](const auto& m, std::size_t t) {
            return t > 0 && running(m[t]) && m[t].machine.stack.size() < depth + 1 &&
                   m[t - 1].machine.stack.size() >= depth + 1;
          }};
}

Case other_case(Random& random) {
  switch (below(random, 4)) {
    case 0: {
      const Tick tick = 1 + below(random, length);
      return {fmt::format("tick {}", tick), [=](const auto&, std::size_t t) { return t == tick; }};
    }
    case 1: {
      const std::string text = below(random, 2) != 0 ? "0 " : "1";
      return {"output \"" + text + "\"", [=](const auto& m, std::size_t t) {
                if (t == 0 || m[t].output.size() == m[t - 1].output.size()) return false;
                const std::size_t old = m[t - 1].output.size();
                const std::size_t from = old + 1 > text.size() ? old + 1 - text.size() : 0;
                return m[t].output.find(text, from) != std::string::npos;
              }};
    }
    case 2:
      return {"input", [](const auto& m, std::size_t t) {
                const Machine& machine = m[t].machine;
                if (!running(m[t]) || machine.string_mode) return false;
                const Op op = op_in(machine.dialect, machine.field.at(machine.ip));
                return op == Op::input_character || op == Op::input_number;
              }};
    default:
      return {"modified", [](const auto& m, std::size_t t) {
                const Machine& machine = m[t].machine;
                return running(m[t]) && machine.field.changed(machine.field.index_of(machine.ip));
              }};
  }
}

Case random_case(Random& random, const std::vector<Moment>& moments, Size size) {
  switch (below(random, 5)) {
    case 0:
      return cell_case(random, moments);
    case 1:
      return data_case(random, moments, size);
    case 2:
    case 3:
      return depth_case(random);
    default:
      return other_case(random);
  }
}

std::vector<Tick> expected_hits(const std::vector<Moment>& moments,
                                const std::vector<Case>& cases) {
  std::vector<Tick> ticks;
  for (std::size_t t = 1; t < moments.size(); ++t) {
    for (const Case& c : cases) {
      if (c.rule(moments, t)) {
        ticks.push_back(t);
        break;
      }
    }
  }
  return ticks;
}

}  // namespace

TEST_CASE("stops are met at the same instants forwards, backwards and in a run cell by cell") {
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    Random random(seed);
    const auto session = session_of(random_source(seed), input, 1 + below(random, 400));
    const Size size = session->machine().field.size();
    const std::vector<Moment> moments = trace_straight(session->machine(), input, length);
    std::vector<Case> cases;
    std::string all;
    for (std::uint64_t i = 0; i <= below(random, 3); ++i) {
      cases.push_back(random_case(random, moments, size));
      all += cases.back().text + "; ";
      session->stops().add(stop_of(*session, cases.back().text));
    }
    // Most of these programs never end.
    session->stops().add(stop_of(*session, fmt::format("tick {}", length)));
    CAPTURE(seed);
    CAPTURE(all);
    const Tick last = moments.size() - 1;
    std::vector<Tick> expected = expected_hits(moments, cases);
    // Of the last instant only what is past is known to both.
    std::erase_if(expected, [last](Tick t) { return t >= last; });
    met += expected.size();
    std::vector<Tick> forward;
    for (;;) {
      const Stopped stopped = travel(*session, Way::forward, nullptr, {});
      if (stopped.why != Stopped::Why::stop || stopped.tick >= last) break;
      REQUIRE(stopped.tick == session->history().tick());
      forward.push_back(stopped.tick);
      if (forward.size() > expected.size()) break;
      REQUIRE(session->machine() == moments[stopped.tick].machine);
    }
    CAPTURE(fmt::format("{}", fmt::join(forward, " ")));
    CAPTURE(fmt::format("{}", fmt::join(expected, " ")));
    REQUIRE(forward == expected);
    session->history().seek(last);
    std::vector<Tick> back;
    for (;;) {
      const Stopped stopped = travel(*session, Way::back, nullptr, {});
      if (stopped.why != Stopped::Why::stop || stopped.tick == 0) break;
      back.push_back(stopped.tick);
      REQUIRE(session->machine() == moments[stopped.tick].machine);
    }
    std::reverse(back.begin(), back.end());
    REQUIRE(back == expected);
  }
  CHECK(met > 3000);
}

TEST_CASE("conditions, hit counts and logs go in the order of travel") {
  // Counts in cell (0,5), five ticks a round.
  const auto session = session_of(">05g1+05pv\n^        <");
  session->stops().add(stop_of(*session, "change 0,5 hits 3"));
  session->stops().add(stop_of(*session, "change 0,5 if new % 2 == 1 log \"now {new}\""));
  std::vector<std::string> logs;
  const LogSink log = [&logs](const std::string& text) { logs.push_back(text); };
  Stopped stopped = travel(*session, Way::forward, nullptr, log);
  CHECK(stopped.stops == std::vector<std::uint32_t>{1});
  CHECK(session->machine().field.at(Point{0, 5}) == ' ' + 3);
  CHECK(logs == std::vector<std::string>{"now 33", "now 35"});
  travel(*session, Way::forward, nullptr, log);
  CHECK(session->machine().field.at(Point{0, 5}) == ' ' + 6);
  logs.clear();
  // Back over the fifth, fourth and third: counts go on.
  stopped = travel(*session, Way::back, nullptr, log);
  CHECK(stopped.why == Stopped::Why::stop);
  CHECK(session->machine().field.at(Point{0, 5}) == ' ' + 3);
  CHECK(logs == std::vector<std::string>{"now 37", "now 35"});
}

TEST_CASE("nothing before the beginning, and nothing after the end") {
  const auto session = session_of("12+.@");
  session->stops().add(stop_of(*session, "2,0"));
  CHECK(travel(*session, Way::forward, nullptr, {}).why == Stopped::Why::stop);
  CHECK(session->history().tick() == 2);
  CHECK(travel(*session, Way::forward, nullptr, {}).why == Stopped::Why::ended);
  CHECK(session->history().tick() == 5);
  CHECK(travel(*session, Way::back, nullptr, {}).tick == 2);
  CHECK(travel(*session, Way::back, nullptr, {}).why == Stopped::Why::beginning);
  CHECK(session->history().tick() == 0);
  CHECK(travel(*session, Way::back, nullptr, {}).why == Stopped::Why::beginning);
}

TEST_CASE("a travel that passes over many hits can be interrupted") {
  class Impatience final : public Monitor {
   public:
    bool go_on(Tick /*now*/, Tick /*goal*/) override { return false; }
  };
  const auto session = session_of(">1+v\n^ $<", {}, 1'000'000);
  session->history().run(900'000);
  session->history().seek(0);
  session->stops().add(stop_of(*session, "0,0 if depth > 9"));
  Impatience impatience;
  const Stopped stopped = travel(*session, Way::forward, &impatience, {});
  CHECK(stopped.why == Stopped::Why::interrupted);
  CHECK(session->history().tick() < 200'000);
}
