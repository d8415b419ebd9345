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

// Of a stop's reason: the sentence about the present instant, or how it begins, and the clause
// about where a search has ended.
struct ReasonWords {
  std::string_view sentence;
  std::string_view clause = "the beginning is";
};
constexpr std::array<ReasonWords, stop_reasons.size()> reason_words{{
    {""},
    {""},
    {"the program has ended", "the program ends"},
    {"an error has stopped the program: ", "an error stops the program"},
    {"the program waits for input; input TEXT gives it some, input end closes it",
     "the program waits for input"},
    {"the reader closed the output", "the reader closed the output"},
    {"interrupted"},
    {"this is the beginning"},
    {"not found: "},
}};
const ReasonWords& words_for(Reason reason) {
  return reason_words[static_cast<std::size_t>(reason)];
}

std::string plain_reason(const Session& session, const StopInfo& stopped) {
  std::string text(words_for(stopped.reason).sentence);
  if (stopped.reason == Reason::faulted) text += describe(session.machine().fault);
  if (stopped.reason != Reason::not_found) return text;
  const auto& end = stopped.search_end;
  text +=
      end ? fmt::format("{} at tick {}", words_for(end->reason).clause, with_separators(end->tick))
          : "the expression is constant";
  return text + "; the present instant is unchanged";
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

std::vector<std::string> breakpoint_lines(Session& session, const StopInfo& stopped) {
  std::vector<std::string> lines;
  for (const std::uint32_t id : stopped.breakpoints) {
    const Breakpoint* const breakpoint = session.breakpoints().find(id);
    if (breakpoint == nullptr) continue;
    lines.push_back(fmt::format("stop {}: {}{}", id, describe(*breakpoint),
                                access_of(session, *breakpoint, stopped.event)));
  }
  return lines;
}

std::vector<std::string> reason_lines(Session& session, const StopInfo& stopped) {
  std::vector<std::string> lines = breakpoint_lines(session, stopped);
  std::string plain = plain_reason(session, stopped);
  if (!plain.empty()) lines.push_back(std::move(plain));
  return lines;
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
  const std::vector<Debugger::Watched> rows = debugger.watched_values();
  if (rows.empty()) return;
  response.text += rows_to_text<Debugger::Watched>(std::span(watched_columns).subspan(1), rows);
  response.data["watched"] = rows_to_json<Debugger::Watched>(watched_columns, rows);
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
  return fmt::format("{}", fmt::join(breakpoint_lines(session, stopped), "\n"));
}

std::string describe_stop(Session& session, const StopInfo& stopped) {
  return fmt::format("{}", fmt::join(reason_lines(session, stopped), "; "));
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
  data["tick"] = machine.tick;
  data["x"] = machine.ip.x;
  data["y"] = machine.ip.y;
  data["direction"] = to_string(machine.direction);
  data["string_mode"] = machine.string_mode;
  data["status"] = to_string(machine.status);
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
  for (const std::string& line : reason_lines(session, stopped)) response.text += line + '\n';
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
  if (const std::uint64_t now = session.machine().output_size; now > printed) {
    add_output(response, session, std::max(printed, now - std::min(now, max_output)), printed);
  }
  debugger.set_last_stop(stopped);
  return response;
}

}  // namespace fungescope
