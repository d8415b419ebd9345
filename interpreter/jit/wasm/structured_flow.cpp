#include "jit/wasm/structured_flow.h"

#include "base/graph.h"

#include <algorithm>
#include <span>

namespace fungescope::jit {
namespace {

using FlowNodes = std::vector<FlowNode>;
using FlowLists = std::vector<FlowNodes>;
using LoopId = std::uint32_t;
constexpr LoopId no_loop = ~LoopId{0};

struct FlowLoop {
  FlowNode header = no_flow_node;
  LoopId parent = no_loop;
  FlowNodes targets;  // of edges from outside, other than the header
  FlowNode dispatcher = no_flow_node;
};

class FlowReducer {
 public:
  FlowReducer(const FlowLists& successors, const std::vector<std::uint32_t>& rank, FlowNode root)
      : successors_(successors),
        rank_(rank),
        root_(root),
        loop_of_(successors.size(), no_loop),
        predecessors_(successors.size()) {}

  ReducibleFlow reduce() {
    find_reachable();
    nest(reachable_, no_loop, no_flow_node);
    for (LoopId id = 0; id < loops_.size(); ++id) {
      FlowNodes members = std::exchange(members_[id], {});
      std::erase(members, loops_[id].header);
      nest(members, id, loops_[id].header);
    }
    for (const FlowNode node : reachable_) {
      for (const FlowNode to : successors_[node]) note_entries(loop_of_[node], to);
    }
    ReducibleFlow flow;
    flow.root = root_;
    flow.edges.resize(successors_.size());
    for (FlowLoop& loop : loops_) {
      if (loop.targets.empty()) continue;
      loop.dispatcher = static_cast<FlowNode>(flow.edges.size());
      flow.edges.emplace_back();
    }
    flow.selectors.resize(flow.edges.size());
    for (const FlowNode node : reachable_) {
      for (const FlowNode to : successors_[node])
        flow.edges[node].push_back(edge(loop_of_[node], to));
    }
    for (LoopId id = 0; id < loops_.size(); ++id) {
      if (!loops_[id].targets.empty()) dispatch(id, flow);
    }
    return flow;
  }

 private:
  void find_reachable() {
    std::vector<bool> seen(successors_.size());
    reachable_.push_back(root_);
    seen[root_] = true;
    for (std::size_t i = 0; i < reachable_.size(); ++i) {
      for (const FlowNode to : successors_[reachable_[i]]) {
        predecessors_[to].push_back(reachable_[i]);
        if (!seen[to]) reachable_.push_back(to);
        seen[to] = true;
      }
    }
  }

  // Finds the loops among `nodes`, whose innermost loop is `parent` so far, without its header.
  void nest(const FlowNodes& nodes, LoopId parent, FlowNode header) {
    std::vector<FlowNodes> found;
    for_each_cyclic_component(
        successors_.size(), nodes, [&](FlowNode of) -> const auto& { return successors_[of]; },
        [&](FlowNode to) { return loop_of_[to] == parent && to != header ? to : no_flow_node; },
        [&](FlowNodes component) { found.push_back(std::move(component)); });
    for (FlowNodes& component : found) {
      const auto id = static_cast<LoopId>(loops_.size());
      for (const FlowNode node : component) loop_of_[node] = id;
      loops_.push_back({header_of(component, id), parent, {}, no_flow_node});
      members_.push_back(std::move(component));
    }
  }

  [[nodiscard]] FlowNode header_of(const FlowNodes& component, LoopId id) const {
    FlowNode best = no_flow_node;
    for (const FlowNode node : component) {
      const FlowNodes& before = predecessors_[node];
      const bool is_entry = std::any_of(before.begin(), before.end(),
                                        [&](FlowNode from) { return loop_of_[from] != id; });
      if (!is_entry) continue;
      const bool better =
          best == no_flow_node || std::pair(rank_[node], node) < std::pair(rank_[best], best);
      if (better) best = node;
    }
    return best;
  }

  // The loops that contain `to` but are not, and do not contain, `from`; the innermost first.
  [[nodiscard]] std::vector<LoopId> entered(LoopId from, FlowNode to) const {
    std::vector<LoopId> around;
    for (LoopId id = from; id != no_loop; id = loops_[id].parent) around.push_back(id);
    std::vector<LoopId> found;
    for (LoopId id = loop_of_[to]; id != no_loop; id = loops_[id].parent) {
      if (std::find(around.begin(), around.end(), id) != around.end()) break;
      found.push_back(id);
    }
    return found;
  }

  void note_entries(LoopId from, FlowNode to) {
    for (const LoopId id : entered(from, to)) {
      FlowNodes& targets = loops_[id].targets;
      const bool known = std::find(targets.begin(), targets.end(), to) != targets.end();
      if (loops_[id].header != to && !known) targets.push_back(to);
    }
  }

  // An edge from a node whose innermost loop is `from`.
  [[nodiscard]] FlowEdge edge(LoopId from, FlowNode to) const {
    const std::vector<LoopId> loops = entered(from, to);
    if (!loops.empty() && loops_[loops.back()].header != to)
      return {loops_[loops.back()].dispatcher, selector_of(to)};
    return {start_of(to), FlowEdge::keeps_next};
  }

  // The dispatcher of the loop that `node` is the header of, or the node itself.
  [[nodiscard]] FlowNode start_of(FlowNode node) const {
    const LoopId id = loop_of_[node];
    const bool is_header = id != no_loop && loops_[id].header == node;
    return is_header && loops_[id].dispatcher != no_flow_node ? loops_[id].dispatcher : node;
  }

  void dispatch(LoopId id, ReducibleFlow& flow) const {
    const FlowLoop& loop = loops_[id];
    flow.edges[loop.dispatcher].push_back({loop.header, FlowEdge::keeps_next});
    flow.selectors[loop.dispatcher].push_back(0);
    for (const FlowNode to : loop.targets) {
      FlowEdge inner = edge(id, to);
      // It still has the value that led here, unless this is its target.
      inner.next = inner.next == FlowEdge::keeps_next ? 0 : FlowEdge::keeps_next;
      flow.edges[loop.dispatcher].push_back(inner);
      flow.selectors[loop.dispatcher].push_back(selector_of(to));
    }
  }

  const FlowLists& successors_;
  const std::vector<std::uint32_t>& rank_;
  FlowNode root_;
  FlowNodes reachable_;
  std::vector<LoopId> loop_of_;  // the innermost
  FlowLists predecessors_;       // that are reachable
  std::vector<FlowLoop> loops_;  // outer ones before those inside
  FlowLists members_;            // of each loop, until those inside are found
};

}  // namespace

ReducibleFlow make_reducible(const std::vector<std::vector<FlowNode>>& successors,
                             const std::vector<std::uint32_t>& rank, FlowNode root) {
  return FlowReducer(successors, rank, root).reduce();
}

StructuredFlow::StructuredFlow(const ReducibleFlow& flow)
    : root_(flow.root), nodes_(flow.edges.size()) {
  std::vector<FlowNode> order;
  std::vector<bool> seen(flow.edges.size());
  append_post_order(
      root_, seen, order, [&](FlowNode of) -> const auto& { return flow.edges[of]; },
      [](const FlowEdge& edge) { return edge.to; });
  std::reverse(order.begin(), order.end());
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
