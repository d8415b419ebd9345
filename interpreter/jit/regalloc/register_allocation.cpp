#include "jit/regalloc/register_allocation.h"

#include "jit/regalloc/liveness.h"
#include "jit/ir/part_order.h"
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
  void give_back(std::uint16_t place) { taken_[place] = false; }
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
        dies_at_(graph.values.size(), 0),
        wished_(graph.values.size()) {
    result_.values.resize(graph.values.size());
    result_.kept.resize(graph.values.size());
  }

  Allocation run() {
    place_fixtures();
    find_feeds();
    for (const PartId id : in_order(graph_)) place_part(id);
    result_.frame_size = static_cast<std::uint16_t>(frame_.size());
    return std::move(result_);
  }

 private:
  using Kind = Location::Kind;

  void place_fixtures() {
    for (std::size_t i = 0; i < registers_.fixtures.size(); ++i) {
      Location place{Kind::in_register, registers_.fixtures[i].home};
      if (spills_.fixtures[i]) place = {Kind::in_frame, fixed_frame_++};
      if (place.kind == Kind::in_register) fixed_ |= bit(place.number);
      result_.fixtures.push_back(place);
    }
    result_.used = fixed_;
  }

  // To which phi a value goes: if to several, to the one in the innermost loop.
  void find_feeds() {
    std::vector<std::uint16_t> depths(graph_.values.size());
    for (const Part& part : graph_.parts) {
      if (part.dead) continue;
      for (const Edge& edge : part.edges) {
        if (edge.to == no_part) continue;
        const Part& to = graph_.parts[edge.to];
        const std::uint16_t depth = std::min(part.loop_depth, to.loop_depth);
        for (std::size_t i = 0; i < edge.args.size(); ++i) {
          const ValueId arg = edge.args[i];
          if (!is_kept(graph_, arg) || arg == to.phis[i]) continue;
          if (feeds_[arg] != no_value && depths[arg] >= depth) continue;
          feeds_[arg] = to.phis[i];
          depths[arg] = depth;
        }
      }
    }
  }

  void place_part(PartId id) {
    const Part& part = graph_.parts[id];
    free_ = registers_.all & ~fixed_;
    frame_.clear();
    for (std::uint16_t i = 0; i < fixed_frame_; ++i) frame_.take(i);
    for (const ValueId value : liveness_.at_start(id)) take(result_.values[value]);
    find_deaths(id);
    for (const ValueId phi : part.phis) {
      if (dies_at_[phi] != 0) place_phi(phi);
    }
    if (part.header) reserve_phis(part);
    for (std::uint32_t i = 0; i < part.code.size(); ++i) place_instr(part.code[i], i + 1);
  }

  void place_instr(ValueId id, std::uint32_t at) {
    const Instr& instr = graph_.at(id);
    for_each_needed(graph_, instr, [&](ValueId value) {
      if (dies_at_[value] != at) return;
      dies_at_[value] = 0;
      give_back(value);
    });
    result_.kept[id] = registers_.all & ~free_;
    if (!has_value(instr.op) || dies_at_[id] == 0) return;
    place(id, first_wish(id));
  }

  // Positions of last uses in the part, from 1; `at_end` if a value is needed at the end or
  // behind it, 0 if not at all.
  void find_deaths(PartId id) {
    const Part& part = graph_.parts[id];
    for (const ValueId phi : part.phis) dies_at_[phi] = 0;
    for (const ValueId value : part.code) dies_at_[value] = 0;
    for (std::uint32_t i = 0; i < part.code.size(); ++i) {
      for_each_needed(graph_, graph_.at(part.code[i]),
                      [&](ValueId value) { dies_at_[value] = i + 1; });
    }
    const auto lives_on = [&](ValueId value) { dies_at_[value] = at_end; };
    for_each_needed_at_end(graph_, part, lives_on);
    for (const Edge& edge : part.edges) {
      if (edge.to == no_part) continue;
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
  void give_back(ValueId id) {
    const Location place = result_.values[id];
    if (place.kind == Kind::in_register) {
      free_ |= bit(place.number);
    } else if (place.kind == Kind::in_frame) {
      frame_.give_back(place.number);
    }
  }
  [[nodiscard]] bool is_free(Location place) const {
    return place.kind == Kind::in_register ? (free_ & bit(place.number)) != 0
                                           : frame_.is_free(place.number);
  }

  void place_phi(ValueId phi) {
    const Location wish = wished_[phi];
    place(phi, suits(phi, wish) ? wish : first_wish(phi));
  }

  // Where the value would best be: with the phi that it goes to, or that this one goes to; or in
  // the place of an operand that is not needed any more.
  [[nodiscard]] Location first_wish(ValueId id) const {
    ValueId phi = feeds_[id];
    for (unsigned steps = 0; phi != no_value && steps < longest_chain; ++steps) {
      for (const Location wish : {result_.values[phi], wished_[phi]}) {
        if (suits(id, wish)) return wish;
      }
      phi = feeds_[phi];
    }
    for (const ValueId operand : {graph_.at(id).a, graph_.at(id).b}) {
      if (is_kept(graph_, operand) && suits(id, result_.values[operand])) {
        return result_.values[operand];
      }
    }
    return {};
  }
  [[nodiscard]] bool suits(ValueId id, Location wish) const {
    const Kind kind = spills_.values[id] ? Kind::in_frame : Kind::in_register;
    return wish.kind == kind && is_free(wish);
  }

  void place(ValueId id, Location wish) {
    Location& place = result_.values[id];
    if (wish.kind != Kind::nowhere) {
      place = wish;
    } else if (spills_.values[id]) {
      place = {Kind::in_frame, frame_.first_free()};
    } else {
      const RegisterSet unwanted = free_ & ~reserved(graph_.at(id).part);
      const RegisterSet from = unwanted != 0 ? unwanted : free_;
      place = {Kind::in_register, static_cast<std::uint16_t>(std::countr_zero(from))};
    }
    take(place);
    if (place.kind == Kind::in_register) result_.used |= bit(place.number);
    const ValueId phi = feeds_[id];
    if (phi != no_value && result_.values[phi].kind == Kind::nowhere &&
        wished_[phi].kind == Kind::nowhere) {
      wished_[phi] = place;
    }
  }

  // The registers of the phis of the loops around a part are best left to the values that go back
  // to them.
  void reserve_phis(const Part& header) {
    RegisterSet set = 0;
    for (const ValueId phi : header.phis) {
      const Location place = result_.values[phi];
      if (place.kind == Kind::in_register) set |= bit(place.number);
    }
    reserved_.resize(header.loop_depth, 0);
    reserved_.push_back(set);
  }
  [[nodiscard]] RegisterSet reserved(PartId part) const {
    RegisterSet set = 0;
    const std::size_t depths =
        std::min<std::size_t>(graph_.parts[part].loop_depth + 1U, reserved_.size());
    for (std::size_t depth = 0; depth < depths; ++depth) set |= reserved_[depth];
    return set;
  }

  static constexpr std::uint32_t at_end = ~std::uint32_t{0};
  static constexpr unsigned longest_chain = 4;  // of phis that go to phis

  const Graph& graph_;
  const RegisterFile& registers_;
  Liveness liveness_;
  Spills spills_;
  std::vector<ValueId> feeds_;
  std::vector<std::uint32_t> dies_at_;  // in the present part
  std::vector<Location> wished_;        // of phis: where a value is that goes to it
  std::vector<RegisterSet> reserved_;   // by loop depth
  Allocation result_;
  RegisterSet fixed_ = 0;
  std::uint16_t fixed_frame_ = 0;
  RegisterSet free_ = 0;
  FrameSet frame_;
};

}  // namespace

Allocation allocate_registers(const Graph& graph, const RegisterFile& registers) {
  return Allocator(graph, registers).run();
}

}  // namespace fungescope::jit
