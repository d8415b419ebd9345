#include "session/why/control/control_dependence.h"

#include "lang/analysis/static_analysis.h"

#include <algorithm>

namespace fungescope {

FlowNodeSet nodes_avoiding(const FlowGraph& graph, std::span<const FlowGraph::Node> targets) {
  using Node = FlowGraph::Node;
  FlowNodeSet avoiding(graph.size(), true);
  std::vector<std::size_t> open(graph.size());  // ways on that may avoid them, or end
  for (Node node = 0; node < graph.size(); ++node) {
    open[node] = graph.successors(node).size() + (graph.may_end(node) ? 1 : 0);
  }
  std::vector<Node> pending(targets.begin(), targets.end());
  for (const Node target : targets) avoiding[target] = false;
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    for (const Node before : graph.predecessors(node)) {
      if (!avoiding[before] || --open[before] > 0) continue;
      avoiding[before] = false;
      pending.push_back(before);
    }
  }
  return avoiding;
}

bool may_avoid_after(const FlowGraph& graph, const FlowNodeSet& avoiding, FlowGraph::Node node) {
  const auto next = graph.successors(node);
  return graph.may_end(node) ||
         std::any_of(next.begin(), next.end(),
                     [&avoiding](FlowGraph::Node one) { return avoiding[one]; });
}

std::optional<FlowGraph::Node> node_among(std::span<const FlowGraph::Node> nodes,
                                          const FlowGraph& graph, const PointerState& state,
                                          Size field) {
  const auto cell = static_cast<std::size_t>(state.at.y * field.width + state.at.x);
  const unsigned bit =
      1U << (static_cast<unsigned>(state.direction) + (state.string_mode ? 4U : 0U));
  for (const FlowGraph::Node node : nodes) {
    if (graph.cell(node) == cell && (graph.states(node) & bit) != 0) return node;
  }
  return std::nullopt;
}

bool is_at_branch(const Machine& machine) {
  if (machine.string_mode || machine.status != Status::running) return false;
  return !branch_directions(decode_op(machine.dialect, machine.field.at(machine.ip))).empty();
}

Tick executed_until(const Machine& machine) {
  const bool refused =
      machine.status == Status::faulted && machine.fault.kind != FaultKind::edge_wrap;
  return machine.tick - (refused ? 1 : 0);
}

Direction branch_direction(const Machine& machine) {
  const bool zero = machine.stack.peek() == 0;
  switch (decode_op(machine.dialect, machine.field.at(machine.ip))) {
    case Op::branch_horizontal:
      return zero ? Direction::east : Direction::west;
    case Op::branch_vertical:
      return zero ? Direction::south : Direction::north;
    default: {
      Random random = machine.random;
      return all_directions[random.next_two_bits()];
    }
  }
}

}  // namespace fungescope
