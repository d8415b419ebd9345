// Selects the superblocks that are compiled together, and the stack depth of each.
//
// A region is everything that a hot superblock reaches through superblocks that were hot enough to
// be translated. A *node* is a superblock at a stack depth relative to slot 0, so each slot has a
// fixed name in a node and can be in a register. A superblock that is reached at another depth is
// not compiled twice: the edge leads through a *rebase stub*, where all values are in memory and
// slot 0 moves to the position that the node expects. So a loop of constant depth stays in
// registers, and one that pushes a value in each iteration goes through memory. Where all back
// edges of a loop rebase, the header is entered with all values in memory, and needs no stub.
//
// Example: `>:#,_`, which prints a string, pops one value in each iteration: the node of the loop,
// a rebase stub for it, and an edge from the node to the stub.
//
// Cost: linear in the nodes; once it is accepted, also in the sizes of the loops. Test: 'a region
// ...' in tests/jit/region_test.cpp.
#pragma once

#include "vm/blocks/superblock.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fungescope::jit {

// Deeper nested loops are not distinguished. Only fields of branches in all directions have them,
// where finding them all takes quadratic time.
inline constexpr std::uint32_t max_loop_depth = 8;

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};

struct RegionEdge {
  NodeId to = no_node;  // no_node: out of the region, to `superblock`
  bool rebase = false;  // leads to another depth: all values go through memory
  Superblock* superblock = nullptr;
};

struct RegionNode {
  Superblock* superblock = nullptr;
  std::int16_t depth = 0;
  // Entered with all values in memory: no slot is in a register.
  bool values_in_memory = false;
  // Without code, with all values in memory, and with one edge, to the node of the superblock. An
  // entry stub has no predecessors: the interpreter enters there. Any other is a rebase stub.
  bool is_stub = false;
  bool entry = false;
  std::vector<RegionEdge> edges;
  std::vector<NodeId> predecessors;  // once for each edge

  bool header = false;            // the target of a back edge
  std::vector<NodeId> loop;       // of a header: the nodes from which a back edge is reached
  std::uint16_t loop_depth = 0;   // the number of nested loops around it, up to max_loop_depth
  std::vector<NodeId> body;       // of a header: the strongly connected nodes of its loop
  std::uint32_t ticks_ahead = 0;  // at most, until the next check of the remaining ticks
  bool checks_ticks = false;
};

struct RegionLimits {
  std::size_t max_nodes = 400;
  std::int16_t max_depth = 40;    // slots from -max_depth to max_depth - 1 have names
  bool enter_at_rebases = false;  // rebase stubs are also entries, and precede their targets
};

struct JitRegion {
  std::vector<RegionNode> nodes;  // in reverse post-order

  [[nodiscard]] static bool is_back_edge(NodeId from, NodeId to) { return from >= to; }
};

// Returns the region of `entries`, superblocks that have code. `may_include` decides whether a
// superblock that is reached becomes part of it; one without code never does. Entries that use
// more slots than there are names are left out; the region may be empty. It is also empty if
// `accept`, where given, returns false for its nodes. They are not in order yet, and without
// predecessors and loops, which take longer to find.
[[nodiscard]] JitRegion form_region(
    std::span<Superblock* const> entries, const RegionLimits& limits,
    const std::function<bool(const Superblock&)>& may_include,
    const std::function<bool(std::span<const RegionNode>)>& accept = {});

// Returns the number of `superblock.exits` in use.
[[nodiscard]] std::size_t exit_count(const Superblock& superblock);

// Formats it for `inspect --jit`: a paragraph for each node with its position, its edges and its
// superblock's micro-operations.
[[nodiscard]] std::string to_text(const JitRegion& region, Size field);

}  // namespace fungescope::jit
