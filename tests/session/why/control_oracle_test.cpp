// `why here` and `why not` on random programs against their definitions: for each decision before,
// follows the paths of the field at that instant one by one.
#include "session/why/control/control.h"
#include "session/why/control/why_not.h"
#include "support/differential.h"
#include "support/generated/random_programs.h"
#include "vm/reference_interpreter.h"

#include "../sessions.h"
#include "branching_programs.h"

namespace {

constexpr Tick oracle_ticks = 300;
constexpr std::size_t shown_decisions = 5;

char glyph_at(const Machine& machine, Point at) {
  std::int64_t value = machine.field.at(at);
  if (machine.dialect.instruction_is_low_byte) value &= 0xff;
  return value >= ' ' && value < 127 ? static_cast<char>(value) : '\0';
}

bool is_one_of(char glyph, std::string_view glyphs) {
  return glyph != '\0' && glyphs.find(glyph) != std::string_view::npos;
}

// A state of the pointer on the field of one instant. Instructions that turn are entered from all
// directions alike.
struct PathState {
  std::int64_t x = 0;
  std::int64_t y = 0;
  int direction = 0;  // as Direction
  bool string_mode = false;
  friend bool operator<(const PathState& a, const PathState& b) {
    return std::tie(a.x, a.y, a.direction, a.string_mode) <
           std::tie(b.x, b.y, b.direction, b.string_mode);
  }
};

class PathsByDefinition {
 public:
  explicit PathsByDefinition(const Machine& machine) : machine_(machine) {}

  [[nodiscard]] PathState state_of(const Machine& machine) const {
    return normal(
        {machine.ip.x, machine.ip.y, static_cast<int>(machine.direction), machine.string_mode});
  }
  [[nodiscard]] PathState normal(PathState state) const {
    if (!state.string_mode && is_one_of(glyph(state), "<>^v_|?")) state.direction = 0;
    return state;
  }
  [[nodiscard]] std::vector<PathState> after(const PathState& state) const {
    std::vector<PathState> states;
    if (state.x < 0) return states;
    const char here = glyph(state);
    if (here == '"') {
      add(states, state, state.direction, !state.string_mode, 1);
    } else if (state.string_mode) {
      add(states, state, state.direction, true, 1);
    } else if (here == '@' || (machine_.dialect.unknown_instruction == OnUndefined::stop &&
                               !is_one_of(here, instruction_glyphs))) {
      return states;
    } else if (here == '_') {
      add(states, state, 0, false, 1);
      add(states, state, 2, false, 1);
    } else if (here == '|') {
      add(states, state, 1, false, 1);
      add(states, state, 3, false, 1);
    } else if (here == '?') {
      for (int direction = 0; direction < 4; ++direction) add(states, state, direction, false, 1);
    } else if (is_one_of(here, ">v<^")) {
      add(states, state, static_cast<int>(std::string_view(">v<^").find(here)), false, 1);
    } else {
      add(states, state, state.direction, false, here == '#' ? 2 : 1);
    }
    return states;
  }
  // Whether there is a way from `from` on that ends, or goes on for ever, without `target`.
  bool can_avoid(const PathState& from, const PathState& target) {
    return can_avoid(
        from, [&target](const PathState& state) { return !(state < target) && !(target < state); });
  }
  bool can_avoid(const PathState& from, Point target) {
    return can_avoid(from, [target](const PathState& state) {
      return state.x == target.x && state.y == target.y;
    });
  }

 private:
  static constexpr PathState ended{-1, -1, 0, false};
  static constexpr std::string_view instruction_glyphs = " !\"#$%&*+,-./0123456789:<>?@\\^_`gpv|~";

  [[nodiscard]] char glyph(const PathState& state) const {
    return glyph_at(machine_, {state.x, state.y});
  }
  void add(std::vector<PathState>& states, const PathState& state, int direction, bool string_mode,
           int moves) const {
    static constexpr std::array<int, 4> dx{1, 0, -1, 0};
    static constexpr std::array<int, 4> dy{0, 1, 0, -1};
    const Size size = machine_.field.size();
    PathState next{state.x, state.y, direction, string_mode};
    for (int i = 0; i < moves; ++i) {
      next.x += dx[static_cast<std::size_t>(direction)];
      next.y += dy[static_cast<std::size_t>(direction)];
      const bool outside =
          next.x < 0 || next.y < 0 || next.x >= size.width || next.y >= size.height;
      if (outside && machine_.dialect.edge_wrap == OnUndefined::stop) {
        states.push_back(ended);
        return;
      }
      next.x = (next.x + size.width) % size.width;
      next.y = (next.y + size.height) % size.height;
    }
    states.push_back(normal(next));
  }
  using IsTarget = std::function<bool(const PathState&)>;

  bool can_avoid(const PathState& from, const IsTarget& is_target) {
    open_.clear();
    closed_.clear();
    return avoids(from, is_target);
  }
  bool avoids(const PathState& state, const IsTarget& is_target) {
    if (is_target(state)) return false;
    if (open_.count(state) != 0) return true;  // for ever
    if (closed_.count(state) != 0) return false;
    open_.insert(state);
    const std::vector<PathState> next = after(state);
    bool found = next.empty();
    for (const PathState& one : next) found = found || avoids(one, is_target);
    open_.erase(state);
    if (!found) closed_.insert(state);
    return found;
  }

  const Machine& machine_;
  std::set<PathState> open_;
  std::set<PathState> closed_;
};

struct HereCounts {
  std::uint64_t questions = 0;
  std::uint64_t decisions = 0;
  std::uint64_t rewritten = 0;  // questions after the run has changed its paths
};

// The ticks and cells of the last decisions, by definition. `run` has the machine at each instant.
std::vector<std::string> decisions_by_definition(const std::vector<Machine>& run, Tick present) {
  std::vector<std::string> decisions;
  Machine target_at = run[present];
  std::optional<Point> last;
  for (Tick instant = present; instant-- > 0 && decisions.size() < shown_decisions;) {
    const Machine& machine = run[instant];
    if (machine.string_mode || (last && *last == machine.ip)) continue;
    const char glyph = glyph_at(machine, machine.ip);
    bool decides = false;
    if (is_one_of(glyph, "_|?")) {
      PathsByDefinition paths(machine);
      const PathState target = paths.state_of(target_at);
      const std::vector<PathState> next = paths.after(paths.state_of(machine));
      decides = std::any_of(next.begin(), next.end(),
                            [&](const PathState& one) { return paths.can_avoid(one, target); });
    } else if (is_one_of(glyph, "<>^v#")) {
      decides = machine.field.changed(machine.field.index_of(machine.ip));
    }
    if (!decides) continue;
    decisions.push_back(fmt::format("{} {}", instant + 1, to_string(machine.ip)));
    target_at = machine;
    last = machine.ip;
  }
  return decisions;
}

bool changes_paths(const Machine& before, const Machine& after) {
  const auto kind = [](const Machine& machine, std::size_t cell) {
    const std::int64_t width = machine.field.size().width;
    const auto index = static_cast<std::int64_t>(cell);
    const char glyph = glyph_at(machine, {index % width, index / width});
    return is_one_of(glyph, "<>^v_|?#\"@") ? glyph : ' ';
  };
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(before.field.size().area()); ++cell) {
    if (before.field.at(cell) == after.field.at(cell)) continue;
    if (kind(before, cell) != kind(after, cell)) return true;
  }
  return false;
}

// A random program that has run on the reference interpreter, and its session.
struct ControlRun {
  explicit ControlRun(std::uint64_t seed) : random(seed) {
    SessionOptions options = sized_by_source();
    if (below(random, 3) == 0) options.load.dialect = random_dialect(random);
    options.seed = below(random, 100);
    options.max_stack = 1000;
    options.history.first_interval = 1 + below(random, 100);
    options.load.annotations = false;
    const std::string source =
        below(random, 3) == 0 ? branching_program(random) : random_source(random);
    const std::string input = "12 -7x+3 55";
    session = open_session(source, InputLog(input, InputLog::End::closed), std::move(options));
    instants.push_back(session->machine());
    StringInput port(input);
    StringOutput output;
    while (instants.size() <= oracle_ticks && instants.back().status == Status::running) {
      Machine next = instants.back();
      run_reference(next, {port, output}, next.tick + 1);
      if (changes_paths(instants.back(), next)) ++changes;
      instants.push_back(std::move(next));
    }
    session->history().run(instants.size() - 1);
  }

  Random random;
  std::unique_ptr<Session> session;
  std::vector<Machine> instants;
  std::size_t changes = 0;  // of the paths
};

void check_here(std::uint64_t seed, HereCounts& counts) {
  CAPTURE(seed);
  ControlRun run(seed);
  if (run.changes > 30) return;  // more than are looked at
  for (int question = 0; question < 3; ++question) {
    const Tick present = below(run.random, run.instants.size());
    if (run.instants[present].status != Status::running) continue;
    CAPTURE(present);
    run.session->history().seek(present);
    const auto here =
        why_here(*run.session, shown_decisions, WhyOptions{.depth = 0}, nullptr).value();
    std::vector<std::string> found;
    for (const Decision& decision : here.decisions) {
      found.push_back(fmt::format("{} {}", decision.tick, to_string(decision.by)));
    }
    REQUIRE(found == decisions_by_definition(run.instants, present));
    REQUIRE(here.complete == (found.size() < shown_decisions));
    REQUIRE(run.session->machine() == run.instants[present]);
    ++counts.questions;
    counts.decisions += found.size();
    if (run.changes > 0) ++counts.rewritten;
  }
}

// The instant after the last decision that led past a cell, by definition; 0: none.
Tick passed_by_definition(const std::vector<Machine>& instants, Tick present, Tick lowest,
                          Point at) {
  for (Tick instant = present; instant-- > lowest;) {
    const Machine& machine = instants[instant];
    const bool branch = is_one_of(glyph_at(machine, machine.ip), "_|?");
    if (machine.string_mode || !branch || machine.ip == at) continue;
    const FaultKind fault = instants[instant + 1].fault.kind;
    if (fault != FaultKind::none && fault != FaultKind::edge_wrap) continue;  // not executed
    PathsByDefinition paths(machine);
    const PathState here = paths.state_of(machine);
    bool leads = false;
    for (const PathState& next : paths.after(here)) leads = leads || !paths.can_avoid(next, at);
    const Machine& after = instants[instant + 1];
    const bool went_on = after.status == Status::running;
    const bool past = !went_on || paths.can_avoid(paths.state_of(after), at);
    if (leads && past) return instant + 1;
  }
  return 0;
}

void check_not_executed(ControlRun& run, Tick present, std::uint64_t& passed) {
  const std::vector<Machine>& instants = run.instants;
  const Point at = random_point(run.random, instants[0].field.size());
  CAPTURE(present);
  CAPTURE(to_string(at));
  const auto answer = why_not_executed(*run.session, at, WhyOptions{.depth = 0}, nullptr).value();
  std::optional<Tick> last;
  for (Tick instant = 0; instant < present; ++instant) {
    if (instants[instant].ip == at) last = instant;
  }
  REQUIRE(answer.last == last);
  if (run.changes > 0 || answer.next) return;
  const Tick expected = passed_by_definition(instants, present, last.value_or(0), at);
  const bool near = !answer.decisions.empty() && answer.decisions[0].distance == 1;
  REQUIRE(near == (expected > 0));
  if (near) REQUIRE(answer.decisions[0].decision.tick == expected);
  if (near) ++passed;
}

void check_not_true(ControlRun& run, Tick present) {
  const std::vector<Machine>& instants = run.instants;
  const Point at = random_point(run.random, instants[0].field.size());
  const std::int64_t value = instants[below(run.random, instants.size())].field.at(at);
  const auto holds = [&](Tick instant) { return instants[instant].field.at(at) == value; };
  const Expression expression =
      expression_of(*run.session, fmt::format("cell({},{}) == {}", at.x, at.y, value));
  const auto answer =
      why_not_true(*run.session, expression, WhyOptions{.depth = 0}, nullptr).value();
  CAPTURE(present);
  CAPTURE(expression.text());
  Tick since = present;
  while (since > 0 && holds(since - 1) == holds(present)) --since;
  REQUIRE(answer.is_true == holds(present));
  REQUIRE(answer.since == (since == 0 ? std::nullopt : std::optional<Tick>(since)));
  for (const WhyNotTrue::Passed& passed : answer.passed) {
    for (Tick instant = since; instant < present; ++instant) {
      REQUIRE(instants[instant].ip != passed.write.by);
    }
  }
  REQUIRE(run.session->machine() == instants[present]);
}

}  // namespace

TEST_CASE("why here names the decisions that the definition gives, on random programs") {
  HereCounts counts;
  const std::uint64_t cases = random_cases(FUNGESCOPE_SANITIZED ? 60 : 1500);
  for (std::uint64_t seed = 0; seed < cases; ++seed) check_here(seed, counts);
  MESSAGE(counts.questions, " questions, ", counts.decisions, " decisions, ", counts.rewritten,
          " after the paths had changed");
  CHECK(counts.decisions > counts.questions / 4);
  CHECK(counts.rewritten > 0);
}

TEST_CASE("why not names the last decision that led past a cell, and since when, as defined") {
  std::uint64_t passed = 0;
  const std::uint64_t cases = random_cases(FUNGESCOPE_SANITIZED ? 60 : 1500);
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    CAPTURE(seed);
    ControlRun run(seed);
    const Tick present = below(run.random, run.instants.size());
    run.session->history().seek(present);
    for (int question = 0; question < 3; ++question) check_not_executed(run, present, passed);
    for (int question = 0; question < 3; ++question) check_not_true(run, present);
  }
  MESSAGE(passed, " decisions led past a cell");
  CHECK(passed > cases / 40);
}
