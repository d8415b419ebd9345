#include "jit/regalloc/register_allocation.h"

#include "jit/ir/control_flow.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace fungescope::jit {
namespace {

// A set of frame slots, of any size.
class FrameSet {
 public:
  void clear() { taken_.assign(taken_.size(), false); }
  [[nodiscard]] bool is_free(std::uint16_t slot) const {
    return slot >= taken_.size() || !taken_[slot];
  }
  [[nodiscard]] std::uint16_t first_free() const {
    const auto found = std::find(taken_.begin(), taken_.end(), false);
    return static_cast<std::uint16_t>(found - taken_.begin());
  }
  void take(std::uint16_t slot) {
    if (slot >= taken_.size()) taken_.resize(slot + 1U, false);
    taken_[slot] = true;
  }
  void release(std::uint16_t slot) { taken_[slot] = false; }
  [[nodiscard]] std::size_t size() const { return taken_.size(); }

 private:
  std::vector<bool> taken_;
};

class Allocator {
 public:
  Allocator(const Graph& graph, const RegisterFile& registers)
      : graph_(graph),
        registers_(registers),
        live_(live_values(graph)),
        spills_(choose_spills(graph, live_, registers)),
        feeds_(graph.values.size(), no_value),
        last_use_(graph.values.size(), 0),
        hints_(graph.values.size()) {
    result_.values.resize(graph.values.size());
    result_.live_after.resize(graph.values.size());
  }

  Allocation run() {
    assign_pinned_values();
    find_feeds();
    for (const BlockId id : reverse_post_order(graph_)) assign_block(id);
    result_.frame_size = static_cast<std::uint16_t>(frame_.size());
    return std::move(result_);
  }

 private:
  using Kind = Location::Kind;

  void assign_pinned_values() {
    for (std::size_t i = 0; i < registers_.pinned_values.size(); ++i) {
      Location location{Kind::in_register, registers_.pinned_values[i].home};
      if (spills_.pinned_values[i]) location = {Kind::in_frame, pinned_slots_++};
      if (location.kind == Kind::in_register) pinned_ |= register_bit(location.number);
      result_.pinned_values.push_back(location);
    }
    result_.used = pinned_;
  }

  // The phi that each value is an argument of; if of several, the one in the innermost loop.
  void find_feeds() {
    std::vector<std::uint16_t> depths(graph_.values.size());
    for (const BasicBlock& block : graph_.blocks) {
      if (block.dead) continue;
      for (const Edge& edge : block.edges) {
        if (edge.to == no_block) continue;
        const BasicBlock& to = graph_.blocks[edge.to];
        const std::uint16_t depth = std::min(block.loop_depth, to.loop_depth);
        for (std::size_t i = 0; i < edge.args.size(); ++i) {
          const ValueId arg = edge.args[i];
          if (!needs_location(graph_, arg) || arg == to.phis[i]) continue;
          if (feeds_[arg] != no_value && depths[arg] >= depth) continue;
          feeds_[arg] = to.phis[i];
          depths[arg] = depth;
        }
      }
    }
  }

  void assign_block(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    free_ = registers_.all & ~pinned_;
    frame_.clear();
    for (std::uint16_t i = 0; i < pinned_slots_; ++i) frame_.take(i);
    for (const ValueId value : live_[id]) take(result_.values[value]);
    find_last_uses(id);
    for (const ValueId phi : block.phis) {
      if (last_use_[phi] != 0) assign_phi(phi);
    }
    if (block.header) reserve_phis(block);
    for (std::uint32_t i = 0; i < block.code.size(); ++i) assign_instr(block.code[i], i + 1);
  }

  void assign_instr(ValueId id, std::uint32_t at) {
    const Instr& instr = graph_.at(id);
    for_each_input(graph_, instr, [&](ValueId value) {
      if (last_use_[value] != at) return;
      last_use_[value] = 0;
      release(value);
    });
    result_.live_after[id] = registers_.all & ~free_;
    if (!has_value(instr.op) || last_use_[id] == 0) return;
    assign(id, find_hint(id));
  }

  // Finds the positions of last uses in the block, from 1. `at_end`: used by the terminator or live
  // out; 0: unused.
  void find_last_uses(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    for (const ValueId phi : block.phis) last_use_[phi] = 0;
    for (const ValueId value : block.code) last_use_[value] = 0;
    for (std::uint32_t i = 0; i < block.code.size(); ++i) {
      for_each_input(graph_, graph_.at(block.code[i]),
                     [&](ValueId value) { last_use_[value] = i + 1; });
    }
    const auto lives_on = [&](ValueId value) { last_use_[value] = at_end; };
    for_each_terminator_input(graph_, block, lives_on);
    for (const Edge& edge : block.edges) {
      if (edge.to == no_block) continue;
      for (const ValueId value : live_[edge.to]) lives_on(value);
    }
  }

  // ---- Locations

  void take(Location location) {
    if (location.kind == Kind::in_register) {
      free_ &= ~register_bit(location.number);
    } else if (location.kind == Kind::in_frame) {
      frame_.take(location.number);
    }
  }
  void release(ValueId id) {
    const Location location = result_.values[id];
    if (location.kind == Kind::in_register) {
      free_ |= register_bit(location.number);
    } else if (location.kind == Kind::in_frame) {
      frame_.release(location.number);
    }
  }
  [[nodiscard]] bool is_free(Location location) const {
    return location.kind == Kind::in_register ? (free_ & register_bit(location.number)) != 0
                                              : frame_.is_free(location.number);
  }

  void assign_phi(ValueId phi) {
    const Location hint = hints_[phi];
    assign(phi, is_usable(phi, hint) ? hint : find_hint(phi));
  }

  // Returns the preferred location (coalescing): the location of the phi that the value feeds,
  // directly or through other phis, or of an operand that dies here.
  [[nodiscard]] Location find_hint(ValueId id) const {
    ValueId phi = feeds_[id];
    for (unsigned steps = 0; phi != no_value && steps < max_hint_chain; ++steps) {
      for (const Location hint : {result_.values[phi], hints_[phi]}) {
        if (is_usable(id, hint)) return hint;
      }
      phi = feeds_[phi];
    }
    for (const ValueId operand : {graph_.at(id).a, graph_.at(id).b}) {
      if (needs_location(graph_, operand) && is_usable(id, result_.values[operand])) {
        return result_.values[operand];
      }
    }
    return {};
  }
  [[nodiscard]] bool is_usable(ValueId id, Location hint) const {
    const Kind kind = spills_.values[id] ? Kind::in_frame : Kind::in_register;
    return hint.kind == kind && is_free(hint);
  }

  void assign(ValueId id, Location hint) {
    Location& location = result_.values[id];
    if (hint.kind != Kind::nowhere) {
      location = hint;
    } else if (spills_.values[id]) {
      location = {Kind::in_frame, frame_.first_free()};
    } else {
      const RegisterSet unreserved = free_ & ~reserved(graph_.at(id).block);
      const RegisterSet from = unreserved != 0 ? unreserved : free_;
      location = {Kind::in_register, static_cast<std::uint16_t>(std::countr_zero(from))};
    }
    take(location);
    if (location.kind == Kind::in_register) result_.used |= register_bit(location.number);
    const ValueId phi = feeds_[id];
    if (phi != no_value && result_.values[phi].kind == Kind::nowhere &&
        hints_[phi].kind == Kind::nowhere) {
      hints_[phi] = location;
    }
  }

  // The registers of the phis of enclosing loops are left to the values that feed them, if
  // possible.
  void reserve_phis(const BasicBlock& header) {
    RegisterSet set = 0;
    for (const ValueId phi : header.phis) {
      const Location location = result_.values[phi];
      if (location.kind == Kind::in_register) set |= register_bit(location.number);
    }
    reserved_.resize(header.loop_depth, 0);
    reserved_.push_back(set);
  }
  [[nodiscard]] RegisterSet reserved(BlockId block) const {
    RegisterSet set = 0;
    const std::size_t depths =
        std::min<std::size_t>(graph_.blocks[block].loop_depth + 1U, reserved_.size());
    for (std::size_t depth = 0; depth < depths; ++depth) set |= reserved_[depth];
    return set;
  }

  static constexpr std::uint32_t at_end = ~std::uint32_t{0};
  static constexpr unsigned max_hint_chain = 4;  // of phis that go to phis

  const Graph& graph_;
  const RegisterFile& registers_;
  LiveValues live_;
  Spills spills_;
  std::vector<ValueId> feeds_;
  std::vector<std::uint32_t> last_use_;  // in the current block
  std::vector<Location> hints_;          // of phis: the location of an argument
  std::vector<RegisterSet> reserved_;    // by loop depth
  Allocation result_;
  RegisterSet pinned_ = 0;
  std::uint16_t pinned_slots_ = 0;
  RegisterSet free_ = 0;
  FrameSet frame_;
};

}  // namespace

Allocation allocate_registers(const Graph& graph, const RegisterFile& registers) {
  return Allocator(graph, registers).run();
}

std::vector<LocationMove> sequence_moves(std::vector<LocationMove> moves, Location scratch) {
  std::erase_if(moves, [](const LocationMove& move) { return move.to == move.from; });
  std::vector<LocationMove> ordered;
  while (!moves.empty()) {
    const auto ready = std::find_if(moves.begin(), moves.end(), [&](const LocationMove& move) {
      return std::none_of(moves.begin(), moves.end(),
                          [&](const LocationMove& other) { return other.from == move.to; });
    });
    if (ready != moves.end()) {
      ordered.push_back(*ready);
      moves.erase(ready);
    } else {
      ordered.push_back({scratch, moves.front().from});
      moves.front().from = scratch;
    }
  }
  return ordered;
}

}  // namespace fungescope::jit
