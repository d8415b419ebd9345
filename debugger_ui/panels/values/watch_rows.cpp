#include "debugger_ui/panels/values/watch_rows.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "session/expressions/expression.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

struct Scope {
  std::string name;
  std::string path;
  std::vector<WatchRow> variables;
  std::vector<Scope> scopes;

  Scope& inner(const std::string& inner_name) {
    for (Scope& scope : scopes) {
      if (scope.name == inner_name) return scope;
    }
    scopes.push_back({inner_name, path.empty() ? inner_name : path + "::" + inner_name, {}, {}});
    return scopes.back();
  }
  [[nodiscard]] std::size_t members() const {
    std::size_t count = variables.size();
    for (const Scope& scope : scopes) count += scope.members();
    return count;
  }
};

void add_rows(const Scope& scope, int depth, const std::set<std::string>& closed, bool all_open,
              std::vector<WatchRow>& rows) {
  for (WatchRow row : scope.variables) {
    row.depth = depth;
    rows.push_back(std::move(row));
  }
  for (const Scope& inner : scope.scopes) {
    const bool open = all_open || !closed.contains(inner.path);
    rows.push_back({.depth = depth,
                    .scope = true,
                    .name = inner.name,
                    .path = inner.path,
                    .members = inner.members(),
                    .open = open});
    if (open) add_rows(inner, depth + 1, closed, all_open, rows);
  }
}

}  // namespace

std::vector<WatchRow> watch_rows(const std::vector<VariableSnapshot>& variables,
                                 const Symbols& symbols, const std::set<std::string>& closed,
                                 std::string_view filter) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> declared;
  for (std::size_t i = 0; i < symbols.variables().size(); ++i) {
    const Point at = symbols.variables()[i].at;
    declared.try_emplace({at.x, at.y}, i);
  }
  Scope root;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Watch& watch = variables[i].watch;
    WatchRow row{.name = watch.name, .path = watch.full_name(), .variable = i};
    if (!contains_ignoring_case(row.path, filter)) continue;
    const auto place = declared.find({watch.at.x, watch.at.y});
    row.declared = place == declared.end() ? i : place->second;
    Scope* scope = &root;
    for (const std::string& part : watch.scope) scope = &scope->inner(part);
    scope->variables.push_back(std::move(row));
  }
  std::vector<WatchRow> rows;
  add_rows(root, 0, closed, !filter.empty(), rows);
  return rows;
}

std::string command_name(const Watch& variable, const Symbols& symbols) {
  // Keywords take precedence over variables.
  constexpr std::array<std::string_view, 12> keywords{"top",    "stack", "ip",     "input",
                                                      "output", "tick",  "depth",  "modified",
                                                      "read",   "write", "change", "cell"};
  const std::string full = variable.full_name();
  const bool is_keyword = std::find(keywords.begin(), keywords.end(), full) != keywords.end();
  const Size field{variable.at.x + 1, variable.at.y + 1};
  for (const std::string& name : {is_keyword ? "::" + full : full, "::" + full}) {
    const auto place = parse_place(name, symbols, field);
    if (place && place->area == Rectangle{variable.at, {1, 1}}) return name;
  }
  return fmt::format("{},{}", variable.at.x, variable.at.y);
}

std::string value_named_by(const std::string& text, const ViewSnapshot& snapshot) {
  if (text == "top") return text;
  const auto place = parse_place(text, snapshot.program->symbols, snapshot.program->field());
  return place && place->area.size.area() == 1 ? text : std::string();
}

// ---- Curves

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t columns_of_one = 128;
// How long other work may have to wait for one slice of sampling.
constexpr std::chrono::milliseconds time_slice{15};

class TimeSliceMonitor final : public Monitor {
 public:
  explicit TimeSliceMonitor(Monitor& outer) : outer_(outer) {}
  bool should_continue(Tick now, Tick goal) override {
    return outer_.should_continue(now, goal) && Clock::now() < end_;
  }

 private:
  Monitor& outer_;
  Clock::time_point end_ = Clock::now() + time_slice;
};

}  // namespace

std::vector<ImVec2> sparkline(const std::vector<TimelineSample>& samples, std::size_t index,
                              std::int64_t unset, ImVec2 corner, ImVec2 size) {
  const auto value = [index](const TimelineSample& sample) {
    return index < sample.values.size() ? sample.values[index] : 0;
  };
  const auto first =
      std::find_if(samples.begin(), samples.end(),
                   [&](const TimelineSample& sample) { return value(sample) != unset; });
  if (first == samples.end() || samples.front().tick == samples.back().tick) return {};
  const auto [low, high] = std::minmax_element(
      first, samples.end(),
      [&](const TimelineSample& a, const TimelineSample& b) { return value(a) < value(b); });
  const auto lowest = static_cast<double>(value(*low));
  const double range = static_cast<double>(value(*high)) - lowest;
  if (range == 0) return {};
  const auto begin = static_cast<double>(samples.front().tick);
  const double ticks = static_cast<double>(samples.back().tick) - begin;
  std::vector<ImVec2> line;
  for (auto sample = first; sample != samples.end(); ++sample) {
    const double along = (static_cast<double>(sample->tick) - begin) / ticks;
    const double below = 1 - (static_cast<double>(value(*sample)) - lowest) / range;
    const ImVec2 at{corner.x + size.x * static_cast<float>(along),
                    corner.y + size.y * static_cast<float>(below)};
    const bool same = !line.empty() && line.back().y == at.y;
    if (same && sample + 1 != samples.end()) continue;
    if (!line.empty() && !same) line.emplace_back(at.x, line.back().y);
    line.push_back(at);
  }
  return line;
}

// The sampler belongs to the session's thread while a request is in flight, else to the UI thread.
struct VariableCurves::Row {
  Row(const ViewSnapshot& snapshot, TimelineRequest request)
      : program(snapshot.program),
        branch(snapshot.branch),
        end(snapshot.end),
        sampler(std::move(request)) {}

  std::shared_ptr<const ProgramInfo> program;
  BranchId branch;
  Tick end;
  TimelineSampler sampler;
  bool waiting = false;
  bool complete = false;
  std::shared_ptr<const std::vector<TimelineSample>> samples;

  [[nodiscard]] bool is_of(const ViewSnapshot& snapshot) const {
    return program == snapshot.program && branch == snapshot.branch;
  }
};

void VariableCurves::update(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  if (asked_ && asked_->complete) done_ = asked_;
  if (snapshot.playing() || snapshot.busy() || snapshot.end == snapshot.begin) return;
  if (snapshot.program->symbols.variables().empty()) return;
  if (!asked_ || !asked_->is_of(snapshot) || asked_->end != snapshot.end) {
    TimelineRequest request;
    request.from = snapshot.begin;
    request.to = snapshot.end;
    request.columns = columns_of_one;
    for (const Watch& variable : snapshot.program->symbols.variables()) {
      request.cells.push_back(variable.at);
    }
    asked_ = std::make_shared<Row>(snapshot, std::move(request));
  }
  if (asked_->waiting || asked_->complete) return;
  asked_->waiting = true;
  context.session.ask<bool>(
      slot::curves,
      [row = asked_](Debugger& debugger, Monitor& monitor) {
        TimeSliceMonitor part(monitor);
        const auto all = row->sampler.advance(debugger.session(), &part);
        return !all || *all;  // an error recurs until the run changes
      },
      [row = asked_](bool all) {
        row->waiting = false;
        row->complete = all;
        if (all) {
          row->samples =
              std::make_shared<const std::vector<TimelineSample>>(row->sampler.samples());
        }
      });
}

std::shared_ptr<const std::vector<TimelineSample>> VariableCurves::samples(
    const ViewSnapshot& snapshot) const {
  const bool known = done_ && done_->is_of(snapshot) && snapshot.end / 2 <= done_->end;
  return known ? done_->samples : snapshot.played;
}

}  // namespace fungescope::ui
