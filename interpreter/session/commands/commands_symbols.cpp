// Commands that show regions, variables and the sudoku board.
#include "base/escape.h"
#include "lang/analysis/static_analysis.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/command_groups.h"
#include "session/commands/rows.h"
#include "session/expressions/nearest_names.h"
#include "session/queries/history_queries.h"
#include "session/views/board.h"
#include "session/views/board_events.h"
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
    {"x", [](const VariableView& variable) -> Json { return variable.at.x; }},
    {"y", [](const VariableView& variable) -> Json { return variable.at.y; }},
    {"", nullptr,
     [](const VariableView& variable) {
       return fmt::format("{},{}", variable.at.x, variable.at.y);
     },
     TextTable::Align::right},
    {"value", [](const VariableView& variable) -> Json { return variable.cell.value; }},
    {"set", as_json<&VariableView::set>},
    {"text", [](const VariableView& variable) -> Json { return variable.cell.text; },
     [](const VariableView& variable) { return variable.cell.text; }},
    {"before", [](const VariableView& variable) -> Json { return variable.cell.before; }},
    {"changed", [](const VariableView& variable) -> Json { return variable.cell.changed(); }},
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
    {"x", [](const PhaseRow& row) -> Json { return row.area.corner.x; }},
    {"y", [](const PhaseRow& row) -> Json { return row.area.corner.y; }},
    {"width", [](const PhaseRow& row) -> Json { return row.area.size.width; }},
    {"height", [](const PhaseRow& row) -> Json { return row.area.size.height; }},
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

// ---- The board

enum class BoardForm : std::uint8_t { plain, candidates, ticks };

// Returns the tick of the last store to a cell; nothing if its value is from an edit.
SetAt last_writes(Session& session, Monitor* monitor) {
  return [&session, monitor](Point at) -> std::optional<Tick> {
    const auto write = last_write(session, {at, {1, 1}}, monitor);
    if (!write || !*write) return std::nullopt;
    return (*write)->tick;
  };
}

Json board_to_json(const BoardView& view) {
  constexpr std::array<std::string_view, 5> origins{"blank", "given", "deduced", "guessed",
                                                    "unknown"};
  Json cells = Json::array();
  for (const BoardCell& cell : view.cells) {
    Json json{{"digit", cell.digit},
              {"origin", origins[static_cast<std::size_t>(cell.origin)]},
              {"depth", cell.depth}};
    Json possible = Json::array();
    for (int digit = 1; digit <= 9; ++digit) {
      if (cell.possible(digit)) possible.push_back(digit);
    }
    json["possible"] = std::move(possible);
    if (cell.set_at) json["set_at"] = *cell.set_at;
    cells.push_back(std::move(json));
  }
  return cells;
}

Json event_to_json(const BoardEvent& event) {
  return {{"kind", to_string(event.kind)},
          {"tick", event.tick},
          {"x", event.cell.x},
          {"y", event.cell.y},
          {"digit", event.digit},
          {"depth", event.depth},
          {"text", to_text(event)}};
}

Response board_reply(const Call& call, const BoardView& view, std::string text) {
  Response response = make_response(call, std::move(text));
  response.data["ready"] = view.ready;
  response.data["cells"] = board_to_json(view);
  return response;
}

// The board or, until the program has set it, the puzzle that will be solved.
BoardView shown_board(const Session& session, const BoardMap& map, const BoardPhase& phase,
                      const SetAt& set_at) {
  const Machine& machine = session.machine();
  BoardView view = view_board(map, machine.field, phase, set_at);
  if (phase.kind == BoardPhase::Kind::before) {
    const bool reads = reads_input(*session.source().field, machine.dialect);
    show_upcoming(view, puzzle_to_solve(session, map, reads));
  }
  return view;
}

// Describes one cell. Searches only for the tick of its own digit.
Result<Response> board_cell(const Call& call, ArgumentParser arguments, const BoardMap& map,
                            const BoardPhase& phase) {
  Session& session = call.debugger.session();
  const auto cell = arguments.point({9, 9});
  if (!cell) return tl::unexpected(cell.error());
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());
  const Point at{map.grid.x + cell->x, map.grid.y + cell->y};
  const SetAt ask = last_writes(session, &call.debugger.monitor());
  const SetAt ask_here = [&](Point asked) -> std::optional<Tick> {
    return asked == at ? ask(asked) : std::nullopt;
  };
  const BoardView view = shown_board(session, map, phase, ask_here);
  return board_reply(call, view, describe(view, *cell) + '\n');
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

Result<Response> view_board_command(const Call& call) {
  Session& session = call.debugger.session();
  Monitor* const monitor = &call.debugger.monitor();
  const Symbols& symbols = session.symbols();
  if (const Region* const region = symbols.region(call.arguments)) {
    return region_board(call, *region);
  }
  const auto map = find_board(symbols);
  if (!map && call.arguments.empty()) {
    const auto views = view_region_boards(symbols, session.machine().field, &session.previous());
    if (!views.empty()) return region_boards_reply(call, views);
  }
  if (!map) return tl::unexpected(map.error());
  BoardGivens givens;
  if (auto searched = givens.search(session, *map, monitor); !searched) {
    return tl::unexpected(searched.error());
  }
  const BoardPhase phase = givens.at(*map, session.machine());
  ArgumentParser arguments(call.arguments);
  BoardForm form = BoardForm::plain;
  if (arguments.take_word("candidates"))
    form = BoardForm::candidates;
  else if (arguments.take_word("ticks"))
    form = BoardForm::ticks;
  else if (!arguments.at_end())
    return board_cell(call, arguments, *map, phase);
  if (auto rest = arguments.expect_end(); !rest) return tl::unexpected(rest.error());

  const SetAt set_at = form == BoardForm::ticks ? last_writes(session, monitor) : SetAt();
  const BoardView view = shown_board(session, *map, phase, set_at);
  const auto event = last_board_event(session, *map, givens, monitor);
  if (!event) return tl::unexpected(event.error());
  std::string text = to_text(view, {form == BoardForm::candidates});
  if (*event) text += fmt::format("     {}\n", to_text(**event));
  if (form == BoardForm::ticks) {
    for (std::size_t i = 0; i < view.cells.size(); ++i) {
      if (!view.cells[i].set_at) continue;
      const auto place = static_cast<std::int64_t>(i);
      text += describe(view, {place % 9, place / 9}) + '\n';
    }
  }
  Response response = board_reply(call, view, std::move(text));
  if (*event) response.data["event"] = event_to_json(**event);
  return response;
}

}  // namespace

std::span<const Command> symbol_commands() {
  static constexpr std::array table{
      Command{"vars", "v", "", "[SCOPE]", "the variables by scopes, with what has changed",
              "Since the last stop. `vars ::` shows those without a scope.\n", view_vars},
      Command{"phases", "", "", "", "the program's phases, and where it is",
              "A phase is a block of the source, by #$phase or by its title between dashes. The\n"
              "one that the instruction pointer is in has a mark.\n",
              view_phases},
      Command{
          "board", "", "", "[candidates | ticks | X,Y | REGION]",
          "the sudoku of a program that has its map; or regions drawn as boards",
          "Where each digit came from; with ticks, or for one cell, also since when. That\n"
          "is known once the program has cleared pspace, rlatter and rstack, and has set\n"
          "recursionLevel; until then it is the puzzle that will be solved. The last line says\n"
          "what happened last, and why. In other programs, the regions that #$board draws, "
          "with a * where\n"
          "something has changed since the last stop.\n"
          "  board\n  board candidates\n  board 2,5\n  board clues\n",
          view_board_command},
  };
  return table;
}

}  // namespace fungescope
