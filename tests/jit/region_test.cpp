#include "jit/lift/region.h"

#include "jit/hot_blocks.h"

using namespace fungescope::jit;
using fungescope::jit::test::HotBlocks;

namespace {

// A counter in a cell: each iteration leaves the depth as it was.
constexpr const char* counts_in_cell = ">09g1-:09p:!#@_$";
// A counter below pushed values: one more in each iteration.
constexpr const char* pushes = ">1:#v_@\n^   <";

std::size_t count_if(const JitRegion& region, bool (*holds)(const RegionNode&)) {
  return static_cast<std::size_t>(std::count_if(region.nodes.begin(), region.nodes.end(), holds));
}

// The invariants of every region.
void check(const JitRegion& region) {
  std::set<std::tuple<const Superblock*, bool, bool>> known;
  for (NodeId id = 0; id < region.nodes.size(); ++id) {
    const RegionNode& node = region.nodes[id];
    CHECK(known.emplace(node.superblock, node.is_stub, node.entry).second);
    bool has_back_edge = false;
    for (const NodeId pred : node.predecessors) has_back_edge |= JitRegion::is_back_edge(pred, id);
    CHECK(node.header == has_back_edge);
    if (node.predecessors.empty() && !node.entry)
      CHECK(node.edges.empty());  // a merged rebase stub
    CHECK((node.entry || node.predecessors.empty() ||
           std::any_of(node.predecessors.begin(), node.predecessors.end(),
                       [id](NodeId pred) { return !JitRegion::is_back_edge(pred, id); })));
    if (node.header) CHECK(node.checks_ticks);
    for (const RegionEdge& edge : node.edges) {
      if (edge.to == no_node) continue;
      const RegionNode& to = region.nodes[edge.to];
      CHECK(to.superblock == edge.superblock);
      CHECK(!to.entry);
      if (edge.rebase) CHECK((to.is_stub || to.values_in_memory));
      if (node.is_stub) CHECK(to.depth == node.depth);
      if (!edge.rebase && !node.is_stub) CHECK(to.depth == node.depth + node.superblock->use.depth);
    }
  }
}

}  // namespace

TEST_CASE("a region of a loop of constant depth has one stub, its entry") {
  HotBlocks superblocks(counts_in_cell, {20, 10});
  const JitRegion region = superblocks.region();
  check(region);
  CHECK(count_if(region, [](const RegionNode& n) { return n.is_stub; }) == 1);
  CHECK(region.nodes[0].entry);
  CHECK(count_if(region, [](const RegionNode& n) { return n.header; }) >= 1);
  for (const RegionNode& node : region.nodes) {
    for (const RegionEdge& edge : node.edges) CHECK(!edge.rebase);
  }
}

TEST_CASE("a region of a loop that pushes has a rebasing edge") {
  HotBlocks superblocks(pushes);
  const JitRegion region = superblocks.region();
  check(region);
  bool values_in_memory = false;
  for (const RegionNode& node : region.nodes) {
    for (const RegionEdge& edge : node.edges) values_in_memory = values_in_memory || edge.rebase;
  }
  CHECK(values_in_memory);
}

TEST_CASE("a region has each superblock once, at whatever depth it is reached") {
  // Both sides of the branch join, one with an additional value on the stack.
  HotBlocks superblocks(">&:v    \n   >_v  \n     1  \n     >  >$$", {12, 4});
  check(superblocks.region());
}

TEST_CASE("a region keeps to its limits") {
  HotBlocks superblocks(">&#v_v\n^  1 2\n^  <<<", {8, 3});
  RegionLimits limits;
  const JitRegion whole = superblocks.region(limits);
  check(whole);
  for (std::size_t nodes = 2; nodes < whole.nodes.size(); ++nodes) {
    limits.max_nodes = nodes;
    const JitRegion block = superblocks.region(limits);
    check(block);
    // A known superblock may still get a rebase stub.
    CHECK(block.nodes.size() <= 3 * nodes);
  }
}

TEST_CASE("a region ends at superblocks that are excluded or have no code") {
  HotBlocks superblocks(counts_in_cell, {20, 10});
  Superblock* const entry = &superblocks.at({0, 0});
  const JitRegion region = form_region({&entry, 1}, {}, [](const Superblock&) { return false; });
  check(region);
  REQUIRE(region.nodes.size() == 2);  // the stub and the entry itself
  for (const RegionEdge& edge : region.nodes[1].edges) {
    CHECK((edge.to == no_node || region.nodes[edge.to].superblock == entry));
  }
}

TEST_CASE("a region knows its loops and how deep they are nested") {
  // The inner loop counts (0,9) down; the outer one sets it again.
  HotBlocks superblocks(">509p>09g1-:09p#v_v\n^               <  \n     ^            <", {24, 10});
  const JitRegion region = superblocks.region();
  check(region);
  std::uint16_t deepest = 0;
  for (NodeId id = 0; id < region.nodes.size(); ++id) {
    const RegionNode& node = region.nodes[id];
    deepest = std::max(deepest, node.loop_depth);
    if (!node.header) continue;
    CHECK(node.loop.front() == id);
    for (const NodeId member : node.body) CHECK(region.nodes[member].loop_depth >= node.loop_depth);
  }
  CHECK(deepest == 2);
}

TEST_CASE("a region checks the ticks in each iteration and every few thousand ticks") {
  HotBlocks superblocks(counts_in_cell, {20, 10});
  const JitRegion region = superblocks.region();
  for (const RegionNode& node : region.nodes) {
    if (!node.is_stub) CHECK(node.ticks_ahead >= node.superblock->length);
    CHECK(node.ticks_ahead < 4'000);
  }
}
