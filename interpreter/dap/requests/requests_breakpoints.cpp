// Handlers for breakpoints of all kinds.
#include "dap/client_breakpoints.h"
#include "dap/presentation.h"
#include "dap/protocol/argument_reader.h"
#include "dap/server.h"
#include "dap/variables.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// Rejects requests that are a mistake of the client.
constexpr std::size_t max_breakpoints = 10'000;
// Locations are meant for the line in view, not for a whole file.
constexpr std::size_t max_locations = 10'000;

Debuggee* debuggee_or_null(Server& server) {
  const auto debuggee = server.debuggee();
  return debuggee ? *debuggee : nullptr;
}

// Parses the elements of a list; `read` parses the members of its kind.
template <class Read>
RequestResult<std::vector<ClientBreakpoint>> read_all(const Json& list, Read read) {
  if (list.size() > max_breakpoints) {
    return request_error(
        RequestError::Id::invalid_argument,
        fmt::format("{} breakpoints are too many; set at most {}", list.size(), max_breakpoints));
  }
  std::vector<ClientBreakpoint> all;
  for (const Json& element : list) {
    ArgumentReader fields(element);
    ClientBreakpoint one;
    TRY(read(fields, one));
    one.condition = fields.text_or("condition", "");
    one.hit_condition = fields.text_or("hitCondition", "");
    if (fields.failed()) return fields.error();
    all.push_back(std::move(one));
  }
  return all;
}

DapResponse set_all(Server& server, ClientBreakpoint::Kind kind, const std::string& path,
                    std::vector<ClientBreakpoint> wanted) {
  Debuggee* const debuggee = debuggee_or_null(server);
  Json list = Json::array();
  for (const ClientBreakpoint* const one :
       server.breakpoints().set(kind, path, std::move(wanted), debuggee)) {
    list.push_back(to_json(*one, debuggee, server.capabilities()));
  }
  return {{{"breakpoints", std::move(list)}}};
}

RequestResult<DapResponse> set_breakpoints(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  ArgumentReader source(fields.object("source"));
  const NamedSource named = read_source(source);
  const bool live = named.live();
  const Json& list = fields.array("breakpoints");
  if (fields.failed()) return fields.error();
  if (source.failed()) return source.error();
  if (named.path.empty() && !live) {
    return request_error(RequestError::Id::invalid_argument,
                         "the source has no path; name the program's file");
  }
  const auto kind = live ? ClientBreakpoint::Kind::live : ClientBreakpoint::Kind::source;
  auto wanted =
      read_all(list, [&](ArgumentReader& one, ClientBreakpoint& into) -> RequestResult<void> {
        into.kind = kind;
        into.path = live ? "" : named.path;
        into.has_column = one.has("column");
        into.position.line = from_client_line(one.number("line"), server.capabilities());
        into.position.column =
            from_client_column(one.number_or("column", 0), server.capabilities());
        into.log_message = one.text_or("logMessage", "");
        return {};
      });
  if (!wanted) return tl::unexpected(wanted.error());
  return set_all(server, kind, live ? "" : named.path, *std::move(wanted));
}

RequestResult<DapResponse> set_instruction_breakpoints(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const Json& list = fields.array("breakpoints");
  if (fields.failed()) return fields.error();
  auto wanted =
      read_all(list, [&](ArgumentReader& one, ClientBreakpoint& into) -> RequestResult<void> {
        into.kind = ClientBreakpoint::Kind::instruction;
        into.address = TRY(read_address(one, "instructionReference"));
        return {};
      });
  if (!wanted) return tl::unexpected(wanted.error());
  return set_all(server, ClientBreakpoint::Kind::instruction, "", *std::move(wanted));
}

RequestResult<DapResponse> set_exception_breakpoints(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
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
  if (fields.failed()) return fields.error();
  if (container == 0) return name;
  const VariableNode* const node = server.variables().find(container);
  if (node == nullptr) return stale_reference_error();
  return data_expression(*node, name);
}

RequestResult<DapResponse> data_breakpoint_info(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
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

RequestResult<DapResponse> set_data_breakpoints(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const Json& list = fields.array("breakpoints");
  if (fields.failed()) return fields.error();
  auto wanted =
      read_all(list, [&](ArgumentReader& one, ClientBreakpoint& into) -> RequestResult<void> {
        into.kind = ClientBreakpoint::Kind::data;
        into.data = one.text("dataId");
        const std::string access = one.text_or("accessType", "write");
        if (one.failed()) return one.error();
        into.access = access == "read" ? DataAccess::read : DataAccess::change;
        into.any_access = access == "readWrite";
        if (access == "read" || access == "write" || access == "readWrite") return {};
        return request_error(RequestError::Id::invalid_argument,
                             "there is no such accessType; use read, write or readWrite");
      });
  if (!wanted) return tl::unexpected(wanted.error());
  return set_all(server, ClientBreakpoint::Kind::data, "", *std::move(wanted));
}

// ---- Where breakpoints can be

RequestResult<DapResponse> breakpoint_locations(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const ClientCapabilities& client = server.capabilities();
  ArgumentReader source(fields.object("source"));
  const NamedSource named = read_source(source);
  EditorPosition first{from_client_line(fields.number("line"), client), 1};
  EditorPosition last{first.line, std::numeric_limits<std::int64_t>::max()};
  if (fields.has("column")) first.column = from_client_column(fields.number("column"), client);
  if (fields.has("endLine")) last.line = from_client_line(fields.number("endLine"), client);
  if (fields.has("endColumn")) last.column = from_client_column(fields.number("endColumn"), client);
  if (fields.failed()) return fields.error();
  if (source.failed()) return source.error();
  const auto found = TRY(server.debuggee());
  Debuggee& debuggee = *found;
  Json list = Json::array();
  if (named.path.empty() || debuggee.has_path(named.path)) {
    const ProgramText& text = debuggee.text();
    const Playfield& field = *debuggee.session().source().field;
    const std::int64_t end = std::min({last.line, text.line_count(), field.size().height});
    for (std::int64_t line = std::max<std::int64_t>(first.line, 1); line <= end; ++line) {
      for (const auto& [column, x] : text.cells_of(line)) {
        if (list.size() == max_locations || x >= field.size().width) break;
        if (!is_code(debuggee, {x, line - 1})) continue;
        if (line == first.line && column < first.column) continue;
        if (line == last.line && column > last.column) continue;
        list.push_back(
            {{"line", to_client_line(line, client)}, {"column", to_client_column(column, client)}});
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
