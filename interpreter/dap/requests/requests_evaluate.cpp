// Handlers for expressions and the debug console.
#include "base/utf8.h"
#include "dap/protocol/argument_reader.h"
#include "dap/requests/console.h"
#include "dap/server.h"
#include "dap/variables.h"
#include "lang/text_cursor.h"
#include "session/expressions/expression_parser.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// ---- Values

// Evaluates an expression without side effects.
RequestResult<Json> look_at(Server& server, Debuggee& debuggee, const std::string& text, bool hex) {
  const Session& session = debuggee.session();
  const Machine& machine = debuggee.machine();
  const Size field = machine.field.size();
  VariableWriter writer(debuggee, server.variables(), hex);
  const auto expression = Expression::parse(text, session.symbols(), field);
  const auto place = parse_place(text, session.symbols(), field);
  if (!expression && !place) return request_error_without_location(expression.error());
  Json shown;
  if (place) shown = writer.place(*place);
  if (expression) {
    // A keyword of the language takes precedence over a variable of that name.
    const std::int64_t value = expression->evaluate(machine);
    const bool is_place =
        place && place->area.size.area() == 1 && machine.field.at(place->area.corner) == value;
    if (!is_place) shown = {{"value", writer.number(value)}, {"type", "int"}};
  }
  Json body{{"result", shown["value"]}, {"type", shown["type"]}, {"variablesReference", 0}};
  for (const char* const key : {"variablesReference", "indexedVariables", "memoryReference"}) {
    if (shown.contains(key)) body[key] = shown[key];
  }
  return body;
}

// ---- Requests

RequestResult<DapResponse> evaluate(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const std::string text = fields.text("expression");
  const std::string context = fields.text_or("context", "");
  const std::int64_t frame = fields.number_or("frameId", server.frame());
  const bool hex = ArgumentReader(fields.object("format")).bool_or("hex", false);
  if (fields.failed()) return fields.error();
  Debuggee& debuggee = server.program();
  if (context == "repl" && (trim(text).empty() || is_command(text, debuggee.session()))) {
    auto done = execute(server, debuggee, text);
    if (!done) return tl::unexpected(done.error());
    std::string result = std::move(done->response.text);
    if (result.ends_with('\n')) result.pop_back();
    return DapResponse{{{"result", std::move(result)}, {"variablesReference", 0}},
                       std::move(done->after_send)};
  }
  if (frame != server.frame()) return stale_reference_error();
  auto body = look_at(server, debuggee, text, hex);
  if (!body) return tl::unexpected(body.error());
  return DapResponse{*std::move(body)};
}

RequestResult<DapResponse> set_expression(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const std::string expression = fields.text("expression");
  const std::string value = fields.text("value");
  const bool hex = ArgumentReader(fields.object("format")).bool_or("hex", false);
  if (fields.failed()) return fields.error();
  Debuggee& debuggee = server.program();
  if (expression.find('=') != std::string::npos) {
    return request_error(RequestError::Id::failed,
                         "this is not a place; name a cell, a variable or stack(N)");
  }
  const auto response = debuggee.debugger().submit(fmt::format("set {} = {}", expression, value));
  if (!response) return request_error_without_location(response.error());
  auto body = look_at(server, debuggee, expression, hex);
  Json answer{{"value", body ? (*body)["result"] : Json(value)}};
  return DapResponse{std::move(answer), [&server] { server.on_edit(false); }};
}

RequestResult<DapResponse> completions(Server& server, const Json& arguments) {
  constexpr std::size_t max_targets = 1000;
  ArgumentReader fields(arguments);
  const std::string text = fields.text("text");
  const bool from_1 = server.capabilities().columns_start_at_1;
  const std::uint64_t column = fields.count_or("column", 0);
  if (fields.failed()) return fields.error();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const std::size_t unit = column - (from_1 && column > 0 ? 1 : 0);
  const std::string line = text.substr(0, byte_at_utf16_offset(text, unit));
  Completion found = (*debuggee)->debugger().complete(line);
  const std::string_view word = std::string_view(line).substr(found.begin);
  // The line may also be an expression.
  if (trim(line).size() == word.size()) {
    std::vector<std::string> names = (*debuggee)->session().symbols().names();
    names.insert(names.end(), expression_keywords().begin(), expression_keywords().end());
    for (std::string& name : names) {
      const std::string_view start = std::string_view(name).substr(0, word.size());
      if (!equal_ignoring_case(start, word)) continue;
      if (std::find(found.words.begin(), found.words.end(), name) != found.words.end()) continue;
      found.words.push_back(std::move(name));
    }
  }
  Json targets = Json::array();
  for (const std::string& label : found.words) {
    if (targets.size() == max_targets) break;
    // Without `start`: VS Code and nvim-dap count it from 0 whatever they declare. Both replace the
    // `length` units before the cursor if it is missing.
    targets.push_back({{"label", label}, {"length", utf16_length(word)}});
  }
  return DapResponse{{{"targets", std::move(targets)}}};
}

}  // namespace

std::span<const RequestHandler> evaluate_handlers() {
  static constexpr std::array table{
      RequestHandler{"evaluate", Schedule::stopped, evaluate},
      RequestHandler{"setExpression", Schedule::stopped, set_expression},
      RequestHandler{"completions", Schedule::between_slices, completions},
  };
  return table;
}

}  // namespace fungescope::dap
