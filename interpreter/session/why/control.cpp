#include "session/why/control.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/flow_graph.h"
#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"

#include <unordered_map>
#include <utility>

namespace fungescope {
namespace {

using FlowNode = FlowGraph::Node;
using FlowNodes = std::vector<bool>;  // by node: whether it is in the set

constexpr std::uint8_t all_headings = 0xf;

// Finds the nodes from which the pointer need not come to a node: all but those whose every path
// leads to it, the node itself included.
FlowNodes nodes_avoiding(const FlowGraph& graph, FlowNode avoided) {
  FlowNodes avoiding(graph.size(), true);
  std::vector<std::size_t> open(graph.size());  // successors that may avoid it
  for (FlowNode node = 0; node < graph.size(); ++node) open[node] = graph.successors(node).size();
  std::vector<FlowNode> pending{avoided};
  avoiding[avoided] = false;
  while (!pending.empty()) {
    const FlowNode node = pending.back();
    pending.pop_back();
    for (const FlowNode before : graph.predecessors(node)) {
      if (!avoiding[before] || --open[before] > 0) continue;
      avoiding[before] = false;
      pending.push_back(before);
    }
  }
  return avoiding;
}

class DecisionSearch {
 public:
  DecisionSearch(Session& session, const FlowGraph& graph, const WhyOptions& options,
                 Monitor* monitor)
      : session_(session),
        history_(session.history()),
        graph_(graph),
        options_(options),
        monitor_(monitor) {
    for (FlowNode node = 1; node < graph.size(); ++node) {
      if (graph.states(node) == all_headings) deciders_.emplace(graph.cell(node), node);
    }
  }

  Result<WhyHere> run(std::size_t count) {
    WhyHere answer;
    answer.tick = history_.tick();
    answer.at = history_.machine().ip;
    std::optional<FlowNode> node = graph_.present();
    Tick end = answer.tick;
    std::optional<Point> last;
    while (answer.decisions.size() < count && node) {
      const auto found = find_before(end, *node, last);
      if (!found) return tl::unexpected(found.error());
      if (!*found) break;
      auto decision = decision_at((*found)->tick);
      if (!decision) return tl::unexpected(decision.error());
      end = (*found)->tick;
      last = decision->by;
      node = node_at(history_.machine().field.index_of(decision->by));
      answer.decisions.push_back(std::move(*decision));
    }
    answer.complete = answer.decisions.size() < count;
    return answer;
  }

 private:
  [[nodiscard]] std::optional<FlowNode> node_at(std::size_t cell) const {
    const auto found = deciders_.find(cell);
    if (found == deciders_.end()) return std::nullopt;
    return found->second;
  }

  // Finds the last decision before an instant from which the pointer need not have come to `node`.
  Result<std::optional<FoundInstant>> find_before(Tick end, FlowNode node,
                                                  const std::optional<Point>& last) {
    const Machine& machine = history_.machine();
    const Size size = machine.field.size();
    const FlowNodes avoids = nodes_avoiding(graph_, node);
    SearchQuery query(size);
    query.traps.set_on_modified_code();
    for (const auto& [cell, decider] : deciders_) {
      if (!avoids[decider] || graph_.successors(decider).size() < 2) continue;
      const auto index = static_cast<std::int64_t>(cell);
      query.traps.set(Point{index % size.width, index / size.width}, Access::execute);
    }
    const auto accept = [&](const SearchHit&) {
      if (machine.string_mode || (last && *last == machine.ip)) return false;
      const std::size_t cell = machine.field.index_of(machine.ip);
      const Op op = decode_op(machine.dialect, machine.field.at(cell));
      const bool written = machine.field.changed(cell);
      if (branch_directions(op).empty()) {
        return written && (op == Op::trampoline || is_turn(op));
      }
      const auto decider = node_at(cell);
      return !decider || avoids[*decider] || written;
    };
    return find_last(history_, query, end, false, monitor_, accept);
  }

  static bool is_turn(Op op) {
    return direction_after(op, Direction::east) == direction_after(op, Direction::west);
  }

  Result<Decision> decision_at(Tick instant) {
    if (history_.seek(instant, monitor_) == StopReason::interrupted) return interrupted_error();
    const Machine& machine = history_.machine();
    Decision decision;
    decision.tick = instant + 1;
    decision.by = machine.ip;
    const std::size_t cell = machine.field.index_of(machine.ip);
    decision.op = decode_op(machine.dialect, machine.field.at(cell));
    decision.written = machine.field.changed(cell);
    const bool branches =
        decision.op == Op::branch_horizontal || decision.op == Op::branch_vertical;
    std::optional<AskedValue> asked;
    if (branches && !machine.stack.empty()) {
      asked = AskedValue{AskedSlot{0}, "the value"};
    } else if (!branches && decision.written) {
      asked = AskedValue{AskedCell{decision.by}, "the instruction"};
    }
    if (asked) {
      auto answer = why(session_, *asked, options_, monitor_);
      if (!answer) return tl::unexpected(answer.error());
      decision.value = std::move(*answer);
    }
    if (history_.seek(instant + 1, monitor_) == StopReason::interrupted) return interrupted_error();
    decision.taken = machine.direction;
    return decision;
  }

  Session& session_;
  History& history_;
  const FlowGraph& graph_;
  const WhyOptions& options_;
  Monitor* monitor_;
  std::unordered_map<std::size_t, FlowNode> deciders_;  // nodes for all headings, by cell
};

}  // namespace

Result<WhyHere> why_here(Session& session, std::size_t count, const WhyOptions& options,
                         Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  const Machine& machine = session.machine();
  const auto graph = FlowGraph::build(machine.field, machine.dialect,
                                      {machine.ip, machine.direction, machine.string_mode});
  if (!graph) return tl::unexpected(graph.error());
  return DecisionSearch(session, *graph, options, monitor).run(count);
}

}  // namespace fungescope
