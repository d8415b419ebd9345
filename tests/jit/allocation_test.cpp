// Liveness, register allocation and parallel moves.
#include "jit/random_graph.h"
#include "jit/regalloc/liveness.h"
#include "jit/regalloc/register_allocation.h"

using namespace fungescope::jit;
using namespace fungescope::jit::test;

namespace {

using Values = std::set<ValueId>;
constexpr RegisterSet five_registers = 0b1111100;

RegisterFile registers_for_test() {
  RegisterFile file{five_registers, {{2, true, 0}, {3, false, 1e9F}, {4, false, 0}}};
  return file;
}

// Walks a block backwards; calls f(operation, values live after it).
template <class F>
Values live_before(const Graph& graph, const BasicBlock& block, Values live, F f) {
  for_each_terminator_input(graph, block, [&](ValueId id) { live.insert(id); });
  for (auto id = block.code.rbegin(); id != block.code.rend(); ++id) {
    f(*id, live);
    live.erase(*id);
    for_each_input(graph, graph.at(*id), [&](ValueId used) { live.insert(used); });
  }
  for (const ValueId phi : block.phis) live.erase(phi);
  return live;
}

// Returns the values live at the start of each block, by iterative data-flow analysis.
std::vector<Values> live_at_starts(const Graph& graph) {
  std::vector<Values> live(graph.blocks.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (BlockId id = 0; id < graph.blocks.size(); ++id) {
      Values after;
      for (const Edge& edge : graph.blocks[id].edges) {
        if (edge.to != no_block) after.insert(live[edge.to].begin(), live[edge.to].end());
      }
      Values before = live_before(graph, graph.blocks[id], after, [](ValueId, const Values&) {});
      changed = changed || before != live[id];
      live[id] = std::move(before);
    }
  }
  return live;
}

// No two live values share a location, also with pinned values.
bool are_apart(const Allocation& allocation, const Values& live) {
  std::set<std::pair<Location::Kind, unsigned>> taken;
  const auto take = [&](Location place) {
    return place.kind != Location::Kind::nowhere && taken.emplace(place.kind, place.number).second;
  };
  for (const Location place : allocation.pinned_values) {
    if (!take(place)) return false;
  }
  return std::all_of(live.begin(), live.end(),
                     [&](ValueId id) { return take(allocation.values[id]); });
}

}  // namespace

TEST_CASE("liveness agrees with an iterative data-flow analysis") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const Graph graph = random_graph(seed, {6, 8});
    REQUIRE(verify(graph) == "");
    const LiveValues live = live_values(graph);
    const std::vector<Values> expected = live_at_starts(graph);
    for (BlockId id = 0; id < graph.blocks.size(); ++id) {
      const auto& found = live[id];
      CHECK(Values(found.begin(), found.end()) == expected[id]);
      CHECK(found.size() == expected[id].size());
    }
  }
}

TEST_CASE("no two live values share a location") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const Graph graph = random_graph(seed, {static_cast<int>(seed % 12) + 1, 8});
    const Allocation allocation = allocate_registers(graph, registers_for_test());
    const std::vector<Values> live = live_at_starts(graph);
    for (BlockId id = 0; id < graph.blocks.size(); ++id) {
      Values start = live[id];
      for (const ValueId phi : graph.blocks[id].phis) {
        if (allocation.values[phi].kind != Location::Kind::nowhere) start.insert(phi);
      }
      REQUIRE(are_apart(allocation, start));
      Values after;
      for (const Edge& edge : graph.blocks[id].edges) {
        if (edge.to != no_block) after.insert(live[edge.to].begin(), live[edge.to].end());
      }
      live_before(graph, graph.blocks[id], after, [&](ValueId made, const Values& now) {
        REQUIRE(are_apart(allocation, now));
        // Registers that live values need are live.
        for (const ValueId other : now) {
          const Location place = allocation.values[other];
          if (other == made || place.kind != Location::Kind::in_register) continue;
          REQUIRE((allocation.live_after[made] >> place.number & 1U) != 0);
        }
      });
    }
  }
}

TEST_CASE("a value keeps its location in a block with a smaller number") {
  SmallGraph graph;
  const auto [start, last, first] = graph.blocks<3>();
  graph.graph.blocks[last].header = true;
  graph.jump(start, first);
  const ValueId older = slot(graph, first, -1);
  graph.jump(first, last);
  const ValueId newer = slot(graph, last, -2);
  graph.leave(last, {{-1, newer}, {-2, older}});
  graph.check();
  const Allocation allocation = allocate_registers(graph.graph, {five_registers, {}});
  CHECK(allocation.values[older] != allocation.values[newer]);
}

TEST_CASE("a pinned value that requires a register keeps it, a rarely used one may be spilled") {
  const Graph graph = random_graph(7, {12, 20});
  const Allocation allocation = allocate_registers(graph, registers_for_test());
  CHECK(allocation.pinned_values[0] == Location{Location::Kind::in_register, 2});
  CHECK(allocation.pinned_values[1] == Location{Location::Kind::in_register, 3});
  CHECK(allocation.pinned_values[2].kind == Location::Kind::in_frame);
  CHECK((allocation.used & ~five_registers) == 0);
}

TEST_CASE("a counter stays in its register across the back edge") {
  SmallGraph graph;
  const auto [start, loop, end] = graph.blocks<3>();
  graph.graph.blocks[loop].header = true;
  graph.graph.blocks[loop].loop_depth = 1;
  const ValueId first = slot(graph, start, -1);
  const ValueId counter = graph.phi(loop);
  graph.jump(start, loop, {first});
  const ValueId less = graph.add(loop, IrOp::add, counter, graph.constant(-1));
  graph.branch(loop, less, graph.constant(0), end, loop, {less});
  graph.leave(end, {{-1, less}});
  graph.check();
  const Allocation allocation = allocate_registers(graph.graph, {five_registers, {}});
  CHECK(allocation.values[first] == allocation.values[counter]);
  CHECK(allocation.values[less] == allocation.values[counter]);
}

TEST_CASE("parallel moves are sequenced without overwriting a source") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const auto place = [&] {
      const std::uint64_t number = random.next() % 5;
      const auto kind =
          random.next() % 2 == 0 ? Location::Kind::in_register : Location::Kind::in_frame;
      return Location{kind, static_cast<std::uint16_t>(number)};
    };
    const auto key = [](Location at) { return std::pair{at.kind, at.number}; };
    const Location spare{Location::Kind::in_register, 9};
    std::map<std::pair<Location::Kind, std::uint16_t>, std::pair<Location::Kind, std::uint16_t>>
        from;
    for (int i = 0; i < 6; ++i) from[key(place())] = key(place());
    std::vector<LocationMove> moves;
    moves.reserve(from.size());
    for (const auto& [to, source] : from) {
      moves.push_back({{to.first, to.second}, {source.first, source.second}});
    }
    // What each location holds afterwards: the name of the location that held it before.
    auto holds = from;
    holds.clear();
    const auto held = [&](Location at) {
      const auto found = holds.find(key(at));
      return found == holds.end() ? key(at) : found->second;
    };
    for (const LocationMove& move : sequence_moves(moves, spare))
      holds[key(move.to)] = held(move.from);
    for (const LocationMove& move : moves) CHECK(held(move.to) == key(move.from));
  }
}
