#include "session/commands/run_report.h"

#include "lang/analysis/static_analysis.h"
#include "lang/value_format.h"
#include "session/commands/command.h"
#include "session/expressions/symbols.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Reason = StopInfo::Reason;

const RegisterRows watched_schema("watched", watched_columns);

std::string describe_search_end(const StopInfo& stopped) {
  if (!stopped.search_end) return "the expression is constant";
  const std::string at = " at tick " + with_separators(stopped.search_end->tick);
  switch (stopped.search_end->reason) {
    case Reason::ended:
      return "the program ends" + at;
    case Reason::faulted:
      return "an error stops the program" + at;
    case Reason::input_wait:
      return "the program waits for input" + at;
    case Reason::output_closed:
      return "the reader closed the output" + at;
    default:
      return "the beginning is" + at;
  }
}

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
      return "the reader closed the output";
    case Reason::interrupted:
      return "interrupted";
    case Reason::beginning:
      return "this is the beginning";
    case Reason::not_found:
      return fmt::format("not found: {}; the present instant is unchanged",
                         describe_search_end(stopped));
  }
  return {};
}

// "; grid(2,5) from 0 to 55, by (10, 3)" for a watchpoint.
std::string access_of(const Session& session, const Breakpoint& breakpoint,
                      const TrapEvent& event) {
  if (breakpoint.kind != BreakpointKind::data) return {};
  const std::string name = cell_name(session.symbols(), event.at);
  if (event.is(TrapEvent::write)) {
    return fmt::format("; {} from {} to {}, by {}", name, event.before, event.now,
                       to_string(event.by));
  }
  if (event.is(TrapEvent::read)) {
    return fmt::format("; {} is {}, by {}", name, event.now, to_string(event.by));
  }
  return {};
}

// Complete lines, or nothing.
std::string reason(Session& session, const StopInfo& stopped) {
  std::string text = describe_breakpoints(session, stopped);
  if (!text.empty()) text += '\n';
  const std::string plain = plain_reason(session, stopped);
  return plain.empty() ? text : text + plain + '\n';
}

Json access_to_json(const Session& session, const TrapEvent& event) {
  return {{"kind", event.is(TrapEvent::write) ? "write" : "read"},
          {"x", event.at.x},
          {"y", event.at.y},
          {"name", cell_name(session.symbols(), event.at)},
          {"before", event.before},
          {"now", event.now},
          {"by", to_json(event.by)}};
}

void add_watched(Response& response, const Debugger& debugger) {
  const std::vector<WatchedRow> rows = watched_rows(debugger);
  if (rows.empty()) return;
  response.text += rows_to_text<WatchedRow>(std::span(watched_columns).subspan(1), rows);
  response.data["watched"] = rows_to_json<WatchedRow>(watched_columns, rows);
}

// Adds what the program has printed since `before` bytes.
void add_output(Response& response, Session& session, std::uint64_t before) {
  const std::uint64_t now = session.machine().output_size;
  if (now <= before) return;
  add_output(response, session, std::max(before, now - std::min(now, max_output)), before);
}

}  // namespace

void add_output(Response& response, Session& session, std::uint64_t from, std::uint64_t begin) {
  const std::uint64_t size = session.machine().output_size;
  response.output = session.history().output(from, size);
  response.output_omitted = from - begin;
  response.data["output"] = response.output;
  response.data["output_omitted"] = response.output_omitted;
  response.data["output_size"] = size;
}

std::string describe_breakpoints(Session& session, const StopInfo& stopped) {
  std::string text;
  for (const std::uint32_t id : stopped.breakpoints) {
    const Breakpoint* const breakpoint = session.breakpoints().find(id);
    if (breakpoint == nullptr) continue;
    if (!text.empty()) text += '\n';
    text += fmt::format("stop {}: {}{}", id, describe(*breakpoint),
                        access_of(session, *breakpoint, stopped.event));
  }
  return text;
}

std::string describe_access(const Session& session, const StopInfo& stopped) {
  const TrapEvent& event = stopped.event;
  if (stopped.reason != Reason::breakpoint) return {};
  const Symbols& symbols = session.symbols();
  const auto text_of = [&](std::int64_t value) {
    return format_value_at(symbols, event.at, value, RegionText::drawn);
  };
  const std::string name = cell_name(symbols, event.at);
  if (event.is(TrapEvent::write)) {
    return fmt::format("{}: {} -> {}", name, text_of(event.before), text_of(event.now));
  }
  if (event.is(TrapEvent::read)) return fmt::format("{} is {}", name, text_of(event.now));
  return {};
}

std::string describe_stop(Session& session, const StopInfo& stopped) {
  std::string text = reason(session, stopped);
  if (!text.empty()) text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
    text.replace(at, 1, "; ");
  }
  return text;
}

std::string describe_next_instruction(const Machine& machine) {
  const std::int64_t value = machine.field.at(machine.ip);
  return machine.string_mode && value != '"'
             ? "pushes " + describe_value(value, "  ") + " in string mode"
             : describe_cell(value, machine.dialect);
}

std::string describe_instant(const Machine& machine) {
  return fmt::format("tick {}, cell {} going {}: {}", with_separators(machine.tick),
                     to_string(machine.ip), to_string(machine.direction),
                     describe_next_instruction(machine));
}

Json to_json(Point at) {
  return {{"x", at.x}, {"y", at.y}};
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

std::vector<WatchedRow> watched_rows(const Debugger& debugger) {
  std::vector<WatchedRow> rows;
  for (Debugger::Watched& watched : debugger.watched_values()) {
    rows.push_back({std::move(watched), rows.size() + 1});
  }
  return rows;
}

Result<Response> run_and_report(const Call& call,
                                const std::function<Result<StopInfo>(const LogSink& log)>& go) {
  Debugger& debugger = call.debugger;
  Session& session = debugger.session();
  const std::uint64_t printed = session.machine().output_size;
  std::string logs;
  const LogSink collect = [&logs](const LogMessage& message) { logs += message.text + '\n'; };
  session.mark_previous();
  const auto stopped = TRY(go(debugger.log_sink() ? debugger.log_sink() : collect));

  Response response = make_response(call, std::move(logs));
  response.text += reason(session, stopped);
  response.text += describe_instant(session.machine()) + '\n';
  if (call.command.reversible) {
    response.data["way"] = call.direction == RunDirection::reverse ? "back" : "forward";
  }
  response.data["why"] = to_string(stopped.reason);
  add_instant(response.data, session.machine());
  if (!stopped.breakpoints.empty()) response.data["stops"] = stopped.breakpoints;
  if (stopped.reason == Reason::faulted) {
    response.data["fault"] = describe(session.machine().fault);
  }
  if (stopped.reason == Reason::not_found) {
    // Null if there was no need to search, because the expression is constant.
    Json& end = response.data["search_end"] = nullptr;
    if (stopped.search_end) {
      end = {{"why", to_string(stopped.search_end->reason)}, {"tick", stopped.search_end->tick}};
    }
  }
  if (stopped.event.is(TrapEvent::write) || stopped.event.is(TrapEvent::read)) {
    response.data["access"] = access_to_json(session, stopped.event);
  }
  add_watched(response, debugger);
  add_output(response, session, printed);
  debugger.set_last_stop(stopped);
  return response;
}

}  // namespace fungescope
