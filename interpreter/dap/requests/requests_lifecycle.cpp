// From initialize to disconnect.
#include "dap/protocol/fields.h"
#include "dap/server.h"

#include <array>
#include <utility>

namespace fungescope::dap {
namespace {

Json capabilities() {
  Json body = Json::object();
  for (const char* const name : {
           "supportsConfigurationDoneRequest",
           "supportsStepBack",
           "supportsConditionalBreakpoints",
           "supportsHitConditionalBreakpoints",
           "supportsLogPoints",
           "supportsBreakpointLocationsRequest",
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
  body["exceptionBreakpointFilters"] = Json::array(
      {{{"filter", "fault"},
        {"label", "Faults"},
        {"description", "Stops where an error of the dialect, or a full stack, ends the program"},
        {"default", true}}});
  body["completionTriggerCharacters"] = Json::array({":"});
  return body;
}

Outcome<Answered> initialize(Server& server, const Json& arguments) {
  Fields fields(arguments);
  ClientTraits traits;
  traits.lines_from_1 = fields.flag_or("linesStartAt1", true);
  traits.columns_from_1 = fields.flag_or("columnsStartAt1", true);
  traits.shows_progress = fields.flag_or("supportsProgressReporting", false);
  traits.takes_invalidated = fields.flag_or("supportsInvalidatedEvent", false);
  traits.takes_memory_events = fields.flag_or("supportsMemoryEvent", false);
  if (fields.wrong()) return fields.failure();
  if (auto done = server.initialize(); !done) return tl::unexpected(done.error());
  server.traits() = traits;
  return Answered{capabilities(), [&server] { server.send_event("initialized"); }};
}

void begin(Server& server) {
  server.announce_program();
  server.begin_program();
}

Outcome<Answered> launch(Server& server, const Json& arguments) {
  auto options = read_launch_options(arguments);
  if (!options) return tl::unexpected(options.error());
  if (auto done = server.launch(*std::move(options)); !done) return tl::unexpected(done.error());
  return Answered{Json::object(), [&server] { begin(server); }};
}

Outcome<Answered> attach(Server& /*server*/, const Json& /*arguments*/) {
  return refuse(Failure::Id::refused,
                "there is nothing to attach to, programs run in the debugger itself; use launch");
}

Outcome<Answered> configuration_done(Server& server, const Json& /*arguments*/) {
  if (auto done = server.configuration_done(); !done) return tl::unexpected(done.error());
  return Answered{Json::object(), [&server] { server.begin_program(); }};
}

Outcome<Answered> restart(Server& server, const Json& arguments) {
  Fields fields(arguments);
  std::optional<LaunchOptions> options;
  // The configuration as it is now, where the client sends it along.
  if (fields.has("arguments")) {
    auto read = read_launch_options(fields.object("arguments"));
    if (!read) return tl::unexpected(read.error());
    options = *std::move(read);
  }
  if (fields.wrong()) return fields.failure();
  if (auto done = server.restart(std::move(options)); !done) return tl::unexpected(done.error());
  return Answered{Json::object(), [&server] { begin(server); }};
}

Outcome<Answered> terminate(Server& server, const Json& /*arguments*/) {
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  return Answered{Json::object(), [&server] { server.finish(); }};
}

Outcome<Answered> disconnect(Server& server, const Json& /*arguments*/) {
  return Answered{Json::object(), [&server] { server.leave(); }};
}

Outcome<Answered> cancel(Server& server, const Json& arguments) {
  Fields fields(arguments);
  std::optional<std::int64_t> request;
  if (fields.has("requestId")) request = fields.number("requestId");
  const std::string progress = fields.text_or("progressId", "");
  if (fields.wrong()) return fields.failure();
  server.cancel(request, progress);
  return Answered{};
}

}  // namespace

std::span<const RequestKind> lifecycle_requests() {
  static constexpr std::array table{
      RequestKind{"initialize", When::at_once, initialize},
      RequestKind{"launch", When::calm, launch},
      RequestKind{"attach", When::at_once, attach},
      RequestKind{"configurationDone", When::calm, configuration_done},
      RequestKind{"restart", When::ending, restart},
      RequestKind{"terminate", When::ending, terminate},
      RequestKind{"disconnect", When::ending, disconnect},
      RequestKind{"cancel", When::at_once, cancel},
  };
  return table;
}

}  // namespace fungescope::dap
