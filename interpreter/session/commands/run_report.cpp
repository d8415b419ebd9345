#include "session/commands/run_report.h"

#include "base/text_table.h"
#include "lang/static_analysis.h"
#include "session/commands/response.h"
#include "session/expressions/cell_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Reason = StopInfo::Reason;

// Of what was printed on the way, a person wants to see the end.
constexpr std::uint64_t max_output = 4000;

std::string plain_reason(const Session& session, const StopInfo& stopped) {
  switch (stopped.reason) {
    case Reason::arrived:
    case Reason::breakpoint:
      return {};
    case Reason::ended:
      return "the program has ended";
    case Reason::faulted:
      return "an error has stopped the program: " + describe(session.machine().fault);
    case Reason::input_wait:
      return "the program waits for input; input TEXT gives it some, input end closes it";
    case Reason::output_closed:
      return "nobody takes the output";
    case Reason::interrupted:
      return "interrupted";
    case Reason::beginning:
      return "this is the beginning";
    case Reason::not_found:
      return "not found; the instant is the old one";
  }
  return {};
}

// "; grid(2,5) from 0 to 55, by (10, 3)" if the stop is about an access.
std::string access_of(const Session& session, const Breakpoint& stop, const TrapEvent& event) {
  if (stop.kind != BreakpointKind::data) return {};
  const std::string name = cell_name(session.symbols(), event.at);
  if (event.is(TrapEvent::write)) {
    return fmt::format("; {} from {} to {}, by ({}, {})", name, event.before, event.now, event.by.x,
                       event.by.y);
  }
  if (event.is(TrapEvent::read)) {
    return fmt::format("; {} is {}, by ({}, {})", name, event.now, event.by.x, event.by.y);
  }
  return {};
}

std::string reason(Session& session, const StopInfo& stopped) {
  std::string text;
  for (const std::string& line :
       {describe_breakpoints(session, stopped), plain_reason(session, stopped)}) {
    if (!line.empty()) text += line + '\n';
  }
  return text;
}

Json event_to_json(const Session& session, const TrapEvent& event) {
  return {{"access", event.is(TrapEvent::write) ? "write" : "read"},
          {"x", event.at.x},
          {"y", event.at.y},
          {"name", cell_name(session.symbols(), event.at)},
          {"before", event.before},
          {"now", event.now},
          {"by", {{"x", event.by.x}, {"y", event.by.y}}}};
}

void add_watched(Response& response, const Debugger& debugger) {
  const std::vector<Debugger::Watched> all = debugger.watched_values();
  if (all.empty()) return;
  TextTable table({TextTable::Align::left, TextTable::Align::left});
  Json values = Json::array();
  for (const Debugger::Watched& watched : all) {
    table.add_row({watched.text, value_text(watched)});
    values.push_back(to_json(watched));
  }
  response.text += table.to_string();
  response.data["watched"] = std::move(values);
}

void add_output(Response& response, Session& session, std::uint64_t before) {
  const std::uint64_t now = session.machine().output_size;
  if (now <= before) return;
  response.output_size = now - before;
  response.output =
      session.history().output(std::max(before, now - std::min(now, max_output)), now);
  response.data["output"] = response.output;
  response.data["output_size"] = response.output_size;
}

}  // namespace

std::string describe_breakpoints(Session& session, const StopInfo& stopped) {
  std::string text;
  for (const std::uint32_t id : stopped.breakpoints) {
    const Breakpoint* const stop = session.breakpoints().find(id);
    if (stop == nullptr) continue;
    if (!text.empty()) text += '\n';
    text +=
        fmt::format("stop {}: {}{}", id, describe(*stop), access_of(session, *stop, stopped.event));
  }
  return text;
}

std::string_view to_string(Reason reason) {
  constexpr std::array<std::string_view, 9> names{"arrived",     "stop",      "end",
                                                  "fault",       "input",     "output_closed",
                                                  "interrupted", "beginning", "not_found"};
  return names[static_cast<std::size_t>(reason)];
}

std::string value_and_character(std::int64_t value) {
  if (value > ' ' && value < 0x7f) return fmt::format("{}  '{}'", value, static_cast<char>(value));
  return fmt::format("{}", value);
}

std::string describe_instant(const Machine& machine) {
  const std::int64_t value = machine.field.at(machine.ip);
  const std::string what = machine.string_mode && value != '"'
                               ? "pushes " + value_and_character(value) + " in string mode"
                               : describe_cell(value, machine.dialect);
  return fmt::format("tick {}, cell ({}, {}) going {}: {}", with_separators(machine.tick),
                     machine.ip.x, machine.ip.y, to_string(machine.direction), what);
}

void add_instant(Json& data, const Machine& machine) {
  constexpr std::array<std::string_view, 3> statuses{"running", "ended", "faulted"};
  data["tick"] = machine.tick;
  data["x"] = machine.ip.x;
  data["y"] = machine.ip.y;
  data["direction"] = to_string(machine.direction);
  data["string_mode"] = machine.string_mode;
  data["status"] = statuses[static_cast<std::size_t>(machine.status)];
}

Json to_json(const Breakpoint& stop) {
  Json json{{"id", stop.id}, {"text", stop.text}, {"enabled", stop.enabled}, {"hits", stop.hits}};
  if (stop.condition) json["condition"] = stop.condition->text();
  if (stop.every > 1) json["every"] = stop.every;
  if (!stop.log.empty()) json["log"] = stop.log;
  if (!stop.problem.empty()) json["problem"] = stop.problem;
  return json;
}

std::string value_text(const Debugger::Watched& watched) {
  return watched.value ? value_and_character(*watched.value)
                       : fmt::format("({})", watched.value.error().what);
}

Json to_json(const Debugger::Watched& watched) {
  Json json{{"expression", watched.text}};
  if (watched.value) {
    json["value"] = *watched.value;
  } else {
    json["problem"] = watched.value.error().what;
  }
  return json;
}

Result<Response> run_and_report(const Call& call,
                                const std::function<Result<StopInfo>(const LogSink& log)>& go) {
  Debugger& debugger = call.debugger;
  Session& session = debugger.session();
  const std::uint64_t printed = session.machine().output_size;
  std::vector<std::string> logs;
  const LogSink collect = [&logs](const std::string& text) { logs.push_back(text); };
  session.mark_previous();
  const Result<StopInfo> stopped = go(debugger.log_sink() ? debugger.log_sink() : collect);
  if (!stopped) return tl::unexpected(stopped.error());

  Response response = make_response(call, {});
  for (const std::string& text : logs) response.text += text + '\n';
  response.text += reason(session, *stopped);
  response.text += describe_instant(session.machine()) + '\n';
  if (call.command.reversible)
    response.data["way"] = call.direction == RunDirection::reverse ? "back" : "forward";
  response.data["why"] = to_string(stopped->reason);
  add_instant(response.data, session.machine());
  if (!stopped->breakpoints.empty()) response.data["stops"] = stopped->breakpoints;
  if (stopped->reason == Reason::faulted) {
    response.data["fault"] = describe(session.machine().fault);
  }
  if (stopped->event.is(TrapEvent::write) || stopped->event.is(TrapEvent::read)) {
    response.data["event"] = event_to_json(session, stopped->event);
  }
  if (!logs.empty()) response.data["logs"] = logs;
  add_watched(response, debugger);
  add_output(response, session, printed);
  debugger.set_last_stop(*stopped);
  return response;
}

}  // namespace fungescope
