// Which blocks are compiled together, and at which depth of the stack.
//
// A region is what can be reached from a hot block through blocks that were hot
// enough to be translated. A *node* is a block at a depth of the stack, relative to a
// place called slot 0; so in a node every stack slot has a fixed name, and can be in a
// register. A block that is reached at another depth is not compiled a second
// time: the way there goes through a *landing*, where all values are in
// memory and slot 0 moves to where the node expects it. So a loop that leaves the stack as it was
// stays in registers, and one that pushes a value a round goes through memory.
// Where every round of a loop comes that way, the header itself is the landing.
//
// Example: `>:#,_` printing a string pops one value a round: the node of the loop,
// a landing for it, and an edge from the node to the landing.
//
// Cost: linear in the nodes, but for loops, which cost their size for each header.
// Test: 'a region ...' in tests/jit/region_test.cpp.
#pragma once

#include "vm/blocks/superblock.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fungescope::jit {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};

// Where an exit of a block leads.
struct RegionEdge {
  NodeId to = no_node;  // no_node: out of the region, to `superblock`
  bool rebase = false;  // to a landing, from another depth
  Superblock* superblock = nullptr;
};

struct RegionNode {
  Superblock* superblock = nullptr;
  std::int16_t depth = 0;
  // All ways here come through memory: no slot is in a register.
  bool values_in_memory = false;
  // No code, all values in memory: the one way leads to the node of the block. An entry has no ways
  // in, and is where the interpreter enters; another gate is a landing.
  bool is_stub = false;
  bool entry = false;
  std::vector<RegionEdge> edges;
  std::vector<NodeId> predecessors;  // each once a way

  bool header = false;            // some way leads back to it
  std::vector<NodeId> loop;       // header: all that may run between here and a way back
  std::uint16_t loop_depth = 0;   // in how many loops it is, one inside the other
  std::vector<NodeId> body;       // of the loop that it leads: the part worth knowing well
  std::uint32_t ticks_ahead = 0;  // at most until the next check of the ticks that are left
  bool checks_ticks = false;
};

struct RegionLimits {
  std::size_t nodes = 400;
  std::int16_t max_depth = 40;    // slots from -deepest to deepest - 1 have names
  bool enter_at_rebases = false;  // all landings are entries, and before what they lead to
};

struct JitRegion {
  std::vector<RegionNode> nodes;  // in reverse post-order

  // Does the way from one node to another lead back?
  [[nodiscard]] static bool is_back(NodeId from, NodeId to) { return from >= to; }
};

// The region of `entries`, blocks that have code. `may_include` says whether a block that is
// reached may become part of it; one without code never does.
// Entries that use more slots than have names are left out; the region may be empty.
[[nodiscard]] JitRegion form_region(std::span<Superblock* const> entries,
                                    const RegionLimits& limits,
                                    const std::function<bool(const Superblock&)>& may_include);

// How many of `superblock.exits` are in use.
[[nodiscard]] std::size_t exit_count(const Superblock& superblock);

}  // namespace fungescope::jit
