// Handlers for the custom requests that execute a command of the session and return its JSON, which
// docs/debug-adapter.md describes for clients.
#include "dap/protocol/argument_reader.h"
#include "dap/requests/console.h"
#include "dap/server.h"
#include "dap/variables.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

RequestResult<DapResponse> respond_to(Server& server, const std::string& line) {
  auto done = execute(server, server.program(), line);
  if (!done) return tl::unexpected(done.error());
  return DapResponse{
      {{"result", std::move(done->response.data)}, {"text", std::move(done->response.text)}},
      std::move(done->after_send)};
}

// ---- fungescope/command

RequestResult<DapResponse> run_command(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const std::string line = fields.text("command");
  if (fields.failed()) return fields.error();
  if (line.find_first_of("\r\n") != std::string::npos) {
    return request_error(RequestError::Id::invalid_argument,
                         "the command has several lines; send them one by one");
  }
  return respond_to(server, line);
}

// ---- fungescope/why

// Returns the value asked about as `why` takes it: an expression, or a child of the variables view.
RequestResult<std::string> asked_value(Server& server, ArgumentReader& fields) {
  if (fields.has("expression")) {
    std::string expression = fields.text("expression");
    if (fields.failed()) return fields.error();
    if (expression.find_first_of("\r\n") == std::string::npos) return expression;
    return request_error(RequestError::Id::invalid_argument,
                         "the expression has several lines; ask about one value");
  }
  const std::int64_t reference = fields.number("variablesReference");
  const std::string name = fields.text("name");
  if (fields.failed()) return fields.error();
  const VariableNode* const node = server.variables().find(reference);
  if (node == nullptr) return stale_reference_error();
  std::string value = value_expression(*node, name);
  if (!value.empty()) return value;
  return request_error(
      RequestError::Id::failed,
      fmt::format("{} is not one value; unfold it and ask about a part of it", name));
}

// Reads the options that all questions about causes have.
std::string why_options(ArgumentReader& fields) {
  std::string options;
  if (fields.has("depth")) options += fmt::format(" --depth {}", fields.count_or("depth", 0));
  if (fields.bool_or("all", false)) options += " --all";
  if (fields.bool_or("toInput", false)) options += " --to input";
  return options;
}

RequestResult<DapResponse> ask_why(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  const auto value = asked_value(server, fields);
  if (!value) return tl::unexpected(value.error());
  const std::string options = why_options(fields);
  if (fields.failed()) return fields.error();
  return respond_to(server, fmt::format("why {}{}", *value, options));
}

// ---- fungescope/whyHere

RequestResult<DapResponse> ask_why_here(Server& server, const Json& arguments) {
  ArgumentReader fields(arguments);
  std::string line = "why here";
  if (fields.has("count")) line += fmt::format(" {}", fields.count_or("count", 0));
  line += why_options(fields);
  if (fields.failed()) return fields.error();
  return respond_to(server, line);
}

}  // namespace

std::span<const RequestHandler> command_handlers() {
  static constexpr std::array table{
      RequestHandler{"fungescope/command", Schedule::stopped, run_command},
      RequestHandler{"fungescope/why", Schedule::stopped, ask_why},
      RequestHandler{"fungescope/whyHere", Schedule::stopped, ask_why_here},
  };
  return table;
}

}  // namespace fungescope::dap
