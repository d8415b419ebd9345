// Finds where two runs come apart.
//
// While the pointers are together and the runs differ in cells, in values deep in the stack and in
// input that is not read yet, both execute the same instructions until one of them uses such a
// difference. So one run continues in the fast tiers, with traps on all of these. Around a use,
// both are executed in lock step on the reference interpreter.
#include "lang/analysis/static_analysis.h"
#include "session/comparison/run_comparison.h"
#include "session/run_control/search.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

// Ticks in lock step after a use. They grow while uses are closer together than the ticks in lock
// step that take as long as finding the next use with traps and copying the machines, for fields of
// `area` cells.
constexpr Tick longest_stretch = Tick{1} << 20U;
constexpr Tick shortest_stretch(std::int64_t area) {
  return 16 + static_cast<Tick>(area) / 2048;
}
constexpr Tick skip_cost(std::int64_t area) {
  return 100 + static_cast<Tick>(area) / 256;
}

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

// One of the two, with what its last instruction did.
struct Runner {
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
  LastStore stores;
  Probe probe;
  Op op = Op::blank;
  std::int64_t popped = 0;
  bool moved = true;
};

// Executes two runs tick by tick, on copies of their machines, and notes their first differences.
class LockStep {
 public:
  // Both are at the instant at which the comparison begins.
  LockStep(ComparedRun& here, ComparedRun& there)
      : here_(here),
        there_(there),
        begin_{here.snapshot(), there.snapshot()},
        random_differs_(here.machine().random != there.machine().random),
        runner_here_(here),
        runner_there_(there) {
    const Machine& a = here.machine();
    const Machine& b = there.machine();
    untouched_ = {a.stack.size(), b.stack.size()};
    found_.parted_at_begin = a.ip != b.ip || a.direction != b.direction || a.status != b.status ||
                             a.string_mode != b.string_mode;
    found_.searched_to = a.tick;
  }

  // Executes at most `ticks` from the present instant of both, which is the same. Returns the tick
  // that both have reached. Fails when interrupted. Leaves the runs where they are. Cost: a copy of
  // both machines, and 50 ns a tick.
  Result<Tick> run(Tick ticks, Monitor* monitor) {
    Runner& a = runner_here_;
    Runner& b = runner_there_;
    a.load(here_);
    b.load(there_);
    const Tick begin = a.machine.tick;
    const Tick end = begin + ticks;
    while (a.machine.tick < end && !ended_) {
      const bool poll = (a.machine.tick - begin) % lock_step_poll == 0;
      if (poll && monitor != nullptr && !monitor->should_continue(a.machine.tick, end)) {
        return interrupted_error();
      }
      execute(a, b);
    }
    return std::min(a.machine.tick, b.machine.tick);
  }

  // Whether the pointers have parted or both runs have ended.
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] Divergence& found() { return found_; }
  // Returns the cells that either has stored to in the last `run`, with duplicates.
  [[nodiscard]] std::vector<std::size_t> take_written() { return std::exchange(written_, {}); }

 private:
  void execute(Runner& a, Runner& b) {
    const SharedStep step{
        a.machine.tick + 1,
        a.machine.ip,
        {a.machine.field.at(a.machine.ip), value_at(b.machine.field, b.machine.ip)}};
    if (!found_.difference && !found_.use) note_use(a.machine, b.machine, step);
    a.execute(untouched_.here);
    b.execute(untouched_.there);
    if (!a.moved && !b.moved) {
      ended_ = true;
      return;
    }
    for (const Runner* const runner : {&a, &b}) {
      const auto& stored = runner->stores.stored;
      if (stored) written_.push_back(runner->machine.field.index_of(stored->at));
    }
    if (!found_.difference) note_difference(a, b, step);
    note_parting(a, b, step);
    const bool running = a.machine.status == Status::running;
    ended_ = ended_ || found_.parting.has_value() || !running;
  }

  void note_use(const Machine& a, const Machine& b, const SharedStep& step) {
    using Kind = FirstUse::Kind;
    const auto note = [&](Kind kind, Point cell, std::int64_t here, std::int64_t there) {
      if (here != there) found_.use = FirstUse{kind, step, cell, {here, there}};
      return here != there;
    };
    const auto note_cell = [&](Kind kind, Point at) {
      return note(kind, at, value_at(a.field, at), value_at(b.field, at));
    };
    if (note_cell(Kind::executed, a.ip)) return;
    const Op op = pending_op(a);
    const bool accesses = (op == Op::get || op == Op::put) && next_access(a) == next_access(b);
    const Kind access = op == Op::get ? Kind::read : Kind::overwritten;
    if (accesses && note_cell(access, next_access(a))) return;
    for (std::size_t i = 0; i < instruction(op).pops; ++i) {
      if (note(Kind::popped, {}, a.stack.peek(i), b.stack.peek(i))) return;
    }
  }

  [[nodiscard]] bool is_initial(Point at, const Both<std::int64_t>& values) const {
    return values == Both<std::int64_t>{value_at(begin_.here, at), value_at(begin_.there, at)};
  }

  void note_difference(const Runner& first, const Runner& second, const SharedStep& step) {
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
      if (!stored || stored->at == compared) continue;
      compared = stored->at;
      const Both<std::int64_t> values{value_at(a.field, *compared), value_at(b.field, *compared)};
      if (values.here == values.there || is_initial(*compared, values)) continue;
      items.push_back({Kind::cell, 0, *compared, values});
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

  void note_parting(const Runner& a, const Runner& b, const SharedStep& step) {
    const bool together =
        a.machine.ip == b.machine.ip && a.machine.status == b.machine.status && a.moved == b.moved;
    if (together) return;
    DifferingInstant parting{step, {a.outcome(), b.outcome()}, {}, std::nullopt};
    if (is_branch(a.op) && is_branch(b.op)) parting.popped = {a.popped, b.popped};
    found_.parting = std::move(parting);
  }

  ComparedRun& here_;
  ComparedRun& there_;
  Both<Snapshot> begin_;
  bool random_differs_;          // at the start
  Both<std::size_t> untouched_;  // how many of the lowest stack values were never popped
  Divergence found_;
  std::vector<std::size_t> written_;
  Runner runner_here_;  // kept for their memory
  Runner runner_there_;
  bool ended_ = false;
};

// Returns how many values from the top are equal.
std::size_t common_top(const ValueStack& a, const ValueStack& b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t common = 0;
  while (common < shorter && a.peek(common) == b.peek(common)) ++common;
  return common;
}

class Search {
 public:
  Search(ComparedRun& here, ComparedRun& there, Monitor* monitor)
      : here_(here), there_(there), monitor_(monitor) {}

  Result<Divergence> run(Tick limit) {
    const Tick begin = std::max(here_.begin(), there_.begin());
    TRY(go_to(begin));
    limit = std::min({limit, here_.next_edit(), there_.next_edit()});
    LockStep lock_step(here_, there_);
    Divergence& found = lock_step.found();
    if (found.parted_at_begin) return std::move(found);
    find_differing_cells();
    Tick now = begin;
    const std::int64_t area = here_.machine().field.size().area();
    Tick stretch = shortest_stretch(area);
    while (now < limit && !lock_step.ended()) {
      if (may_skip()) {
        const Tick before = now;
        TRY(skip_to_use(limit, found.difference.has_value()));
        now = here_.tick();
        const bool close = now - before < skip_cost(area);
        stretch = close ? std::min(2 * stretch, longest_stretch) : shortest_stretch(area);
      }
      if (now >= limit) break;
      now = TRY(lock_step.run(std::min(limit - now, stretch), monitor_));
      if (lock_step.ended()) break;
      TRY(go_to(now));
      update_differing_cells(lock_step.take_written());
    }
    found.searched_to = now;
    return std::move(found);
  }

 private:
  Result<void> go_to(Tick tick) {
    TRY(here_.go_to(tick, monitor_));
    return there_.go_to(tick, monitor_);
  }

  [[nodiscard]] bool same_rules() const {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    return a.dialect == b.dialect && a.max_stack == b.max_stack && a.field.size() == b.field.size();
  }

  void find_differing_cells() {
    if (!same_rules()) return;
    const Playfield& a = here_.machine().field;
    const Playfield& b = there_.machine().field;
    const auto area = static_cast<std::size_t>(a.size().area());
    for (std::size_t i = 0; i < area; ++i) {
      if (a.at(i) != b.at(i)) cells_.push_back(i);
    }
  }

  void update_differing_cells(std::vector<std::size_t> written) {
    if (!same_rules()) return;
    written.insert(written.end(), cells_.begin(), cells_.end());
    std::sort(written.begin(), written.end());
    written.erase(std::unique(written.begin(), written.end()), written.end());
    const Playfield& a = here_.machine().field;
    const Playfield& b = there_.machine().field;
    std::erase_if(written, [&](std::size_t i) { return a.at(i) == b.at(i); });
    if (written == cells_) return;
    cells_ = std::move(written);
    cells_changed_ = true;
  }

  // Whether all differences are such that traps find their next use.
  [[nodiscard]] bool may_skip() const {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    const bool together = a.ip == b.ip && a.direction == b.direction &&
                          a.string_mode == b.string_mode && a.status == Status::running &&
                          b.status == Status::running && a.input_position == b.input_position;
    const bool division_reads = a.dialect.division_by_zero == DivisionByZero::ask;
    return together && same_rules() && (!division_reads || here_.has_same_unread_input(there_));
  }

  // Runs both to the instant before the next use of a difference, or to `limit`. If only the
  // parting is still searched for, also to the instant after a use at which they do not part,
  // unless it stores.
  Result<void> skip_to_use(Tick limit, bool parting_only) {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    // The larger stack has more below what is equal, and reaches its limit first.
    const bool here_first = a.stack.size() >= b.stack.size();
    ComparedRun& first = here_first ? here_ : there_;
    ComparedRun& second = here_first ? there_ : here_;
    set_traps(first.machine().stack.size() - common_top(a.stack, b.stack));
    RunHooks hooks{.traps = &*traps_, .monitor = monitor_};
    const Tick before = first.tick();
    const StopReason reason = first.run(limit, hooks);
    if (reason == StopReason::interrupted) return interrupted_error();
    const Tick stop = first.tick();
    constexpr auto after_kinds = TrapEvent::read | TrapEvent::write | TrapEvent::floor;
    const bool trapped_after =
        reason == StopReason::trapped && (hooks.event.kinds & after_kinds) != 0;
    const bool is_after =
        trapped_after || reason == StopReason::ended || reason == StopReason::faulted;
    if (!is_after || stop == before) return run_to(second, stop);
    if (parting_only && trapped_after && !stores(first.machine(), hooks.event.by)) {
      TRY(run_to(second, stop));
      if (a.tick == b.tick && a.ip == b.ip && a.status == b.status) return {};
    }
    return go_to(stop - 1);
  }

  static bool stores(const Machine& machine, Point by) {
    return decode_op(machine.dialect, machine.field.at(by)) == Op::put;
  }

  Result<void> run_to(ComparedRun& run, Tick tick) {
    RunHooks hooks{.monitor = monitor_};
    if (run.run(tick, hooks) == StopReason::interrupted) return interrupted_error();
    return {};
  }

  void set_traps(std::size_t floor) {
    const Machine& machine = here_.machine();
    const bool random = machine.random != there_.machine().random;
    const bool input = !here_.has_same_unread_input(there_);
    if (cells_changed_ || random != trapped_random_ || input != trapped_input_) {
      const Size size = machine.field.size();
      traps_.emplace(size);
      for (const std::size_t index : cells_) {
        for (const Access access : {Access::execute, Access::read, Access::write}) {
          traps_->set(size.point_at(index), access);
        }
      }
      if (random) traps_->set_before(Op::go_random);
      if (input) traps_->set_before(Op::input_character);
      if (input) traps_->set_before(Op::input_number);
      cells_changed_ = false;
      trapped_random_ = random;
      trapped_input_ = input;
    }
    traps_->set_floor(floor);
  }

  ComparedRun& here_;
  ComparedRun& there_;
  Monitor* monitor_;
  std::vector<std::size_t> cells_;  // that differ, ascending
  std::optional<Traps> traps_;
  bool cells_changed_ = true;  // since the traps were set
  bool trapped_random_ = false;
  bool trapped_input_ = false;
};

}  // namespace

Result<Divergence> find_divergence(ComparedRun& here, ComparedRun& there, Tick limit,
                                   Monitor* monitor) {
  return Search(here, there, monitor).run(limit);
}

}  // namespace fungescope
