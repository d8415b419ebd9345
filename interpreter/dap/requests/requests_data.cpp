// Handlers for scopes, variables and sources.
#include "base/escape.h"
#include "dap/presentation.h"
#include "dap/protocol/request.h"
#include "dap/server.h"
#include "dap/variables.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// The maximum size of a field as a source.
constexpr std::int64_t max_live_cells = std::int64_t{4} << 20U;

// ---- Variables

RequestResult<DapResponse> scopes(Server& server, ArgumentReader& fields) {
  const std::int64_t frame = fields.number("frameId");
  // An earlier frame has the scopes of the present. VS Code asks so after a console command that
  // travels, and would close its tree of variables on an error.
  if (frame < 1 || frame > server.frame()) return stale_reference_error();
  Debuggee& debuggee = server.program();
  return DapResponse{{{"scopes", scopes_to_json(debuggee, server.variables())}}};
}

RequestResult<DapResponse> variables(Server& server, ArgumentReader& fields) {
  const std::int64_t reference = fields.number("variablesReference");
  VariablePage page;
  page.start = fields.count_or("start", 0);
  page.count = fields.count_or("count", 0);
  page.hex = wants_hex(fields);
  const std::string filter = fields.text_or("filter", "");
  page.indexed = filter != "named";
  page.named = filter != "indexed";
  const VariableNode* const found = server.variables().find(reference);
  if (found == nullptr) return stale_reference_error();
  Debuggee& debuggee = server.program();
  const VariableNode node = *found;  // a copy: the table grows
  return DapResponse{{{"variables", children_to_json(debuggee, server.variables(), node, page)}}};
}

std::optional<Direction> direction_of(std::string_view text) {
  for (const Direction direction : all_directions) {
    const Point delta = delta_of(direction);
    if (equal_ignoring_case(text, to_string(direction))) return direction;
    if (text == fmt::format("{},{}", delta.x, delta.y)) return direction;
  }
  return std::nullopt;
}

RequestResult<std::string> pointer_command(const std::string& child, const std::string& value,
                                           const Machine& machine) {
  std::string text;  // without spaces: "1, 0" becomes "1,0"
  std::copy_if(value.begin(), value.end(), std::back_inserter(text),
               [](char c) { return !is_blank(c); });
  const std::string mode = machine.string_mode ? " string" : "";
  if (child == "position") {
    return fmt::format("set ip {} {}{}", text, to_string(machine.direction), mode);
  }
  if (child == "delta" || child == "direction") {
    const auto direction = direction_of(text);
    if (!direction) {
      return request_error(
          RequestError::Id::failed,
          "this is not a direction; use east, south, west, north, or a delta as 0,1");
    }
    return fmt::format("set ip {},{} {}{}", machine.ip.x, machine.ip.y, to_string(*direction),
                       mode);
  }
  return request_error(RequestError::Id::failed,
                       fmt::format("{} cannot be set; position and delta can", child));
}

// Strips the character of a displayed value: "55 '7'" becomes "55".
std::string without_character(const std::string& value) {
  const std::size_t blank = value.find(' ');
  const bool shown = blank != std::string::npos && value.size() == blank + 4 &&
                     value[blank + 1] == '\'' && value.back() == '\'';
  return shown ? value.substr(0, blank) : value;
}

// Formats the value of a board cell as a character literal: 7 becomes '7', and a point ' '.
std::string digit(const std::string& value) {
  const std::string_view text = trim(value);
  if (text.empty() || text == ".") return "' '";
  const bool is_digit = text.size() == 1 && text.front() >= '0' && text.front() <= '9';
  return is_digit ? fmt::format("'{}'", text) : std::string(text);
}

// Returns the session command that sets a child to a value, or an error if it cannot be set.
RequestResult<std::string> set_command(const VariableNode& node, const std::string& child,
                                       const std::string& value, const Machine& machine) {
  if (node.kind == VariableNode::Kind::machine) return pointer_command(child, value, machine);
  const std::string place = value_expression(node, child);
  if (place.empty()) {
    return request_error(RequestError::Id::failed,
                         "this cannot be set; unfold it and set a part of it");
  }
  if (node.kind == VariableNode::Kind::board_row)
    return fmt::format("set {} = {}", place, digit(value));
  return fmt::format("set {} = {}", place, without_character(value));
}

RequestResult<DapResponse> set_variable(Server& server, ArgumentReader& fields) {
  const std::int64_t reference = fields.number("variablesReference");
  const std::string name = fields.text("name");
  const std::string value = fields.text("value");
  const bool hex = wants_hex(fields);
  if (fields.failed()) return fields.error();
  const VariableNode* const found = server.variables().find(reference);
  if (found == nullptr) return stale_reference_error();
  Debuggee& debuggee = server.program();
  const VariableNode node = *found;
  const auto command = TRY(set_command(node, name, value, debuggee.machine()));
  if (auto response = debuggee.debugger().submit(command); !response)
    return request_error_without_location(response.error());
  Json now{{"value", value}};
  for (const Json& child : children_to_json(debuggee, server.variables(), node, {.hex = hex})) {
    if (child["name"] == name) now = child;
  }
  Json body{{"value", now["value"]}, {"variablesReference", 0}};
  if (now.contains("type")) body["type"] = now["type"];
  const bool moves = node.kind == VariableNode::Kind::machine;
  return DapResponse{std::move(body), [&server, moves] { server.on_edit(moves); }};
}

// ---- Sources

// Returns a row of the field; 0 becomes a space, and other invisible characters `?`.
std::string row_of(const Playfield& field, std::int64_t y) {
  std::string row;
  for (std::int64_t x = 0; x < field.size().width; ++x) {
    const std::int64_t value = field.at({x, y});
    row += is_printable_ascii(value) ? static_cast<char>(value) : value == 0 ? ' ' : '?';
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

RequestResult<std::string> live_text(const Playfield& field) {
  if (field.size().area() > max_live_cells) {
    return request_error(RequestError::Id::failed,
                         fmt::format("the field of {}x{} is too large for a text; use readMemory",
                                     field.size().width, field.size().height));
  }
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) text += row_of(field, y) + '\n';
  text.erase(text.find_last_not_of('\n') + 1);
  return text + '\n';
}

RequestResult<DapResponse> source(Server& server, ArgumentReader& fields) {
  ArgumentReader source(fields, "source");
  const std::int64_t outer = fields.number_or("sourceReference", 0);
  const NamedSource named = read_source(source, outer);
  const auto debuggee = TRY(server.debuggee());
  if (named.live()) {
    auto text = TRY(live_text(debuggee->machine().field));
    return DapResponse{{{"content", std::move(text)}, {"mimeType", "text/x-befunge"}}};
  }
  const bool by_reference = named.reference != 0 && !is_built_in(named.path);
  if (!by_reference && (named.path.empty() || debuggee->has_path(named.path))) {
    return DapResponse{{{"content", debuggee->text().decoded()}, {"mimeType", "text/x-befunge"}}};
  }
  return request_error(RequestError::Id::invalid_argument,
                       "there is no such source; loadedSources lists them");
}

RequestResult<DapResponse> loaded_sources(Server& server, ArgumentReader& /*fields*/) {
  const auto debuggee = TRY(server.debuggee());
  Json list = Json::array({source_json(*debuggee)});
  if (debuggee->is_self_modified()) list.push_back(live_source_json(*debuggee));
  return DapResponse{{{"sources", std::move(list)}}};
}

}  // namespace

std::span<const RequestHandler> data_handlers() {
  static constexpr std::array table{
      RequestHandler{"scopes", Schedule::stopped, scopes},
      RequestHandler{"variables", Schedule::stopped, variables},
      RequestHandler{"setVariable", Schedule::stopped, set_variable},
      RequestHandler{"source", Schedule::between_slices, source},
      RequestHandler{"loadedSources", Schedule::between_slices, loaded_sources},
  };
  return table;
}

}  // namespace fungescope::dap
