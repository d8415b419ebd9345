#include "jit/lift/lift.h"

#include "jit/lift/lift_block.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace fungescope::jit {
namespace {

constexpr std::size_t max_promoted_cells = 4;  // in each loop

// The slot or the cell that a phi stands for.
struct Variable {
  bool is_slot = false;
  std::int64_t where = 0;  // the slot or the index of the cell
};

// Facts that are needed before they are found. The region is lifted again with them.
struct LiftFindings {
  // Cells that a `p` stores to whose operands turned out to be constants.
  std::unordered_set<CellIndex> unforeseen_stores;
  // Nodes that only back edges reach, because branches on constants removed the forward edges.
  std::unordered_set<NodeId> back_edge_only;

  [[nodiscard]] std::size_t count() const {
    return unforeseen_stores.size() + back_edge_only.size();
  }
};

class Lifter {
 public:
  Lifter(const JitRegion& region, const BlockCache& cache, const ProfileFeedback& feedback,
         bool marks_writes, LiftFindings& findings)
      : region_(region),
        findings_(findings),
        expected_stores_(findings.unforeseen_stores),
        back_edge_only_(findings.back_edge_only),
        values_(lifted_.graph),
        context_{lifted_.graph, values_,       cache,
                 feedback,      dependencies_, findings.unforeseen_stores},
        variables_(region.nodes.size()),
        states_(region.nodes.size()) {
    lifted_.graph.marks_writes = marks_writes;
  }

  Lifted lift() {
    lifted_.graph.field = context_.cache.size();
    lifted_.graph.blocks.resize(region_.nodes.size());
    for (NodeId id = 0; id < region_.nodes.size(); ++id) lift_node(id);
    lifted_.dependencies.assign(dependencies_.begin(), dependencies_.end());
    std::sort(lifted_.dependencies.begin(), lifted_.dependencies.end());
    return std::move(lifted_);
  }

 private:
  // A lifted edge of an earlier block.
  struct Incoming {
    NodeId from = no_node;
    std::size_t edge = 0;
  };

  BasicBlock& block(NodeId id) { return lifted_.graph.blocks[id]; }
  const RegionNode& node(NodeId id) const { return region_.nodes[id]; }
  Edge& edge(const Incoming& incoming) { return block(incoming.from).edges[incoming.edge]; }
  LiftState& state(NodeId id) { return *states_[id]; }

  void lift_node(NodeId id) {
    const std::vector<Incoming> incoming = incoming_of(id);
    BasicBlock& here = block(id);
    here.superblock = node(id).superblock;
    here.depth = node(id).depth;
    here.loop_depth = node(id).loop_depth;
    here.header = node(id).header;
    if (incoming.empty() && !node(id).entry && !back_edge_only_.contains(id)) {
      here.dead = true;
      return;
    }
    states_[id].emplace();
    enter(id, incoming);
    state(id).depth = node(id).depth;
    check_ticks(id);
    LiftedTerminator end;
    if (node(id).is_stub) {
      if (node(id).entry) here.entry = ++entries_;
      check_stack(id);  // for its target, which may be a loop header
      end.only_edge = 0;
    } else {
      check_stack(id);
      end = lift_block(context_, id, *node(id).superblock, state(id));
      if (end.left) return;
      state(id).ticks += node(id).superblock->length;
    }
    leave(id, end);
  }

  std::vector<Incoming> incoming_of(NodeId id) {
    std::vector<Incoming> incoming;
    NodeId last = no_node;
    for (const NodeId pred : node(id).predecessors) {
      if (pred == last || JitRegion::is_back_edge(pred, id)) continue;
      last = pred;
      const std::vector<Edge>& edges = block(pred).edges;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i].to == id) incoming.push_back({pred, i});
      }
    }
    return incoming;
  }

  // ---- The state at the start of a node

  void enter(NodeId id, const std::vector<Incoming>& incoming) {
    if (incoming.empty()) return assume_in_memory(id);
    if (node(id).predecessors.size() == 1 && !values_in_memory(id)) {
      state(id) = state(incoming.front().from);
      return;
    }
    for (const Incoming& in : incoming) edge(in).ticks = state(in.from).ticks;
    if (!values_in_memory(id)) enter_stack(id, incoming);
    if (node(id).header) {
      enter_loop_cells(id, incoming);
    } else {
      enter_cells(id, incoming);
    }
    if (values_in_memory(id) || (node(id).header && has_rebase(id))) return assume_in_memory(id);
    LiftState& here = state(id);
    here.need = here.reach = Slots::reach;
    for (const Incoming& in : incoming) {
      here.need = std::min(here.need, state(in.from).need);
      here.reach = std::min(here.reach, state(in.from).reach);
    }
  }

  // All slots are in memory, up to the depth of the node.
  void assume_in_memory(NodeId id) {
    state(id).need = -node(id).depth;
    state(id).reach = node(id).depth;
  }

  [[nodiscard]] bool has_rebase(NodeId header) const {
    return std::any_of(node(header).loop.begin(), node(header).loop.end(),
                       [this](NodeId member) { return values_in_memory(member); });
  }

  // Whether it is entered with all values in memory.
  [[nodiscard]] bool values_in_memory(NodeId id) const {
    return node(id).values_in_memory || back_edge_only_.contains(id);
  }
  // Whether the interpreter or a dropped edge enters the loop after its header.
  [[nodiscard]] bool has_inner_entry(NodeId header) const {
    return std::any_of(node(header).loop.begin(), node(header).loop.end(), [this](NodeId member) {
      return node(member).entry || back_edge_only_.contains(member);
    });
  }

  // In a loop that rebases, all slots may change; but those that no node pops are in memory
  // everywhere.
  void enter_stack(NodeId id, const std::vector<Incoming>& incoming) {
    const bool loop = node(id).header;
    const bool through_memory = loop && has_rebase(id);
    const int lowest_popped = loop ? lowest_popped_slot(id) : Slots::reach;
    for (int slot = -Slots::reach; slot < node(id).depth; ++slot) {
      const auto all = [&](auto holds) {
        return std::all_of(incoming.begin(), incoming.end(), [&](const Incoming& in) {
          return holds(state(in.from).slots.at(slot));
        });
      };
      const ValueId first = state(incoming.front().from).slots.at(slot);
      const bool known = !all([](ValueId value) { return value == no_value; });
      const bool changes = loop && (slot >= lowest_popped || (through_memory && known));
      if (!changes && all([&](ValueId value) { return value == first; })) {
        state(id).slots.at(slot) = first;
      } else if (changes || !all([&](ValueId value) { return is_in_memory(value, slot); })) {
        add_phi(id, incoming, {true, slot});
      }
    }
  }

  [[nodiscard]] bool is_in_memory(ValueId value, int slot) const {
    return value == no_value || lifted_.graph.is_load_of_slot(value, slot);
  }

  // Returns the lowest slot that a node of the loop pops.
  [[nodiscard]] int lowest_popped_slot(NodeId header) const {
    int lowest = Slots::reach;
    for (const NodeId member : node(header).loop) {
      const RegionNode& n = node(member);
      if (!n.is_stub) lowest = std::min(lowest, n.depth - n.superblock->use.need);
    }
    return lowest;
  }

  // Outside of loops, cells whose values differ are loaded again; inside, they get a phi.
  void enter_cells(NodeId id, const std::vector<Incoming>& incoming) {
    const bool in_loop = node(id).loop_depth > 0;
    const KnownValues cells = state(incoming.front().from).cells;
    for (const KnownValue& known : cells) {
      bool everywhere = true;
      bool same = true;
      for (const Incoming& in : incoming) {
        const ValueId value = state(in.from).cells.find(known.where);
        everywhere = everywhere && value != no_value;
        same = same && value == known.value;
      }
      if (!everywhere) continue;
      if (same) {
        state(id).cells.set(known.where, known.value);
      } else if (in_loop) {
        add_phi(id, incoming, {false, static_cast<std::int64_t>(known.where)});
      }
    }
  }

  void enter_loop_cells(NodeId id, const std::vector<Incoming>& incoming) {
    for (const auto& [loop_cell, use] : cells_of_loop(id)) {
      const CellIndex cell = loop_cell;  // clang 14 cannot capture structured bindings
      const ValueId first = state(incoming.front().from).cells.find(cell);
      const bool same = std::all_of(incoming.begin(), incoming.end(), [&](const Incoming& in) {
        return state(in.from).cells.find(cell) == first;
      });
      if (!use.stored && same && first != no_value) {
        state(id).cells.set(cell, first);
      } else if (!use.stored && incoming.size() == 1) {
        const NodeId from = incoming.front().from;
        state(id).cells.set(cell, context_.cell(from, state(from), cell));
      } else {
        add_phi(id, incoming, {false, cell});
      }
    }
  }

  struct CellUse {
    bool stored = false;
    double weight = 0;
  };

  // Returns the cells that the loop uses most. `stored`: the value at its start is not known.
  std::vector<std::pair<CellIndex, CellUse>> cells_of_loop(NodeId header) {
    std::map<CellIndex, CellUse> uses;
    const auto for_each_cell_of = [this](const std::vector<NodeId>& members, auto f) {
      for (const NodeId member : members) {
        if (node(member).is_stub) continue;
        for (const MicroOp& op : node(member).superblock->ops) {
          for_each_known_cell(op, [&](CellIndex cell, bool stored) { f(member, cell, stored); });
        }
      }
    };
    for_each_cell_of(node(header).body, [&](NodeId member, CellIndex cell, bool) {
      const int nesting = node(member).loop_depth - node(header).loop_depth;
      uses[cell].weight += nesting > 4 ? 4096 : 1 << (3 * nesting);
    });
    for_each_cell_of(node(header).loop, [&](NodeId, CellIndex cell, bool stored) {
      const auto use = uses.find(cell);
      if (use != uses.end()) use->second.stored = use->second.stored || stored;
    });
    std::vector<std::pair<CellIndex, CellUse>> best(uses.begin(), uses.end());
    std::erase_if(best, [this](const auto& use) {
      return context_.feedback.aliased.contains(use.first) || is_code(use.first);
    });
    std::stable_sort(best.begin(), best.end(), [](const auto& a, const auto& b) {
      return a.second.weight > b.second.weight;
    });
    if (best.size() > max_promoted_cells) best.resize(max_promoted_cells);
    // An entry inside the loop does not have the values from before it.
    const bool entered = has_inner_entry(header);
    for (auto& [cell, use] : best) {
      use.stored = use.stored || entered || expected_stores_.contains(cell);
    }
    return best;
  }

  [[nodiscard]] bool is_code(CellIndex cell) const {
    return (context_.cache.marks()[cell] & BlockCache::covered) != 0;
  }

  // ---- Phis

  void add_phi(NodeId id, const std::vector<Incoming>& incoming, Variable variable) {
    const ValueId phi = values_.append({.op = IrOp::phi, .block = id});
    block(id).phis.push_back(phi);
    variables_[id].push_back(variable);
    for (const Incoming& in : incoming) edge(in).args.push_back(value_at_end(in.from, variable));
    if (variable.is_slot) {
      state(id).slots.at(static_cast<int>(variable.where)) = phi;
    } else {
      dependencies_.insert(static_cast<CellIndex>(variable.where));
      state(id).cells.set(static_cast<std::uint64_t>(variable.where), phi);
    }
  }

  // A value that is not known is loaded at the end of the block, or, if the block has several
  // successors, on the edge.
  ValueId value_at_end(NodeId from, Variable variable) {
    LiftState& at_end = state(from);
    const ValueId known = variable.is_slot
                              ? at_end.slots.at(static_cast<int>(variable.where))
                              : at_end.cells.find(static_cast<std::uint64_t>(variable.where));
    if (known == no_value && block(from).edges.size() > 1) {
      if (!variable.is_slot) dependencies_.insert(static_cast<CellIndex>(variable.where));
      const IrOp load = variable.is_slot ? IrOp::load_slot : IrOp::load_cell;
      return values_.append({.op = load, .k = variable.where});
    }
    if (variable.is_slot) return context_.slot(from, at_end, static_cast<int>(variable.where));
    return context_.cell(from, at_end, static_cast<CellIndex>(variable.where));
  }

  // ---- Checks

  // An exit to the start of `superblock`, with the current state of node `id`.
  ExitId exit_to(Superblock* superblock, NodeId id) {
    return lifted_.graph.add({.superblock = superblock,
                              .ticks = state(id).ticks,
                              .stack = stack_of(lifted_.graph, state(id))});
  }

  void add_effect(NodeId id, Instr instr) {
    instr.block = id;
    instr.from = node(id).superblock->cell;
    block(id).code.push_back(values_.append(instr));
  }

  void check_ticks(NodeId id) {
    if (!node(id).checks_ticks) return;
    if (state(id).ticks > 0) {
      add_effect(id, {.op = IrOp::charge, .k = std::exchange(state(id).ticks, 0)});
    }
    add_effect(id, {.op = IrOp::guard_ticks,
                    .k = node(id).ticks_ahead,
                    .exit = exit_to(node(id).superblock, id)});
  }

  void check_stack(NodeId id) {
    const StackEffect& use = node(id).superblock->use;
    const int need = use.need - node(id).depth;
    const int reach = use.reach + node(id).depth;
    LiftState& here = state(id);
    if (need <= here.need && reach <= here.reach) return;
    Instr guard{.op = IrOp::guard_stack, .k = 1};
    guard.need = need > here.need ? static_cast<std::int16_t>(need) : unlimited;
    guard.reach = reach > here.reach ? static_cast<std::int16_t>(reach) : unlimited;
    here.need = std::max(need, here.need);
    here.reach = std::max(reach, here.reach);
    guard.exit = exit_to(node(id).superblock, id);
    add_effect(id, guard);
  }

  // ---- Edges

  void leave(NodeId id, const LiftedTerminator& end) {
    const std::vector<RegionEdge>& edges = node(id).edges;
    BasicBlock& here = block(id);
    if (end.only_edge >= 0) {
      here.edges.push_back(edge_for(id, edges[static_cast<std::size_t>(end.only_edge)]));
    } else {
      for (const RegionEdge& region_edge : edges) here.edges.push_back(edge_for(id, region_edge));
      if (end.negated) std::swap(here.edges[0], here.edges[1]);
    }
    // Last, because a load for an argument changes the state of all edges.
    for (std::size_t i = 0; i < here.edges.size(); ++i) {
      const NodeId to = here.edges[i].to;
      if (to == no_block || !JitRegion::is_back_edge(id, to)) continue;
      for (const Variable& variable : variables_[to]) {
        const ValueId value = value_at_end(id, variable);
        block(id).edges[i].args.push_back(value);
      }
    }
  }

  Edge edge_for(NodeId id, const RegionEdge& region_edge) {
    Edge edge;
    // A back edge to a node that seemed unreachable: the next attempt will have it.
    const bool dropped = region_edge.to != no_node && JitRegion::is_back_edge(id, region_edge.to) &&
                         block(region_edge.to).dead;
    if (dropped) findings_.back_edge_only.insert(region_edge.to);
    if (region_edge.to == no_node || dropped) {
      edge.exit = exit_to(region_edge.superblock, id);
      return edge;
    }
    edge.to = region_edge.to;
    edge.rebase = region_edge.rebase || values_in_memory(region_edge.to);
    if (edge.rebase) {
      edge.stack = stack_of(lifted_.graph, state(id));
      edge.stack.depth = static_cast<std::int16_t>(edge.stack.depth - node(region_edge.to).depth);
    }
    const bool joins = edge.rebase || node(region_edge.to).predecessors.size() > 1;
    if (joins) edge.ticks = state(id).ticks;
    return edge;
  }

  const JitRegion& region_;
  LiftFindings& findings_;
  const std::unordered_set<CellIndex> expected_stores_;  // unforeseen ones of earlier attempts
  const std::unordered_set<NodeId> back_edge_only_;
  Lifted lifted_;
  IrBuilder values_;
  std::unordered_set<CellIndex> dependencies_;
  LiftContext context_;
  std::vector<std::vector<Variable>> variables_;  // of the phis of each block
  std::vector<std::optional<LiftState>> states_;  // at the end of each node
  std::uint32_t entries_ = 0;
};

}  // namespace

Lifted lift(const JitRegion& region, const BlockCache& cache, const ProfileFeedback& feedback,
            bool marks_writes) {
  LiftFindings findings;
  for (;;) {
    const std::size_t known = findings.count();
    Lifted lifted = Lifter(region, cache, feedback, marks_writes, findings).lift();
    if (findings.count() == known) return lifted;
  }
}

}  // namespace fungescope::jit
