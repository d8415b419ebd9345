// The same value computed twice, and the same question asked twice.
//
// The idea: an operation with the same operands as one in a part that dominates this one (is on every
// path to it) has its value. Guards too: what held once on the way holds, for
// values never change, and neither do the marks of cells while native code runs.
//
// Example: `43g53gg … 43g53gp`, reading and writing a table at one place: one index,
// two guards in place of four, and the store needs only its mark looked at.
//
// Loads of cells and slots are left to the lifter, which knows what was stored between.
//
// Cost: a hash look-up a value. Test: 'numbering ...' in tests/jit/passes_test.cpp.
#include "jit/passes/passes.h"
#include "jit/passes/replacements.h"

#include <unordered_map>

namespace fungescope::jit {
namespace {

// Immediate dominators, by the algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance
// algorithm", 2001), and the interval of each part in the tree that they form.
class Dominators {
 public:
  explicit Dominators(const Graph& graph)
      : parents_(graph.parts.size() + 1, no_part), preds_(graph.parts.size()) {
    find_preds(graph);
    const auto root = static_cast<PartId>(graph.parts.size());
    parents_[root] = root;
    for (bool changed = true; changed;) {
      changed = false;
      for (PartId id = 0; id < graph.parts.size(); ++id) {
        if (graph.parts[id].dead) continue;
        PartId parent = graph.parts[id].entry != 0 ? root : no_part;
        for (const PartId pred : preds_[id]) {
          if (parents_[pred] == no_part) continue;
          parent = parent == no_part ? pred : common(parent, pred);
        }
        if (parent != parents_[id]) changed = true;
        parents_[id] = parent;
      }
    }
    number(graph);
  }

  [[nodiscard]] bool dominates(PartId a, PartId b) const {
    return first_[a] <= first_[b] && last_[b] <= last_[a];
  }

 private:
  void find_preds(const Graph& graph) {
    for (PartId id = 0; id < graph.parts.size(); ++id) {
      for (const Edge& edge : graph.parts[id].edges) {
        if (edge.to != no_part) preds_[edge.to].push_back(id);
      }
    }
  }

  // The root has the largest number and comes first.
  [[nodiscard]] PartId rank(PartId id) const {
    return id + 1 == parents_.size() ? 0 : id + 1;
  }
  [[nodiscard]] PartId common(PartId a, PartId b) const {
    while (a != b) {
      while (rank(a) > rank(b)) a = parents_[a];
      while (rank(b) > rank(a)) b = parents_[b];
    }
    return a;
  }

  void number(const Graph& graph) {
    const std::size_t count = parents_.size();
    std::vector<std::vector<PartId>> children(count);
    for (PartId id = 0; id < graph.parts.size(); ++id) {
      if (parents_[id] != no_part) children[parents_[id]].push_back(id);
    }
    first_.assign(count, 0);
    last_.assign(count, 0);
    std::uint32_t clock = 0;
    std::vector<std::pair<PartId, std::size_t>> path{{static_cast<PartId>(count - 1), 0}};
    while (!path.empty()) {
      auto& [id, next] = path.back();
      if (next == 0) first_[id] = clock++;
      if (next < children[id].size()) {
        path.emplace_back(children[id][next++], 0);
        continue;
      }
      last_[id] = clock++;
      path.pop_back();
    }
  }

  std::vector<PartId> parents_;
  std::vector<std::vector<PartId>> preds_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
};

struct Key {
  IrOp op;
  ValueId a;
  ValueId b;
  std::int64_t k;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = static_cast<std::uint64_t>(key.op) * 0x9e3779b97f4a7c15U;
    for (const std::uint64_t part :
         {std::uint64_t{key.a}, std::uint64_t{key.b}, static_cast<std::uint64_t>(key.k)}) {
      hash = (hash ^ part) * 0xff51afd7ed558ccdU;
      hash ^= hash >> 32U;
    }
    return hash;
  }
};

bool is_guard(IrOp op) {
  return op == IrOp::guard_below || op == IrOp::guard_nonzero || op == IrOp::guard_plain ||
         op == IrOp::guard_unwatched;
}
bool is_pure(IrOp op) {
  switch (op) {
    case IrOp::constant:
    case IrOp::phi:
    case IrOp::load_slot:
    case IrOp::load_cell:
    case IrOp::load:
    case IrOp::load_or_zero:
      return false;
    default:
      return has_value(op) && !has_effect(op);
  }
}

}  // namespace

void number_values(Graph& graph) {
  const Dominators dominators(graph);
  Replacements replacements(graph);
  std::unordered_map<Key, ValueId, KeyHash> known;
  known.reserve(graph.values.size());
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    std::erase_if(graph.parts[id].code, [&](ValueId value) {
      Instr& instr = graph.values[value];
      for_each_operand(instr, [&](ValueId& use) { use = replacements.resolve(use); });
      if (!is_guard(instr.op) && !is_pure(instr.op)) return false;
      ValueId& first = known.try_emplace({instr.op, instr.a, instr.b, instr.k}, value).first->second;
      if (first == value) return false;
      if (!dominators.dominates(graph.at(first).part, id)) {
        first = value;
        return false;
      }
      if (has_value(instr.op)) replacements.replace(value, first);
      return true;
    });
  }
  replacements.apply(graph);
}

}  // namespace fungescope::jit
