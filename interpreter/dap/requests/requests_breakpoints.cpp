// Handlers for breakpoints of all kinds.
#include "dap/client_breakpoints.h"
#include "dap/presentation.h"
#include "dap/protocol/request.h"
#include "dap/server.h"
#include "dap/variables.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace fungescope::dap {
namespace {

// Rejects requests that are a mistake of the client.
constexpr std::size_t max_breakpoints = 10'000;
// Locations are meant for the line in view, not for a whole file.
constexpr std::size_t max_locations = 10'000;

// Sets breakpoints of a kind, for `source` those of one file, from the argument `breakpoints`;
// `read` parses the members of the kind.
template <class Read>
RequestResult<DapResponse> set_all(Server& server, ArgumentReader& arguments,
                                   ClientBreakpoint::Kind kind, const std::string& path,
                                   Read read) {
  const Json& list = arguments.array("breakpoints");
  if (arguments.failed()) return arguments.error();
  if (list.size() > max_breakpoints) {
    return invalid_argument("{} breakpoints are too many; set at most {}", list.size(),
                            max_breakpoints);
  }
  std::vector<ClientBreakpoint> wanted;
  for (const Json& element : list) {
    ArgumentReader fields(element);
    ClientBreakpoint one;
    one.kind = kind;
    one.path = path;
    RequestResult<void> is_read = read(fields, one);
    one.condition = fields.text_or("condition", "");
    one.hit_condition = fields.text_or("hitCondition", "");
    if (fields.failed()) return fields.error();
    TRY(std::move(is_read));
    wanted.push_back(std::move(one));
  }
  const auto found = server.debuggee();
  Debuggee* const debuggee = found ? *found : nullptr;
  Json set = Json::array();
  for (const ClientBreakpoint* const one :
       server.breakpoints().set(kind, path, std::move(wanted), debuggee)) {
    set.push_back(to_json(*one, debuggee, server.capabilities()));
  }
  return DapResponse{{{"breakpoints", std::move(set)}}};
}

RequestResult<DapResponse> set_breakpoints(Server& server, ArgumentReader& fields) {
  ArgumentReader source(fields, "source");
  const NamedSource named = read_source(source);
  const bool live = named.live();
  if (named.path.empty() && !live && !fields.failed()) {
    return invalid_argument("the source has no path; name the program's file");
  }
  const auto kind = live ? ClientBreakpoint::Kind::live : ClientBreakpoint::Kind::source;
  return set_all(server, fields, kind, live ? "" : named.path,
                 [&](ArgumentReader& one, ClientBreakpoint& into) -> RequestResult<void> {
                   into.has_column = one.has("column");
                   into.position = from_client({one.number("line"), one.number_or("column", 0)},
                                               server.capabilities());
                   into.log_message = one.text_or("logMessage", "");
                   return {};
                 });
}

RequestResult<DapResponse> set_instruction_breakpoints(Server& server, ArgumentReader& fields) {
  return set_all(server, fields, ClientBreakpoint::Kind::instruction, "",
                 [](ArgumentReader& one, ClientBreakpoint& into) -> RequestResult<void> {
                   into.address = TRY(read_address(one, "instructionReference"));
                   return {};
                 });
}

RequestResult<DapResponse> set_exception_breakpoints(Server& server, ArgumentReader& fields) {
  const Json& filters = fields.array("filters");
  if (fields.failed()) return fields.error();
  Json list = Json::array();
  bool faults = false;
  for (const Json& filter : filters) {
    const bool known = filter == "fault";
    faults = faults || known;
    list.push_back({{"verified", known}});
    if (!known) list.back()["message"] = "there is no such filter; the only one is fault";
  }
  server.breakpoints().set_stops_on_fault(faults);
  return DapResponse{{{"breakpoints", std::move(list)}}};
}

// ---- Data

// Returns the expression for a variable of a scope, or for an expression by name.
RequestResult<std::string> expression_of_data(Server& server, ArgumentReader& fields) {
  const std::string name = fields.text("name");
  const std::int64_t container = fields.number_or("variablesReference", 0);
  if (container == 0) return name;
  const VariableNode* const node = server.variables().find(container);
  if (node == nullptr) return stale_reference_error();
  return data_expression(*node, name);
}

RequestResult<DapResponse> data_breakpoint_info(Server& server, ArgumentReader& fields) {
  const auto text = TRY(expression_of_data(server, fields));
  const auto debuggee = TRY(server.debuggee());
  const auto nothing = [](std::string reason) {
    return DapResponse{{{"dataId", nullptr}, {"description", std::move(reason)}}};
  };
  if (text.empty()) return nothing("only cells are watched; this is not a cell");
  const Session& session = debuggee->session();
  const auto place = parse_place(text, session.symbols(), session.machine().field.size());
  if (!place) return nothing(to_string(place.error()));
  return DapResponse{{{"dataId", text},
                      {"description", place->name},
                      {"accessTypes", {"read", "write", "readWrite"}},
                      {"canPersist", true}}};
}

RequestResult<DapResponse> set_data_breakpoints(Server& server, ArgumentReader& fields) {
  return set_all(
      server, fields, ClientBreakpoint::Kind::data, "",
      [](ArgumentReader& one, ClientBreakpoint& into) -> RequestResult<void> {
        into.data = one.text("dataId");
        into.access = one.text_or("accessType", "write");
        for (const char* const known : {"read", "write", "readWrite"}) {
          if (into.access == known) return {};
        }
        return invalid_argument("there is no such accessType; use read, write or readWrite");
      });
}

// ---- Where breakpoints can be

RequestResult<DapResponse> breakpoint_locations(Server& server, ArgumentReader& fields) {
  const ClientCapabilities& client = server.capabilities();
  ArgumentReader source(fields, "source");
  const NamedSource named = read_source(source);
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
  const std::int64_t line_number = fields.number("line");
  const EditorPosition first = from_client({line_number, fields.number_or("column", 0)}, client);
  const EditorPosition last = from_client(
      {fields.number_or("endLine", line_number), fields.number_or("endColumn", any)}, client);
  const auto found = TRY(server.debuggee());
  Debuggee& debuggee = *found;
  Json list = Json::array();
  if (named.path.empty() || debuggee.has_path(named.path)) {
    const ProgramText& text = debuggee.text();
    const Playfield& field = *debuggee.session().source().field;
    const std::int64_t end = std::min(last.line, text.line_count());
    for (std::int64_t line = std::max<std::int64_t>(first.line, 1); line <= end; ++line) {
      const std::int64_t row = text.row_of(line);
      if (row < 0 || row >= field.size().height) continue;
      for (const auto& [column, x] : text.cells_of(line)) {
        if (list.size() == max_locations || x >= field.size().width) break;
        if (!is_code(debuggee, {x, row})) continue;
        if (line == first.line && column < first.column) continue;
        if (line == last.line && column > last.column) continue;
        const EditorPosition at = to_client({line, column}, client);
        list.push_back({{"line", at.line}, {"column", at.column}});
      }
    }
  }
  return DapResponse{{{"breakpoints", std::move(list)}}};
}

}  // namespace

std::span<const RequestHandler> breakpoint_handlers() {
  static constexpr std::array table{
      RequestHandler{"setBreakpoints", Schedule::between_slices, set_breakpoints},
      RequestHandler{"setInstructionBreakpoints", Schedule::between_slices,
                     set_instruction_breakpoints},
      RequestHandler{"setExceptionBreakpoints", Schedule::between_slices,
                     set_exception_breakpoints},
      RequestHandler{"dataBreakpointInfo", Schedule::between_slices, data_breakpoint_info},
      RequestHandler{"setDataBreakpoints", Schedule::between_slices, set_data_breakpoints},
      RequestHandler{"breakpointLocations", Schedule::between_slices, breakpoint_locations},
  };
  return table;
}

}  // namespace fungescope::dap
