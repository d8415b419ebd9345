// Decides where the values of a graph are kept: in locals, or nowhere.
//
// A value that is used once, in the block that computes it, is computed where it is used, on
// WebAssembly's operand stack. All others get locals. Values that are never live at the same time
// share one: engines copy the state of all locals wherever control flow splits or joins. In static
// single assignment form, assigning the first free local in reverse post-order needs no more locals
// than values are live at a time (S. Hack, D. Grund, G. Goos, "Register Allocation for Programs in
// SSA-Form", 2006). The engine assigns registers.
//
// Cost: as liveness.h. Test: the differential tests of the back end.
#pragma once

#include "jit/ir/ir.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fungescope::jit {

class WasmLocals {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  explicit WasmLocals(const Graph& graph);

  // Whether the value is computed where it is used.
  [[nodiscard]] bool is_inline(ValueId id) const { return values_[id].is_inline; }
  // Returns the number of a value's local; none if the value is never used.
  [[nodiscard]] std::uint32_t local_of(ValueId id) const { return values_[id].local; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  struct Value {
    std::uint32_t uses = 0;
    BlockId user = no_block;     // of the last use found
    std::uint32_t at = 0;        // the position of that use: an index in the code, or its size
    std::uint32_t computed = 0;  // the position where the value is computed, if inline
    bool is_inline = false;
    std::uint32_t local = none;
    std::uint32_t hint = none;   // of a phi: the local of an argument
    ValueId feeds = no_value;    // a phi of which it is an argument
    BlockId live_in = no_block;  // the block at whose present position it is live
  };

  void count_uses(BlockId id);
  void use(ValueId id, BlockId by, std::size_t at, bool repeatedly = false);
  void choose_inline(BlockId id);
  template <class F>
  void for_each_local(ValueId id, F f) const;
  template <class F>
  void for_each_local_at(const BasicBlock& block, std::size_t at, F f) const;
  void find_live_values();
  void assign(BlockId id);
  void add_hints(const Edge& edge);
  void define(ValueId id);

  const Graph& graph_;
  std::vector<BlockId> blocks_;  // that entries reach, in reverse post-order
  std::vector<Value> values_;
  std::vector<std::vector<ValueId>> live_;  // at the start of each block, without its phis
  std::vector<bool> taken_;                 // locals, while they are assigned
  std::uint32_t count_ = 0;
};

}  // namespace fungescope::jit
