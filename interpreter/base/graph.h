// Walks over flow graphs, without recursion: paths may be as long as a program.
//
// Of a graph, `edges_of(node)` returns the edges that leave a node, as a range with an index, and
// `target_of(edge)` the node to which one leads, or no_graph_node for one that is ignored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fungescope {

inline constexpr std::uint32_t no_graph_node = ~std::uint32_t{0};

// Appends the nodes that `root` reaches through others than those `seen`, in post-order, and marks
// them so. Cost: linear in the edges.
template <class EdgesOf, class TargetOf>
void append_post_order(std::uint32_t root, std::vector<bool>& seen,
                       std::vector<std::uint32_t>& order, const EdgesOf& edges_of,
                       const TargetOf& target_of) {
  if (seen[root]) return;
  seen[root] = true;
  std::vector<std::pair<std::uint32_t, std::size_t>> path{{root, 0}};
  while (!path.empty()) {
    auto& [node, next] = path.back();
    const auto& edges = edges_of(node);
    if (next == edges.size()) {
      order.push_back(node);
      path.pop_back();
      continue;
    }
    const std::uint32_t to = target_of(edges[next++]);
    if (to == no_graph_node || seen[to]) continue;
    seen[to] = true;
    path.emplace_back(to, 0);
  }
}

// Calls f(std::vector<std::uint32_t>) for each strongly connected component with a cycle among the
// nodes that `nodes` reach: R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972. All
// nodes are below `size`. Cost: linear in `size` and the edges.
template <class EdgesOf, class TargetOf, class F>
void for_each_cyclic_component(std::size_t size, std::span<const std::uint32_t> nodes,
                               const EdgesOf& edges_of, const TargetOf& target_of, const F& f) {
  std::vector<std::uint32_t> number(size);  // in the order of the search, from 1
  std::vector<std::uint32_t> low(size);
  std::vector<bool> open(size);  // on the stack
  std::vector<std::uint32_t> stack;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  std::uint32_t clock = 0;
  const auto enter = [&](std::uint32_t node) {
    number[node] = low[node] = ++clock;
    open[node] = true;
    stack.push_back(node);
    path.emplace_back(node, 0);
  };
  const auto close = [&](std::uint32_t first) {
    const auto begin = std::find(stack.begin(), stack.end(), first);
    std::vector<std::uint32_t> component(begin, stack.end());
    stack.erase(begin, stack.end());
    for (const std::uint32_t node : component) open[node] = false;
    const auto& own = edges_of(first);
    const auto is_own = [&](const auto& edge) { return target_of(edge) == first; };
    if (component.size() > 1 || std::any_of(own.begin(), own.end(), is_own)) {
      f(std::move(component));
    }
  };
  for (const std::uint32_t start : nodes) {
    if (number[start] == 0) enter(start);
    while (!path.empty()) {
      auto& [node, next] = path.back();
      const auto& edges = edges_of(node);
      if (next < edges.size()) {
        const std::uint32_t to = target_of(edges[next++]);
        if (to == no_graph_node) continue;
        if (number[to] == 0) {
          enter(to);
        } else if (open[to]) {
          low[node] = std::min(low[node], number[to]);
        }
        continue;
      }
      const std::uint32_t done = node;
      path.pop_back();
      if (!path.empty()) {
        std::uint32_t& before = low[path.back().first];
        before = std::min(before, low[done]);
      }
      if (low[done] == number[done]) close(done);
    }
  }
}

// Immediate dominators: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance
// Algorithm", 2001. A node is dominated by each node that lies on every path from the root to it;
// the nearest one, other than itself, is its immediate dominator.
struct Dominators {
  static constexpr std::uint32_t none = no_graph_node;

  std::vector<std::uint32_t> immediate;  // the root's is itself; `none` if unreachable
  std::vector<std::uint32_t> order;      // position in reverse post-order; the root's is 0

  // Cost: the distance of the nodes in the dominator tree.
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
    while (order[b] > order[a]) b = immediate[b];
    return a == b;
  }
};

// Computes the dominators of a graph of `size` nodes. `nodes`: the nodes other than `root`, in
// reverse post-order. `for_each_predecessor(node, f)` calls f(predecessor) for each predecessor.
// Cost: linear in the edges for reducible graphs, times the loop nesting depth at worst otherwise.
template <class ForEachPredecessor>
[[nodiscard]] Dominators compute_dominators(std::size_t size, std::uint32_t root,
                                            std::span<const std::uint32_t> nodes,
                                            const ForEachPredecessor& for_each_predecessor) {
  Dominators result;
  std::vector<std::uint32_t>& immediate = result.immediate;
  std::vector<std::uint32_t>& order = result.order;
  immediate.assign(size, Dominators::none);
  order.assign(size, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    order[nodes[i]] = static_cast<std::uint32_t>(i + 1);
  }
  immediate[root] = root;
  const auto intersect = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (order[a] > order[b]) a = immediate[a];
      while (order[b] > order[a]) b = immediate[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t node : nodes) {
      std::uint32_t dominator = Dominators::none;
      for_each_predecessor(node, [&](std::uint32_t predecessor) {
        if (immediate[predecessor] == Dominators::none) return;
        dominator = dominator == Dominators::none ? predecessor : intersect(dominator, predecessor);
      });
      changed = changed || immediate[node] != dominator;
      immediate[node] = dominator;
    }
  }
  return result;
}

}  // namespace fungescope
