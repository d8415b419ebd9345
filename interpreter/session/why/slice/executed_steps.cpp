#include "session/why/slice/executed_steps.h"

#include "lang/analysis/static_analysis.h"

namespace fungescope {
namespace {

constexpr Tick recorded_ticks_between_polls = 4096;

class StepRecorder {
 public:
  StepRecorder(const Machine& machine, Hammocks* hammocks)
      : machine_(machine), hammocks_(hammocks) {}

  // Before an instruction, and at the end.
  void find_joins() {
    if (open_.empty()) return;
    const std::size_t cell = machine_.field.index_of(machine_.ip);
    const unsigned state =
        1U << (static_cast<unsigned>(machine_.direction) + (machine_.string_mode ? 4U : 0U));
    while (!open_.empty()) {
      const Hammock& hammock = *open_.back().hammock;
      if (hammock.join_cell != cell || (hammock.join_states & state) == 0) return;
      open_.back().join = recorded_.steps.size();
      recorded_.joined.push_back(open_.back());
      open_.pop_back();
    }
  }

  void prepare() {
    step_ = {};
    step_.cell = machine_.field.index_of(machine_.ip);
    step_.op = decode_op(machine_.dialect, machine_.field.at(step_.cell));
    step_.string_mode = machine_.string_mode;
    step_.height = machine_.stack.size();
    step_.input_begin = machine_.input_position;
    if (step_.string_mode) return;
    const std::int64_t top = machine_.stack.peek(0);
    const Point target{machine_.stack.peek(1), top};
    if ((step_.op == Op::get || step_.op == Op::put) && machine_.field.contains(target)) {
      step_.inside = true;
      step_.target = machine_.field.index_of(target);
    }
    step_.asked = step_.op == Op::divide && top == 0 &&
                  machine_.dialect.division_by_zero == DivisionByZero::ask;
  }

  void finish() {
    step_.input_end = machine_.input_position;
    step_.refused =
        machine_.status == Status::faulted && machine_.fault.kind != FaultKind::edge_wrap;
    const bool branches = step_.op == Op::branch_horizontal || step_.op == Op::branch_vertical;
    if (branches && !step_.string_mode && !step_.refused) open_hammock();
    recorded_.steps.push_back(step_);
  }

  ExecutedSteps take() { return std::move(recorded_); }

 private:
  void open_hammock() {
    const Hammock* const hammock = hammocks_ == nullptr ? nullptr : hammocks_->of(step_.cell);
    const std::size_t height = step_.height - (step_.height > 0 ? 1 : 0);
    // Otherwise an arm would pop from the empty stack, or exceed the limit.
    const bool fits = hammock != nullptr && hammock->pops <= height &&
                      height + hammock->peak <= machine_.max_stack;
    if (!fits) return;
    JoinedBranch open;
    open.branch = recorded_.steps.size();
    open.lowest = height - hammock->pops;
    open.end = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(height) + hammock->net);
    open.hammock = hammock;
    open_.push_back(open);
  }

  const Machine& machine_;
  Hammocks* hammocks_;
  ExecutedSteps recorded_;
  std::vector<JoinedBranch> open_;  // the outermost first
  ExecutedStep step_;
};

}  // namespace

std::optional<ExecutedSteps> record_steps(History& history, Tick end, Hammocks* hammocks,
                                          Monitor* monitor) {
  const Machine& machine = history.machine();
  const Tick begin = machine.tick;
  StepRecorder recorder(machine, hammocks);
  while (machine.tick < end) {
    const bool poll = (machine.tick - begin) % recorded_ticks_between_polls == 0;
    if (poll && monitor != nullptr && !monitor->should_continue(machine.tick, end)) return {};
    recorder.find_joins();
    recorder.prepare();
    const Tick before = machine.tick;
    history.run(before + 1);
    if (machine.tick == before) break;
    recorder.finish();
  }
  recorder.find_joins();
  return recorder.take();
}

}  // namespace fungescope
