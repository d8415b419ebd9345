// Samples of a run, against a run by single ticks.
#include "session/queries/timeline_sampler.h"

#include "session/debugged.h"
#include "session/random_run.h"
#include "session/run_control/random_breakpoints.h"

namespace {

constexpr Tick sampler_run_length = 900;

std::vector<TimelineSample> sampled(Session& session, TimelineRequest request,
                                    Random* impatient = {}) {
  TimelineSampler sampler(std::move(request));
  const Tick present = session.history().tick();
  for (int parts = 0; parts < 100'000; ++parts) {
    PollLimit poll_limit;
    if (impatient != nullptr) poll_limit.polls_left = below(*impatient, 5);
    const auto done = sampler.advance(session, &poll_limit).value();
    REQUIRE(session.history().tick() == present);
    if (done) break;
  }
  CHECK(sampler.sampled());
  for (const Breakpoint& breakpoint : session.breakpoints().all()) CHECK(breakpoint.hits == 0);
  return sampler.samples();
}

std::uint32_t differences(const Playfield& a, const Playfield& b, const Rectangle& region) {
  std::uint32_t count = 0;
  for (std::int64_t y = 0; y < a.size().height; ++y) {
    for (std::int64_t x = 0; x < a.size().width; ++x) {
      const Point at{x, y};
      count += region.contains(at) && a.at(at) != b.at(at) ? 1 : 0;
    }
  }
  return count;
}

// Counts in a few cells of the rows below it, and sometimes prints, for ever.
std::string scribbler(Random& random) {
  std::string line = ">";
  while (line.size() < 70) {
    const auto x = below(random, 10);
    const auto y = 2 + below(random, 4);
    line += below(random, 4) == 0 ? fmt::format("{}{}g.", x, y)
                                  : fmt::format("{}{}g1+{}{}p", x, y, x, y);
  }
  return line + "v\n^" + std::string(line.size() - 1, ' ') + "<\n";
}

// One that may stick out of the field.
Rectangle random_region(Random& random, Size field) {
  const Size near{std::min<std::int64_t>(field.width, 12), std::min<std::int64_t>(field.height, 6)};
  const Point corner = random_point(random, near);
  return {corner,
          {1 + static_cast<std::int64_t>(below(random, 90)),
           1 + static_cast<std::int64_t>(below(random, 30))}};
}

TimelineRequest random_request(Random& random, Size field, Tick last) {
  TimelineRequest request;
  request.from = below(random, last / 3 + 1);
  request.to = request.from + below(random, last + 20 - request.from);
  request.columns = 1 + below(random, 3 * (request.to - request.from + 1));
  for (std::uint64_t i = below(random, 4); i > 0; --i) {
    request.cells.push_back(random_point(random, field));
  }
  request.cells.push_back({field.width, 0});  // outside
  for (std::uint64_t i = 1 + below(random, 4); i > 0; --i) {
    request.regions.push_back(random_region(random, field));
  }
  request.count_hits = below(random, 4) != 0;
  return request;
}

// A sample of the instant `tick`, when the one before was of `before`.
TimelineSample naive(const std::vector<Moment>& moments, Tick before, Tick tick,
                     const TimelineRequest& request, const std::vector<Case>& cases) {
  const Machine& machine = moments[tick].machine;
  TimelineSample sample{
      .tick = tick, .output_size = machine.output_size, .input_position = machine.input_position};
  for (const Point cell : request.cells) {
    sample.values.push_back(machine.field.contains(cell) ? machine.field.at(cell) : 0);
  }
  for (const Rectangle& region : request.regions) {
    sample.changed.push_back(differences(moments[before].machine.field, machine.field, region));
  }
  for (Tick t = before + 1; t <= tick && request.count_hits; ++t) {
    for (const Case& one : cases) sample.hits += one.rule(moments, t) ? 1 : 0;
  }
  return sample;
}

}  // namespace

TEST_CASE("samples equal those of a run by single ticks, in columns of one tick and of many") {
  std::uint64_t hits = 0;
  std::uint64_t changed = 0;
  std::size_t single = 0;
  for (std::uint64_t seed = 0; seed < (FUNGESCOPE_SANITIZED ? 30 : 120); ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::string source = seed % 3 == 0 ? random_source(seed) : scribbler(random);
    const auto session = session_of(source, run_input, 1 + below(random, 300));
    const Size field = session->machine().field.size();
    const std::vector<Moment> moments =
        trace_straight(session->machine(), run_input, sampler_run_length);
    const Tick last = moments.size() - 1;
    std::vector<Case> cases;
    for (std::uint64_t i = below(random, 5); i > 0; --i) {
      cases.push_back(random_case(random, moments, field));
      session->breakpoints().add(breakpoint_of(*session, cases.back().text));
    }
    session->history().seek(last);
    session->history().seek(below(random, last + 1));
    const TimelineRequest request = random_request(random, field, last);
    const Tick to = std::min(request.to, last);
    const Tick ticks = to - request.from + 1;
    const auto columns = std::min<Tick>(request.columns, ticks);
    const auto samples = sampled(*session, request, seed % 2 == 0 ? &random : nullptr);
    REQUIRE(samples.size() == columns);
    Tick before = request.from == 0 ? 0 : request.from - 1;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      CAPTURE(i);
      const Tick tick = request.from + ticks * i / columns;
      TimelineSample expected = naive(moments, before, tick, request, cases);
      // What holds at the very end, before no instruction, is left open.
      if (tick == last) expected.hits = samples[i].hits;
      REQUIRE(samples[i].tick == tick);
      REQUIRE(samples[i] == expected);
      before = tick;
      hits += expected.hits;
      for (const std::uint32_t cells : expected.changed) changed += cells;
    }
    if (columns == ticks && columns > 1) ++single;
  }
  CHECK(hits > (FUNGESCOPE_SANITIZED ? 100 : 500));
  CHECK(changed > 100);
  CHECK(single > 20);
}

TEST_CASE("columns of a long run, and hits up to so many") {
  const auto session = session_of(">05g1+05pv\n^        <", {}, 1'000'000);
  session->breakpoints().add(breakpoint_of(*session, "3,0"));
  session->breakpoints().add(breakpoint_of(*session, "tick 9000000"));
  History& history = session->history();
  history.seek(10'000'000);
  history.seek(77);
  const TimelineRequest request{20, 20'000'000, 7, {{0, 5}}, {{{0, 5}, {1, 1}}}, true};
  const auto samples = sampled(*session, request);
  REQUIRE(samples.size() == 7);
  for (std::size_t i = 0; i < 7; ++i) {
    const Tick tick = 20 + 9'999'981 * i / 7;
    CHECK(samples[i].tick == tick);
    history.seek(tick);
    CHECK(samples[i].values[0] == history.machine().field.at(Point{0, 5}));
    CHECK(samples[i].changed[0] == (i == 0 ? 0 : 1));
    CHECK(samples[i].hits == (i == 0 ? 0 : TimelineSample::max_hits));
  }
}

TEST_CASE("samples over edits and reloads are those of the present branch") {
  const std::string loop = ">05g1+05pv\n^        <\n\n\n\n ";
  const auto session = session_of(loop, {}, 100, sized_by_source());
  History& history = session->history();
  history.seek(50);
  history.seek(30);
  REQUIRE(history.edit(SetCell{{0, 5}, 500}).has_value());
  history.seek(60);
  REQUIRE(session->reload(loop + std::string(40, ' ')).has_value());
  history.seek(100);
  session->breakpoints().add(breakpoint_of(*session, "change 0,5"));
  TimelineSampler sampler({0, 100, 1000, {{0, 5}}, {{{0, 5}, {1, 1}}}, true});
  REQUIRE(sampler.advance(*session, nullptr).value());
  CHECK(sampler.counted() == 101);
  std::uint32_t hits = 0;
  std::vector<Tick> changes;
  for (const TimelineSample& sample : sampler.samples()) {
    history.seek(sample.tick);
    CHECK(sample.values[0] == history.machine().field.at(Point{0, 5}));
    if (sample.changed[0] != 0) changes.push_back(sample.tick);
    hits += sample.hits;
  }
  CHECK(changes == std::vector<Tick>{9, 29, 30, 49, 69, 89});
  CHECK(hits == 5);

  REQUIRE(history.switch_to(0).has_value());
  CHECK(contains(to_string(sampler.advance(*session, nullptr).error()), "branch 2"));
}

TEST_CASE("a range that is not recorded, or without columns, has no samples") {
  const auto session = session_of("12+.@");
  CHECK(sampled(*session, {5, 9, 10, {}, {}, true}).empty());
  CHECK(sampled(*session, {0, 9, 0, {}, {}, true}).empty());
  CHECK(sampled(*session, {0, 9, 10, {}, {}, false}).size() == 1);
}
