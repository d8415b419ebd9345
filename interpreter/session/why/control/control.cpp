#include "session/why/control/control.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fungescope {

FlowNodeSet nodes_avoiding(const FlowGraph& graph, std::span<const FlowGraph::Node> targets) {
  FlowNodeSet avoiding(graph.size(), true);
  std::vector<std::size_t> open(graph.size());  // ways on that may avoid them, or end
  for (FlowGraph::Node node = 0; node < graph.size(); ++node) {
    open[node] = graph.successors(node).size() + (graph.may_end(node) ? 1 : 0);
  }
  std::vector<FlowGraph::Node> pending(targets.begin(), targets.end());
  for (const FlowGraph::Node target : targets) avoiding[target] = false;
  while (!pending.empty()) {
    const FlowGraph::Node node = pending.back();
    pending.pop_back();
    for (const FlowGraph::Node before : graph.predecessors(node)) {
      if (!avoiding[before] || --open[before] > 0) continue;
      avoiding[before] = false;
      pending.push_back(before);
    }
  }
  return avoiding;
}

Tick executed_until(const Machine& machine) {
  return machine.tick - (has_faulted(machine) ? 1 : 0);
}

namespace {

using FlowNode = FlowGraph::Node;

constexpr std::uint8_t all_headings = 0xf;

// Of how many fields the paths are looked at, where the run has changed its own code.
constexpr std::size_t max_flow_graphs = 32;
// Branches that need a flow graph of their own; further ones count as decisions.
constexpr std::size_t max_strangers = 1000;

// What the paths through a cell depend on: instructions that neither move nor end are alike.
Op flow_class(const Dialect& dialect, std::int64_t value) {
  const Op op = decode_op(dialect, value);
  const bool leads = is_turn(op) || !branch_directions(op).empty() || op == Op::trampoline ||
                     op == Op::string_mode || ends_run(op, dialect);
  return leads ? op : Op::blank;
}

// The paths of the field at one instant, from the start of the program and from the cell that a
// decision may lead to: the target.
class Paths {
 public:
  static Result<Paths> of(const Playfield& field, const Dialect& dialect,
                          const PointerState& target) {
    auto graph = TRY(FlowGraph::build(field, dialect, target));
    return Paths(std::move(graph), field.size());
  }

  void set_target(FlowNode target) { avoiding_ = nodes_avoiding(graph_, {{target}}); }
  // Whether the pointer can go on from a node so that it need not come to the target.
  [[nodiscard]] bool decides(FlowNode node) const {
    const auto next = graph_.successors(node);
    return graph_.may_end(node) ||
           std::any_of(next.begin(), next.end(), [this](FlowNode one) { return avoiding_[one]; });
  }

  // The node of a cell whose instruction sets the heading.
  [[nodiscard]] std::optional<FlowNode> node_at(std::size_t cell) const {
    const auto found = turns_.find(cell);
    if (found == turns_.end()) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] std::optional<FlowNode> node_of(const PointerState& state) const {
    for (FlowNode node = 1; node < graph_.size(); ++node) {
      if (graph_.represents(node, state, field_)) return node;
    }
    return std::nullopt;
  }
  [[nodiscard]] const FlowGraph& graph() const { return graph_; }

 private:
  Paths(FlowGraph graph, Size field) : graph_(std::move(graph)), field_(field) {
    for (FlowNode node = 1; node < graph_.size(); ++node) {
      if (graph_.states(node) == all_headings) turns_.emplace(graph_.cell(node), node);
    }
    set_target(graph_.present());
  }

  FlowGraph graph_;
  Size field_;
  FlowNodeSet avoiding_;
  std::unordered_map<std::size_t, FlowNode> turns_;  // by cell
};

class DecisionSearch {
 public:
  DecisionSearch(Session& session, const WhyOptions& options, Monitor* monitor)
      : session_(session), history_(session.history()), options_(options), monitor_(monitor) {}

  Result<WhyHere> run(std::size_t count) {
    WhyHere answer{.tick = history_.tick(), .at = history_.machine().ip};
    target_ = pointer_of(history_.machine());
    end_ = executed_until(history_.machine());
    TRY(build_paths());
    while (answer.decisions.size() < count) {
      const auto instant = TRY(find_before());
      if (!instant) break;
      auto decision = TRY(decision_at(session_, *instant, options_, monitor_));
      last_ = decision.by;
      end_ = *instant;
      answer.decisions.push_back(std::move(decision));
      TRY(move_target());
    }
    answer.complete = answer.decisions.size() < count;
    return answer;
  }

 private:
  // Of the field at the present instant.
  Result<void> build_paths() {
    const Machine& machine = history_.machine();
    paths_ = TRY(Paths::of(machine.field, machine.dialect, target_));
    return {};
  }

  // The next decision is one that the last one depends on.
  Result<void> move_target() {
    TRY(seek_to(history_, end_, monitor_));
    const Machine& machine = history_.machine();
    target_ = pointer_of(machine);
    if (const auto node = paths_->node_at(machine.field.index_of(machine.ip))) {
      paths_->set_target(*node);
      return {};
    }
    return build_paths();
  }

  // Finds the last decision before `end_` from which the pointer need not have come to the target.
  // Where the run has changed the paths of its field before, the paths of the earlier field count.
  Result<std::optional<Tick>> find_before() {
    for (;;) {
      bool changed = false;
      SearchQuery query = query_of_paths();
      const auto accept = [&](const SearchHit& hit) {
        if (history_.tick() < end_ && is_decision()) {
          changed = false;
          return true;
        }
        if (!changes_paths(hit.event)) return false;
        changed = true;
        return true;
      };
      const auto found = TRY(find_last(history_, query, end_, true, monitor_, accept));
      if (!found) return std::optional<Tick>{};
      if (!changed) return std::optional<Tick>{found->tick};
      // The instruction that made the change is not a decision.
      end_ = found->tick - 1;
      ++fields_;
      TRY(seek_to(history_, end_, monitor_));
      TRY(build_paths());
    }
  }

  SearchQuery query_of_paths() {
    const Machine& machine = history_.machine();
    const Size size = machine.field.size();
    SearchQuery query(size);
    query.traps.set_on_modified_code();
    const FlowGraph& graph = paths_->graph();
    for (FlowNode node = 1; node < graph.size(); ++node) {
      const Point at = size.point_at(graph.cell(node));
      if (fields_ < max_flow_graphs) query.traps.set(at, Access::write);
      // Another cell than the last decision's: in a loop that one is executed all the time.
      if (paths_->decides(node) && at != last_) query.traps.set(at, Access::execute);
    }
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(size.area()); ++cell) {
      const Op op = decode_op(machine.dialect, machine.field.at(cell));
      const Point at = size.point_at(cell);
      if (branch_directions(op).empty() || paths_->node_at(cell) || at == last_) continue;
      query.traps.set(at, Access::execute);
    }
    return query;
  }

  // Before an instruction.
  bool is_decision() {
    const Machine& machine = history_.machine();
    if (machine.string_mode || (last_ && *last_ == machine.ip)) return false;
    const std::size_t cell = machine.field.index_of(machine.ip);
    const Op op = next_op(machine);
    if (branch_directions(op).empty()) {
      return machine.field.changed(cell) && (op == Op::trampoline || is_turn(op));
    }
    if (const auto node = paths_->node_at(cell)) return paths_->decides(*node);
    return ++strangers_ > max_strangers || stranger_decides();
  }

  // Of a branch that the start of the program and the target do not lead to: the run came there
  // through code that it has changed since.
  [[nodiscard]] bool stranger_decides() const {
    const Machine& machine = history_.machine();
    auto paths = Paths::of(machine.field, machine.dialect, pointer_of(machine));
    if (!paths) return true;
    const auto target = paths->node_of(target_);
    if (!target) return true;
    paths->set_target(*target);
    return paths->decides(paths->graph().present());
  }

  [[nodiscard]] bool changes_paths(const TrapEvent& event) const {
    const Dialect& dialect = history_.machine().dialect;
    return fields_ < max_flow_graphs && event.is(TrapEvent::write) &&
           flow_class(dialect, event.before) != flow_class(dialect, event.now);
  }

  Session& session_;
  History& history_;
  const WhyOptions& options_;
  Monitor* monitor_;
  PointerState target_;
  Tick end_ = 0;
  std::optional<Point> last_;  // the cell of the last decision
  std::optional<Paths> paths_;
  std::size_t fields_ = 1;
  std::size_t strangers_ = 0;  // that were judged
};

}  // namespace

Result<Decision> decision_at(Session& session, Tick instant, const WhyOptions& options,
                             Monitor* monitor) {
  History& history = session.history();
  TRY(seek_to(history, instant, monitor));
  const Machine& machine = history.machine();
  Decision decision{.tick = instant + 1,
                    .by = machine.ip,
                    .op = next_op(machine),
                    .written = machine.field.changed(machine.field.index_of(machine.ip))};
  const bool branches = is_branch(decision.op);
  std::optional<AskedValue> asked;
  if (branches && !machine.stack.empty()) {
    asked = AskedValue{AskedSlot{0}, "the value"};
  } else if (!branches && decision.written) {
    asked = AskedValue{AskedCell{decision.by}, "the instruction"};
  }
  if (asked) decision.value = TRY(why(session, *asked, options, monitor));
  TRY(seek_to(history, instant + 1, monitor));
  decision.taken = machine.direction;
  return decision;
}

Result<WhyHere> why_here(Session& session, std::size_t count, const WhyOptions& options,
                         Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  return DecisionSearch(session, options, monitor).run(count);
}

}  // namespace fungescope
