#include "session/why/slice/executed_steps.h"

#include "lang/analysis/static_analysis.h"
#include "session/why/provenance.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

// Arms that are longer are not looked at.
constexpr std::size_t max_arm_nodes = 100;

class StepRecorder {
 public:
  StepRecorder(const Machine& machine, Hammocks* hammocks)
      : machine_(machine), hammocks_(hammocks) {}

  // Before an instruction, and at the end.
  void find_joins() {
    if (open_.empty()) return;
    const std::size_t cell = machine_.field.index_of(machine_.ip);
    const unsigned state = pointer_of(machine_).bit();
    while (!open_.empty()) {
      const Hammock& hammock = *open_.back().hammock;
      if (hammock.join_cell != cell || (hammock.join_states & state) == 0) return;
      open_.back().join = recorded_.steps.size();
      recorded_.joined.push_back(open_.back());
      open_.pop_back();
    }
  }

  void prepare() {
    find_joins();
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
    step_.refused = has_faulted(machine_);
    if (is_branch(step_.op) && !step_.string_mode && !step_.refused) open_hammock();
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
    const auto end = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(height) + hammock->net);
    open_.push_back({.branch = recorded_.steps.size(),
                     .lowest = height - hammock->pops,
                     .end = end,
                     .hammock = hammock});
  }

  const Machine& machine_;
  Hammocks* hammocks_;
  ExecutedSteps recorded_;
  std::vector<JoinedBranch> open_;  // the outermost first
  ExecutedStep step_;
};

}  // namespace

Hammocks::Hammocks(const Playfield& field, const Dialect& dialect, const PointerState& start,
                   std::vector<bool> written)
    : field_(field), dialect_(dialect), written_(std::move(written)) {
  auto graph = FlowGraph::build(field, dialect, start);
  if (!graph) return;
  graph_ = std::move(*graph);
  for (Node node = 1; node < graph_->size(); ++node) {
    const Op op = decode_op(dialect, field.at(graph_->cell(node)));
    if (is_branch(op) && !is_string(node)) branches_.emplace(graph_->cell(node), node);
  }
}

const Hammock* Hammocks::of(std::size_t cell) {
  const auto branch = branches_.find(cell);
  if (branch == branches_.end()) return nullptr;
  const auto [known, is_new] = found_.try_emplace(cell);
  if (is_new && !written_[cell]) known->second = find(branch->second);
  return known->second ? &*known->second : nullptr;
}

bool Hammocks::is_harmless(Node node) const {
  const std::size_t cell = graph_->cell(node);
  if (written_[cell]) return false;
  if (is_string(node)) return true;
  switch (decode_op(dialect_, field_.at(cell))) {
    case Op::put:
    case Op::go_random:
    case Op::end:
    case Op::input_character:
    case Op::input_number:
    case Op::output_character:
    case Op::output_number:
      return false;
    case Op::divide:
    case Op::remainder:
      return dialect_.division_by_zero == DivisionByZero::zero;
    case Op::get:
      return dialect_.outside_get != OnUndefined::stop;
    default:
      return true;
  }
}

// Every join is on the way through the first arm.
std::optional<Hammock> Hammocks::find(Node branch) const {
  Node join = graph_->successors(branch).empty() ? branch : graph_->successors(branch).front();
  for (std::size_t i = 0; i < max_arm_nodes && join != branch; ++i) {
    if (auto hammock = joined_at(branch, join)) return hammock;
    if (!is_harmless(join) || graph_->successors(join).empty()) break;
    join = graph_->successors(join).front();
  }
  return std::nullopt;
}

std::optional<Hammock> Hammocks::joined_at(Node branch, Node join) const {
  struct Entered {
    std::size_t edges = 0;  // from nodes of the arms that are not processed yet
    std::optional<std::ptrdiff_t> height;
  };
  std::unordered_map<Node, Entered> nodes{{branch, {}}};
  std::vector<Node> pending{branch};
  for (std::size_t i = 0; i < pending.size(); ++i) {
    if (i > 0 && !is_harmless(pending[i])) return std::nullopt;
    if (graph_->may_end(pending[i])) return std::nullopt;
    for (const Node next : graph_->successors(pending[i])) {
      if (next == branch || nodes.size() > max_arm_nodes) return std::nullopt;
      const auto [found, is_new] = nodes.try_emplace(next);
      ++found->second.edges;
      if (is_new && next != join) pending.push_back(next);
    }
  }
  Hammock hammock;
  std::ptrdiff_t lowest = 0;
  std::ptrdiff_t highest = 0;
  nodes[branch].height = 0;
  pending.assign({branch});
  std::size_t processed = 0;
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    ++processed;
    std::ptrdiff_t height = *nodes[node].height;
    if (node == join) {
      hammock.net = height;
      continue;
    }
    if (node != branch) {  // its own pop has happened before
      hammock.cells.push_back(graph_->cell(node));
      const Op op = decode_op(dialect_, field_.at(graph_->cell(node)));
      height -= static_cast<std::ptrdiff_t>(pops_of(op, is_string(node)));
      lowest = std::min(lowest, height);
      height += static_cast<std::ptrdiff_t>(pushes_of(op, is_string(node)));
      highest = std::max(highest, height);
    }
    for (const Node next : graph_->successors(node)) {
      Entered& entered = nodes[next];
      if (entered.height.value_or(height) != height) return std::nullopt;
      entered.height = height;
      if (--entered.edges == 0) pending.push_back(next);
    }
  }
  if (processed < nodes.size()) return std::nullopt;  // the rest is in a loop
  hammock.join_cell = graph_->cell(join);
  hammock.join_states = graph_->states(join);
  hammock.pops = static_cast<std::size_t>(-lowest);
  hammock.peak = static_cast<std::size_t>(highest);
  return hammock;
}

std::optional<ExecutedSteps> record_steps(History& history, Tick end, Hammocks* hammocks,
                                          Monitor* monitor) {
  StepRecorder recorder(history.machine(), hammocks);
  const bool done = trace_instructions(
      history, end, monitor, [&recorder] { recorder.prepare(); },
      [&recorder] { recorder.finish(); });
  if (!done) return std::nullopt;
  recorder.find_joins();
  return recorder.take();
}

}  // namespace fungescope
