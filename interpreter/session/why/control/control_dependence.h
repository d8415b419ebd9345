// Control dependence on the flow graph of a field: which branches decide whether the pointer comes
// to a state.
//
// Weak control dependence, of A. Podgurski and L. A. Clarke, "A Formal Model of Program
// Dependences" (1990): a path that goes on for ever without coming there counts.
#pragma once

#include "session/run_control/flow_graph.h"
#include "vm/machine.h"

#include <optional>
#include <span>
#include <vector>

namespace fungescope {

// By node: whether it is in the set.
using FlowNodeSet = std::vector<bool>;

// Finds the nodes from which the pointer need not come to any of the targets: all but those whose
// every path leads to one, the targets themselves included. Cost: linear in the edges.
[[nodiscard]] FlowNodeSet nodes_avoiding(const FlowGraph& graph,
                                         std::span<const FlowGraph::Node> targets);

// Whether the pointer can go on from a node so that it need not come to a target.
[[nodiscard]] bool may_avoid_after(const FlowGraph& graph, const FlowNodeSet& avoiding,
                                   FlowGraph::Node node);

// The node of the state of a pointer among some nodes, if it is there.
[[nodiscard]] std::optional<FlowGraph::Node> node_among(std::span<const FlowGraph::Node> nodes,
                                                        const FlowGraph& graph,
                                                        const PointerState& state, Size field);

// Whether the run is before a `_`, `|` or `?` that is not in a string, and where it goes.
[[nodiscard]] bool is_at_branch(const Machine& machine);
[[nodiscard]] Direction branch_direction(const Machine& machine);

// The instant before which all instructions have been executed: the present, or the one before it
// if a fault refused the last instruction.
[[nodiscard]] Tick executed_until(const Machine& machine);

}  // namespace fungescope
