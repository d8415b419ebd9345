#include "jit/tier/loop_nest.h"

#include <algorithm>
#include <cstdint>

namespace fungescope::jit {
namespace {

class LoopNest {
 public:
  explicit LoopNest(std::vector<RegionNode>& nodes)
      : nodes_(nodes), level_(nodes.size(), 0), index_(nodes.size()), low_(nodes.size()) {}

  void find() {
    std::vector<NodeId> all(nodes_.size());
    for (NodeId id = 0; id < nodes_.size(); ++id) all[id] = id;
    find_in(all, 0);
  }

 private:
  // `members` are the nodes at this level.
  void find_in(const std::vector<NodeId>& members, std::uint32_t level) {
    for (const NodeId id : members) {
      level_[id] = level;
      index_[id] = 0;
    }
    std::vector<std::vector<NodeId>> loops;
    for (const NodeId id : members) {
      if (index_[id] == 0) connect(id, level, loops);
    }
    for (std::vector<NodeId>& loop : loops) {
      std::sort(loop.begin(), loop.end());
      for (const NodeId id : loop) ++nodes_[id].loop_depth;
      nodes_[loop.front()].body = loop;
      find_in({loop.begin() + 1, loop.end()}, ++levels_);
    }
  }

  // Tarjan's algorithm.
  void connect(NodeId id, std::uint32_t level, std::vector<std::vector<NodeId>>& loops) {
    index_[id] = low_[id] = ++clock_;
    stack_.push_back(id);
    bool turns = false;
    for (const RegionEdge& edge : nodes_[id].edges) {
      if (edge.to == no_node || level_[edge.to] != level) continue;
      turns = turns || edge.to == id;
      if (index_[edge.to] == 0) {
        connect(edge.to, level, loops);
        low_[id] = std::min(low_[id], low_[edge.to]);
      } else {
        low_[id] = std::min(low_[id], index_[edge.to]);
      }
    }
    if (low_[id] != index_[id]) return;
    const auto begin = std::find(stack_.begin(), stack_.end(), id);
    if (turns || stack_.end() - begin > 1) loops.emplace_back(begin, stack_.end());
    for (auto member = begin; member != stack_.end(); ++member) level_[*member] = no_level;
    stack_.erase(begin, stack_.end());
  }

  static constexpr std::uint32_t no_level = ~std::uint32_t{0};

  std::vector<RegionNode>& nodes_;
  std::vector<std::uint32_t> level_;  // of the search that looks at a node; no_level: none does
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<NodeId> stack_;
  std::uint32_t levels_ = 0;
  std::uint32_t clock_ = 0;
};

}  // namespace

void find_loop_nest(JitRegion& region) {
  LoopNest(region.nodes).find();
}

}  // namespace fungescope::jit
