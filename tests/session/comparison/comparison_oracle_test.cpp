// compare_plans on random programs with random edits, in all dialects, against a comparison tick by
// tick.
#include "session/comparison/run_comparison.h"
#include "support/differential.h"
#include "support/generated/random_programs.h"
#include "support/generated/realistic_programs.h"
#include "vm/reference_interpreter.h"

#include "../sessions.h"
#include "naive_comparison.h"

namespace {

constexpr Tick max_begin = 300;
constexpr Tick max_length = 400;

struct LastAccess final : Observer {
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick, Point, Point cell, std::int64_t, std::int64_t) override { at = cell; }
  void on_read(Tick, Point, Point cell, std::int64_t) override { at = cell; }
  std::optional<Point> at;
};

class ComparisonCase {
 public:
  explicit ComparisonCase(std::uint64_t seed) : random_(seed), plan_(start()) {}

  // Returns what was found.
  std::string check() {
    const Tick horizon = plan_.start.tick + 1 + below(random_, max_length);
    ReplayPlan changed = plan_;
    if (below(random_, 8) == 0) changed.start.random = Random(below(random_, 5));
    add_edits(changed, plan_.start.tick);
    // A branch of the session can have been edited again.
    if (below(random_, 6) == 0) add_later_edit(below(random_, 2) == 0 ? changed : plan_, horizon);
    std::string expected = naive_comparison(plan_, changed, horizon);
    ComparisonOptions options{.horizon = horizon, .first_window = 1 + below(random_, 100)};
    HistoryOptions history;
    // Native code takes long to set up; its memory is mapped for each run.
    if (below(random_, 20) != 0) history.engine = EngineKind::interpreter;
    history.first_interval = 1 + below(random_, 200);
    const auto compared = compare_plans(plan_, changed, history, options, nullptr).value();
    CAPTURE(plan_.start.tick);
    CAPTURE(horizon);
    REQUIRE(listed(compared) == expected);
    return expected;
  }

 private:
  ReplayPlan start() {
    const std::string bytes = below(random_, 3) == 0 ? "" : "12 -7x\n+3 55 --1";
    const InputLog input(bytes,
                         below(random_, 4) == 0 ? InputLog::End::open : InputLog::End::closed);
    SessionOptions options = sized_by_source();
    if (below(random_, 2) == 0) options.load.dialect = random_dialect(random_);
    options.seed = below(random_, 100);
    options.max_stack = below(random_, 4) == 0 ? 12 : 1000;
    options.load.annotations = false;
    options.history.engine = EngineKind::interpreter;
    const auto session = open_session(source(), input, std::move(options));
    session->history().run(below(random_, max_begin));
    return {session->machine(), input, {}, session->history().tick()};
  }

  std::string source() {
    if (below(random_, 8) != 0) return random_source(random_);
    return source_of(realistic_program(random_, {}));
  }

  Point random_cell() {
    // Usually one that is executed or accessed soon.
    if (below(random_, 4) != 0) {
      Machine machine = plan_.start;
      LogInput input(plan_.input);
      NullOutput output;
      LastAccess accesses;
      run_reference(machine, {input, output}, machine.tick + below(random_, 60), &accesses);
      return accesses.at && below(random_, 3) != 0 ? *accesses.at : machine.ip;
    }
    return random_point(random_, plan_.start.field.size());
  }

  Edit random_edit(const ReplayPlan& plan) {
    switch (below(random_, 8)) {
      case 0: {
        const auto present = plan.start.stack.values();
        std::vector<std::int64_t> values(present.begin(), present.end());
        if (values.empty()) return SetStack{{3, 4}};
        values[below(random_, values.size())] += 1;
        return SetStack{std::move(values)};
      }
      case 1:
        return SetStack{{5, 0, 2, 1}};
      case 2:
        return SetInput{below(random_, 2) == 0 ? "8 9" : "2 -7x\n+", below(random_, 2) == 0};
      case 3:
        return SetPointer{random_cell(),
                          below(random_, 2) == 0 ? Direction::south : plan.start.direction,
                          plan.start.string_mode};
      default:
        return SetCell{random_cell(), "0g:\\p3~,><v^_|# @z5+"[below(random_, 20)]};
    }
  }

  // The input after an edit, of a run at `machine`.
  static InputLog input_after(const Edit& edit, const InputLog& input, const Machine& machine) {
    const auto* const replaced = std::get_if<SetInput>(&edit);
    if (replaced == nullptr) return input;
    return InputLog(std::string(input.bytes().substr(0, machine.input_position)) + replaced->bytes,
                    replaced->closed ? InputLog::End::closed : InputLog::End::open);
  }

  void add_edits(ReplayPlan& plan, Tick tick) {
    ReplayPlan::Edits edits{tick, {}, plan.input};
    for (std::uint64_t count = 1 + below(random_, 2); count > 0; --count) {
      edits.edits.push_back(random_edit(plan));
      edits.input = input_after(edits.edits.back(), edits.input, plan.start);
    }
    plan.edits.push_back(std::move(edits));
  }

  // An edit of a cell on the way, if the run goes so far.
  void add_later_edit(ReplayPlan& plan, Tick horizon) {
    const Tick length = horizon - plan.start.tick;
    const Tick tick = plan.start.tick + 1 + below(random_, length);
    auto run = ComparedRun::make(plan, HistoryOptions{.engine = EngineKind::interpreter}).value();
    REQUIRE(run.go_to(tick, nullptr).has_value());
    if (run.tick() != tick || run.machine().status != Status::running) return;
    plan.edits.push_back({tick, {SetCell{random_cell(), '5'}}, run.input()});
  }

  Random random_;
  ReplayPlan plan_;
};

}  // namespace

TEST_CASE("comparisons of random runs find what a comparison tick by tick finds") {
  const std::uint64_t cases = random_cases(FUNGESCOPE_SANITIZED ? 60 : 600);
  std::map<std::string, int> kinds;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    CAPTURE(seed);
    const std::string found = ComparisonCase(seed).check();
    for (const char* kind : {"executed", "read at", "overwritten", "popped", "difference",
                             "parted at", "output ", "same from", "same output", "pointer"}) {
      if (contains(found, kind)) ++kinds[kind];
    }
  }
  // Each kind of finding is common enough to be tested.
  for (const auto& kind : kinds) {
    CAPTURE(kind.first);
    CHECK(kind.second >= static_cast<int>(cases / 100));
  }
  CHECK(kinds.size() == 10);
}
