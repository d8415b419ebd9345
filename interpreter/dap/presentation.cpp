#include "dap/presentation.h"

#include "base/numbers.h"
#include "base/text_table.h"
#include "dap/server.h"
#include "lang/text_cursor.h"
#include "programs/catalogue.h"
#include "session/commands/run_report.h"

#include <limits>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// Adds 1 without overflow: clients may send any number.
std::int64_t saturating_increment(std::int64_t value) {
  return value == std::numeric_limits<std::int64_t>::max() ? value : value + 1;
}

// Returns nothing for text that is not a number.
std::optional<std::int64_t> parse_address(std::string_view text) {
  std::string_view digits = trim(text);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  if (hex && digits.starts_with('-')) return std::nullopt;
  return parse_integer<std::int64_t>(digits, hex ? 16 : 10);
}

}  // namespace

Json to_json(const ClientBreakpoint& breakpoint, const Debuggee* debuggee,
             const ClientCapabilities& client) {
  Json json{{"id", breakpoint.id}, {"verified", breakpoint.verified}};
  if (!breakpoint.message.empty()) json["message"] = breakpoint.message;
  if (debuggee != nullptr && breakpoint.verified && breakpoint.at) {
    const bool live = breakpoint.kind == ClientBreakpoint::Kind::live;
    const EditorPosition at = to_client(live ? breakpoint.position : *breakpoint.at, client);
    json["source"] = live ? live_source_json(*debuggee) : source_json(*debuggee);
    json["line"] = at.line;
    json["column"] = at.column;
  } else if (breakpoint.kind == ClientBreakpoint::Kind::source) {
    json["line"] = to_client(breakpoint.position, client).line;
  }
  if (debuggee != nullptr && breakpoint.kind == ClientBreakpoint::Kind::instruction) {
    json["instructionReference"] = format_address(breakpoint.address);
  }
  return json;
}

EditorPosition to_client(const EditorPosition& position, const ClientCapabilities& client) {
  return {client.lines_start_at_1 ? position.line : position.line - 1,
          client.columns_start_at_1 ? position.column : position.column - 1};
}
EditorPosition from_client(const EditorPosition& position, const ClientCapabilities& client) {
  return {client.lines_start_at_1 ? position.line : saturating_increment(position.line),
          client.columns_start_at_1 ? position.column : saturating_increment(position.column)};
}

std::string set_pointer_command(const Machine& machine, std::string_view cell,
                                Direction direction) {
  return fmt::format("set ip {} {}{}", cell, to_string(direction),
                     machine.string_mode ? " string" : "");
}

RequestResult<std::int64_t> read_address(ArgumentReader& fields, const char* key) {
  const auto base = parse_address(fields.text(key));
  const std::int64_t offset = fields.number_or("offset", 0);
  std::int64_t address = 0;
  if (base && !__builtin_add_overflow(*base, offset, &address)) return address;
  return invalid_argument("the {} is not an address; write 0x and hexadecimal digits", key);
}

bool wants_hex(ArgumentReader& fields) {
  return ArgumentReader(fields.object("format")).bool_or("hex", false);
}

NamedSource read_source(ArgumentReader& source, std::int64_t reference) {
  NamedSource named{source.number_or("sourceReference", reference), source.text_or("path", "")};
  const auto programs = built_in_programs();
  const std::int64_t index = named.reference - first_built_in_source;
  if (index >= 0 && index < static_cast<std::int64_t>(programs.size())) {
    named.path = programs[static_cast<std::size_t>(index)].as_file();
  }
  return named;
}

Json source_json(const Debuggee& debuggee) {
  Json json{{"name", debuggee.name()}};
  if (!debuggee.is_built_in()) {
    json["path"] = debuggee.path();
    return json;
  }
  const auto program = find_built_in(debuggee.path());
  if (program) {
    json["sourceReference"] = first_built_in_source + (*program - built_in_programs().data());
  }
  json["origin"] = "built into fungescope";
  return json;
}

Json live_source_json(const Debuggee& debuggee) {
  return {{"name", debuggee.name() + " (live)"},
          {"sourceReference", live_source},
          {"origin", "the playfield as it is now"}};
}

// ---- Stops

namespace {

std::string at_tick(std::string_view what, Tick tick) {
  return fmt::format("{}, tick {}", what, with_separators(tick));
}

// Returns the reason for the first breakpoint that holds, since clients show one reason.
std::string reason_of_stop(Session& session, const ClientBreakpoints& breakpoints,
                           const StopInfo& stopped) {
  for (const std::uint32_t id : stopped.breakpoints) {
    const ClientBreakpoint* const breakpoint = breakpoints.find_by_session_id(id);
    if (breakpoint != nullptr && breakpoint->kind == ClientBreakpoint::Kind::instruction) {
      return "instruction breakpoint";
    }
    const Breakpoint* const stop = session.breakpoints().find(id);
    if (stop != nullptr && stop->kind == BreakpointKind::data) return "data breakpoint";
  }
  return "breakpoint";
}

StopReport at_stop(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                   const StopInfo& stopped) {
  StopReport report;
  report.reason = reason_of_stop(debuggee.session(), breakpoints, stopped);
  report.description = at_tick(describe_breakpoints(debuggee.session(), stopped), stopped.tick);
  for (const std::uint32_t id : stopped.breakpoints) {
    const ClientBreakpoint* const breakpoint = breakpoints.find_by_session_id(id);
    if (breakpoint != nullptr) report.hits.push_back(breakpoint->id);
  }
  return report;
}

}  // namespace

StopReport make_stop_report(Debuggee& debuggee, const ClientBreakpoints& breakpoints,
                            const StopInfo& stopped, const RunPlan& plan, bool cancelled) {
  using Reason = StopInfo::Reason;
  const Tick tick = debuggee.machine().tick;
  switch (stopped.reason) {
    case Reason::breakpoint:
      return at_stop(debuggee, breakpoints, stopped);
    case Reason::arrived:
      if (plan.direction == RunDirection::forward || tick != debuggee.history().begin()) {
        return {plan.reason, at_tick(plan.reason, tick), {}};
      }
      [[fallthrough]];
    case Reason::beginning:
      return {"entry", "at the beginning, tick 0", {}};
    case Reason::ended:
      return {"exited", at_tick("the program has ended", tick), {}};
    case Reason::faulted: {
      const std::string fault = describe(debuggee.machine().fault);
      return {breakpoints.stops_on_fault() ? "exception" : "exited", at_tick(fault, tick), {}};
    }
    case Reason::input_wait:
      return {"pause", "waits for input", {}};
    case Reason::output_closed:
      return {"pause", at_tick("the reader closed the output", tick), {}};
    case Reason::interrupted:
      return {"pause", at_tick(cancelled ? "cancelled" : "paused", tick), {}};
    case Reason::not_found:
      return {plan.reason, at_tick(plan.not_found, tick), {}};
  }
  return {"pause", at_tick("stopped", tick), {}};
}

}  // namespace fungescope::dap
