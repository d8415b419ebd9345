#include "debugger_ui/panels/values/watch_rows.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "session/expressions/expression.h"

#include <algorithm>
#include <array>
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
    WatchRow row;
    row.depth = depth;
    row.scope = true;
    row.name = inner.name;
    row.path = inner.path;
    row.members = inner.members();
    row.open = all_open || !closed.contains(inner.path);
    const bool open = row.open;
    rows.push_back(std::move(row));
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
    WatchRow row;
    row.name = watch.name;
    row.path = watch.full_name();
    row.variable = i;
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

}  // namespace fungescope::ui
