// Turns reducible control flow into nested blocks and loops, as WebAssembly requires:
// N. Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured
// Control Flow", ICFP 2022.
//
// A node that joins several forward edges is placed after a block, whose end they branch to. Blocks
// are nested along the dominator tree: a node is followed by the joins that it dominates, in
// reverse post-order. The target of a back edge begins a loop. Any other node is placed where its
// one predecessor jumps to it.
//
//     a -> b or c;  b -> d;  c -> d        block  a: if { b; br 1 }  c; br 0  end  d
//
// Cost: linear in the edges. Test: tests/jit/wasm/structured_flow_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope::jit {

// ---- Making it reducible

// Makes the control flow of a graph reducible, so that it can be structured.
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
// Cost: linear in the edges, for each level of nesting.

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

// ---- Structuring it

class StructuredFlow {
 public:
  explicit StructuredFlow(const ReducibleFlow& flow);

  [[nodiscard]] FlowNode root() const { return root_; }
  [[nodiscard]] bool is_loop(FlowNode node) const { return nodes_[node].loop; }
  // Whether the node is placed at an edge, the only one that leads to it.
  [[nodiscard]] bool is_in_place(FlowNode from, FlowNode to) const {
    return nodes_[to].forward_edges == 1 && !is_back_edge(from, to);
  }
  [[nodiscard]] bool is_back_edge(FlowNode from, FlowNode to) const {
    return nodes_[to].order <= nodes_[from].order;
  }
  // The joins that follow the node, the last one first.
  [[nodiscard]] const std::vector<FlowNode>& joins(FlowNode node) const {
    return nodes_[node].joins;
  }

 private:
  struct Node {
    std::uint32_t order = 0;  // in reverse post-order
    std::uint32_t forward_edges = 0;
    bool loop = false;
    std::vector<FlowNode> joins;
  };

  void find_edges(const ReducibleFlow& flow, const std::vector<FlowNode>& order);
  void find_joins(const ReducibleFlow& flow, const std::vector<FlowNode>& order);

  FlowNode root_;
  std::vector<Node> nodes_;
};

// Emits structured control flow. A derived class emits the code of nodes and the instructions. Long
// chains of nodes are nested deeply, so there is no recursion: a node is emitted in parts, up to
// each of its jumps, and what follows a part waits on a stack.
class StructuredEmitter {
 public:
  explicit StructuredEmitter(ReducibleFlow flow)
      : reducible_(std::move(flow)), structured_(reducible_) {}
  virtual ~StructuredEmitter() = default;
  StructuredEmitter(const StructuredEmitter&) = delete;
  StructuredEmitter& operator=(const StructuredEmitter&) = delete;

 protected:
  // How a part of a node's code ends.
  struct PartEnd {
    FlowNode target = no_flow_node;  // that it jumps to; no_flow_node: it has left
    bool is_last = true;
  };
  // Emits part `number` of a node's code, without the jump at its end.
  virtual PartEnd emit_part(FlowNode node, std::size_t number) = 0;
  virtual void emit_begin(bool loop) = 0;
  virtual void emit_end() = 0;
  virtual void emit_branch(std::uint32_t depth) = 0;  // to the label that many levels out

  void emit_all();
  [[nodiscard]] const ReducibleFlow& flow() const { return reducible_; }
  [[nodiscard]] bool is_in_place(FlowNode from, FlowNode to) const {
    return structured_.is_in_place(from, to);
  }
  // The label of a target that is not in place.
  [[nodiscard]] std::uint32_t depth_of(FlowNode to) const;
  // Around the body of an `if`, which is a level, too. It begins in one part and ends in another.
  void enter_if() { labels_.push_back(no_flow_node); }
  void leave_if() { labels_.pop_back(); }

 private:
  struct Waiting {
    enum Kind : std::uint8_t { tree, part, end, end_and_tree };
    Kind kind = tree;
    FlowNode node = no_flow_node;
    std::size_t number = 0;  // of the part
  };

  void begin_tree(FlowNode node);
  void run_part(FlowNode node, std::size_t number);
  void begin(bool loop, FlowNode label);
  void end();

  ReducibleFlow reducible_;
  StructuredFlow structured_;
  std::vector<FlowNode> labels_;  // the innermost last
  std::vector<Waiting> waiting_;  // the next one last
};

}  // namespace fungescope::jit
