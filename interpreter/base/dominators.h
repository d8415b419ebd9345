// Immediate dominators of a flow graph: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast
// Dominance Algorithm", 2001.
//
// A node is dominated by each node that lies on every path from the root to it; the nearest one,
// other than itself, is its immediate dominator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fungescope {

struct Dominators {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

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
