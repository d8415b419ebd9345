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

void StructuredEmitter::emit_all() {
  waiting_.push_back({Waiting::tree, structured_.root()});
  while (!waiting_.empty()) {
    const Waiting next = waiting_.back();
    waiting_.pop_back();
    switch (next.kind) {
      case Waiting::tree:
        begin_tree(next.node);
        break;
      case Waiting::part:
        run_part(next.node, next.number);
        break;
      case Waiting::end:
        end();
        break;
      case Waiting::end_and_tree:
        end();
        waiting_.push_back({Waiting::tree, next.node});
        break;
    }
  }
}

// A node, within the blocks that the joins after it end.
void StructuredEmitter::begin_tree(FlowNode node) {
  if (structured_.is_loop(node)) {
    begin(true, node);
    waiting_.push_back({Waiting::end});
  }
  for (const FlowNode join : structured_.joins(node)) {
    begin(false, join);
    waiting_.push_back({Waiting::end_and_tree, join});
  }
  waiting_.push_back({Waiting::part, node});
}

void StructuredEmitter::run_part(FlowNode node, std::size_t number) {
  const PartEnd part = emit_part(node, number);
  if (!part.is_last) waiting_.push_back({Waiting::part, node, number + 1});
  if (part.target == no_flow_node) return;
  if (is_in_place(node, part.target)) {
    waiting_.push_back({Waiting::tree, part.target});
  } else {
    emit_branch(depth_of(part.target));
  }
}

void StructuredEmitter::begin(bool loop, FlowNode label) {
  emit_begin(loop);
  labels_.push_back(label);
}

void StructuredEmitter::end() {
  labels_.pop_back();
  emit_end();
}

std::uint32_t StructuredEmitter::depth_of(FlowNode to) const {
  const auto found = std::find(labels_.rbegin(), labels_.rend(), to);
  return static_cast<std::uint32_t>(found - labels_.rbegin());
}

}  // namespace fungescope::jit
