#include "jit/wasm/structured_flow.h"

#include "base/dominators.h"

#include <algorithm>
#include <span>
#include <utility>

namespace fungescope::jit {
namespace {

std::vector<FlowNode> order_of(const ReducibleFlow& flow) {
  std::vector<FlowNode> order;
  std::vector<bool> seen(flow.edges.size());
  std::vector<std::pair<FlowNode, std::size_t>> path{{flow.root, 0}};
  seen[flow.root] = true;
  while (!path.empty()) {
    auto& [node, next] = path.back();
    if (next == flow.edges[node].size()) {
      order.push_back(node);
      path.pop_back();
      continue;
    }
    const FlowNode to = flow.edges[node][next++].to;
    if (seen[to]) continue;
    seen[to] = true;
    path.emplace_back(to, 0);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

StructuredFlow::StructuredFlow(const ReducibleFlow& flow)
    : root_(flow.root), nodes_(flow.edges.size()) {
  const std::vector<FlowNode> order = order_of(flow);
  for (std::size_t i = 0; i < order.size(); ++i)
    nodes_[order[i]].order = static_cast<std::uint32_t>(i);
  find_edges(flow, order);
  find_joins(flow, order);
}

void StructuredFlow::find_edges(const ReducibleFlow& flow, const std::vector<FlowNode>& order) {
  for (const FlowNode node : order) {
    for (const FlowEdge& edge : flow.edges[node]) {
      if (is_back_edge(node, edge.to)) {
        nodes_[edge.to].loop = true;
      } else {
        ++nodes_[edge.to].forward_edges;
      }
    }
  }
}

void StructuredFlow::find_joins(const ReducibleFlow& flow, const std::vector<FlowNode>& order) {
  std::vector<std::vector<FlowNode>> predecessors(nodes_.size());
  for (const FlowNode node : order) {
    for (const FlowEdge& edge : flow.edges[node]) predecessors[edge.to].push_back(node);
  }
  const Dominators dominators = compute_dominators(
      nodes_.size(), root_, std::span(order).subspan(1), [&](FlowNode node, auto f) {
        for (const FlowNode from : predecessors[node]) f(from);
      });
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    if (nodes_[*node].forward_edges > 1) nodes_[dominators.immediate[*node]].joins.push_back(*node);
  }
}

void StructuredEmitter::jump(FlowNode from, FlowNode to) {
  if (is_in_place(from, to)) {
    emit_tree(to);
  } else {
    emit_branch(depth_of(to));
  }
}

std::uint32_t StructuredEmitter::depth_of(FlowNode to) const {
  const auto found = std::find(labels_.rbegin(), labels_.rend(), to);
  return static_cast<std::uint32_t>(found - labels_.rbegin());
}

void StructuredEmitter::emit_tree(FlowNode node) {
  const bool loop = structured_.is_loop(node);
  if (loop) {
    emit_begin(true);
    labels_.push_back(node);
  }
  emit_before(node, 0);
  if (loop) {
    labels_.pop_back();
    emit_end();
  }
}

// Emits the node and the joins from `join` on that follow it.
void StructuredEmitter::emit_before(FlowNode node, std::size_t join) {
  const std::vector<FlowNode>& joins = structured_.joins(node);
  if (join == joins.size()) return emit_node(node);
  emit_begin(false);
  labels_.push_back(joins[join]);
  emit_before(node, join + 1);
  labels_.pop_back();
  emit_end();
  emit_tree(joins[join]);
}

}  // namespace fungescope::jit
