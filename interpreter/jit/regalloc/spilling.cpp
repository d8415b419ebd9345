#include "jit/regalloc/register_allocation.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace fungescope::jit {
namespace {

// Values by id, followed by the pinned values by index.
using Item = std::uint32_t;

class SpillChooser {
 public:
  SpillChooser(const Graph& graph, const LiveValues& live, const RegisterFile& registers)
      : graph_(graph),
        live_at_start_(live),
        registers_(registers),
        capacity_(static_cast<std::size_t>(std::popcount(registers.all))),
        weights_(graph.values.size() + registers.pinned_values.size()),
        spilled_(weights_.size(), false),
        positions_(weights_.size(), nowhere) {}

  // The cost of a pinned value shows only in the values that it displaces. So the cheapest ones are
  // spilled, one more each time, as long as that lowers the total cost.
  Spills run() {
    compute_weights();
    order_ = innermost_first();
    std::vector<Item> pinned_values = spillable_pinned_values();
    float min_cost = choose();
    std::vector<bool> best = spilled_;
    for (std::size_t without = 1; without <= pinned_values.size() && min_cost > 0; ++without) {
      std::fill(spilled_.begin(), spilled_.end(), false);
      for (std::size_t i = 0; i < without; ++i) spilled_[pinned_values[i]] = true;
      const float total = choose();
      if (total >= min_cost) break;
      min_cost = total;
      best = spilled_;
    }
    spilled_ = std::move(best);
    const auto values = static_cast<std::ptrdiff_t>(graph_.values.size());
    return {{spilled_.begin(), spilled_.begin() + values},
            {spilled_.begin() + values, spilled_.end()}};
  }

 private:
  // The pinned values that may be in the frame, cheapest first.
  [[nodiscard]] std::vector<Item> spillable_pinned_values() const {
    std::vector<Item> pinned_values;
    for (std::size_t i = 0; i < registers_.pinned_values.size(); ++i) {
      if (registers_.pinned_values[i].requires_register) continue;
      pinned_values.push_back(static_cast<Item>(graph_.values.size() + i));
    }
    std::sort(pinned_values.begin(), pinned_values.end(),
              [this](Item a, Item b) { return weights_[a] < weights_[b]; });
    return pinned_values;
  }

  // Returns the total weight of the spilled items.
  float choose() {
    for (const BlockId id : order_) spill_in_block(id);
    float total = 0;
    for (Item item = 0; item < spilled_.size(); ++item) {
      if (spilled_[item]) total += weights_[item];
    }
    return total;
  }

  void compute_weights() {
    for (const BasicBlock& block : graph_.blocks) {
      if (block.dead) continue;
      const float weight = weight_of(block);
      const auto count = [&](ValueId id) {
        if (needs_location(graph_, id)) weights_[id] += weight;
      };
      for (const ValueId phi : block.phis) count(phi);
      for (const ValueId id : block.code) {
        const Instr& instr = graph_.at(id);
        if (has_value(instr.op)) count(id);
        for (const ValueId operand : {instr.a, instr.b, instr.c}) count(operand);
      }
      for (const ValueId id : {block.a, block.b}) count(id);
      for (const Edge& edge : block.edges) {
        for (const ValueId arg : edge.args) count(arg);
        for (const SlotValue& stored : edge.stack.stored) count(stored.value);
      }
    }
    for (std::size_t i = 0; i < registers_.pinned_values.size(); ++i) {
      weights_[graph_.values.size() + i] = registers_.pinned_values[i].weight;
    }
    compute_densities();
  }

  // Long live ranges displace more values.
  void compute_densities() {
    std::vector<float> lengths(graph_.values.size(), 1);
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      for (const ValueId value : live_at_start_[id]) lengths[value] += 1;
    }
    densities_ = weights_;
    for (std::size_t i = 0; i < lengths.size(); ++i) densities_[i] /= lengths[i];
  }

  [[nodiscard]] std::vector<BlockId> innermost_first() const {
    std::vector<BlockId> order(graph_.blocks.size());
    std::iota(order.begin(), order.end(), BlockId{0});
    std::erase_if(order, [&](BlockId id) { return graph_.blocks[id].dead; });
    std::stable_sort(order.begin(), order.end(), [&](BlockId left, BlockId right) {
      return graph_.blocks[left].loop_depth > graph_.blocks[right].loop_depth;
    });
    return order;
  }

  // Walks the block backwards. Where more items are live than there are registers, the one with the
  // lowest weight per block lived through is spilled (cf. G. Chaitin's metric, 1982).
  void spill_in_block(BlockId id) {
    const BasicBlock& block = graph_.blocks[id];
    for (const Item item : live_) positions_[item] = nowhere;
    live_.clear();
    const std::size_t values = graph_.values.size();
    for (std::size_t i = 0; i < registers_.pinned_values.size(); ++i) {
      add(static_cast<Item>(values + i));
    }
    for (const Edge& edge : block.edges) {
      if (edge.to == no_block) continue;
      for (const ValueId value : live_at_start_[edge.to]) add(value);
    }
    for_each_terminator_input(graph_, block, [this](ValueId value) { add(value); });
    make_room();
    for (auto last = block.code.rbegin(); last != block.code.rend(); ++last) {
      remove(*last);
      for_each_input(graph_, graph_.at(*last), [this](ValueId value) { add(value); });
      make_room();
    }
  }

  void add(Item item) {
    if (spilled_[item] || positions_[item] != nowhere) return;
    positions_[item] = static_cast<std::uint32_t>(live_.size());
    live_.push_back(item);
  }
  void remove(Item item) {
    const std::uint32_t position = positions_[item];
    if (position == nowhere) return;
    live_[position] = live_.back();
    positions_[live_[position]] = position;
    live_.pop_back();
    positions_[item] = nowhere;
  }

  void make_room() {
    while (live_.size() > capacity_) {
      const Item item = *std::min_element(live_.begin(), live_.end(), [this](Item a, Item b) {
        return spill_cost(a) < spill_cost(b);
      });
      spilled_[item] = true;
      remove(item);
    }
  }
  [[nodiscard]] float spill_cost(Item item) const {
    const std::size_t values = graph_.values.size();
    if (item >= values && registers_.pinned_values[item - values].requires_register)
      return must_stay;
    return densities_[item];
  }

  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr float must_stay = 3e38F;

  const Graph& graph_;
  const LiveValues& live_at_start_;
  const RegisterFile& registers_;
  std::size_t capacity_;
  std::vector<float> weights_;
  std::vector<float> densities_;  // weight by the length of the live range
  std::vector<BlockId> order_;
  std::vector<bool> spilled_;
  std::vector<Item> live_;
  std::vector<std::uint32_t> positions_;  // in live_
};

}  // namespace

float weight_of(const BasicBlock& block) {
  static constexpr float each_loop = 8;
  static constexpr unsigned max_depth = 8;
  float weight = 1;
  for (unsigned depth = 0; depth < std::min<unsigned>(block.loop_depth, max_depth); ++depth) {
    weight *= each_loop;
  }
  return weight;
}

Spills choose_spills(const Graph& graph, const LiveValues& live, const RegisterFile& registers) {
  return SpillChooser(graph, live, registers).run();
}

}  // namespace fungescope::jit
