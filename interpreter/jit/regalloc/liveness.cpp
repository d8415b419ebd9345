#include "jit/regalloc/liveness.h"

#include <cstddef>
#include <cstdint>

namespace fungescope::jit {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

Lists ways_in(const Graph& graph) {
  Lists in(graph.parts.size());
  for (PartId id = 0; id < graph.parts.size(); ++id) {
    if (graph.parts[id].dead) continue;
    for (const Edge& edge : graph.parts[id].edges) {
      if (edge.to != no_part) in[edge.to].push_back(id);
    }
  }
  return in;
}

// Of each value: the parts that need it, but for the one that makes it.
class Uses {
 public:
  explicit Uses(const Graph& graph) : starts_(graph.values.size() + 1) {
    each(graph, [this](ValueId id, PartId) { ++starts_[id + 1]; });
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    parts_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    each(graph, [&](ValueId id, PartId part) { parts_[next[id]++] = part; });
  }

  template <class F>
  void for_each_part(ValueId id, F f) const {
    for (std::uint32_t i = starts_[id]; i < starts_[id + 1]; ++i) f(parts_[i]);
  }

 private:
  template <class F>
  static void each(const Graph& graph, F f) {
    for (PartId id = 0; id < graph.parts.size(); ++id) {
      const Part& part = graph.parts[id];
      if (part.dead) continue;
      const auto use = [&](ValueId value) {
        if (graph.at(value).part != id) f(value, id);
      };
      for (const ValueId value : part.code) for_each_needed(graph, graph.at(value), use);
      for_each_needed_at_end(graph, part, use);
    }
  }

  std::vector<std::uint32_t> starts_;
  std::vector<PartId> parts_;
};

}  // namespace

Liveness::Liveness(const Graph& graph) : live_(graph.parts.size()) {
  const Lists in = ways_in(graph);
  const Uses uses(graph);
  std::vector<PartId> open;
  for (ValueId id = 0; id < graph.values.size(); ++id) {
    // Values come in turn, so the last one of a list tells whether this one is in it.
    const auto add = [&](PartId part) {
      if (part == graph.at(id).part) return;
      std::vector<ValueId>& live = live_[part];
      if (!live.empty() && live.back() == id) return;
      live.push_back(id);
      open.push_back(part);
    };
    uses.for_each_part(id, add);
    while (!open.empty()) {
      const PartId part = open.back();
      open.pop_back();
      for (const PartId from : in[part]) add(from);
    }
  }
}

}  // namespace fungescope::jit
