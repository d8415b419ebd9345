#include "jit/tier/region.h"

#include "jit/hot_blocks.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::jit;
using fungescope::jit::test::HotBlocks;

namespace {

// A counter in a cell: as deep after a round as before it.
constexpr const char* counts_in_cell = ">09g1-:09p:!#@_$";
// A counter below what is pushed: one value more each round.
constexpr const char* pushes = ">1:#v_@\n^   <";

std::size_t count_if(const Region& region, bool (*holds)(const Node&)) {
  return static_cast<std::size_t>(std::count_if(region.nodes.begin(), region.nodes.end(), holds));
}

// What must hold of every region.
void check(const Region& region) {
  std::set<std::tuple<const Block*, bool, bool>> known;
  for (NodeId id = 0; id < region.nodes.size(); ++id) {
    const Node& node = region.nodes[id];
    CHECK(known.emplace(node.block, node.gate, node.entry).second);
    bool has_way_back = false;
    for (const NodeId pred : node.preds) has_way_back |= Region::is_back(pred, id);
    CHECK(node.header == has_way_back);
    if (node.preds.empty() && !node.entry) CHECK(node.ways.empty());  // a landing that joined
    CHECK((node.entry || node.preds.empty() ||
           std::any_of(node.preds.begin(), node.preds.end(),
                       [id](NodeId pred) { return !Region::is_back(pred, id); })));
    if (node.header) CHECK(node.checks_ticks);
    for (const Way& way : node.ways) {
      if (way.to == no_node) continue;
      const Node& to = region.nodes[way.to];
      CHECK(to.block == way.block);
      CHECK(!to.entry);
      if (way.rebase) CHECK((to.gate || to.lands));
      if (node.gate) CHECK(to.depth == node.depth);
      if (!way.rebase && !node.gate) CHECK(to.depth == node.depth + node.block->use.depth);
    }
  }
}

}  // namespace

TEST_CASE("a region of a loop that leaves the stack as it was has one landing, its entry") {
  HotBlocks blocks(counts_in_cell, {20, 10});
  const Region region = blocks.region();
  check(region);
  CHECK(count_if(region, [](const Node& n) { return n.gate; }) == 1);
  CHECK(region.nodes[0].entry);
  CHECK(count_if(region, [](const Node& n) { return n.header; }) >= 1);
  for (const Node& node : region.nodes) {
    for (const Way& way : node.ways) CHECK(!way.rebase);
  }
}

TEST_CASE("a region of a loop that pushes goes through a landing") {
  HotBlocks blocks(pushes);
  const Region region = blocks.region();
  check(region);
  bool lands = false;
  for (const Node& node : region.nodes) {
    for (const Way& way : node.ways) lands = lands || way.rebase;
  }
  CHECK(lands);
}

TEST_CASE("a region has each block once, at whatever depth it is reached") {
  // Both sides of the branch meet again, one with a value more on the stack.
  HotBlocks blocks(">&:v    \n   >_v  \n     1  \n     >  >$$", {12, 4});
  check(blocks.region());
}

TEST_CASE("a region keeps to its limits") {
  HotBlocks blocks(">&#v_v\n^  1 2\n^  <<<", {8, 3});
  RegionLimits limits;
  const Region whole = blocks.region(limits);
  check(whole);
  for (std::size_t nodes = 2; nodes < whole.nodes.size(); ++nodes) {
    limits.nodes = nodes;
    const Region part = blocks.region(limits);
    check(part);
    // A block that is known may still get a landing or a second depth.
    CHECK(part.nodes.size() <= 3 * nodes);
  }
}

TEST_CASE("a region ends at blocks that are not wanted or have no code") {
  HotBlocks blocks(counts_in_cell, {20, 10});
  Block* const entry = &blocks.at({0, 0});
  const Region region = find_region({&entry, 1}, {}, [](const Block&) { return false; });
  check(region);
  REQUIRE(region.nodes.size() == 2);  // the landing and the entry itself
  for (const Way& way : region.nodes[1].ways) {
    CHECK((way.to == no_node || region.nodes[way.to].block == entry));
  }
}

TEST_CASE("a region knows its loops and how deep they are nested") {
  // The inner loop counts (0,9) down; the outer one sets it again.
  HotBlocks blocks(">509p>09g1-:09p#v_v\n^               <  \n     ^            <", {24, 10});
  const Region region = blocks.region();
  check(region);
  std::uint16_t deepest = 0;
  for (NodeId id = 0; id < region.nodes.size(); ++id) {
    const Node& node = region.nodes[id];
    deepest = std::max(deepest, node.loop_depth);
    if (!node.header) continue;
    CHECK(node.loop.front() == id);
    for (const NodeId member : node.body) CHECK(region.nodes[member].loop_depth >= node.loop_depth);
  }
  CHECK(deepest == 2);
}

TEST_CASE("a region looks at the ticks at least once a round and every few thousand") {
  HotBlocks blocks(counts_in_cell, {20, 10});
  const Region region = blocks.region();
  for (const Node& node : region.nodes) {
    if (!node.gate) CHECK(node.ticks_ahead >= node.block->length);
    CHECK(node.ticks_ahead < 4'000);
  }
}
