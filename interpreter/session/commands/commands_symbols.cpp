// Commands that show variables, phases and boards.
#include "base/escape.h"
#include "base/rows.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/extension.h"
#include "session/expressions/nearest_names.h"
#include "session/views/region_board.h"
#include "session/views/views.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// The name below the heading of its scope.
std::string indented_name(const VariableView& variable) {
  return escape_controls(variable.scope.empty()
                             ? variable.name
                             : "  " + variable.name.substr(variable.scope.size() + 2));
}

constexpr std::array<Column<VariableView>, 11> variable_columns{{
    {"name", as_json<&VariableView::name>, indented_name},
    {"scope", as_json<&VariableView::scope>},
    {"x", [](const VariableView& variable) { return variable.at.x; }},
    {"y", [](const VariableView& variable) { return variable.at.y; }},
    {"", nullptr,
     [](const VariableView& variable) {
       return fmt::format("{},{}", variable.at.x, variable.at.y);
     },
     TextTable::Align::right},
    {"value", [](const VariableView& variable) { return variable.cell.value; }},
    {"set", as_json<&VariableView::set>},
    {"text", [](const VariableView& variable) { return variable.cell.text; },
     [](const VariableView& variable) { return variable.cell.text; }},
    {"before", [](const VariableView& variable) { return variable.cell.before; }},
    {"changed", [](const VariableView& variable) { return variable.cell.changed(); }},
    {"", nullptr,
     [](const VariableView& variable) {
       return variable.cell.changed() ? "* was " + format_value(variable.cell.before, variable.type)
                                      : "";
     }},
}};

std::string scope_heading(const VariableView& variable) {
  return escape_controls(variable.scope);
}

// Matches a scope, ignoring case; `::` is the global scope.
bool is_in_scope(const VariableView& variable, std::string_view scope) {
  return scope == "::" ? variable.scope.empty() : equal_ignoring_case(variable.scope, scope);
}

Result<Response> view_vars(const Call& call) {
  const Session& session = call.debugger.session();
  std::vector<VariableView> variables =
      view_variables(session.symbols(), session.machine().field, &session.previous());
  const bool none = variables.empty();
  const std::string_view scope = ArgumentParser(call.arguments).rest();
  if (!none && !scope.empty()) {
    std::erase_if(variables, [scope](const VariableView& one) { return !is_in_scope(one, scope); });
    if (variables.empty()) {
      return fail({{}, 0, 1}, fmt::format("no variable is in the scope {}", single_quoted(scope)),
                  "vars lists them all; :: stands for those without a scope");
    }
  }
  Response response = make_response(
      call, none ? "the program names no variables\n"
                 : rows_to_text<VariableView>(variable_columns, variables, scope_heading));
  response.data["variables"] = rows_to_json<VariableView>(variable_columns, variables);
  return response;
}

// ---- Phases

struct PhaseRow {
  std::string name;
  Rectangle area;
  bool present = false;
};

constexpr std::array<Column<PhaseRow>, 8> phase_columns{{
    {"", nullptr, [](const PhaseRow& row) { return std::string(row.present ? ">" : ""); }},
    {"name", as_json<&PhaseRow::name>, [](const PhaseRow& row) { return row.name; }},
    {"x", [](const PhaseRow& row) { return row.area.corner.x; }},
    {"y", [](const PhaseRow& row) { return row.area.corner.y; }},
    {"width", [](const PhaseRow& row) { return row.area.size.width; }},
    {"height", [](const PhaseRow& row) { return row.area.size.height; }},
    {"", nullptr,
     [](const PhaseRow& row) {
       const auto& [corner, size] = row.area;
       return fmt::format("{}x{} at {},{}", size.width, size.height, corner.x, corner.y);
     }},
    {"present", as_json<&PhaseRow::present>},
}};

Result<Response> view_phases(const Call& call) {
  const Session& session = call.debugger.session();
  const PhaseMap& phases = session.source().phases;
  const auto present = phases.at(session.machine().ip);
  std::vector<PhaseRow> rows;
  for (const PhaseMap::Block& block : phases.blocks()) {
    const std::string name = escape_controls(phases.names()[block.phase]);
    rows.push_back({name, block.area, present == block.phase});
  }
  Response response = make_response(
      call, rows.empty() ? "the program titles no blocks; #$phase NAME = X,Y,W,H declares one\n"
                         : rows_to_text<PhaseRow>(phase_columns, rows));
  response.data["phases"] = rows_to_json<PhaseRow>(phase_columns, rows);
  return response;
}

// ---- Regions as boards

Json region_board_to_json(const RegionBoardView& view) {
  Json rows = Json::array();
  Json changed = Json::array();
  for (std::int64_t y = 0; y < view.size.height; ++y) {
    Json row = Json::array();
    for (std::int64_t x = 0; x < view.size.width; ++x) {
      row.push_back(view.at({x, y}).text);
      if (view.at({x, y}).changed) changed.push_back({{"x", x}, {"y", y}});
    }
    rows.push_back(std::move(row));
  }
  return {{"name", view.name},       {"width", view.size.width}, {"height", view.size.height},
          {"rows", std::move(rows)}, {"changed", changed},       {"off_board", view.off_board}};
}

Response region_boards_reply(const Call& call, const std::vector<RegionBoardView>& views) {
  std::string text;
  Json boards = Json::array();
  for (const RegionBoardView& view : views) {
    text += to_text(view);
    boards.push_back(region_board_to_json(view));
  }
  Response response = make_response(call, std::move(text));
  response.data["boards"] = std::move(boards);
  return response;
}

// Shows the board of the region that the arguments name.
Result<Response> region_board(const Call& call, const Region& region) {
  const Session& session = call.debugger.session();
  if (!region.board) {
    return fail({{}, 0, 1},
                fmt::format("the region {} is not drawn as a board", single_quoted(region.name)),
                fmt::format("#$board = {} in the source makes it one", region.name));
  }
  return region_boards_reply(
      call,
      {view_region_board(region, session.symbols(), session.machine().field, &session.previous())});
}

// Shows a region, the board of the program's kind, or all regions that are drawn as boards.
Result<Response> view_board_command(const Call& call) {
  const Session& session = call.debugger.session();
  const Symbols& symbols = session.symbols();
  if (const Region* const region = symbols.region(call.arguments)) {
    return region_board(call, *region);
  }
  if (const Extension* const extension = extension_of(symbols)) return extension->board.show(call);
  if (call.arguments.empty()) {
    const auto views = view_region_boards(symbols, session.machine().field, &session.previous());
    if (!views.empty()) return region_boards_reply(call, views);
  }
  for (const Extension* const extension : extensions()) {
    return tl::unexpected(extension->recognise(symbols).error());
  }
  return fail({}, "this program has no board", "declare one in the source: #$board = REGION");
}

// Joins what the kinds of programs add to the help of `board`.
struct BoardHelp {
  std::string arguments = "[";
  std::string summary;
  std::string details;

  BoardHelp() {
    std::string examples;
    for (const Extension* const extension : extensions()) {
      const Extension::Board& board = extension->board;
      arguments += fmt::format("{} | ", board.arguments);
      summary += fmt::format("{}; or ", board.summary);
      details += board.details;
      examples += board.examples;
    }
    arguments += "REGION]";
    summary += "regions drawn as boards";
    details += details.empty() ? "The" : "In other programs, the";
    details +=
        " regions that #$board draws, with a * where\nsomething has changed since the last stop.\n";
    details += examples + "  board clues\n";
  }
};

}  // namespace

std::span<const Command> symbol_commands() {
  static const BoardHelp help;
  static const std::array table{
      Command{"vars", "v", "", "[SCOPE]", "the variables by scopes, with what has changed",
              "Since the last stop. `vars ::` shows those without a scope.\n", view_vars},
      Command{"phases", "", "", "", "the program's phases, and where it is",
              "A phase is a block of the source, by #$phase or by its title between dashes. The\n"
              "one that the instruction pointer is in has a mark.\n",
              view_phases},
      Command{"board", "", "", help.arguments, help.summary, help.details, view_board_command},
  };
  return table;
}

}  // namespace fungescope
