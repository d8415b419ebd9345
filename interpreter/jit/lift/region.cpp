#include "jit/lift/region.h"

#include "base/graph.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace fungescope::jit {
namespace {

// Ticks between two checks of the remaining ticks: at most this many, at the end of a run, are left
// to the interpreter.
constexpr std::uint32_t max_ticks_ahead = 2000;

// Finds loops inside loops: a strongly connected component of the region is a loop, headed by its
// first node; the components that remain without that node are the loops inside it.
class LoopNest {
 public:
  explicit LoopNest(std::vector<RegionNode>& nodes) : nodes_(nodes), level_(nodes.size(), 0) {}

  void find() {
    std::vector<NodeId> all(nodes_.size());
    std::iota(all.begin(), all.end(), NodeId{0});
    find_in(all, 0, 0);
  }

 private:
  void find_in(const std::vector<NodeId>& members, std::uint32_t level, std::uint32_t depth) {
    for (const NodeId id : members) level_[id] = level;
    std::vector<std::vector<NodeId>> loops;
    for_each_cyclic_component(
        nodes_.size(), members, [&](NodeId of) -> const auto& { return nodes_[of].edges; },
        [&](const RegionEdge& edge) {
          return edge.to == no_node || level_[edge.to] != level ? no_node : edge.to;
        },
        [&](std::vector<NodeId> loop) { loops.push_back(std::move(loop)); });
    for (std::vector<NodeId>& loop : loops) {
      std::sort(loop.begin(), loop.end());
      for (const NodeId id : loop) ++nodes_[id].loop_depth;
      nodes_[loop.front()].body = loop;
      ++levels_;
      if (depth + 1 < max_loop_depth) find_in({loop.begin() + 1, loop.end()}, levels_, depth + 1);
    }
  }

  std::vector<RegionNode>& nodes_;
  std::vector<std::uint32_t> level_;  // of the search that a node belongs to
  std::uint32_t levels_ = 0;
};

class Finder {
 public:
  Finder(const RegionLimits& limits, const std::function<bool(const Superblock&)>& may_include)
      : limits_(limits), may_include_(may_include) {}

  JitRegion find(std::span<Superblock* const> entries,
                 const std::function<bool(std::span<const RegionNode>)>& accept) {
    for (Superblock* superblock : entries) {
      if (has_names(*superblock, 0))
        nodes_[stub_of(*superblock, known_[superblock].entry)].entry = true;
    }
    while (!open_.empty()) {
      const NodeId node = open_.front();
      open_.pop_front();
      follow(node);
    }
    if (accept && !accept(nodes_)) return {};
    JitRegion region{reverse_post_order()};
    find_loops(region);
    merge_rebase_stubs(region);
    LoopNest(region.nodes).find();
    count_ticks(region);
    return region;
  }

 private:
  struct Known {
    NodeId node = no_node;
    NodeId rebase_stub = no_node;
    NodeId entry = no_node;
  };

  NodeId add(Superblock& superblock, std::int16_t depth, bool is_stub) {
    RegionNode& node = nodes_.emplace_back();
    node.superblock = &superblock;
    node.depth = depth;
    node.is_stub = node.values_in_memory = is_stub;
    open_.push_back(static_cast<NodeId>(nodes_.size() - 1));
    return open_.back();
  }

  NodeId stub_of(Superblock& superblock, NodeId& known) {
    if (known == no_node) known = add(superblock, 0, true);
    return known;
  }

  // Whether all slots that the superblock uses at this depth have names.
  [[nodiscard]] bool has_names(const Superblock& superblock, int depth) const {
    return depth - superblock.use.need >= -limits_.max_depth &&
           depth + superblock.use.reach <= limits_.max_depth;
  }

  // Returns the node of a superblock; a new one is at `depth`.
  NodeId node_of(Superblock& superblock, std::int16_t depth) {
    NodeId& known = known_[&superblock].node;
    if (known == no_node) known = add(superblock, depth, false);
    return known;
  }

  void follow(NodeId id) {
    Superblock& superblock = *nodes_[id].superblock;
    if (nodes_[id].is_stub) {
      const NodeId to = node_of(superblock, 0);
      nodes_[id].depth = nodes_[to].depth;
      nodes_[id].edges.push_back({to, false, &superblock});
      return;
    }
    const auto depth = static_cast<std::int16_t>(nodes_[id].depth + superblock.use.depth);
    for (std::size_t i = 0; i < exit_count(superblock); ++i) {
      const RegionEdge edge = edge_to(*superblock.exits[i], depth);  // may add nodes
      nodes_[id].edges.push_back(edge);
    }
  }

  RegionEdge edge_to(Superblock& superblock, std::int16_t depth) {
    const bool fits = has_names(superblock, depth);
    const bool known = known_.contains(&superblock);
    const bool can_join = known || (superblock.has_code() && nodes_.size() < limits_.max_nodes &&
                                    may_include_(superblock));
    if (!can_join) return {no_node, false, &superblock};
    if (fits) {
      const NodeId node = node_of(superblock, depth);
      if (nodes_[node].depth == depth) return {node, false, &superblock};
    }
    if (!has_names(superblock, 0)) return {no_node, false, &superblock};
    if (limits_.enter_at_rebases)
      nodes_[stub_of(superblock, known_[&superblock].entry)].entry = true;
    return {stub_of(superblock, known_[&superblock].rebase_stub), true, &superblock};
  }

  // Successors that are searched later come earlier in the order, so exits[1], the back edge in
  // most code, is searched last.
  std::vector<RegionNode> reverse_post_order() {
    std::vector<NodeId> post_order;
    std::vector<bool> seen(nodes_.size());
    for (NodeId root = 0; root < nodes_.size(); ++root) {
      if (!nodes_[root].entry) continue;
      append_post_order(
          root, seen, post_order, [&](NodeId of) -> const auto& { return nodes_[of].edges; },
          [&](const RegionEdge& edge) {
            return edge.to == no_node || is_root(edge.to) ? no_node : edge.to;
          });
    }
    return renumbered(post_order);
  }

  // An entry must not be numbered after a node that it leads to.
  [[nodiscard]] bool is_root(NodeId node) const {
    return limits_.enter_at_rebases && nodes_[node].entry;
  }

  std::vector<RegionNode> renumbered(const std::vector<NodeId>& post_order) {
    std::vector<NodeId> number(nodes_.size(), no_node);
    const std::size_t count = post_order.size();
    for (std::size_t i = 0; i < count; ++i) {
      number[post_order[i]] = static_cast<NodeId>(count - 1 - i);
    }
    std::vector<RegionNode> ordered(count);
    for (std::size_t i = 0; i < count; ++i) {
      ordered[count - 1 - i] = std::move(nodes_[post_order[i]]);
    }
    for (NodeId id = 0; id < count; ++id) {
      for (RegionEdge& edge : ordered[id].edges) {
        if (edge.to == no_node) continue;
        edge.to = number[edge.to];
        ordered[edge.to].predecessors.push_back(id);
      }
    }
    return ordered;
  }

  // Finds the loop of each header: the nodes from which its back edges are reached.
  static void find_loops(JitRegion& region) {
    std::vector<NodeId> open;
    std::vector<NodeId> inside(region.nodes.size(), no_node);
    for (NodeId header = 0; header < region.nodes.size(); ++header) {
      RegionNode& node = region.nodes[header];
      inside[header] = header;
      for (const NodeId pred : node.predecessors) {
        if (!JitRegion::is_back_edge(pred, header)) continue;
        node.header = true;
        if (inside[pred] != header) open.push_back(pred);
        inside[pred] = header;
      }
      if (!node.header) continue;
      node.loop.push_back(header);
      while (!open.empty()) {
        const NodeId member = open.back();
        open.pop_back();
        node.loop.push_back(member);
        for (const NodeId pred : region.nodes[member].predecessors) {
          if (inside[pred] == header) continue;
          inside[pred] = header;
          open.push_back(pred);
        }
      }
    }
  }

  // Removes the rebase stub of a header that no other back edge reaches.
  static void merge_rebase_stubs(JitRegion& region) {
    for (NodeId id = 0; id < region.nodes.size(); ++id) {
      RegionNode& node = region.nodes[id];
      if (!node.header) continue;
      NodeId stub = no_node;
      bool others = false;
      for (const NodeId pred : node.predecessors) {
        if (region.nodes[pred].is_stub && !region.nodes[pred].entry) {
          stub = pred;
        } else if (JitRegion::is_back_edge(pred, id)) {
          others = true;
        }
      }
      if (stub == no_node || others || !JitRegion::is_back_edge(stub, id)) continue;
      node.values_in_memory = true;
      std::erase(node.predecessors, stub);
      for (const NodeId pred : region.nodes[stub].predecessors) {
        for (RegionEdge& edge : region.nodes[pred].edges) {
          if (edge.to == stub) edge.to = id;
        }
        node.predecessors.push_back(pred);
      }
      region.nodes[stub].predecessors.clear();
      region.nodes[stub].edges.clear();
    }
  }

  // Every cycle has a header or a rebase stub, which check the remaining ticks. Other nodes check
  // them to keep the distance small, and before a `?`, where if-conversion hoists checks to.
  static void count_ticks(JitRegion& region) {
    for (auto id = static_cast<NodeId>(region.nodes.size()); id-- > 0;) {
      RegionNode& node = region.nodes[id];
      std::uint32_t ahead = 0;
      for (const RegionEdge& edge : node.edges) {
        if (edge.to == no_node || JitRegion::is_back_edge(id, edge.to)) continue;
        const RegionNode& next = region.nodes[edge.to];
        if (!next.checks_ticks) ahead = std::max(ahead, next.ticks_ahead);
      }
      node.ticks_ahead = ahead + (node.is_stub ? 0U : node.superblock->length);
      const bool is_random = node.edges.size() == 4;
      node.checks_ticks = node.header || is_random || (node.is_stub && node.ticks_ahead > 0) ||
                          node.ticks_ahead > max_ticks_ahead;
    }
  }

  const RegionLimits& limits_;
  const std::function<bool(const Superblock&)>& may_include_;
  std::vector<RegionNode> nodes_;
  std::unordered_map<const Superblock*, Known> known_;
  std::deque<NodeId> open_;
};

}  // namespace

std::size_t exit_count(const Superblock& superblock) {
  std::size_t count = 0;
  while (count < superblock.exits.size() && superblock.exits[count] != nullptr) ++count;
  return count;
}

JitRegion form_region(std::span<Superblock* const> entries, const RegionLimits& limits,
                      const std::function<bool(const Superblock&)>& may_include,
                      const std::function<bool(std::span<const RegionNode>)>& accept) {
  return Finder(limits, may_include).find(entries, accept);
}

}  // namespace fungescope::jit
