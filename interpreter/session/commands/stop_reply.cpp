#include "session/commands/stop_reply.h"

#include "base/text_table.h"
#include "lang/disassembler.h"
#include "session/commands/answer.h"
#include "session/expressions/cell_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using Why = Stopped::Why;

// Of what was printed on the way, a person wants to see the end.
constexpr std::uint64_t most_output = 4000;

std::string plain_reason(const Session& session, const Stopped& stopped) {
  switch (stopped.why) {
    case Why::arrived:
    case Why::stop:
      return {};
    case Why::ended:
      return "the program has ended";
    case Why::faulted:
      return "an error has stopped the program: " + describe(session.machine().fault);
    case Why::input_wait:
      return "the program waits for input; input TEXT gives it some, input end closes it";
    case Why::output_closed:
      return "nobody takes the output";
    case Why::interrupted:
      return "interrupted";
    case Why::beginning:
      return "this is the beginning";
    case Why::not_found:
      return "not found; the instant is the old one";
  }
  return {};
}

// "; grid(2,5) from 0 to 55, by (10, 3)" if the stop is about an access.
std::string access_of(const Session& session, const Stop& stop, const TrapEvent& event) {
  if (stop.kind != StopKind::data) return {};
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

std::string reason(Session& session, const Stopped& stopped) {
  std::string text;
  for (const std::string& line :
       {describe_stops(session, stopped), plain_reason(session, stopped)}) {
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

void add_watched(Reply& reply, const Debugger& debugger) {
  const std::vector<Debugger::Watched> all = debugger.watched_values();
  if (all.empty()) return;
  TextTable table({TextTable::Align::left, TextTable::Align::left});
  Json values = Json::array();
  for (const Debugger::Watched& watched : all) {
    table.add_row({watched.text, value_text(watched)});
    values.push_back(to_json(watched));
  }
  reply.text += table.to_string();
  reply.data["watched"] = std::move(values);
}

void add_output(Reply& reply, Session& session, std::uint64_t before) {
  const std::uint64_t now = session.machine().output_size;
  if (now <= before) return;
  reply.output_size = now - before;
  reply.output = session.history().output(std::max(before, now - std::min(now, most_output)), now);
  reply.data["output"] = reply.output;
  reply.data["output_size"] = reply.output_size;
}

}  // namespace

std::string describe_stops(Session& session, const Stopped& stopped) {
  std::string text;
  for (const std::uint32_t id : stopped.stops) {
    const Stop* const stop = session.stops().find(id);
    if (stop == nullptr) continue;
    if (!text.empty()) text += '\n';
    text +=
        fmt::format("stop {}: {}{}", id, describe(*stop), access_of(session, *stop, stopped.event));
  }
  return text;
}

std::string_view to_string(Direction direction) {
  constexpr std::array<std::string_view, 4> names{"east", "south", "west", "north"};
  return names[static_cast<std::size_t>(direction)];
}

std::string_view to_string(Why why) {
  constexpr std::array<std::string_view, 9> names{"arrived",     "stop",      "end",
                                                  "fault",       "input",     "output_closed",
                                                  "interrupted", "beginning", "not_found"};
  return names[static_cast<std::size_t>(why)];
}

std::string number_and_character(std::int64_t value) {
  if (value > ' ' && value < 0x7f) return fmt::format("{}  '{}'", value, static_cast<char>(value));
  return fmt::format("{}", value);
}

std::string describe_instant(const Machine& machine) {
  const std::int64_t value = machine.field.at(machine.ip);
  const std::string what = machine.string_mode && value != '"'
                               ? "pushes " + number_and_character(value) + " in string mode"
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

Json to_json(const Stop& stop) {
  Json json{{"id", stop.id}, {"text", stop.text}, {"enabled", stop.enabled}, {"hits", stop.hits}};
  if (stop.condition) json["condition"] = stop.condition->text();
  if (stop.every > 1) json["every"] = stop.every;
  if (!stop.log.empty()) json["log"] = stop.log;
  if (!stop.problem.empty()) json["problem"] = stop.problem;
  return json;
}

std::string value_text(const Debugger::Watched& watched) {
  return watched.value ? number_and_character(*watched.value)
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

Result<Reply> travel_and_tell(const Call& call,
                              const std::function<Result<Stopped>(const LogSink& log)>& go) {
  Debugger& debugger = call.debugger;
  Session& session = debugger.session();
  const std::uint64_t printed = session.machine().output_size;
  std::vector<std::string> logs;
  const LogSink collect = [&logs](const std::string& text) { logs.push_back(text); };
  session.mark_stop();
  const Result<Stopped> stopped = go(debugger.log_sink() ? debugger.log_sink() : collect);
  if (!stopped) return tl::unexpected(stopped.error());

  Reply reply = answer(call, {});
  for (const std::string& text : logs) reply.text += text + '\n';
  reply.text += reason(session, *stopped);
  reply.text += describe_instant(session.machine()) + '\n';
  if (call.command.reversible) reply.data["way"] = call.way == Way::back ? "back" : "forward";
  reply.data["why"] = to_string(stopped->why);
  add_instant(reply.data, session.machine());
  if (!stopped->stops.empty()) reply.data["stops"] = stopped->stops;
  if (stopped->why == Why::faulted) {
    reply.data["fault"] = describe(session.machine().fault);
  }
  if (stopped->event.is(TrapEvent::write) || stopped->event.is(TrapEvent::read)) {
    reply.data["event"] = event_to_json(session, stopped->event);
  }
  if (!logs.empty()) reply.data["logs"] = logs;
  add_watched(reply, debugger);
  add_output(reply, session, printed);
  debugger.set_last_stop(*stopped);
  return reply;
}

}  // namespace fungescope
