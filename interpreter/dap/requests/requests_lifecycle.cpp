// Handlers from `initialize` to `disconnect`.
#include "dap/protocol/request.h"
#include "dap/server.h"

#include <array>
#include <utility>

namespace fungescope::dap {
namespace {

Json server_capabilities(const ClientCapabilities& client) {
  Json body = Json::object();
  for (const char* const name : {
           "supportsConfigurationDoneRequest",
           "supportsStepBack",
           "supportsConditionalBreakpoints",
           "supportsHitConditionalBreakpoints",
           "supportsLogPoints",
           "supportsInstructionBreakpoints",
           "supportsDataBreakpoints",
           "supportsSetVariable",
           "supportsSetExpression",
           "supportsEvaluateForHovers",
           "supportsClipboardContext",
           "supportsCompletionsRequest",
           "supportsReadMemoryRequest",
           "supportsWriteMemoryRequest",
           "supportsDisassembleRequest",
           "supportsRestartRequest",
           "supportsTerminateRequest",
           "supportTerminateDebuggee",
           "supportsCancelRequest",
           "supportsLoadedSourcesRequest",
           "supportsExceptionInfoRequest",
           "supportsGotoTargetsRequest",
           "supportsSteppingGranularity",
           "supportsValueFormattingOptions",
       }) {
    body[name] = true;
  }
  // A line with a mark before each of its cells cannot be read.
  if (!client.marks_locations) body["supportsBreakpointLocationsRequest"] = true;
  body["exceptionBreakpointFilters"] = Json::array(
      {{{"filter", "fault"},
        {"label", "Faults"},
        {"description", "Stops where an error of the dialect, or a full stack, ends the program"},
        {"default", true}}});
  body["completionTriggerCharacters"] = Json::array({":"});
  return body;
}

RequestResult<DapResponse> initialize(Server& server, ArgumentReader& fields) {
  ClientCapabilities client;
  client.lines_start_at_1 = fields.bool_or("linesStartAt1", true);
  client.columns_start_at_1 = fields.bool_or("columnsStartAt1", true);
  client.supports_progress = fields.bool_or("supportsProgressReporting", false);
  client.supports_invalidated = fields.bool_or("supportsInvalidatedEvent", false);
  client.supports_memory_events = fields.bool_or("supportsMemoryEvent", false);
  client.marks_locations = fields.text_or("clientID", "") == "vscode";
  if (fields.failed()) return fields.error();
  TRY(server.initialize(client));
  return DapResponse{server_capabilities(client), [&server] { server.send_event("initialized"); }};
}

void begin(Server& server) {
  server.announce_program();
  server.begin_program();
}

RequestResult<DapResponse> launch(Server& server, ArgumentReader& fields) {
  auto options = TRY(parse_launch_options(fields));
  TRY(server.launch(std::move(options)));
  return DapResponse{Json::object(), [&server] { begin(server); }};
}

RequestResult<DapResponse> attach(Server& /*server*/, ArgumentReader& /*fields*/) {
  return request_error(
      RequestError::Id::failed,
      "there is nothing to attach to, programs run in the debugger itself; use launch");
}

RequestResult<DapResponse> configuration_done(Server& server, ArgumentReader& /*fields*/) {
  TRY(server.configuration_done());
  return DapResponse{Json::object(), [&server] { server.begin_program(); }};
}

RequestResult<DapResponse> restart(Server& server, ArgumentReader& fields) {
  std::optional<LaunchOptions> options;
  // Clients may send an updated launch configuration.
  if (fields.has("arguments")) {
    ArgumentReader launch_fields(fields.object("arguments"));
    options = TRY(parse_launch_options(launch_fields));
  }
  if (fields.failed()) return fields.error();
  TRY(server.restart(std::move(options)));
  return DapResponse{Json::object(), [&server] { begin(server); }};
}

RequestResult<DapResponse> terminate(Server& server, ArgumentReader& /*fields*/) {
  TRY(server.debuggee());
  return DapResponse{Json::object(), [&server] { server.terminate(); }};
}

RequestResult<DapResponse> disconnect(Server& server, ArgumentReader& /*fields*/) {
  return DapResponse{Json::object(), [&server] { server.disconnect(); }};
}

RequestResult<DapResponse> cancel(Server& server, ArgumentReader& fields) {
  std::optional<std::int64_t> request;
  if (fields.has("requestId")) request = fields.number("requestId");
  const std::string progress = fields.text_or("progressId", "");
  if (fields.failed()) return fields.error();
  server.cancel(request, progress);
  return DapResponse{};
}

}  // namespace

std::span<const RequestHandler> lifecycle_handlers() {
  static constexpr std::array table{
      RequestHandler{"initialize", Schedule::immediate, initialize},
      RequestHandler{"launch", Schedule::between_slices, launch},
      RequestHandler{"attach", Schedule::immediate, attach},
      RequestHandler{"configurationDone", Schedule::between_slices, configuration_done},
      RequestHandler{"restart", Schedule::ends_run, restart},
      RequestHandler{"terminate", Schedule::ends_run, terminate},
      RequestHandler{"disconnect", Schedule::ends_run, disconnect},
      RequestHandler{"cancel", Schedule::immediate, cancel},
  };
  return table;
}

}  // namespace fungescope::dap
