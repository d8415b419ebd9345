#include "naive_comparison.h"

#include "lang/analysis/static_analysis.h"
#include "support/test.h"
#include "vm/reference_interpreter.h"

namespace fungescope::test {
namespace {

struct Accesses final : Observer {
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick, Point, Point at, std::int64_t, std::int64_t) override { write = at; }
  void on_read(Tick, Point, Point at, std::int64_t) override { read = at; }
  std::optional<Point> read;
  std::optional<Point> write;
};

struct NaiveMoment {
  Machine machine;
  std::optional<Machine> before_edits;  // if there are any at this instant
  std::string output;                   // all of it since the start
  InputLog input;                       // of this instant
  std::size_t untouched;  // stack values never popped, after the instruction that led here
  Accesses accesses;      // of that instruction

  [[nodiscard]] const Machine& arrived() const { return before_edits ? *before_edits : machine; }
};

struct NaiveRun {
  std::vector<NaiveMoment> moments;
  Tick last_edit = 0;

  [[nodiscard]] const NaiveMoment& last() const { return moments.back(); }
  [[nodiscard]] Tick end() const { return last().machine.tick; }
};

void apply_naively(const Edit& edit, Machine& machine) {
  if (const auto* const cell = std::get_if<SetCell>(&edit)) {
    machine.field.set(cell->at, cell->value);
  } else if (const auto* const stack = std::get_if<SetStack>(&edit)) {
    machine.stack = ValueStack();
    for (const std::int64_t value : stack->values) machine.stack.push(value);
  } else if (const auto* const pointer = std::get_if<SetPointer>(&edit)) {
    machine.ip = pointer->at;
    machine.direction = pointer->direction;
    machine.string_mode = pointer->string_mode;
    machine.status = Status::running;
    machine.fault = {};
  }
}

Op op_of(const Machine& machine) {
  const Op op = decode_op(machine.dialect, machine.field.at(machine.ip));
  return machine.string_mode && op != Op::string_mode ? Op::blank : op;
}

NaiveRun run_naively(const ReplayPlan& plan, Tick horizon) {
  Machine machine = plan.start;
  InputLog input = plan.input;
  StringOutput output;
  NaiveRun run;
  run.last_edit = machine.tick;
  std::size_t untouched = machine.stack.size();
  Accesses accesses;
  auto due = plan.edits.begin();
  for (;;) {
    std::optional<Machine> before_edits;
    if (due != plan.edits.end() && due->tick == machine.tick) before_edits = machine;
    for (; due != plan.edits.end() && due->tick == machine.tick; ++due) {
      for (const Edit& edit : due->edits) apply_naively(edit, machine);
      input = due->input;
      run.last_edit = machine.tick;
      if (run.moments.empty()) untouched = machine.stack.size();
    }
    run.moments.push_back({machine, before_edits, output.text, input, untouched, accesses});
    if (machine.tick >= horizon) return run;
    const std::size_t size = machine.stack.size();
    const std::size_t pops = instruction(op_of(machine)).pops;
    accesses = {};
    LogInput port(input);
    const Tick before = machine.tick;
    run_reference(machine, {port, output}, before + 1, &accesses);
    if (machine.tick == before) {
      REQUIRE(due == plan.edits.end());
      return run;
    }
    untouched = std::min(untouched, size > pops ? size - pops : 0);
  }
}

std::string rest_of(const NaiveMoment& moment) {
  return std::string(moment.input.bytes().substr(
             std::min<std::size_t>(moment.machine.input_position, moment.input.bytes().size()))) +
         (moment.input.closed() ? " closed" : " open");
}

bool equal_states(const NaiveMoment& a, const NaiveMoment& b) {
  Machine copy = a.machine;
  copy.output_size = b.machine.output_size;
  copy.input_position = b.machine.input_position;
  return copy == b.machine && rest_of(a) == rest_of(b);
}

class Oracle {
 public:
  Oracle(const ReplayPlan& here, const ReplayPlan& there, Tick horizon)
      : horizon_(horizon), a_(run_naively(here, horizon)), b_(run_naively(there, horizon)) {}

  std::string list() {
    std::string text;
    const Tick begin = a_.moments.front().machine.tick;
    const std::optional<Tick> same_from = find_same_from(begin);
    const std::string output = output_line();
    const Tick last = std::max(a_.end(), b_.end());
    text += divergence(begin, same_from.value_or(last));
    text += output;
    if (same_from) return text + fmt::format("same from {}\n", *same_from);
    text += end_line(a_) + end_line(b_);
    return text + last_line();
  }

 private:
  // Up to where states are compared at all.
  std::optional<Tick> find_same_from(Tick begin) {
    const Tick quiet = std::max(a_.last_edit, b_.last_edit);
    const std::size_t moments = std::min(a_.moments.size(), b_.moments.size());
    for (std::size_t i = 0; i < moments; ++i) {
      if (begin + i >= quiet && equal_states(a_.moments[i], b_.moments[i])) return begin + i;
    }
    return std::nullopt;
  }

  static std::optional<Tick> printed(const NaiveRun& run, std::size_t position) {
    for (const NaiveMoment& moment : run.moments) {
      if (moment.output.size() > position) return moment.machine.tick;
    }
    return std::nullopt;
  }

  std::string output_line() {
    const std::string& a = a_.last().output;
    const std::string& b = b_.last().output;
    std::size_t position = 0;
    while (position < std::min(a.size(), b.size()) && a[position] == b[position]) ++position;
    if (a == b) return "same output\n";
    return fmt::format("output {} at {} {}\n", position + a_.moments.front().machine.output_size,
                       printed(a_, position).value_or(0), printed(b_, position).value_or(0));
  }

  std::string end_line(const NaiveRun& run) {
    const Machine& machine = run.last().machine;
    const char* reason = "goes on";
    if (machine.status == Status::ended) {
      reason = "ended";
    } else if (machine.status == Status::faulted) {
      reason = "faulted";
    } else if (machine.tick < horizon_) {
      reason = "waits";
    }
    return fmt::format("{} at {}, printed {}\n", reason, machine.tick, machine.output_size);
  }

  std::string last_line() {
    const Machine& a = a_.last().machine;
    const Machine& b = b_.last().machine;
    std::size_t cells = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.field.size().area()); ++i) {
      cells += a.field.at(i) != b.field.at(i) ? 1 : 0;
    }
    std::size_t common = 0;
    while (common < std::min(a.stack.size(), b.stack.size()) &&
           a.stack.values()[common] == b.stack.values()[common]) {
      ++common;
    }
    return fmt::format("{} cells, {} common values\n", cells, common);
  }

  std::string divergence(Tick begin, Tick limit) {
    const Machine& a = a_.moments.front().machine;
    const Machine& b = b_.moments.front().machine;
    if (a.ip != b.ip || a.direction != b.direction || a.status != b.status ||
        a.string_mode != b.string_mode) {
      return "parted at the start\n";
    }
    std::string use;
    std::string difference;
    for (std::size_t i = 0; begin + i < limit; ++i) {
      const bool a_moves = i + 1 < a_.moments.size();
      const bool b_moves = i + 1 < b_.moments.size();
      if (!a_moves && !b_moves) break;
      if (begin + i >= next_edit_) break;
      const NaiveMoment& next_a = a_.moments[a_moves ? i + 1 : i];
      const NaiveMoment& next_b = b_.moments[b_moves ? i + 1 : i];
      if (use.empty() && difference.empty()) use = use_line(i, next_a, next_b);
      if (difference.empty()) {
        difference = difference_line(begin + i + 1, next_a, next_b, a_moves, b_moves);
      }
      const bool together = next_a.arrived().ip == next_b.arrived().ip &&
                            next_a.arrived().status == next_b.arrived().status &&
                            a_moves == b_moves;
      if (!together) return use + difference + fmt::format("parted at {}\n", begin + i + 1);
    }
    return use + difference;
  }

  std::string use_line(std::size_t i, const NaiveMoment& next_a, const NaiveMoment& next_b) {
    const Machine& a = a_.moments[i].machine;
    const Machine& b = b_.moments[i].machine;
    const Tick tick = a.tick + 1;
    if (a.status != Status::running) return {};
    const auto differs = [&](Point at) { return a.field.at(at) != b.field.at(at); };
    if (differs(a.ip)) return fmt::format("executed at {}: {}\n", tick, to_string(a.ip));
    const auto access = [&](std::optional<Point> Accesses::*kind) {
      const auto& first = next_a.accesses.*kind;
      const auto& second = next_b.accesses.*kind;
      return first && first == second && differs(*first) ? first : std::nullopt;
    };
    if (const auto read = access(&Accesses::read)) {
      return fmt::format("read at {}: {}\n", tick, to_string(*read));
    }
    if (const auto write = access(&Accesses::write)) {
      return fmt::format("overwritten at {}: {}\n", tick, to_string(*write));
    }
    for (std::size_t j = 0; j < instruction(op_of(a)).pops; ++j) {
      if (a.stack.peek(j) != b.stack.peek(j)) return fmt::format("popped at {}\n", tick);
    }
    return {};
  }

  std::string difference_line(Tick tick, const NaiveMoment& first, const NaiveMoment& second,
                              bool a_moves, bool b_moves) {
    const Machine& a = first.arrived();
    const Machine& b = second.arrived();
    const Machine& a0 = a_.moments.front().machine;
    const Machine& b0 = b_.moments.front().machine;
    std::string items;
    const auto add = [&items](const std::string& item) { items += " " + item; };
    if (a.stack.size() - b.stack.size() != a0.stack.size() - b0.stack.size()) {
      add("size");
    } else {
      for (std::size_t i = 0; i < std::max(a.stack.size(), b.stack.size()); ++i) {
        const bool touched =
            i + first.untouched < a.stack.size() || i + second.untouched < b.stack.size();
        if (touched && a.stack.peek(i) != b.stack.peek(i)) add(fmt::format("stack({})", i));
      }
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.field.size().area()); ++i) {
      const bool is_initial = a.field.at(i) == a0.field.at(i) && b.field.at(i) == b0.field.at(i);
      if (a.field.at(i) != b.field.at(i) && !is_initial) add(fmt::format("cell{}", i));
    }
    if (first.output != second.output) add("output");
    if (a.input_position != b.input_position) add("input");
    if (a.string_mode != b.string_mode) add("mode");
    if (a0.random == b0.random && a.random != b.random) add("random");
    if (a.ip != b.ip || a.direction != b.direction || a.status != b.status || a.fault != b.fault ||
        a_moves != b_moves) {
      add("pointer");
    }
    return items.empty() ? std::string() : fmt::format("difference at {}:{}\n", tick, items);
  }

  Tick horizon_;
  NaiveRun a_;
  NaiveRun b_;

 public:
  Tick next_edit_ = no_limit;  // the search ends there
};

std::string item_name(const StateDifference& item, Size field) {
  using Kind = StateDifference::Kind;
  switch (item.kind) {
    case Kind::stack_size:
      return "size";
    case Kind::stack_value:
      return fmt::format("stack({})", item.from_top);
    case Kind::cell:
      return fmt::format("cell{}", item.cell.y * field.width + item.cell.x);
    case Kind::output:
      return "output";
    case Kind::input:
      return "input";
    case Kind::string_mode:
      return "mode";
    case Kind::random:
      return "random";
    case Kind::pointer:
      break;
  }
  return "pointer";
}

std::string end_line(const RunEnd& end) {
  constexpr std::array<const char*, 4> reasons{"ended", "faulted", "waits", "goes on"};
  return fmt::format("{} at {}, printed {}\n", reasons[static_cast<std::size_t>(end.reason)],
                     end.tick, end.output_size);
}

}  // namespace

std::string naive_comparison(const ReplayPlan& here, const ReplayPlan& there, Tick horizon) {
  Oracle oracle(here, there, horizon);
  for (const ReplayPlan* const plan : {&here, &there}) {
    for (const ReplayPlan::Edits& edits : plan->edits) {
      if (edits.tick > here.start.tick) oracle.next_edit_ = std::min(oracle.next_edit_, edits.tick);
    }
  }
  return oracle.list();
}

std::string listed(const RunComparison& comparison) {
  const Divergence& found = comparison.divergence;
  std::string text;
  if (found.parted_at_begin) text += "parted at the start\n";
  if (found.use) {
    constexpr std::array<const char*, 4> kinds{"executed", "read", "overwritten", "popped"};
    text += fmt::format("{} at {}", kinds[static_cast<std::size_t>(found.use->kind)],
                        found.use->step.tick);
    text +=
        found.use->kind == FirstUse::Kind::popped ? "\n" : ": " + to_string(found.use->cell) + "\n";
  }
  if (found.difference) {
    std::string items;
    std::vector<StateDifference> sorted = found.difference->items;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const StateDifference& a, const StateDifference& b) {
                       using Kind = StateDifference::Kind;
                       if (a.kind != Kind::cell || b.kind != Kind::cell) return false;
                       return std::pair(a.cell.y, a.cell.x) < std::pair(b.cell.y, b.cell.x);
                     });
    for (const StateDifference& item : sorted) {
      items += " " + item_name(item, comparison.field.here);
    }
    text += fmt::format("difference at {}:{}\n", found.difference->step.tick, items);
  }
  if (found.parting) text += fmt::format("parted at {}\n", found.parting->step.tick);
  if (comparison.output) {
    text += fmt::format("output {} at {} {}\n", comparison.output->position,
                        comparison.output->tick.here.value_or(0),
                        comparison.output->tick.there.value_or(0));
  } else {
    text += "same output\n";
  }
  if (comparison.same_from) return text + fmt::format("same from {}\n", *comparison.same_from);
  text += end_line(comparison.end.here) + end_line(comparison.end.there);
  return text + fmt::format("{} cells, {} common values\n", comparison.last->cells,
                            comparison.last->common_stack);
}

}  // namespace fungescope::test
