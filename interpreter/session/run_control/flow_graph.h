// The static control flow graph of a program as its field is now: which states of the instruction
// pointer may follow each other, with both successors of every branch and all four of `?`.
//
// A state is a cell, a heading and string mode. Instructions that set the heading themselves
// (turns, branches, `?`) have one node for all four headings with which they are entered: their
// successors do not depend on it, and a loop entered from the side has its head there.
#pragma once

#include "base/graph.h"
#include "base/result.h"
#include "lang/analysis/static_analysis.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/playfield.h"
#include "vm/machine.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace fungescope {

struct PointerState {
  Point at;
  Direction direction = Direction::east;
  bool string_mode = false;
  // Its bit in FlowGraph::states.
  [[nodiscard]] unsigned bit() const {
    return 1U << (static_cast<unsigned>(direction) + (string_mode ? 4U : 0U));
  }
};

[[nodiscard]] inline PointerState pointer_of(const Machine& machine) {
  return {machine.ip, machine.direction, machine.string_mode};
}

// The instruction that the pointer is at, whether in string mode or not.
[[nodiscard]] inline Op next_op(const Machine& machine) {
  return decode_op(machine.dialect, machine.field.at(machine.ip));
}

class FlowGraph {
 public:
  using Node = std::uint32_t;
  // A virtual entry node. Its successors are the start of the program and, if that does not reach
  // it, the present state.
  static constexpr Node root = 0;
  static constexpr std::size_t max_nodes = std::size_t{1} << 22U;

  // Builds the graph of all states reachable from (0, 0) going east, and from `present`. Fails if
  // there are more than max_nodes. Cost: some 100 ns and 60 bytes a node.
  static Result<FlowGraph> build(const Playfield& field, const Dialect& dialect,
                                 const PointerState& present);

  [[nodiscard]] std::size_t size() const { return keys_.size(); }
  [[nodiscard]] Node present() const { return present_; }
  [[nodiscard]] std::span<const Node> successors(Node node) const { return after_.of(node); }
  [[nodiscard]] std::span<const Node> predecessors(Node node) const { return before_.of(node); }

  // Whether the run can end there: at `@`, or where the dialect stops it at the edge or at an
  // unknown instruction. A branch may end in one direction and go on in the other.
  [[nodiscard]] bool may_end(Node node) const { return may_end_[node]; }

  // `node` is not the root.
  [[nodiscard]] std::size_t cell(Node node) const { return keys_[node] / 8; }
  // The states of its cell that the node represents: bit `direction`, plus 4 in string mode.
  [[nodiscard]] std::uint8_t states(Node node) const;
  [[nodiscard]] bool represents(Node node, const PointerState& state, Size field) const {
    return field.point_at(cell(node)) == state.at && (states(node) & state.bit()) != 0;
  }

  // Of the nodes as seen from the root. Cost: linear in the edges.
  [[nodiscard]] Dominators dominators() const;

 private:
  struct Edges {
    std::vector<std::uint32_t> begin{0};  // of each node in `ends`, and the end of the last
    std::vector<Node> ends;
    [[nodiscard]] std::span<const Node> of(Node node) const {
      return {ends.data() + begin[node], begin[node + 1] - begin[node]};
    }
  };
  class Builder;

  void find_predecessors();

  std::vector<std::uint64_t> keys_;  // cell * 8 + string mode * 4 + direction
  std::vector<bool> any_heading_;
  std::vector<bool> may_end_;
  Edges after_;
  Edges before_;
  Node present_ = root;
};

// A natural loop has one state, its head, through which every path into it leads. A state on a
// cycle that is not in a natural loop (an irreducible one, with several entries) has the strongly
// connected component around it instead.
struct Loop {
  // Returns whether the pointer is in the loop. It lies inside the field.
  [[nodiscard]] bool contains(const PointerState& pointer) const;

  std::int64_t width = 0;                                // of the field
  std::unordered_map<std::size_t, std::uint8_t> states;  // by cell, as FlowGraph::states
  // The cells of the loop, and those outside to which one of its states may lead (a cell can be
  // both, with different headings). Row by row, without duplicates.
  std::vector<Point> cells;
  std::vector<Point> exits;
  std::optional<Point> head;  // nothing for an irreducible loop
};

// Returns the innermost loop around a state, if there is one. Fails if the program has too many
// states. Cost: linear in the number of reachable states, some 200 ns each.
[[nodiscard]] Result<std::optional<Loop>> find_loop(const Playfield& field, const Dialect& dialect,
                                                    const PointerState& present);

}  // namespace fungescope
