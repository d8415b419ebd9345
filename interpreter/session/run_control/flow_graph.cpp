#include "session/run_control/flow_graph.h"

#include "lang/analysis/static_analysis.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

// Numbers the states in the order of discovery and computes the successors of each in that order:
// the list of nodes is its own worklist.
class FlowGraph::Builder {
 public:
  Builder(const Playfield& field, const Dialect& dialect) : field_(field), dialect_(dialect) {
    graph_.keys_.push_back(0);
    graph_.any_heading_.push_back(false);
    graph_.may_end_.push_back(false);
  }

  Result<FlowGraph> build(const PointerState& present) && {
    const Node start = node_of(PointerState{});
    // The root's second edge leads to the present state only if the start does not reach it.
    graph_.after_.ends = {start, start};
    graph_.after_.begin = {0, 2};
    bool complete = expand();
    const std::size_t from_start = graph_.size();
    graph_.present_ = node_of(present);
    if (graph_.present_ >= from_start) graph_.after_.ends[1] = graph_.present_;
    complete = complete && expand();
    if (!complete) {
      return fail({}, fmt::format("the program has more than {} states of the pointer", max_nodes),
                  "its loops cannot be found");
    }
    graph_.find_predecessors();
    return std::move(graph_);
  }

 private:
  // Computes the successors of all new nodes. Returns false if there are too many.
  bool expand() {
    Edges& after = graph_.after_;
    while (after.begin.size() - 1 < graph_.size()) {
      if (graph_.size() > max_nodes) return false;
      const auto node = static_cast<Node>(after.begin.size() - 1);
      add_successors(node);
      if (after_size() == 0) graph_.may_end_[node] = true;
      after.begin.push_back(static_cast<std::uint32_t>(after.ends.size()));
    }
    return true;
  }

  void add_successors(Node node) {
    const std::uint64_t key = graph_.keys_[node];
    const std::size_t index = key / 8;
    PointerState state{field_.size().point_at(index), static_cast<Direction>(key % 4),
                       (key & 4U) != 0};
    const Op op = decode_op(dialect_, field_.at(index));
    if (op == Op::string_mode) state.string_mode = !state.string_mode;
    if (state.string_mode || op == Op::string_mode) return add_step(state);
    if (ends_run(op, dialect_)) return;
    const std::span<const Direction> headings = branch_directions(op);
    for (const Direction direction : headings) add_step({state.at, direction, false});
    if (!headings.empty()) {
      graph_.may_end_[node] = after_size() < headings.size();
      return;
    }
    state.direction = direction_after(op, state.direction);
    if (op == Op::trampoline && !step(state)) return;
    add_step(state);
  }

  // The successors of the node in progress.
  [[nodiscard]] std::size_t after_size() const {
    return graph_.after_.ends.size() - graph_.after_.begin.back();
  }

  void add_step(PointerState state) {
    if (step(state)) graph_.after_.ends.push_back(node_of(state));
  }

  // Returns false if the dialect stops the run at the edge.
  [[nodiscard]] bool step(PointerState& state) const {
    return step_in_field(state.at, state.direction, field_.size(), dialect_);
  }

  Node node_of(const PointerState& state) {
    const std::size_t index = field_.index_of(state.at);
    const Op op = decode_op(dialect_, field_.at(index));
    const bool any_heading = !state.string_mode && (is_turn(op) || !branch_directions(op).empty());
    const auto heading = any_heading ? 0U : static_cast<unsigned>(state.direction);
    const std::uint64_t key = index * 8 + (state.string_mode ? 4U : 0U) + heading;
    const auto [found, is_new] = nodes_.emplace(key, static_cast<Node>(graph_.size()));
    if (is_new) {
      graph_.keys_.push_back(key);
      graph_.any_heading_.push_back(any_heading);
      graph_.may_end_.push_back(false);
    }
    return found->second;
  }

  const Playfield& field_;
  const Dialect& dialect_;
  FlowGraph graph_;
  std::unordered_map<std::uint64_t, Node> nodes_;
};

Result<FlowGraph> FlowGraph::build(const Playfield& field, const Dialect& dialect,
                                   const PointerState& present) {
  return Builder(field, dialect).build(present);
}

std::uint8_t FlowGraph::states(Node node) const {
  return static_cast<std::uint8_t>(any_heading_[node] ? 0xfU : 1U << (keys_[node] % 8));
}

void FlowGraph::find_predecessors() {
  before_.begin.assign(size() + 1, 0);
  for (const Node end : after_.ends) ++before_.begin[end + 1];
  std::partial_sum(before_.begin.begin(), before_.begin.end(), before_.begin.begin());
  before_.ends.resize(after_.ends.size());
  std::vector<std::uint32_t> next(before_.begin.begin(), before_.begin.end() - 1);
  for (Node node = 0; node < size(); ++node) {
    for (const Node end : successors(node)) before_.ends[next[end]++] = node;
  }
}

Dominators FlowGraph::dominators() const {
  std::vector<Node> nodes;
  nodes.reserve(size());
  std::vector<bool> entered(size(), false);
  append_post_order(
      root, entered, nodes, [this](Node node) { return successors(node); },
      [](Node next) { return next; });
  std::reverse(nodes.begin(), nodes.end());
  return compute_dominators(size(), root, std::span(nodes).subspan(1), [this](Node node, auto f) {
    for (const Node before : predecessors(node)) f(before);
  });
}

namespace {

using Node = FlowGraph::Node;

std::vector<Point> points_of(std::vector<std::size_t> cells, Size field) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<Point> points;
  points.reserve(cells.size());
  for (const std::size_t cell : cells) points.push_back(field.point_at(cell));
  return points;
}

Loop loop_of(const FlowGraph& graph, const std::vector<Node>& body, Node head, Size field) {
  std::vector<bool> inside(graph.size(), false);
  for (const Node node : body) inside[node] = true;
  Loop loop;
  loop.width = field.width;
  if (head != FlowGraph::root) loop.head = field.point_at(graph.cell(head));
  std::vector<std::size_t> cells;
  std::vector<std::size_t> exits;
  for (const Node node : body) {
    loop.states[graph.cell(node)] |= graph.states(node);
    cells.push_back(graph.cell(node));
    for (const Node next : graph.successors(node)) {
      if (!inside[next]) exits.push_back(graph.cell(next));
    }
  }
  loop.cells = points_of(std::move(cells), field);
  loop.exits = points_of(std::move(exits), field);
  return loop;
}

}  // namespace

bool Loop::contains(const PointerState& pointer) const {
  const auto found = states.find(static_cast<std::size_t>(pointer.at.y * width + pointer.at.x));
  return found != states.end() && (found->second & pointer.bit()) != 0;
}

Result<std::optional<Loop>> find_loop(const Playfield& field, const Dialect& dialect,
                                      const PointerState& present_state) {
  const auto graph = TRY(FlowGraph::build(field, dialect, present_state));
  const auto after = [&graph](Node node) { return graph.successors(node); };
  const auto before = [&graph](Node node) { return graph.predecessors(node); };
  const auto itself = [](Node node) { return node; };
  const Node present = graph.present();
  // The cycle: what the state reaches, and what reaches it.
  std::vector<bool> outside(graph.size(), false);
  std::vector<Node> cycle;
  append_post_order(present, outside, cycle, after, itself);
  outside.flip();
  cycle.clear();
  append_post_order(present, outside, cycle, before, itself);
  outside.assign(graph.size(), true);
  for (const Node node : cycle) outside[node] = false;
  const auto next = after(present);
  if (std::all_of(next.begin(), next.end(), [&outside](Node node) { return outside[node]; })) {
    return std::nullopt;
  }
  // The heads of the loops around a state dominate it, the innermost nearest. All are on a cycle
  // with it.
  const Dominators dominators = graph.dominators();
  for (Node head = present; head != FlowGraph::root; head = dominators.immediate[head]) {
    if (outside[head]) continue;
    // Backwards from the sources of the back edges, if it is the head of a natural loop.
    std::vector<bool> seen = outside;
    seen[head] = true;
    std::vector<Node> body;
    bool loops = false;
    for (const Node end : before(head)) {
      if (outside[end] || !dominators.dominates(head, end)) continue;
      loops = true;
      append_post_order(end, seen, body, before, itself);
    }
    body.push_back(head);
    if (loops && seen[present]) return loop_of(graph, body, head, field.size());
  }
  return loop_of(graph, cycle, FlowGraph::root, field.size());
}

}  // namespace fungescope
