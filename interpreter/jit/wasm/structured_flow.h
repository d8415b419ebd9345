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

#include "jit/wasm/reducible_flow.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope::jit {

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
