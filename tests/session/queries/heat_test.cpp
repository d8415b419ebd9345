// What was done to the cells, against a run by single ticks.
#include "session/queries/heat.h"

#include "session/random_run.h"
#include "session/run_control/search.h"

namespace {

constexpr Tick length = 700;
const std::string heat_input = "4 x\n-2";

std::vector<CellCounts> naive_heat(const std::vector<Moment>& moments, Tick from, Tick to) {
  const Playfield& field = moments.front().machine.field;
  std::vector<CellCounts> cells(static_cast<std::size_t>(field.size().area()));
  for (Tick tick = from + 1; tick <= to; ++tick) {
    const Moment& moment = moments[tick];
    ++cells[field.index_of(moments[tick - 1].machine.ip)].executions;
    if (moment.read) ++cells[field.index_of(moment.read->at)].reads;
    if (!moment.write) continue;
    CellCounts& written = cells[field.index_of(moment.write->at)];
    ++written.writes;
    written.last_write = tick;
  }
  return cells;
}

bool same(const Heat& heat, const std::vector<CellCounts>& naive) {
  if (heat.size() != naive.size()) return false;
  for (std::size_t i = 0; i < naive.size(); ++i) {
    if (!(heat[i] == naive[i])) return false;
  }
  return true;
}

// Counts executions, reads and writes of one run after another, all on fields of this size.
class HeatRecorder final : public Observer {
 public:
  explicit HeatRecorder(Size field)
      : field_(field), cells_(static_cast<std::size_t>(field.area())) {}

  [[nodiscard]] Size field() const { return field_; }
  [[nodiscard]] const Heat& cells() const { return cells_; }

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    cells_.add_write(index_of(at), tick);
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override {
    cells_.add_read(index_of(at));
  }
  void on_execute(Tick /*tick*/, Point at) override { cells_.add_execution(index_of(at)); }

 private:
  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * field_.width + p.x);
  }

  Size field_;
  Heat cells_;
};

// Counts the ticks from + 1 .. to, as the window's thread does in pieces.
Result<Tick> record_heat(Session& session, Tick from, Tick to, HeatRecorder& recorder) {
  History& history = session.history();
  if (auto same = check_field_size(history, from, to, recorder.field()); !same) {
    return tl::unexpected(same.error());
  }
  const ScopedSeek scoped_seek(history);
  history.seek(from, nullptr);
  if (history.machine().field.size() != recorder.field()) return fail({}, "another size");
  return replay(history, from, to, recorder, nullptr);
}

}  // namespace

TEST_CASE("heat equals the accesses of a run by single ticks, counted at once or in pieces") {
  std::uint64_t writes = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    auto [random, session, moments] = RandomRun(seed, heat_input, 200, length);
    const Tick last = moments.size() - 1;
    History& history = session->history();
    history.seek(last);
    const Tick present = below(random, last + 1);
    history.seek(present);
    const Tick from = below(random, last + 1);
    const Tick to = from + below(random, last - from + 1);
    HeatRecorder recorder(history.machine().field.size());
    for (Tick tick = from; tick < to;) {
      const Tick next = std::min<Tick>(to, tick + 1 + below(random, 300));
      REQUIRE(record_heat(*session, tick, next, recorder).value() == next);
      tick = next;
    }
    const std::vector<CellCounts> naive = naive_heat(moments, from, to);
    CHECK(same(recorder.cells(), naive));
    const auto counted = profile(*session, from, to, nullptr).value();
    CHECK(same(counted.cells, naive));
    CHECK(history.tick() == present);
    for (const CellCounts& cell : naive) writes += cell.writes;
  }
  CHECK(writes > 100);
}

TEST_CASE("numbers take the bytes of the largest of their page") {
  PagedNumbers numbers(2000);
  std::vector<std::uint64_t> expected(2000);
  const std::size_t empty = numbers.memory();
  const auto check = [&](std::size_t bytes) {
    CHECK(numbers.memory() - empty == bytes + 7);
    for (std::size_t i = 0; i < expected.size(); ++i) CHECK(numbers.at(i) == expected[i]);
  };
  for (unsigned width = 1; width <= 8; ++width) {
    for (const std::size_t i : {std::size_t{600}, std::size_t{1023 - width}, std::size_t{512}}) {
      expected[i] = (std::uint64_t{1} << (8 * width - 1)) + i % 64;
      numbers.set(i, expected[i]);
    }
    check(512 * width);
  }
  CHECK(numbers.add(700, 255) == 255);
  CHECK(numbers.add(700) == 256);
  CHECK(numbers.in_use(512));
  CHECK(!numbers.in_use(511));
}

TEST_CASE("counts take a byte for an executed cell, and at most seven until they are large") {
  constexpr Size field{500, 400};
  constexpr std::size_t area = 200'000;
  constexpr std::size_t slack = 16'384;  // of incomplete pages
  Profile counted{.field = field, .cells = Heat(area)};
  Heat& heat = counted.cells;
  CHECK(heat.memory() < area / 5);
  const std::size_t tables = heat.memory();
  heat.add_execution(area / 2);
  CHECK(heat.memory() - tables <= 4096);
  for (std::size_t i = 0; i < area; ++i) heat.add_execution(i);
  CHECK(heat.memory() - tables <= area + slack);
  for (std::size_t i = 0; i < area; ++i) heat.add_read(i);
  CHECK(heat.memory() - tables <= 2 * area + slack);
  for (std::size_t i = 0; i < area; ++i) heat.add_write(i, 1 + i);
  CHECK(heat.memory() - tables <= 7 * area + slack);
  // The most executed cell first, then by position; nothing else is collected.
  const auto top = counted.top_cells(&CellCounts::executions, 3);
  REQUIRE(top.size() == 3);
  CHECK(top.capacity() <= 8);
  CHECK(top[0].at == Point{0, 200});
  CHECK(top[0].counts == CellCounts{2, 1, 1, 1 + area / 2});
  CHECK(top[1].at == Point{0, 0});
  CHECK(top[2].at == Point{1, 0});
  CHECK(counted.totals().cells == area);
}

TEST_CASE("an interrupted replay reports the tick that it reached") {
  const auto session = session_of("><", {}, 1'000'000);
  History& history = session->history();
  history.seek(9'000'000);
  history.seek(100);
  HeatRecorder recorder(history.machine().field.size());
  PollLimit poll_limit(3);
  const auto came_to = replay(history, 50, 9'000'000, recorder, &poll_limit).value();
  CHECK(came_to < 9'000'000);
  CHECK(came_to > 50);
  CHECK(recorder.cells()[0].executions + recorder.cells()[1].executions == came_to - 50);
  CHECK(history.tick() == 100);
}

TEST_CASE("heat is counted on fields of one size") {
  const std::string loop = ">05g1+05pv\n^        <";
  const auto session = session_of(loop, {}, 1000, sized_by_source());
  History& history = session->history();
  const Size small = history.machine().field.size();
  history.seek(40);
  REQUIRE(session->reload(loop + std::string(9, ' ')).has_value());
  history.seek(90);
  HeatRecorder recorder(small);
  CHECK(record_heat(*session, 0, 40, recorder).value() == 40);
  CHECK(!record_heat(*session, 30, 41, recorder).has_value());
  CHECK(!record_heat(*session, 40, 50, recorder).has_value());
  HeatRecorder larger(history.machine().field.size());
  CHECK(!record_heat(*session, 30, 40, larger).has_value());
  CHECK(record_heat(*session, 40, 90, larger).value() == 90);
  CHECK(history.tick() == 90);
}

TEST_CASE("the trail has the last executed cells") {
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    CAPTURE(seed);
    auto [random, session, moments] = RandomRun(seed, heat_input, 200, length);
    const Tick last = moments.size() - 1;
    History& history = session->history();
    history.seek(last);
    for (const Tick present : {last, below(random, last + 1), Tick{0}}) {
      history.seek(present);
      const std::size_t n = below(random, 400);
      std::vector<Point> expected;
      for (Tick tick = present - std::min<Tick>(present, n); tick < present; ++tick) {
        expected.push_back(moments[tick].machine.ip);
      }
      CHECK(trail(*session, n) == expected);
      CHECK(history.tick() == present);
    }
  }
}
