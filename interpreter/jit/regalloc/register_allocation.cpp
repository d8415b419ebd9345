#include "jit/regalloc/register_allocation.h"

#include "jit/ir/control_flow.h"
#include "jit/regalloc/liveness.h"
#include "jit/regalloc/spilling.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace fungescope::jit {
namespace {

constexpr RegisterSet bit(unsigned number) {
  return RegisterSet{1} << number;
}

// A set of frame places; there may be any number.
class FrameSet {
 public:
  void clear() { taken_.assign(taken_.size(), false); }
  [[nodiscard]] bool is_free(std::uint16_t place) const {
    return place >= taken_.size() || !taken_[place];
  }
  [[nodiscard]] std::uint16_t first_free() const {
    const auto found = std::find(taken_.begin(), taken_.end(), false);
    return static_cast<std::uint16_t>(found - taken_.begin());
  }
  void take(std::uint16_t place) {
    if (place >= taken_.size()) taken_.resize(place + 1U, false);
    taken_[place] = true;
  }
  void release(std::uint16_t place) { taken_[place] = false; }
  [[nodiscard]] std::size_t size() const { return taken_.size(); }

 private:
  std::vector<bool> taken_;
};

class Allocator {
 public:
  Allocator(const Graph& graph, const RegisterFile& registers)
      : graph_(graph),
        registers_(registers),
        liveness_(graph),
        spills_(choose_spills(graph, liveness_, registers)),
        feeds_(graph.values.size(), no_value),
        last_use_(graph.values.size(), 0),
        hints_(graph.values.size()) {
    result_.values.resize(graph.values.size());
    result_.live_after.resize(graph.values.size());
  }

  Allocation run() {
    place_pinned_values();
    find_feeds();
    for (const BlockId id : reverse_post_order(graph_)) place_block(id);
    result_.frame_size = static_cast<std::uint16_t>(frame_.size());
    return std::move(result_);
  }

 private:
  using Kind = Location::Kind;

  void place_pinned_values() {
    for (std::size_t i = 0; i < registers_.pinned_values.size(); ++i) {
      Location place{Kind::in_register, registers_.pinned_values[i].home};
      if (spills_.pinned_values[i]) place = {Kind::in_frame, pinned_slots_++};
      if (place.kind == Kind::in_register) pinned_ |= bit(place.number);
      result_.pinned_values.push_back(place);
    }
    result_.used = pinned_;
  }

  // To which phi a value goes: if to several, to the one in the innermost loop.
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

  void place_block(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    free_ = registers_.all & ~pinned_;
    frame_.clear();
    for (std::uint16_t i = 0; i < pinned_slots_; ++i) frame_.take(i);
    for (const ValueId value : liveness_.at_start(id)) take(result_.values[value]);
    find_last_uses(id);
    for (const ValueId phi : block.phis) {
      if (last_use_[phi] != 0) place_phi(phi);
    }
    if (block.header) reserve_phis(block);
    for (std::uint32_t i = 0; i < block.code.size(); ++i) place_instr(block.code[i], i + 1);
  }

  void place_instr(ValueId id, std::uint32_t at) {
    const Instr& instr = graph_.at(id);
    for_each_input(graph_, instr, [&](ValueId value) {
      if (last_use_[value] != at) return;
      last_use_[value] = 0;
      release(value);
    });
    result_.live_after[id] = registers_.all & ~free_;
    if (!has_value(instr.op) || last_use_[id] == 0) return;
    place(id, find_hint(id));
  }

  // Positions of last uses in the part, from 1; `at_end` if a value is needed at the end or
  // behind it, 0 if not at all.
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
      for (const ValueId value : liveness_.at_start(edge.to)) lives_on(value);
    }
  }

  // ---- Places

  void take(Location place) {
    if (place.kind == Kind::in_register) {
      free_ &= ~bit(place.number);
    } else if (place.kind == Kind::in_frame) {
      frame_.take(place.number);
    }
  }
  void release(ValueId id) {
    const Location place = result_.values[id];
    if (place.kind == Kind::in_register) {
      free_ |= bit(place.number);
    } else if (place.kind == Kind::in_frame) {
      frame_.release(place.number);
    }
  }
  [[nodiscard]] bool is_free(Location place) const {
    return place.kind == Kind::in_register ? (free_ & bit(place.number)) != 0
                                           : frame_.is_free(place.number);
  }

  void place_phi(ValueId phi) {
    const Location hint = hints_[phi];
    place(phi, is_usable(phi, hint) ? hint : find_hint(phi));
  }

  // Where the value would best be: with the phi that it goes to, or that this one goes to; or in
  // the place of an operand that is not needed any more.
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

  void place(ValueId id, Location hint) {
    Location& place = result_.values[id];
    if (hint.kind != Kind::nowhere) {
      place = hint;
    } else if (spills_.values[id]) {
      place = {Kind::in_frame, frame_.first_free()};
    } else {
      const RegisterSet unwanted = free_ & ~reserved(graph_.at(id).block);
      const RegisterSet from = unwanted != 0 ? unwanted : free_;
      place = {Kind::in_register, static_cast<std::uint16_t>(std::countr_zero(from))};
    }
    take(place);
    if (place.kind == Kind::in_register) result_.used |= bit(place.number);
    const ValueId phi = feeds_[id];
    if (phi != no_value && result_.values[phi].kind == Kind::nowhere &&
        hints_[phi].kind == Kind::nowhere) {
      hints_[phi] = place;
    }
  }

  // The registers of the phis of the loops around a part are best left to the values that go back
  // to them.
  void reserve_phis(const BasicBlock& header) {
    RegisterSet set = 0;
    for (const ValueId phi : header.phis) {
      const Location place = result_.values[phi];
      if (place.kind == Kind::in_register) set |= bit(place.number);
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
  Liveness liveness_;
  Spills spills_;
  std::vector<ValueId> feeds_;
  std::vector<std::uint32_t> last_use_;  // in the present part
  std::vector<Location> hints_;          // of phis: where a value is that goes to it
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

std::vector<LocationMove> sequence_moves(std::vector<LocationMove> moves, Location spare) {
  std::erase_if(moves, [](const LocationMove& move) { return move.to == move.from; });
  std::vector<LocationMove> ordered;
  while (!moves.empty()) {
    const auto harmless = std::find_if(moves.begin(), moves.end(), [&](const LocationMove& move) {
      return std::none_of(moves.begin(), moves.end(),
                          [&](const LocationMove& other) { return other.from == move.to; });
    });
    if (harmless != moves.end()) {
      ordered.push_back(*harmless);
      moves.erase(harmless);
    } else {
      ordered.push_back({spare, moves.front().from});
      moves.front().from = spare;
    }
  }
  return ordered;
}

}  // namespace fungescope::jit
