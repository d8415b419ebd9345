#include "jit/tier/region.h"

#include "jit/tier/loop_nest.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <map>
#include <utility>

namespace fungescope::jit {
namespace {

// Ticks between two looks at what is left: that many, at the end of a run, are the
// interpreter's.
constexpr std::uint32_t most_ticks_ahead = 2000;

class Finder {
 public:
  Finder(const RegionLimits& limits, const std::function<bool(const Block&)>& wanted)
      : limits_(limits), wanted_(wanted) {}

  Region find(std::span<Block* const> entries) {
    for (Block* block : entries) {
      if (has_names(*block, 0)) nodes_[gate(*block, known_[block].entry)].entry = true;
    }
    while (!open_.empty()) {
      const NodeId node = open_.front();
      open_.pop_front();
      follow(node);
    }
    Region region{in_order()};
    find_loops(region);
    join_landings(region);
    nest_loops(region);
    count_ticks(region);
    return region;
  }

 private:
  struct Known {
    NodeId node = no_node;
    NodeId landing = no_node;
    NodeId entry = no_node;
  };

  NodeId add(Node node) {
    nodes_.push_back(std::move(node));
    open_.push_back(static_cast<NodeId>(nodes_.size() - 1));
    return open_.back();
  }

  NodeId gate(Block& block, NodeId& known) {
    if (known == no_node) {
      Node node;
      node.block = &block;
      node.gate = true;
      node.lands = true;
      known = add(std::move(node));
    }
    return known;
  }

  // Have all slots that the block uses at this depth names?
  [[nodiscard]] bool has_names(const Block& block, int depth) const {
    return depth - block.use.need >= -limits_.deepest && depth + block.use.reach <= limits_.deepest;
  }

  // The node of a block, which at first is at `depth`.
  NodeId node_of(Block& block, std::int16_t depth) {
    Known& known = known_[&block];
    if (known.node == no_node) {
      Node node;
      node.block = &block;
      node.depth = depth;
      known.node = add(std::move(node));
    }
    return known.node;
  }

  void follow(NodeId id) {
    Block& block = *nodes_[id].block;
    if (nodes_[id].gate) {
      const NodeId to = node_of(block, 0);
      nodes_[id].depth = nodes_[to].depth;
      nodes_[id].ways.push_back({to, false, &block});
      return;
    }
    const auto depth = static_cast<std::int16_t>(nodes_[id].depth + block.use.depth);
    for (std::size_t i = 0; i < exit_count(block); ++i) {
      const Way way = way_to(*block.exits[i], depth);
      nodes_[id].ways.push_back(way);
    }
  }

  Way way_to(Block& block, std::int16_t depth) {
    const bool fits = has_names(block, depth);
    const bool known = known_.contains(&block);
    const bool may_be_known =
        known || (block.has_code() && nodes_.size() < limits_.nodes && wanted_(block));
    if (!may_be_known) return {no_node, false, &block};
    if (fits) {
      const NodeId node = node_of(block, depth);
      if (nodes_[node].depth == depth) return {node, false, &block};
    }
    if (!has_names(block, 0)) return {no_node, false, &block};
    if (limits_.enter_landings) nodes_[gate(block, known_[&block].entry)].entry = true;
    return {gate(block, known_[&block].landing), true, &block};
  }

  // The nodes in reverse post-order. Ways that are taken later in a search come
  // earlier in the order, so exits[1], the way of a loop in most code, is searched last.
  std::vector<Node> in_order() {
    std::vector<NodeId> post_order;
    std::vector<std::uint8_t> seen(nodes_.size());
    std::vector<std::pair<NodeId, std::size_t>> path;
    for (NodeId root = 0; root < nodes_.size(); ++root) {
      if (!nodes_[root].entry || seen[root] != 0) continue;
      seen[root] = 1;
      path.emplace_back(root, 0);
      while (!path.empty()) {
        auto& [node, next] = path.back();
        const std::vector<Way>& ways = nodes_[node].ways;
        if (next == ways.size()) {
          post_order.push_back(node);
          path.pop_back();
          continue;
        }
        const NodeId to = ways[next++].to;
        if (to == no_node || seen[to] != 0 || is_root(to)) continue;
        seen[to] = 1;
        path.emplace_back(to, 0);
      }
    }
    return renumbered(post_order);
  }

  // A search that came to an entry from what is behind it would number it behind that.
  [[nodiscard]] bool is_root(NodeId node) const {
    return limits_.enter_landings && nodes_[node].entry;
  }

  std::vector<Node> renumbered(const std::vector<NodeId>& post_order) {
    std::vector<NodeId> number(nodes_.size(), no_node);
    const std::size_t count = post_order.size();
    for (std::size_t i = 0; i < count; ++i) {
      number[post_order[i]] = static_cast<NodeId>(count - 1 - i);
    }
    std::vector<Node> ordered(count);
    for (std::size_t i = 0; i < count; ++i) {
      ordered[count - 1 - i] = std::move(nodes_[post_order[i]]);
    }
    for (NodeId id = 0; id < count; ++id) {
      for (Way& way : ordered[id].ways) {
        if (way.to == no_node) continue;
        way.to = number[way.to];
        ordered[way.to].preds.push_back(id);
      }
    }
    return ordered;
  }

  // The loop of a header: from its ways back, against the ways, up to it.
  static void find_loops(Region& region) {
    std::vector<NodeId> open;
    std::vector<NodeId> inside(region.nodes.size(), no_node);
    for (NodeId header = 0; header < region.nodes.size(); ++header) {
      Node& node = region.nodes[header];
      inside[header] = header;
      for (const NodeId pred : node.preds) {
        if (!Region::is_back(pred, header)) continue;
        node.header = true;
        if (inside[pred] != header) open.push_back(pred);
        inside[pred] = header;
      }
      if (!node.header) continue;
      node.loop.push_back(header);
      while (!open.empty()) {
        const NodeId member = open.back();
        open.pop_back();
        node.loop.push_back(member);
        for (const NodeId pred : region.nodes[member].preds) {
          if (inside[pred] == header) continue;
          inside[pred] = header;
          open.push_back(pred);
        }
      }
    }
  }

  // A header that all rounds reach through its landing is the landing.
  static void join_landings(Region& region) {
    for (NodeId id = 0; id < region.nodes.size(); ++id) {
      Node& node = region.nodes[id];
      if (!node.header) continue;
      const auto is_landing = [&](NodeId pred) {
        return region.nodes[pred].gate && !region.nodes[pred].entry;
      };
      NodeId landing = no_node;
      bool others = false;
      for (const NodeId pred : node.preds) {
        if (is_landing(pred)) {
          landing = pred;
        } else if (Region::is_back(pred, id)) {
          others = true;
        }
      }
      if (landing == no_node || others || !Region::is_back(landing, id)) continue;
      node.lands = true;
      std::erase(node.preds, landing);
      for (const NodeId pred : region.nodes[landing].preds) {
        for (Way& way : region.nodes[pred].ways) {
          if (way.to == landing) way.to = id;
        }
        node.preds.push_back(pred);
      }
      region.nodes[landing].preds.clear();
      region.nodes[landing].ways.clear();
    }
  }

  // Every cycle has a header or a landing, and these check; so may others, to keep
  // the distance small; and before a `?`, for a place to ask what its ways ask
  // (passes/selects.cpp).
  static void count_ticks(Region& region) {
    for (NodeId id = static_cast<NodeId>(region.nodes.size()); id-- > 0;) {
      Node& node = region.nodes[id];
      std::uint32_t ahead = 0;
      for (const Way& way : node.ways) {
        if (way.to == no_node || Region::is_back(id, way.to)) continue;
        const Node& next = region.nodes[way.to];
        if (!next.checks_ticks) ahead = std::max(ahead, next.ticks_ahead);
      }
      node.ticks_ahead = ahead + (node.gate ? 0U : node.block->length);
      const bool chooses = node.ways.size() == 4;
      node.checks_ticks = node.header || chooses || (node.gate && node.ticks_ahead > 0) ||
                          node.ticks_ahead > most_ticks_ahead;
    }
  }

  const RegionLimits& limits_;
  const std::function<bool(const Block&)>& wanted_;
  std::vector<Node> nodes_;
  std::map<const Block*, Known> known_;
  std::deque<NodeId> open_;
};

}  // namespace

std::size_t exit_count(const Block& block) {
  std::size_t count = 0;
  while (count < block.exits.size() && block.exits[count] != nullptr) ++count;
  return count;
}

Region find_region(std::span<Block* const> entries, const RegionLimits& limits,
                   const std::function<bool(const Block&)>& wanted) {
  return Finder(limits, wanted).find(entries);
}

}  // namespace fungescope::jit
