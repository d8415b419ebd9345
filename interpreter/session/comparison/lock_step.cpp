#include "session/comparison/lock_step.h"

#include "lang/analysis/static_analysis.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

constexpr Tick lock_step_poll = Tick{1} << 15U;

std::int64_t value_at(const Playfield& field, Point at) {
  return field.contains(at) ? field.at(at) : 0;
}
std::int64_t value_at(const Snapshot& state, Point at) {
  return state.field_size().contains(at) ? state.cell(at) : 0;
}

// The operation that is executed next; a blank for a cell that string mode pushes.
Op pending_op(const Machine& machine) {
  const Op op = decode_op(machine.dialect, machine.field.at(machine.ip));
  return machine.string_mode && op != Op::string_mode ? Op::blank : op;
}

// The cell that a `g` or `p` accesses next.
Point next_access(const Machine& machine) {
  return {machine.stack.peek(1), machine.stack.peek(0)};
}

bool is_branch(Op op) {
  return op == Op::branch_horizontal || op == Op::branch_vertical;
}

}  // namespace

// One of the two, with what its last instruction did.
struct LockStep::Runner {
  class StoreTarget final : public Observer {
   public:
    [[nodiscard]] Interest interest() const override { return Interest::writes; }
    void on_write(Tick, Point, Point at, std::int64_t, std::int64_t) override { stored = at; }
    std::optional<Point> stored;  // by the last instruction
  };

  explicit Runner(const ComparedRun& run) : machine(run.machine()) { probe.observer = &stores; }
  // The probe refers to this object.
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  ~Runner() = default;

  void load(const ComparedRun& run) {
    machine = run.machine();
    input.emplace(run.input());
  }

  void execute(std::size_t& untouched) {
    op = pending_op(machine);
    popped = machine.stack.peek();
    const std::size_t size = machine.stack.size();
    untouched = std::min(untouched, size - std::min<std::size_t>(size, instruction(op).pops));
    output.text.clear();
    stores.stored.reset();
    const Tick before = machine.tick;
    run_reference(machine, {*input, output}, before + 1, probe);
    moved = machine.tick != before;
    if (!moved) output.text.clear();  // a prompt, which is printed again
  }

  [[nodiscard]] Outcome outcome() const {
    return {machine.ip, machine.direction, machine.status, machine.fault,
            !moved && machine.status == Status::running};
  }

  Machine machine;
  std::optional<LogInput> input;
  StringOutput output;
  StoreTarget stores;
  Probe probe;
  Op op = Op::blank;
  std::int64_t popped = 0;
  bool moved = true;
};

LockStep::LockStep(ComparedRun& here, ComparedRun& there)
    : here_(here),
      there_(there),
      begin_{here.snapshot(), there.snapshot()},
      random_differs_(here.machine().random != there.machine().random),
      runners_{std::make_unique<Runner>(here), std::make_unique<Runner>(there)} {
  const Machine& a = here.machine();
  const Machine& b = there.machine();
  untouched_ = {a.stack.size(), b.stack.size()};
  found_.parted_at_begin = a.ip != b.ip || a.direction != b.direction || a.status != b.status ||
                           a.string_mode != b.string_mode;
  found_.searched_to = a.tick;
}

LockStep::~LockStep() = default;

std::optional<Tick> LockStep::run(Tick ticks, Monitor* monitor) {
  Runner& a = *runners_.here;
  Runner& b = *runners_.there;
  a.load(here_);
  b.load(there_);
  const Tick begin = a.machine.tick;
  const Tick end = begin + ticks;
  while (a.machine.tick < end && !ended_) {
    const bool poll = (a.machine.tick - begin) % lock_step_poll == 0;
    if (poll && monitor != nullptr && !monitor->should_continue(a.machine.tick, end)) {
      return std::nullopt;
    }
    execute(a, b);
  }
  return std::min(a.machine.tick, b.machine.tick);
}

std::vector<std::size_t> LockStep::take_written() {
  return std::exchange(written_, {});
}

void LockStep::execute(Runner& a, Runner& b) {
  const SharedStep step{a.machine.tick + 1,
                        a.machine.ip,
                        {a.machine.field.at(a.machine.ip), value_at(b.machine.field, b.machine.ip)},
                        a.machine.string_mode};
  if (!found_.difference && !found_.use) note_use(a.machine, b.machine);
  a.execute(untouched_.here);
  b.execute(untouched_.there);
  if (!a.moved && !b.moved) {
    ended_ = true;
    return;
  }
  for (const Runner* const runner : {&a, &b}) {
    const auto& stored = runner->stores.stored;
    if (stored) written_.push_back(runner->machine.field.index_of(*stored));
  }
  if (!found_.difference) note_difference(a, b, step);
  note_parting(a, b, step);
  const bool running = a.machine.status == Status::running;
  ended_ = ended_ || found_.parting.has_value() || !running;
}

void LockStep::note_use(const Machine& a, const Machine& b) {
  const Op op = pending_op(a);
  FirstUse use;
  use.step = {a.tick + 1, a.ip, {a.field.at(a.ip), value_at(b.field, b.ip)}, a.string_mode};
  const auto differs_at = [&](Point at) {
    use.cell = at;
    use.values = {value_at(a.field, at), value_at(b.field, at)};
    return use.values.here != use.values.there;
  };
  if (differs_at(a.ip)) {
    use.kind = FirstUse::Kind::executed;
    found_.use = use;
    return;
  }
  const bool accesses = op == Op::get || op == Op::put;
  if (accesses && next_access(a) == next_access(b) && differs_at(next_access(a))) {
    use.kind = op == Op::get ? FirstUse::Kind::read : FirstUse::Kind::overwritten;
    found_.use = use;
    return;
  }
  for (std::size_t i = 0; i < instruction(op).pops; ++i) {
    use.values = {a.stack.peek(i), b.stack.peek(i)};
    if (use.values.here == use.values.there) continue;
    use.kind = FirstUse::Kind::popped;
    use.cell = {};
    found_.use = use;
    return;
  }
}

bool LockStep::is_initial(Point at, const Both<std::int64_t>& values) const {
  return values == Both<std::int64_t>{value_at(begin_.here, at), value_at(begin_.there, at)};
}

void LockStep::note_difference(const Runner& first, const Runner& second, const SharedStep& step) {
  using Kind = StateDifference::Kind;
  const Machine& a = first.machine;
  const Machine& b = second.machine;
  std::vector<StateDifference> items;
  const auto add = [&items](Kind kind, std::uint64_t here, std::uint64_t there) {
    items.push_back(
        {kind, 0, {}, {static_cast<std::int64_t>(here), static_cast<std::int64_t>(there)}});
  };
  if (a.stack.size() - b.stack.size() != begin_.here.stack_size() - begin_.there.stack_size()) {
    add(Kind::stack_size, a.stack.size(), b.stack.size());
  } else {
    // An instruction leaves at most two new values. Those that it has not touched were compared
    // before, or differ since the start.
    for (std::size_t i = 0; i < 2; ++i) {
      const bool touched =
          i + untouched_.here < a.stack.size() || i + untouched_.there < b.stack.size();
      if (!touched || a.stack.peek(i) == b.stack.peek(i)) continue;
      items.push_back({Kind::stack_value, i, {}, {a.stack.peek(i), b.stack.peek(i)}});
    }
  }
  std::optional<Point> compared;
  for (const Runner* const runner : {&first, &second}) {
    const auto& stored = runner->stores.stored;
    if (!stored || stored == compared) continue;
    compared = stored;
    const Both<std::int64_t> values{value_at(a.field, *stored), value_at(b.field, *stored)};
    if (values.here == values.there || is_initial(*stored, values)) continue;
    items.push_back({Kind::cell, 0, *stored, values});
  }
  if (first.output.text != second.output.text) {
    items.push_back({Kind::output, 0, {}, {}, {first.output.text, second.output.text}});
  }
  if (a.input_position != b.input_position) add(Kind::input, a.input_position, b.input_position);
  if (a.string_mode != b.string_mode) add(Kind::string_mode, a.string_mode, b.string_mode);
  if (!random_differs_ && a.random != b.random) add(Kind::random, 0, 0);
  const Both<Outcome> outcome{first.outcome(), second.outcome()};
  if (outcome.here != outcome.there) add(Kind::pointer, 0, 0);
  if (!items.empty()) found_.difference = {step, outcome, std::move(items), std::nullopt};
}

void LockStep::note_parting(const Runner& a, const Runner& b, const SharedStep& step) {
  const bool together =
      a.machine.ip == b.machine.ip && a.machine.status == b.machine.status && a.moved == b.moved;
  if (together) return;
  DifferingInstant parting{step, {a.outcome(), b.outcome()}, {}, std::nullopt};
  if (is_branch(a.op) && is_branch(b.op)) parting.popped = {a.popped, b.popped};
  found_.parting = std::move(parting);
}

}  // namespace fungescope
