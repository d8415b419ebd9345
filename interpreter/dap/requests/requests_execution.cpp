// Handlers from `initialize` to `disconnect`: launching, threads and frames, running and stopping.
#include "dap/client_breakpoints.h"
#include "dap/presentation.h"
#include "dap/protocol/request.h"
#include "dap/server.h"
#include "session/commands/run_report.h"
#include "session/expressions/symbols.h"
#include "session/run_control/flow_graph.h"
#include "session/run_control/steps.h"

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::int64_t the_thread = 1;

// ---- Where it is

RequestResult<DapResponse> threads(Server& server, ArgumentReader& /*fields*/) {
  Json list = Json::array();
  if (const auto debuggee = server.debuggee()) {
    list.push_back({{"id", the_thread}, {"name", (*debuggee)->name()}});
  }
  return DapResponse{{{"threads", std::move(list)}}};
}

RequestResult<void> check_thread(ArgumentReader& fields) {
  const std::int64_t thread = fields.number("threadId");
  if (thread == the_thread) return {};
  return invalid_argument("there is no such thread; the only one is 1");
}

// Returns "> at (12, 3)", followed by the part of the program that contains it: "in SET",
// "in grid(2,5)".
std::string frame_name(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  constexpr std::array glyphs{'>', 'v', '<', '^'};
  std::string name = fmt::format("{} at {}", glyphs[static_cast<std::size_t>(machine.direction)],
                                 to_string(machine.ip));
  for (const Region& region : debuggee.session().symbols().regions()) {
    if (region.area.contains(machine.ip)) {
      return name + " in " + cell_name(debuggee.session().symbols(), machine.ip);
    }
  }
  const std::string heading = debuggee.text().heading_above(machine.ip);
  return heading.empty() ? name : name + " in " + heading;
}

RequestResult<DapResponse> stack_trace(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  const std::uint64_t first = fields.count_or("startFrame", 0);
  Debuggee& debuggee = server.program();
  Json frames = Json::array();
  if (first == 0) {
    const Machine& machine = debuggee.machine();
    const EditorPosition place =
        to_client(debuggee.text().position_of(machine.ip), server.capabilities());
    frames.push_back({{"id", server.frame()},
                      {"name", frame_name(debuggee)},
                      {"source", source_json(debuggee)},
                      {"line", place.line},
                      {"column", place.column},
                      {"instructionPointerReference",
                       format_address(address_of(machine.ip, machine.field.size()))},
                      {"presentationHint", "normal"}});
  }
  return DapResponse{{{"stackFrames", std::move(frames)}, {"totalFrames", 1}}};
}

RequestResult<DapResponse> exception_info(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  Debuggee& debuggee = server.program();
  const Machine& machine = debuggee.machine();
  if (machine.status != Status::faulted) return refused("no error has stopped the program");
  return DapResponse{{{"exceptionId", "fault"},
                      {"description", describe(machine.fault)},
                      {"breakMode", "always"},
                      {"details", {{"message", describe_instant(machine)}}}}};
}

// ---- Running

RequestResult<DapResponse> go(Server& server, RunPlan plan, Json body = Json::object()) {
  return DapResponse{std::move(body), [&server, plan = std::move(plan)] { server.run(plan); }};
}

RunPlan tick_plan(RunDirection direction) {
  const auto run = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::reverse) return step_ticks(session, direction, 1, monitor);
    return run_to_breakpoint(session, direction, {session.machine().tick + 1}, monitor, log);
  };
  return {.title = "stepping", .direction = direction, .run = run};
}

RunPlan line_plan(RunDirection direction) {
  const auto run = [direction](Session& session, Monitor* monitor, const LogSink& log) {
    if (direction == RunDirection::reverse) return step_line(session, direction, monitor);
    return step_line_or_to_breakpoint(session, monitor, log);
  };
  return {.title = "going to where the pointer turns",
          .direction = direction,
          .run = run,
          .resumable = direction == RunDirection::forward};
}

// Stays where it is, and says why, if the pointer is in no loop: clients take an error for a
// program that runs.
RunPlan loop_exit_plan(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  auto loop = find_loop(machine.field, machine.dialect,
                        {machine.ip, machine.direction, machine.string_mode});
  if (!loop || !*loop) {
    return {.not_found =
                loop ? "the instruction pointer is in no loop; use next" : to_string(loop.error()),
            .run = [](Session& session, Monitor*, const LogSink&) -> StopInfo {
              return {StopInfo::Reason::not_found, session.machine().tick, {}, {}};
            }};
  }
  const auto loop_to_leave = std::make_shared<const Loop>(std::move(**loop));
  const auto run = [loop_to_leave](Session& session, Monitor* monitor, const LogSink& log) {
    return step_out_of(session, *loop_to_leave, monitor, log);
  };
  return {.title = "leaving the loop", .run = run, .resumable = true};
}

template <RunDirection direction>
RequestResult<DapResponse> resume(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  Json body = Json::object();
  if (direction == RunDirection::forward) body["allThreadsContinued"] = true;
  return go(server, continue_plan(server.program(), direction), std::move(body));
}

template <RunDirection direction, bool one_tick>
RequestResult<DapResponse> step(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  const std::string granularity = fields.text_or("granularity", "statement");
  return go(server,
            one_tick || granularity == "instruction" ? tick_plan(direction) : line_plan(direction));
}

RequestResult<DapResponse> step_out(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  return go(server, loop_exit_plan(server.program()));
}

RequestResult<DapResponse> pause(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  TRY(server.debuggee());
  return DapResponse{Json::object(), [&server] { server.pause(); }};
}

// ---- Moving the pointer

// Finds the cell at a position, or the first one of its line that the pointer can reach.
RequestResult<DapResponse> goto_targets(Server& server, ArgumentReader& fields) {
  const ClientCapabilities& client = server.capabilities();
  const bool has_column = fields.has("column");
  const EditorPosition place =
      from_client({fields.number("line"), fields.number_or("column", 0)}, client);
  Debuggee& debuggee = server.program();
  const Size field = debuggee.machine().field.size();
  const auto cell =
      has_column ? debuggee.text().cell_at(place) : first_reachable_cell(debuggee, place.line);
  Json targets = Json::array();
  if (cell && field.contains(*cell)) {
    const EditorPosition at = to_client(debuggee.text().position_of(*cell), client);
    targets.push_back({{"id", address_of(*cell, field) / bytes_per_cell + 1},
                       {"label", to_string(*cell)},
                       {"line", at.line},
                       {"column", at.column},
                       {"instructionPointerReference", format_address(address_of(*cell, field))}});
  }
  return DapResponse{{{"targets", std::move(targets)}}};
}

RequestResult<DapResponse> go_to_target(Server& server, ArgumentReader& fields) {
  TRY(check_thread(fields));
  const std::int64_t target = fields.number("targetId");
  if (fields.failed()) return fields.error();
  Debuggee& debuggee = server.program();
  const Machine& machine = debuggee.machine();
  if (target < 1 || target > machine.field.size().area()) {
    return invalid_argument("there is no such target; ask for gotoTargets");
  }
  const Point cell = *cell_at_address((target - 1) * bytes_per_cell, machine.field.size());
  TRY(without_location(debuggee.debugger().submit(
      set_pointer_command(machine, fmt::format("{},{}", cell.x, cell.y), machine.direction))));
  return DapResponse{Json::object(), [&server] { server.on_travel({"goto"}); }};
}

// ---- From `initialize` to `disconnect`

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

RequestResult<DapResponse> launch_with(Server& server, std::optional<LaunchOptions> options) {
  TRY(server.launch(std::move(options)));
  return DapResponse{Json::object(), [&server] { server.announce_program(); }};
}

RequestResult<DapResponse> launch(Server& server, ArgumentReader& fields) {
  auto options = TRY(parse_launch_options(fields));
  if (!server.debuggee()) return launch_with(server, std::move(options));
  return request_error(RequestError::Id::wrong_order, "a program was launched before; use restart");
}

RequestResult<DapResponse> attach(Server& /*server*/, ArgumentReader& /*fields*/) {
  return refused("there is nothing to attach to, programs run in the debugger itself; use launch");
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
  return launch_with(server, std::move(options));
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

RunPlan continue_plan(Debuggee& debuggee, RunDirection direction) {
  const auto controller = std::make_shared<RunController>(debuggee.session());
  const auto run = [controller, direction](Session&, Monitor* monitor, const LogSink& log) {
    return controller->run(direction, {}, monitor, log);
  };
  return {.title = direction == RunDirection::reverse ? "going back to the last stop" : "running",
          .direction = direction,
          .run = run,
          .resumable = true};
}

std::span<const RequestHandler> execution_handlers() {
  static constexpr std::array table{
      RequestHandler{"threads", Schedule::immediate, threads},
      RequestHandler{"stackTrace", Schedule::stopped, stack_trace},
      RequestHandler{"exceptionInfo", Schedule::stopped, exception_info},
      RequestHandler{"continue", Schedule::stopped, resume<RunDirection::forward>},
      RequestHandler{"reverseContinue", Schedule::stopped, resume<RunDirection::reverse>},
      RequestHandler{"next", Schedule::stopped, step<RunDirection::forward, false>},
      RequestHandler{"stepIn", Schedule::stopped, step<RunDirection::forward, true>},
      RequestHandler{"stepOut", Schedule::stopped, step_out},
      RequestHandler{"stepBack", Schedule::stopped, step<RunDirection::reverse, false>},
      RequestHandler{"pause", Schedule::immediate, pause},
      RequestHandler{"gotoTargets", Schedule::stopped, goto_targets},
      RequestHandler{"goto", Schedule::stopped, go_to_target},
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
