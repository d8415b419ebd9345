// Commands that show variables, phases and boards, and show, declare, rename and delete regions.
#include "base/escape.h"
#include "base/rows.h"
#include "lang/annotations.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"
#include "session/commands/arguments.h"
#include "session/commands/extension.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/views/region_board.h"
#include "session/views/views.h"

#include <array>
#include <string>
#include <tuple>
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

constexpr std::array<Column<VariableView>, 9> variable_columns{{
    {"name", as_json<&VariableView::name>, indented_name},
    {"scope", as_json<&VariableView::scope>},
    {"x", [](const VariableView& variable) { return variable.at.x; }},
    {"y", [](const VariableView& variable) { return variable.at.y; },
     [](const VariableView& variable) { return to_string(variable.at); }, TextTable::Align::right},
    {"value", [](const VariableView& variable) { return variable.cell.value; }},
    {"set", as_json<&VariableView::set>},
    {"text", [](const VariableView& variable) { return variable.cell.text; },
     [](const VariableView& variable) { return variable.cell.text; }},
    {"before", [](const VariableView& variable) { return variable.cell.before; }},
    {"changed", [](const VariableView& variable) { return variable.cell.changed(); },
     [](const VariableView& variable) {
       return variable.cell.changed() ? "* was " + format_value(variable.cell.before, variable.type)
                                      : "";
     }},
}};

const RegisterRows variable_schema("variable", variable_columns);

std::string scope_heading(const VariableView& variable) {
  return escape_controls(variable.scope);
}

Result<Response> view_vars(const Call& call) {
  const Session& session = call.session();
  std::vector<VariableView> variables =
      view_variables(session.symbols(), session.machine().field, &session.previous());
  const bool none = variables.empty();
  const std::string_view scope = ArgumentParser(call.arguments).rest();
  if (!none && !scope.empty()) {
    // `::` is the global scope.
    std::erase_if(variables, [scope](const VariableView& one) {
      return scope == "::" ? !one.scope.empty() : !equal_ignoring_case(one.scope, scope);
    });
    if (variables.empty()) {
      return fail({{}, 0, 1}, fmt::format("no variable is in the scope {}", single_quoted(scope)),
                  "vars lists them all; :: stands for those without a scope");
    }
  }
  return make_response(call,
                       none
                           ? "the program names no variables\n"
                           : rows_to_text<VariableView>(variable_columns, variables, scope_heading),
                       {{"variables", rows_to_json<VariableView>(variable_columns, variables)}});
}

// ---- Phases

struct PhaseRow {
  std::string name;
  Rectangle area;
  bool present = false;
};

constexpr std::array<Column<PhaseRow>, 7> phase_columns{{
    {"", nullptr, [](const PhaseRow& row) { return std::string(row.present ? ">" : ""); }},
    {"name", as_json<&PhaseRow::name>, as_text<&PhaseRow::name>},
    {"x", [](const PhaseRow& row) { return row.area.corner.x; }},
    {"y", [](const PhaseRow& row) { return row.area.corner.y; }},
    {"width", [](const PhaseRow& row) { return row.area.size.width; }},
    {"height", [](const PhaseRow& row) { return row.area.size.height; },
     [](const PhaseRow& row) {
       const auto& [corner, size] = row.area;
       return fmt::format("{}x{} at {}", size.width, size.height, to_string(corner));
     }},
    {"present", as_json<&PhaseRow::present>},
}};

const RegisterRows phase_schema("phase", phase_columns);

Result<Response> view_phases(const Call& call) {
  const Session& session = call.session();
  const PhaseMap& phases = session.source().phases;
  const auto present = phases.at(session.machine().ip);
  std::vector<PhaseRow> rows;
  for (const PhaseMap::Block& block : phases.blocks()) {
    const std::string name = escape_controls(phases.names()[block.phase]);
    rows.push_back({name, block.area, present == block.phase});
  }
  return make_response(call,
                       rows.empty()
                           ? "the program titles no blocks; #$phase NAME = X,Y,W,H declares one\n"
                           : rows_to_text<PhaseRow>(phase_columns, rows),
                       {{"phases", rows_to_json<PhaseRow>(phase_columns, rows)}});
}

// ---- Regions as boards

Json to_json(const RegionBoardView& view) {
  Json changed = Json::array();
  Json hidden = Json::array();
  Json rows = json_rows(view.size, [&](Point at) {
    const BoardSquare& square = view.at(at);
    if (square.changed) changed.push_back(at);
    if (square.hidden) hidden.push_back(at);
    return square.text;
  });
  Json json{{"name", view.name},       {"width", view.size.width}, {"height", view.size.height},
            {"rows", std::move(rows)}, {"changed", changed},       {"off_board", view.off_board}};
  if (!hidden.empty()) json["hidden"] = std::move(hidden);
  if (view.columns.written.empty()) return json;
  for (const auto& [name, labels, count] :
       {std::tuple("column_labels", &view.columns, view.size.width),
        std::tuple("row_labels", &view.rows, view.size.height)}) {
    Json& list = json[name] = Json::array();
    for (std::int64_t i = 0; i < count; ++i) list.push_back(labels->at(i));
  }
  return json;
}

Response boards_response(const Call& call, const std::vector<RegionBoardView>& views) {
  std::string text;
  const Json boards = json_array(views, [&](const RegionBoardView& view) {
    text += to_text(view);
    return to_json(view);
  });
  return make_response(call, std::move(text), {{"boards", boards}});
}

// Shows a region, the board of the program's kind, or all regions that are drawn as boards.
Result<Response> view_board_command(const Call& call) {
  const Session& session = call.session();
  const Symbols& symbols = session.symbols();
  const Playfield& field = session.machine().field;
  if (const Region* const region = symbols.region(call.arguments)) {
    if (region->board) {
      return boards_response(call,
                             {view_region_board(*region, symbols, field, &session.previous())});
    }
    return fail({{}, 0, 1},
                fmt::format("the region {} is not drawn as a board", single_quoted(region->name)),
                fmt::format("#$board = {} in the source makes it one", region->name));
  }
  if (const Extension* const extension = extension_of(symbols)) return extension->board.show(call);
  if (call.arguments.empty()) {
    const auto views = view_region_boards(symbols, field, &session.previous());
    if (!views.empty()) return boards_response(call, views);
  }
  const std::vector<const Extension*>& known = extensions<Extension>();
  if (!known.empty()) return tl::unexpected(known[0]->recognise(symbols).error());
  return fail({}, "this program has no board", "declare one in the source: #$board = REGION");
}

// Joins what the kinds of programs add to the help of `board`.
struct BoardHelp {
  std::string arguments = "[";
  std::string summary;
  std::string details;

  BoardHelp() {
    std::string examples;
    for (const Extension* const extension : extensions<Extension>()) {
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

// ---- Regions

Result<const Region*> region_argument(const Call& call) {
  const Symbols& symbols = call.session().symbols();
  ArgumentParser arguments(call.arguments);
  const auto name = TRY(arguments.text());
  if (const Region* const region = symbols.region(name.bytes)) return region;
  std::vector<std::string> names;
  for (const Region& region : symbols.regions()) names.push_back(region.name);
  if (names.empty()) {
    return fail({{}, 0, 1}, "the program names no regions", "region NAME = X,Y,W,H declares one");
  }
  return fail({{}, 0, 1},
              name.bytes.empty() ? "a region's name is missing"
                                 : fmt::format("there is no region {}", single_quoted(name.bytes)),
              "the regions are " + join_names(names));
}

// Makes a response with the region's members.
Response region_response(const Call& call, const Region& region, std::string text) {
  const auto& [corner, size] = region.area;
  return make_response(call, std::move(text),
                       {{"name", region.name},
                        {"x", corner.x},
                        {"y", corner.y},
                        {"width", size.width},
                        {"height", size.height},
                        {"encoding", to_string(region.encoding)}});
}

Result<Response> declare_region(const Call& call) {
  auto region = parse_region_option(call.arguments);
  if (region) {
    if (auto declared = call.session().declare_region(*region); !declared) {
      region = tl::unexpected(declared.error());
    }
  }
  if (!region) return fail({{}, 0, 1}, region.error().what, region.error().advice);
  const auto& [corner, size] = region->area;
  return region_response(
      call, *region,
      fmt::format("region {} is {}x{} cells at {}, {}\n", region->name, size.width, size.height,
                  to_string(corner), to_string(region->encoding)));
}

Result<Response> rename_region(const Call& call, const ArgumentParser& arguments) {
  const std::size_t equals = arguments.rest().find('=');
  if (equals == std::string_view::npos) {
    return fail({{}, 0, call.arguments.size() + 1}, "the new name is missing",
                "region rename NAME = NEW");
  }
  const std::string name(trim(arguments.rest().substr(0, equals)));
  const std::string to(trim(arguments.rest().substr(equals + 1)));
  Session& session = call.session();
  const Region* const region = session.symbols().region(name);
  const std::string from = region == nullptr ? name : region->name;
  const bool possible = region != nullptr && is_declared_by_hand(*region);
  if (auto renamed = session.rename_region(name, to); !renamed) {
    return with_column_offset(renamed.error(),
                              possible ? call.arguments.size() - to.size() : arguments.position());
  }
  Response response = region_response(call, *session.symbols().region(to),
                                      fmt::format("region {} is now {}\n", from, to));
  response.data["renamed"] = from;
  return response;
}

Result<Response> delete_region(const Call& call, const ArgumentParser& arguments) {
  const auto deleted = call.session().delete_region(arguments.rest());
  if (!deleted) return with_column_offset(deleted.error(), arguments.position());
  const auto& [corner, size] = deleted->area;
  Response response = region_response(
      call, *deleted,
      fmt::format("region {0} is deleted; to have it again: region {0} = {1},{2},{3},{4}:{5}\n",
                  deleted->name, corner.x, corner.y, size.width, size.height,
                  to_string(deleted->encoding)));
  response.data["deleted"] = true;
  return response;
}

// Whether `verb` and an argument follow. A source may name a region so.
bool take_verb(ArgumentParser& arguments, std::string_view verb, const Symbols& symbols) {
  ArgumentParser peek = arguments;
  if (symbols.region(peek.rest()) != nullptr || !peek.take_word(verb)) return false;
  if (peek.at_end() || peek.rest().starts_with('=')) return false;
  arguments = peek;
  return true;
}

Result<Response> view_region_command(const Call& call) {
  ArgumentParser arguments(call.arguments);
  const Symbols& symbols = call.session().symbols();
  if (take_verb(arguments, "rename", symbols)) return rename_region(call, arguments);
  if (take_verb(arguments, "delete", symbols)) return delete_region(call, arguments);
  if (call.arguments.find('=') != std::string_view::npos) return declare_region(call);
  const auto region = TRY(region_argument(call));
  const Session& session = call.session();
  const RegionView view = view_region(*region, session.machine().field, &session.previous());
  Json changed = Json::array();
  Json rows = json_rows(view.area.size, [&](Point at) {
    const CellView& cell = view.at(at);
    if (cell.changed()) {
      changed.push_back({{"x", at.x}, {"y", at.y}, {"before", cell.before}, {"now", cell.value}});
    }
    return cell.value;
  });
  Response response = region_response(call, *region, to_text(view));
  response.data["rows"] = std::move(rows);
  response.data["changed"] = std::move(changed);
  return response;
}

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

std::span<const Command> region_commands() {
  static constexpr std::array table{
      Command{
          "region", "r", "", "NAME [= X,Y,W,H[:ENCODING]] | rename NAME = NEW | delete NAME",
          "a region, decoded, with what has changed; or declare one",
          "Since the last stop. With an area it declares a region: ENCODING is ascii, decimal,\n"
          "hex or bool. Names are words of letters, digits and _, and new: not those of other\n"
          "regions, of variables or of keywords. What was declared so can be renamed and\n"
          "deleted; what the source declares is changed there.\n"
          "  region grid\n  region scratch = 9,1,9,9:ascii\n"
          "  region rename scratch = notes\n  region delete notes\n",
          view_region_command},
  };
  return table;
}

}  // namespace fungescope
