// Global value numbering by a scoped hash table over dominators (P. Briggs, K. Cooper, T. Simpson,
// "Value Numbering", 1997).
//
// An operation with the same operands as one in a block that dominates it has the same value, and
// is removed. So are guards: values never change, and the marks of cells do not change while native
// code runs. So are entries in the write map, which is not cleared meanwhile.
//
// Example: `43g53gg … 43g53gp`, which reads and writes a table at one position: one index, two
// guards instead of four, and the store checks only the mark.
//
// Loads of cells and slots are left to lifting, which knows the stores between them.
//
// Cost: one hash table access for each value. Test: 'numbering ...' in tests/jit/passes_test.cpp.
#include "jit/ir/control_flow.h"
#include "jit/passes/passes.h"

#include <unordered_map>

namespace fungescope::jit {
namespace {

struct Key {
  IrOp op;
  ValueId a;
  ValueId b;
  ValueId c;
  std::int64_t k;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = static_cast<std::uint64_t>(key.op) * 0x9e3779b97f4a7c15U;
    for (const std::uint64_t word : {std::uint64_t{key.a} << 32U | key.b, std::uint64_t{key.c},
                                     static_cast<std::uint64_t>(key.k)}) {
      hash = (hash ^ word) * 0xff51afd7ed558ccdU;
      hash ^= hash >> 32U;
    }
    return hash;
  }
};

}  // namespace

void number_values(Graph& graph) {
  const DominatorTree dominators(graph);
  Replacements replacements(graph);
  std::unordered_map<Key, ValueId, KeyHash> known;
  known.reserve(graph.values.size());
  for (BlockId id = 0; id < graph.blocks.size(); ++id) {
    std::erase_if(graph.blocks[id].code, [&](ValueId value) {
      Instr& instr = graph.values[value];
      for_each_operand(instr, [&](ValueId& use) { use = replacements.resolve(use); });
      if (!has_trait(instr.op, ir::once)) return false;
      ValueId& first =
          known.try_emplace({instr.op, instr.a, instr.b, instr.c, instr.k}, value).first->second;
      if (first == value) return false;
      if (!dominators.dominates(graph.at(first).block, id)) {
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
