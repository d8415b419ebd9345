// Queries and steps on random programs, against a run by single ticks.
#include "session/queries/history_queries.h"

#include "lang/analysis/static_analysis.h"
#include "session/random_run.h"
#include "session/run_control/steps.h"

namespace {

constexpr Tick queries_run_length = 1200;

// Recorded to its end, somewhere in it; at the end if that is the edge.
struct RecordedRun : RandomRun {
  explicit RecordedRun(std::uint64_t seed, OnUndefined edge_wrap = OnUndefined::ignore)
      : RandomRun(seed, run_input, 300, queries_run_length, options_with(edge_wrap)) {
    go(last());
    if (!is_at_edge()) go(below(random, last() + 1));
  }
  static SessionOptions options_with(OnUndefined edge_wrap) {
    SessionOptions options = sized_by_source();
    options.load.dialect.edge_wrap = edge_wrap;
    return options;
  }
  [[nodiscard]] bool is_at_edge() const {
    return session->machine().fault.kind == FaultKind::edge_wrap;
  }
  [[nodiscard]] Tick last() const { return moments.size() - 1; }
  [[nodiscard]] Tick tick() const { return session->history().tick(); }
  void go(Tick tick) { session->history().seek(tick); }
  // Returns a cell that the run writes; (0, 0) if none is found.
  [[nodiscard]] Point written_cell() {
    Point at{0, 0};
    for (int i = 0; i < 100; ++i) {
      const Moment& moment = moments[below(random, moments.size())];
      if (moment.write) at = moment.write->at;
    }
    return at;
  }
};

// Which instruction wrote each place of the stack, by doing what instructions do.
struct Pusher {
  Tick tick;
  Point by;
  std::uint64_t moved;
};

std::vector<std::vector<Pusher>> stack_origins(const std::vector<Moment>& moments) {
  std::vector<std::vector<Pusher>> result{{}};
  for (std::size_t t = 1; t < moments.size(); ++t) {
    const Machine& before = moments[t - 1].machine;
    std::vector<Pusher> stack = result.back();
    const Op op = decode_op(before.dialect, before.field.at(before.ip));
    const Pusher here{t, before.ip, 0};
    const std::size_t size = moments[t].machine.stack.size();
    if (before.string_mode) {
      stack.resize(size, here);
    } else if (op == Op::swap && stack.size() >= 2) {
      std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
      ++stack[stack.size() - 1].moved;
      ++stack[stack.size() - 2].moved;
    } else if (op == Op::duplicate && !stack.empty()) {
      stack.push_back(here);
    } else {
      const std::size_t pops = instruction(op).pops;
      stack.resize(stack.size() - std::min(stack.size(), pops));
      stack.resize(size, here);
    }
    result.push_back(std::move(stack));
  }
  return result;
}

}  // namespace

TEST_CASE("the writes of a cell: the last, and the list") {
  std::size_t at_edges = 0;  // by the instruction that left the field
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    RecordedRun b(seed, seed % 2 == 0 ? OnUndefined::ignore : OnUndefined::stop);
    Point at = b.written_cell();
    if (b.is_at_edge() && b.moments.back().write) {
      at = b.moments.back().write->at;
      ++at_edges;
    }
    const Tick present = b.tick();
    std::vector<Tick> expected;
    for (Tick t = present; t > 0; --t) {
      if (b.moments[t].write && b.moments[t].write->at == at) expected.push_back(t);
    }
    const std::size_t limit = 1 + below(b.random, 20);
    const auto found = writes(*b.session, {at, {1, 1}}, limit, nullptr).value();
    REQUIRE(found.size() == std::min(limit, expected.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Write& write = found[i];
      REQUIRE(write.tick == expected[i]);
      const Access1& real = *b.moments[write.tick].write;
      CHECK(write.by == real.by);
      CHECK(write.before == real.before);
      CHECK(write.now == real.now);
    }
    CHECK(b.tick() == present);
    CHECK(b.session->machine() == b.moments[present].machine);
  }
  CHECK(at_edges > 0);
}

TEST_CASE("the instruction that pushed a value is found, through all swaps") {
  std::size_t moved = 0;
  std::size_t at_edges = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    RecordedRun b(seed, seed % 2 == 0 ? OnUndefined::ignore : OnUndefined::stop);
    const auto origins = stack_origins(b.moments);
    for (int i = 0; i < 5; ++i) {
      const bool at_edge = i == 0 && b.is_at_edge();
      if (!at_edge) b.go(below(b.random, b.last() + 1));
      const Machine& machine = b.session->machine();
      const std::size_t depth = machine.stack.size();
      if (depth == 0) continue;
      const std::size_t from_top = at_edge ? 0 : below(b.random, std::min<std::size_t>(depth, 6));
      const auto push = who_pushed(*b.session, from_top, nullptr).value();
      REQUIRE(push.has_value());
      const Pusher& real = origins[b.tick()][depth - 1 - from_top];
      CAPTURE(b.tick());
      CAPTURE(from_top);
      CHECK(push->tick == real.tick);
      CHECK(push->by == real.by);
      CHECK(push->moved == real.moved);
      CHECK(push->value == machine.stack.peek(from_top));
      moved += real.moved;
      at_edges += at_edge && real.tick == b.last() ? 1 : 0;
    }
    CHECK_FALSE(who_pushed(*b.session, b.session->machine().stack.size(), nullptr));
  }
  CHECK(moved > 20);
  CHECK(at_edges > 0);
}

TEST_CASE("the next and the last instant at which an expression becomes true") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RecordedRun b(seed);
    const Point at = b.written_cell();
    const std::string text =
        seed % 3 == 0 ? std::string("depth > 2 && top != 0")
                      : fmt::format("cell({},{}) % {} == 1", at.x, at.y, 2 + below(b.random, 3));
    const Expression expression = expression_of(*b.session, text);
    CAPTURE(seed);
    CAPTURE(text);
    const auto is_true = [&](Tick t) { return expression.evaluate(b.moments[t].machine) != 0; };
    const auto edge = [&](Tick t) { return is_true(t) && (t == 0 || !is_true(t - 1)); };
    for (int i = 0; i < 5; ++i) {
      b.go(below(b.random, b.last() + 1));
      const Tick present = b.tick();
      std::optional<Tick> before;
      for (Tick t = 0; t <= present; ++t) {
        if (edge(t)) before = t;
      }
      const auto last = when(*b.session, RunDirection::reverse, expression, nullptr).value();
      CHECK(last.value_or(no_limit) == before.value_or(no_limit));
      CHECK(b.tick() == present);
      std::optional<Tick> after;
      for (Tick t = b.last() + 1; t-- > present;) {
        if (edge(t)) after = t;
      }
      if (!after) continue;  // it may come after what was traced
      const auto next = when(*b.session, RunDirection::forward, expression, nullptr).value();
      CHECK(next.value_or(0) == *after);
      CHECK(b.tick() == present);
    }
  }
}

TEST_CASE("reverse steps undo steps, and end where a run by single ticks would") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RecordedRun b(seed);
    const Size size = b.session->machine().field.size();
    const Tick once_around = static_cast<Tick>(std::max(size.width, size.height));
    const auto blank = [&](Tick t) {
      const Machine& m = b.moments[t].machine;
      return !m.string_mode && decode_op(m.dialect, m.field.at(m.ip)) == Op::blank;
    };
    const auto turned = [&](Tick t) {  // by the instruction that led to t
      const Machine& m = b.moments[t - 1].machine;
      if (m.string_mode) return false;
      const Op op = decode_op(m.dialect, m.field.at(m.ip));
      return op == Op::branch_horizontal || op == Op::branch_vertical || op == Op::go_random ||
             m.direction != b.moments[t].machine.direction;
    };
    const auto printed = [&](Tick t) {
      return b.moments[t].output.size() != b.moments[t - 1].output.size();
    };
    const auto last_before = [&](Tick present, const auto& rule) {
      Tick t = present;
      while (t > 1 && !rule(t - 1)) --t;
      return t - 1;  // 0: there is none, or it is 0
    };
    for (int i = 0; i < 6; ++i) {
      const Tick present = 1 + below(b.random, b.last());
      CAPTURE(present);
      b.go(present);
      step_instructions(*b.session, RunDirection::reverse, 1, nullptr);
      CHECK((!blank(b.tick()) || b.tick() == 0 || present - b.tick() >= once_around));
      b.go(present);
      StopInfo stopped = step_line(*b.session, RunDirection::reverse, nullptr);
      const Tick line = last_before(present, [&](Tick t) { return t > 0 && turned(t); });
      CHECK(stopped.tick == line);
      b.go(present);
      stopped = search_output(*b.session, RunDirection::reverse, nullptr);
      const Tick output = last_before(present, [&](Tick t) { return t > 0 && printed(t); });
      CHECK(stopped.tick == (output == 0 ? present : output));
      b.go(present);
      const std::size_t depth = below(b.random, 4);
      const auto shallow = [&](Tick t) { return b.moments[t].machine.stack.size() <= depth; };
      stopped = step_out(*b.session, RunDirection::reverse, depth, nullptr);
      CHECK(stopped.tick == last_before(present, shallow));
      b.go(present);
      Tick next = present + 1;
      while (next < b.last() && !shallow(next)) ++next;
      if (next < b.last() && shallow(next) && !shallow(present)) {
        CHECK(step_out(*b.session, RunDirection::forward, depth, nullptr).tick == next);
      }
    }
  }
}

TEST_CASE("stepping over a loop: forwards to its exit, backwards to before its entry") {
  // 3, then counts down to 0 in a loop of its own, then ends.
  const auto session = session_of("3v\n >1-:v\n ^   _@");
  session->history().seek(9);
  const auto stopped = step_over_loop(*session, RunDirection::forward, nullptr);
  REQUIRE(stopped);
  CHECK(session->machine().ip == Point{6, 2});
  session->history().seek(12);
  REQUIRE(step_over_loop(*session, RunDirection::reverse, nullptr));
  CHECK(session->history().tick() == 1);  // on the `v`, which is outside
  CHECK_FALSE(step_over_loop(*session, RunDirection::forward, nullptr));
}

TEST_CASE("an edit is found as the last write of a cell, even if the run does not write after it") {
  // Stores 5 once, then goes round without a store.
  const auto session = session_of("505p>  v\n    ^  <");
  History& history = session->history();
  history.run(1000);
  history.seek(600);
  REQUIRE(history.edit(SetCell{{0, 5}, 7}));
  REQUIRE(history.edit(SetCell{{0, 5}, 8}));
  history.run(5000);
  const Rectangle cell{{0, 5}, {1, 1}};
  const auto last = last_write(*session, cell, nullptr).value();
  REQUIRE(last);
  CHECK(last->edit);
  CHECK(last->tick == 600);
  CHECK(last->now == 8);
  const auto all = writes(*session, cell, 9, nullptr).value();
  REQUIRE(all.size() == 3);
  CHECK(all[1].now == 7);
  CHECK(all[2].tick == 4);
  CHECK_FALSE(all[2].edit);
  history.seek(599);
  const auto before = writes(*session, cell, 9, nullptr).value();
  CHECK(before.size() == 1);
  CHECK(history.tick() == 599);
}
