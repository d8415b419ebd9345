#include "jit/regalloc/spilling.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace fungescope::jit {
namespace {

// Values, and behind them the fixtures, by number.
using Item = std::uint32_t;

class Chooser {
 public:
  Chooser(const Graph& graph, const Liveness& liveness, const RegisterFile& registers)
      : graph_(graph),
        liveness_(liveness),
        registers_(registers),
        capacity_(static_cast<std::size_t>(std::popcount(registers.all))),
        weights_(graph.values.size() + registers.fixtures.size()),
        spilled_(weights_.size(), false),
        places_(weights_.size(), nowhere) {}

  // What a fixture costs shows only where values have its register or have not. So those that count
  // least are tried without, one more each time, as long as that makes the whole cheaper.
  Spills run() {
    weigh();
    order_ = innermost_first();
    std::vector<Item> fixtures = dispensable();
    float least = choose();
    std::vector<bool> best = spilled_;
    for (std::size_t without = 1; without <= fixtures.size() && least > 0; ++without) {
      std::fill(spilled_.begin(), spilled_.end(), false);
      for (std::size_t i = 0; i < without; ++i) spilled_[fixtures[i]] = true;
      const float cost = choose();
      if (cost >= least) break;
      least = cost;
      best = spilled_;
    }
    spilled_ = std::move(best);
    const auto values = static_cast<std::ptrdiff_t>(graph_.values.size());
    return {{spilled_.begin(), spilled_.begin() + values},
            {spilled_.begin() + values, spilled_.end()}};
  }

 private:
  // Fixtures that may be in the frame, those that count least first.
  [[nodiscard]] std::vector<Item> dispensable() const {
    std::vector<Item> fixtures;
    for (std::size_t i = 0; i < registers_.fixtures.size(); ++i) {
      if (registers_.fixtures[i].must_have_it) continue;
      fixtures.push_back(static_cast<Item>(graph_.values.size() + i));
    }
    std::sort(fixtures.begin(), fixtures.end(),
              [this](Item a, Item b) { return weights_[a] < weights_[b]; });
    return fixtures;
  }

  // Returns the weight of all that is spilled.
  float choose() {
    for (const PartId id : order_) look_at(id);
    float cost = 0;
    for (Item item = 0; item < spilled_.size(); ++item) {
      if (spilled_[item]) cost += weights_[item];
    }
    return cost;
  }

  void weigh() {
    for (const Part& part : graph_.parts) {
      if (part.dead) continue;
      const float weight = weight_of(part);
      const auto count = [&](ValueId id) {
        if (is_kept(graph_, id)) weights_[id] += weight;
      };
      for (const ValueId phi : part.phis) count(phi);
      for (const ValueId id : part.code) {
        const Instr& instr = graph_.at(id);
        if (has_value(instr.op)) count(id);
        for (const ValueId operand : {instr.a, instr.b, instr.c}) count(operand);
      }
      for (const ValueId id : {part.a, part.b}) count(id);
      for (const Edge& edge : part.edges) {
        for (const ValueId arg : edge.args) count(arg);
        for (const SlotValue& stored : edge.stack.stored) count(stored.value);
      }
    }
    for (std::size_t i = 0; i < registers_.fixtures.size(); ++i) {
      weights_[graph_.values.size() + i] = registers_.fixtures[i].weight;
    }
    find_densities();
  }

  // What lives long is in the way of much.
  void find_densities() {
    std::vector<float> lengths(graph_.values.size(), 1);
    for (PartId id = 0; id < graph_.parts.size(); ++id) {
      for (const ValueId value : liveness_.at_start(id)) lengths[value] += 1;
    }
    densities_ = weights_;
    for (std::size_t i = 0; i < lengths.size(); ++i) densities_[i] /= lengths[i];
  }

  [[nodiscard]] std::vector<PartId> innermost_first() const {
    std::vector<PartId> order(graph_.parts.size());
    std::iota(order.begin(), order.end(), PartId{0});
    std::erase_if(order, [&](PartId id) { return graph_.parts[id].dead; });
    std::stable_sort(order.begin(), order.end(), [&](PartId left, PartId right) {
      return graph_.parts[left].loop_depth > graph_.parts[right].loop_depth;
    });
    return order;
  }

  // Backwards through the part.
  void look_at(PartId id) {
    const Part& part = graph_.parts[id];
    for (const Item item : live_) places_[item] = nowhere;
    live_.clear();
    const std::size_t values = graph_.values.size();
    for (std::size_t i = 0; i < registers_.fixtures.size(); ++i) {
      add(static_cast<Item>(values + i));
    }
    for (const Edge& edge : part.edges) {
      if (edge.to == no_part) continue;
      for (const ValueId value : liveness_.at_start(edge.to)) add(value);
    }
    for_each_needed_at_end(graph_, part, [this](ValueId value) { add(value); });
    make_room();
    for (auto place = part.code.rbegin(); place != part.code.rend(); ++place) {
      remove(*place);
      for_each_needed(graph_, graph_.at(*place), [this](ValueId value) { add(value); });
      make_room();
    }
  }

  void add(Item item) {
    if (spilled_[item] || places_[item] != nowhere) return;
    places_[item] = static_cast<std::uint32_t>(live_.size());
    live_.push_back(item);
  }
  void remove(Item item) {
    const std::uint32_t place = places_[item];
    if (place == nowhere) return;
    live_[place] = live_.back();
    places_[live_[place]] = place;
    live_.pop_back();
    places_[item] = nowhere;
  }

  void make_room() {
    while (live_.size() > capacity_) {
      const Item item = *std::min_element(live_.begin(), live_.end(),
                                          [this](Item a, Item b) { return cost(a) < cost(b); });
      spilled_[item] = true;
      remove(item);
    }
  }
  [[nodiscard]] float cost(Item item) const {
    const std::size_t values = graph_.values.size();
    if (item >= values && registers_.fixtures[item - values].must_have_it) return must_stay;
    return densities_[item];
  }

  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr float must_stay = 3e38F;

  const Graph& graph_;
  const Liveness& liveness_;
  const RegisterFile& registers_;
  std::size_t capacity_;
  std::vector<float> weights_;
  std::vector<float> densities_;  // weights by length
  std::vector<PartId> order_;
  std::vector<bool> spilled_;
  std::vector<Item> live_;
  std::vector<std::uint32_t> places_;  // in live_
};

}  // namespace

float weight_of(const Part& part) {
  static constexpr float each_loop = 8;
  static constexpr unsigned deepest = 8;
  float weight = 1;
  for (unsigned depth = 0; depth < std::min<unsigned>(part.loop_depth, deepest); ++depth) {
    weight *= each_loop;
  }
  return weight;
}

Spills choose_spills(const Graph& graph, const Liveness& liveness, const RegisterFile& registers) {
  return Chooser(graph, liveness, registers).run();
}

}  // namespace fungescope::jit
