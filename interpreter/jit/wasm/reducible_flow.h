// Makes the control flow of a graph reducible, so that it can be structured (structured_flow.h).
//
// The loops form a loop nesting forest (B. Steensgaard, "Sequentializing Program Dependence
// Graphs for Irreducible Programs", 1993): the strongly connected components, each with one of its
// entries as the header; without the header, the components of the rest are the loops inside.
//
// A loop that is also entered elsewhere gets a *dispatcher* in front of its header. An edge into
// the middle of the loop sets a variable, `next`, to its target and leads to the dispatcher, which
// branches by `next`. So the inner loops stay as tight as they are, and an outer loop pays one
// predictable test a round. Regions with an entry at each of several nested loops have this shape.
//
//     entry 1 -> a;  entry 2 -> b          entry 1 -> d;  entry 2: next = b -> d
//     a -> b;  b -> b or a                 d: next == 0 -> a, else next = 0 -> b
//                                          a -> b;  b -> b or d
//
// Cost: linear in the edges, for each level of nesting. Test:
// tests/jit/wasm/structured_flow_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope::jit {

using FlowNode = std::uint32_t;
inline constexpr FlowNode no_flow_node = ~FlowNode{0};

// The value of the variable `next` that selects a node; 0 selects the header of the loop.
[[nodiscard]] constexpr std::int32_t selector_of(FlowNode node) {
  return static_cast<std::int32_t>(node) + 1;
}

struct FlowEdge {
  static constexpr std::int32_t keeps_next = -1;
  FlowNode to = no_flow_node;
  std::int32_t next = keeps_next;  // what `next` is set to on the edge
};

struct ReducibleFlow {
  // The edges of each node, in the order given; the dispatchers follow the given nodes.
  std::vector<std::vector<FlowEdge>> edges;
  // Of a dispatcher: the value of `next` at which each of its edges is taken, 0 first.
  std::vector<std::vector<std::int32_t>> selectors;
  FlowNode root = 0;

  [[nodiscard]] bool is_dispatcher(FlowNode node) const { return !selectors[node].empty(); }
};

// `successors`: of each node. `rank`: of the entries of a loop, the one of the lowest rank becomes
// the header; of several, the first one.
[[nodiscard]] ReducibleFlow make_reducible(const std::vector<std::vector<FlowNode>>& successors,
                                           const std::vector<std::uint32_t>& rank, FlowNode root);

}  // namespace fungescope::jit
