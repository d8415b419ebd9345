#include "session/why/control/why_not.h"

#include "lang/analysis/static_analysis.h"
#include "session/run_control/search.h"
#include "session/why/control/control.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// How many decisions, stores and instructions are shown, at most.
constexpr std::size_t max_shown = 3;
// How many stores are looked at for instructions that have stored before.
constexpr std::size_t max_earlier_stores = 16;
// More areas than these are searched as one that contains all of them.
constexpr std::size_t max_areas = 8;
// Further decisions are searched for so many ticks before the last one.
constexpr Tick nearby_ticks = Tick{1} << 20U;

// Where the run goes if it is before a `_`, `|` or `?` that is not in a string.
std::optional<Direction> direction_of_branch(const Machine& machine) {
  const std::span<const Direction> directions = branch_directions(next_op(machine));
  const bool branches = !machine.string_mode && machine.status == Status::running;
  if (!branches || directions.empty()) return std::nullopt;
  if (directions.size() == 2) return directions[machine.stack.peek() == 0 ? 0 : 1];
  Random random = machine.random;
  return directions[random.next_two_bits()];
}

// The branches that decide whether the pointer comes to a cell, nearest first.
class DecidingBranches {
 public:
  using Node = FlowGraph::Node;
  // By cell: the successors of a branch from which every path leads on to the wanted cell.
  using ByCell = std::unordered_map<std::size_t, std::vector<Node>>;

  DecidingBranches(const FlowGraph& graph, std::size_t cell) : graph_(graph) {
    for (Node node = 1; node < graph.size(); ++node) {
      if (graph.cell(node) == cell) targets_.push_back(node);
    }
  }
  [[nodiscard]] bool reachable() const { return !targets_.empty(); }

  // Returns the branches that lead to the cell, or to the cells of the call before. Empty: no more.
  ByCell next() {
    ByCell branches;
    const FlowNodeSet avoiding = nodes_avoiding(graph_, targets_);
    for (Node node = 1; node < graph_.size(); ++node) {
      if (!avoiding[node]) continue;
      std::vector<Node> leading;
      for (const Node after : graph_.successors(node)) {
        if (!avoiding[after]) leading.push_back(after);
      }
      if (leading.empty()) continue;
      targets_.push_back(node);
      branches.emplace(graph_.cell(node), std::move(leading));
    }
    return branches;
  }

 private:
  const FlowGraph& graph_;
  std::vector<Node> targets_;  // the cell's, and the branches that were found
};

class PassedCellSearch {
 public:
  PassedCellSearch(Session& session, const WhyOptions& options, Monitor* monitor)
      : session_(session), history_(session.history()), options_(options), monitor_(monitor) {}

  // The present instant is the question's.
  Result<WhyNotCell> run(Point at) {
    const Machine& machine = history_.machine();
    const Size size = machine.field.size();
    WhyNotCell answer{.tick = machine.tick,
                      .at = at,
                      .next = machine.ip == at && machine.status == Status::running};
    end_ = executed_until(machine);
    auto graph = TRY(FlowGraph::build(machine.field, machine.dialect, pointer_of(machine)));
    DecidingBranches deciding(graph, machine.field.index_of(at));
    answer.reachable = deciding.reachable();
    SearchQuery executed(size);
    executed.traps.set(at, Access::execute);
    const auto last = TRY(find_last(history_, executed, answer.tick, false, monitor_,
                                    [](const SearchHit&) { return true; }));
    if (last) answer.last = last->tick;
    if (answer.next) return answer;
    const Tick lowest = answer.last.value_or(history_.begin());
    for (std::size_t distance = 1; answer.decisions.empty(); ++distance) {
      auto branches = deciding.next();
      if (branches.empty()) break;
      TRY(add_decisions(answer, graph, branches, distance, lowest));
    }
    return answer;
  }

 private:
  [[nodiscard]] bool leads(const std::vector<FlowGraph::Node>& leading, const FlowGraph& graph,
                           Point at, Direction direction) const {
    const Machine& machine = history_.machine();
    const Size size = machine.field.size();
    PointerState after{at, direction, false};
    return step_in_field(after.at, direction, size, machine.dialect) &&
           std::any_of(leading.begin(), leading.end(),
                       [&](FlowGraph::Node node) { return graph.represents(node, after, size); });
  }

  Result<void> add_decisions(WhyNotCell& answer, const FlowGraph& graph,
                             DecidingBranches::ByCell& branches, std::size_t distance,
                             Tick lowest) {
    const Machine& machine = history_.machine();
    const Size size = machine.field.size();
    Tick end = end_;
    while (answer.decisions.size() < max_shown && !branches.empty()) {
      SearchQuery query(size);
      query.lowest = lowest;
      for (const auto& [cell, leading] : branches) {
        query.traps.set(size.point_at(cell), Access::execute);
      }
      const auto leads_past = [&](const SearchHit&) {
        const auto taken = direction_of_branch(machine);
        const auto branch = branches.find(machine.field.index_of(machine.ip));
        return taken && branch != branches.end() &&
               !leads(branch->second, graph, machine.ip, *taken);
      };
      const auto found = TRY(find_last(history_, query, end, false, monitor_, leads_past));
      if (!found) break;
      end = found->tick;
      auto decision = TRY(decision_at(session_, end, options_, monitor_));
      const auto branch = branches.find(machine.field.index_of(decision.by));
      PassedDecision passed{std::move(decision), {}, distance};
      for (const Direction direction : branch_directions(passed.decision.op)) {
        if (leads(branch->second, graph, passed.decision.by, direction)) {
          passed.wanted.push_back(direction);
        }
      }
      branches.erase(branch);
      answer.decisions.push_back(std::move(passed));
      lowest = std::max(lowest, end - std::min(end, nearby_ticks));
    }
    return {};
  }

  Session& session_;
  History& history_;
  const WhyOptions& options_;
  Monitor* monitor_;
  Tick end_ = 0;  // of the executed instructions
};

class UntrueSearch {
 public:
  UntrueSearch(Session& session, const Expression& expression, const WhyOptions& options,
               Monitor* monitor)
      : session_(session),
        history_(session.history()),
        expression_(expression),
        depends_(expression.dependencies()),
        options_(options),
        monitor_(monitor) {}

  Result<WhyNotTrue> run() {
    const ScopedSeek scoped_seek(history_);
    const Machine& machine = history_.machine();
    WhyNotTrue answer{.tick = machine.tick,
                      .expression = expression_.text(),
                      .is_true = expression_.evaluate(machine) != 0,
                      .of_cells = !depends_.every_tick && !depends_.any_cell};
    const auto since = TRY(find_since(answer.is_true));
    if (since.value_or(0) > history_.begin()) answer.since = since;
    if (depends_.any_cell || depends_.areas.empty()) return answer;
    TRY(find_stored(answer));
    TRY(find_turned(answer));
    if (answer.is_true || !answer.since) return answer;
    TRY(find_passed(answer));
    return answer;
  }

 private:
  Result<std::optional<Tick>> find_since(bool is_true) {
    if (is_true) return when(session_, RunDirection::reverse, expression_, monitor_);
    const auto opposite =
        TRY(Expression::parse(fmt::format("!({})", expression_.text()), session_.symbols(),
                              session_.machine().field.size()));
    return when(session_, RunDirection::reverse, opposite, monitor_);
  }

  // The last store to each of few cells, else the last one to any of them.
  Result<void> find_stored(WhyNotTrue& answer) {
    for (const Rectangle& area : areas()) {
      const auto last = TRY(writes(session_, area, max_earlier_stores, monitor_));
      const auto write = std::find_if(last.begin(), last.end(),
                                      [this](const Write& one) { return depends_on(one.at); });
      if (write == last.end()) continue;
      answer.stored.push_back({*write, {}});
    }
    std::stable_sort(answer.stored.begin(), answer.stored.end(),
                     [](const auto& a, const auto& b) { return a.write.tick > b.write.tick; });
    if (answer.stored.size() > max_shown) answer.stored.resize(max_shown);
    for (WhyNotTrue::Stored& stored : answer.stored) {
      if (stored.write.edit) continue;
      stored.value =
          TRY(why(session_, {AskedCell{stored.write.at}, "the cell"}, options_, monitor_));
    }
    return {};
  }

  Result<void> find_turned(WhyNotTrue& answer) {
    if (!answer.since) return {};
    TRY(seek_to(history_, *answer.since, monitor_));
    for (const Rectangle& area : areas()) {
      const auto last = TRY(last_write(session_, area, monitor_));
      if (last && last->tick == answer.since && !last->edit && depends_on(last->at)) {
        answer.turned = *last;
      }
    }
    return seek_to(history_, answer.tick, monitor_);
  }

  // The instructions that stored before, and were not executed since.
  Result<void> find_passed(WhyNotTrue& answer) {
    TRY(seek_to(history_, *answer.since - 1, monitor_));
    std::vector<Write> candidates;
    for (const Rectangle& area : areas()) {
      const auto earlier = TRY(writes(session_, area, max_earlier_stores, monitor_));
      for (const Write& write : earlier) {
        const bool known = std::any_of(candidates.begin(), candidates.end(),
                                       [&write](const Write& one) { return one.by == write.by; });
        if (!write.edit && !known && depends_on(write.at)) candidates.push_back(write);
      }
    }
    TRY(drop_executed(candidates, answer));
    if (candidates.size() > max_shown) candidates.resize(max_shown);
    for (const Write& write : candidates) {
      TRY(seek_to(history_, answer.tick, monitor_));
      auto instruction = TRY(PassedCellSearch(session_, options_, monitor_).run(write.by));
      answer.passed.push_back({write, std::move(instruction)});
    }
    return {};
  }

  Result<void> drop_executed(std::vector<Write>& candidates, const WhyNotTrue& answer) {
    while (!candidates.empty()) {
      SearchQuery query(session_.machine().field.size());
      query.lowest = *answer.since;
      for (const Write& write : candidates) query.traps.set(write.by, Access::execute);
      Point by;
      const auto found =
          TRY(find_last(history_, query, answer.tick, false, monitor_, [&](const SearchHit&) {
            by = history_.machine().ip;
            return true;
          }));
      if (!found) break;
      std::erase_if(candidates, [by](const Write& write) { return write.by == by; });
    }
    return {};
  }

  [[nodiscard]] bool depends_on(Point at) const {
    return std::any_of(depends_.areas.begin(), depends_.areas.end(),
                       [at](const Rectangle& area) { return area.contains(at); });
  }
  // Its cells if there are few, else its areas, or what is around all of them.
  [[nodiscard]] std::vector<Rectangle> areas() const {
    std::vector<Rectangle> cells;
    for (const auto& [corner, size] : depends_.areas) {
      if (static_cast<std::uint64_t>(size.area()) > max_shown - cells.size()) {
        return depends_.areas.size() <= max_areas ? depends_.areas
                                                  : std::vector<Rectangle>{bounds()};
      }
      for (std::int64_t i = 0; i < size.area(); ++i) {
        const Point at{corner.x + i % size.width, corner.y + i / size.width};
        const Rectangle cell{at, {1, 1}};
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
      }
    }
    return cells;
  }
  // The smallest area with all cells that it depends on.
  [[nodiscard]] Rectangle bounds() const {
    Point low = depends_.areas.front().corner;
    Point end = low;
    for (const auto& [corner, size] : depends_.areas) {
      low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
      end = {std::max(end.x, corner.x + size.width), std::max(end.y, corner.y + size.height)};
    }
    return {low, {end.x - low.x, end.y - low.y}};
  }

  Session& session_;
  History& history_;
  const Expression& expression_;
  Expression::Dependencies depends_;
  const WhyOptions& options_;
  Monitor* monitor_;
};

}  // namespace

Result<WhyNotCell> why_not_executed(Session& session, Point at, const WhyOptions& options,
                                    Monitor* monitor) {
  const ScopedSeek scoped_seek(session.history());
  return PassedCellSearch(session, options, monitor).run(at);
}

Result<WhyNotTrue> why_not_true(Session& session, const Expression& expression,
                                const WhyOptions& options, Monitor* monitor) {
  if (const auto value = expression.constant()) {
    return fail({}, fmt::format("{} is always {}", expression.text(), *value),
                "name a cell, a variable or other state of the program");
  }
  return UntrueSearch(session, expression, options, monitor).run();
}

}  // namespace fungescope
