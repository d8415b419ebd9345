#include "session/run_control/loops.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

using Node = FlowGraph::Node;
using Nodes = std::vector<bool>;  // by node: whether it is in the set

// The nodes from which `goals` can be reached, the goals included, on paths inside `within` that do
// not continue past `border`.
Nodes reaching(const FlowGraph& graph, std::vector<Node> goals, Node border, const Nodes& within) {
  Nodes found(graph.size(), false);
  for (const Node goal : goals) found[goal] = true;
  while (!goals.empty()) {
    const Node node = goals.back();
    goals.pop_back();
    if (node == border) continue;
    for (const Node before : graph.predecessors(node)) {
      if (found[before] || !within[before]) continue;
      found[before] = true;
      goals.push_back(before);
    }
  }
  return found;
}

Nodes reachable_from(const FlowGraph& graph, Node start) {
  Nodes found(graph.size(), false);
  found[start] = true;
  std::vector<Node> open{start};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    for (const Node next : graph.successors(node)) {
      if (found[next]) continue;
      found[next] = true;
      open.push_back(next);
    }
  }
  return found;
}

}  // namespace

class LoopFinder {
 public:
  LoopFinder(const FlowGraph& graph, Size field) : graph_(graph), field_(field) {}

  [[nodiscard]] std::optional<Loop> find() const {
    const Node present = graph_.present();
    const Nodes cycle =
        reaching(graph_, {present}, FlowGraph::root, reachable_from(graph_, present));
    const auto on_cycle = [&cycle](Node node) { return cycle[node]; };
    const auto next = graph_.successors(present);
    if (std::none_of(next.begin(), next.end(), on_cycle)) return std::nullopt;
    // The heads of the loops around a state dominate it, the innermost nearest. All are on a cycle
    // with it.
    const Dominators dominators = graph_.dominators();
    for (Node head = present; head != FlowGraph::root; head = dominators.immediate[head]) {
      if (!cycle[head]) continue;
      std::vector<Node> ends = back_edges(head, dominators, cycle);
      if (ends.empty()) continue;
      ends.push_back(head);
      const Nodes body = reaching(graph_, std::move(ends), head, cycle);
      if (body[present]) return loop_of(body, head);
    }
    return loop_of(cycle, FlowGraph::root);
  }

 private:
  // The sources of the back edges to `head`, if it is the head of a natural loop.
  [[nodiscard]] std::vector<Node> back_edges(Node head, const Dominators& dominators,
                                             const Nodes& cycle) const {
    std::vector<Node> ends;
    for (const Node before : graph_.predecessors(head)) {
      if (cycle[before] && dominators.dominates(head, before)) ends.push_back(before);
    }
    return ends;
  }

  [[nodiscard]] Loop loop_of(const Nodes& nodes, Node head) const {
    Loop loop;
    loop.width_ = field_.width;
    if (head != FlowGraph::root) loop.head_ = point(graph_.cell(head));
    std::vector<std::size_t> cells;
    std::vector<std::size_t> exits;
    for (Node node = 1; node < nodes.size(); ++node) {
      if (!nodes[node]) continue;
      loop.states_[graph_.cell(node)] |= graph_.states(node);
      cells.push_back(graph_.cell(node));
      for (const Node next : graph_.successors(node)) {
        if (!nodes[next]) exits.push_back(graph_.cell(next));
      }
    }
    loop.cells_ = points(std::move(cells));
    loop.exits_ = points(std::move(exits));
    return loop;
  }

  [[nodiscard]] Point point(std::size_t index) const {
    const auto at = static_cast<std::int64_t>(index);
    return {at % field_.width, at / field_.width};
  }

  [[nodiscard]] std::vector<Point> points(std::vector<std::size_t> cells) const {
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    std::vector<Point> result;
    result.reserve(cells.size());
    for (const std::size_t cell : cells) result.push_back(point(cell));
    return result;
  }

  const FlowGraph& graph_;
  Size field_;
};

bool Loop::contains(Point at, Direction direction, bool string_mode) const {
  const auto found = states_.find(static_cast<std::size_t>(at.y * width_ + at.x));
  const unsigned state = static_cast<unsigned>(direction) + (string_mode ? 4U : 0U);
  return found != states_.end() && (found->second >> state & 1U) != 0;
}

Result<std::optional<Loop>> find_loop(const Playfield& field, const Dialect& dialect,
                                      const PointerState& present) {
  const auto graph = TRY(FlowGraph::build(field, dialect, present));
  return LoopFinder(graph, field.size()).find();
}

}  // namespace fungescope
