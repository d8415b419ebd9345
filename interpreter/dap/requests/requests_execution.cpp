// Threads and frames; going on and stopping.
#include "dap/breakpoints.h"
#include "dap/protocol/fields.h"
#include "dap/motions.h"
#include "dap/presentation.h"
#include "dap/server.h"
#include "session/commands/stop_reply.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

constexpr std::int64_t the_thread = 1;

// ---- Where it is

Outcome<Answered> threads(Server& server, const Json& /*arguments*/) {
  Json list = Json::array();
  if (const auto debuggee = server.debuggee()) {
    list.push_back({{"id", the_thread}, {"name", (*debuggee)->name()}});
  }
  return Answered{{{"threads", std::move(list)}}};
}

Outcome<void> check_thread(Fields& fields) {
  const std::int64_t thread = fields.number("threadId");
  if (fields.wrong()) return fields.failure();
  if (thread == the_thread) return {};
  return refuse(Failure::Id::wrong_argument, "there is no such thread; the only one is 1");
}

Outcome<Answered> stack_trace(Server& server, const Json& arguments) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  const std::uint64_t first = fields.count_or("startFrame", 0);
  if (fields.wrong()) return fields.failure();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  Json frames = Json::array();
  if (first == 0) {
    const Machine& machine = (*debuggee)->machine();
    const EditorPlace place = (*debuggee)->text().place_of(machine.ip);
    frames.push_back({{"id", server.frame()},
                      {"name", frame_name(**debuggee)},
                      {"source", source_json(**debuggee)},
                      {"line", line_for(place.line, server.traits())},
                      {"column", column_for(place.column, server.traits())},
                      {"instructionPointerReference",
                       address_text(address_of(machine.ip, machine.field.size()))},
                      {"presentationHint", "normal"}});
  }
  return Answered{{{"stackFrames", std::move(frames)}, {"totalFrames", 1}}};
}

Outcome<Answered> exception_info(Server& server, const Json& arguments) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const Machine& machine = (*debuggee)->machine();
  if (machine.status != Status::faulted) {
    return refuse(Failure::Id::refused, "no error has stopped the program");
  }
  return Answered{{{"exceptionId", "fault"},
                   {"description", describe(machine.fault)},
                   {"breakMode", "always"},
                   {"details", {{"message", describe_instant(machine)}}}}};
}

// ---- Going on

Outcome<Answered> go(Server& server, Motion motion, Json body = Json::object()) {
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const bool over = motion.way == Way::forward && (*debuggee)->machine().status != Status::running;
  return Answered{std::move(body), [&server, over, motion = std::move(motion)] {
                    if (over) {
                      server.finish();
                    } else {
                      server.move(motion);
                    }
                  }};
}

Outcome<Answered> go_on(Server& server, const Json& arguments, Way way) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  Json body = Json::object();
  if (way == Way::forward) body["allThreadsContinued"] = true;
  return go(server, continue_motion(**debuggee, way), std::move(body));
}

Outcome<Answered> continue_forward(Server& server, const Json& arguments) {
  return go_on(server, arguments, Way::forward);
}

Outcome<Answered> reverse_continue(Server& server, const Json& arguments) {
  return go_on(server, arguments, Way::back);
}

Outcome<Answered> step(Server& server, const Json& arguments, Way way, bool one_tick) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  const std::string granularity = fields.text_or("granularity", "statement");
  if (fields.wrong()) return fields.failure();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  return go(server, one_tick || granularity == "instruction" ? tick_motion(**debuggee, way)
                                                             : line_motion(**debuggee, way));
}

Outcome<Answered> next(Server& server, const Json& arguments) {
  return step(server, arguments, Way::forward, false);
}

Outcome<Answered> step_in(Server& server, const Json& arguments) {
  return step(server, arguments, Way::forward, true);
}

Outcome<Answered> step_back(Server& server, const Json& arguments) {
  return step(server, arguments, Way::back, false);
}

Outcome<Answered> step_out(Server& server, const Json& arguments) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  auto motion = loop_motion(**debuggee);
  if (!motion) return tl::unexpected(motion.error());
  return go(server, *std::move(motion));
}

Outcome<Answered> pause(Server& server, const Json& arguments) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  if (const auto debuggee = server.debuggee(); !debuggee) return tl::unexpected(debuggee.error());
  return Answered{Json::object(), [&server] { server.pause(); }};
}

// ---- Moving the pointer

// The cell of an editor's place, or the first one of its line that may be executed.
Outcome<Answered> goto_targets(Server& server, const Json& arguments) {
  Fields fields(arguments);
  const ClientTraits& traits = server.traits();
  EditorPlace place{line_from(fields.number("line"), traits), 1};
  const bool has_column = fields.has("column");
  if (has_column) place.column = column_from(fields.number("column"), traits);
  if (fields.wrong()) return fields.failure();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const Size field = (*debuggee)->machine().field.size();
  const auto cell =
      has_column ? (*debuggee)->text().cell_at(place) : first_executed(**debuggee, place.line);
  Json targets = Json::array();
  if (cell && field.contains(*cell)) {
    const EditorPlace at = (*debuggee)->text().place_of(*cell);
    targets.push_back({{"id", address_of(*cell, field) / bytes_of_cell + 1},
                       {"label", fmt::format("({}, {})", cell->x, cell->y)},
                       {"line", line_for(at.line, traits)},
                       {"column", column_for(at.column, traits)},
                       {"instructionPointerReference", address_text(address_of(*cell, field))}});
  }
  return Answered{{{"targets", std::move(targets)}}};
}

Outcome<Answered> go_to_target(Server& server, const Json& arguments) {
  Fields fields(arguments);
  if (auto thread = check_thread(fields); !thread) return tl::unexpected(thread.error());
  const std::int64_t target = fields.number("targetId");
  if (fields.wrong()) return fields.failure();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const Machine& machine = (*debuggee)->machine();
  if (target < 1 || target > machine.field.size().area()) {
    return refuse(Failure::Id::wrong_argument, "there is no such target; ask for gotoTargets");
  }
  const Point cell = *cell_at_address((target - 1) * bytes_of_cell, machine.field.size());
  const auto reply = (*debuggee)->debugger().submit(
      fmt::format("set ip {},{} {}{}", cell.x, cell.y, to_string(machine.direction),
                  machine.string_mode ? " string" : ""));
  if (!reply) return refuse_plain(reply.error());
  return Answered{Json::object(), [&server] { server.after_travel("goto", ""); }};
}

}  // namespace

std::span<const RequestKind> execution_requests() {
  static constexpr std::array table{
      RequestKind{"threads", When::at_once, threads},
      RequestKind{"stackTrace", When::stopped, stack_trace},
      RequestKind{"exceptionInfo", When::stopped, exception_info},
      RequestKind{"continue", When::stopped, continue_forward},
      RequestKind{"reverseContinue", When::stopped, reverse_continue},
      RequestKind{"next", When::stopped, next},
      RequestKind{"stepIn", When::stopped, step_in},
      RequestKind{"stepOut", When::stopped, step_out},
      RequestKind{"stepBack", When::stopped, step_back},
      RequestKind{"pause", When::at_once, pause},
      RequestKind{"gotoTargets", When::stopped, goto_targets},
      RequestKind{"goto", When::stopped, go_to_target},
  };
  return table;
}

}  // namespace fungescope::dap
