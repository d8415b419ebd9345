#include "dap/presentation.h"

#include "dap/server.h"
#include "session/expressions/symbols.h"

#include <array>
#include <limits>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// Of what a client sends, which may be any number.
std::int64_t plus(std::int64_t value, std::int64_t one) {
  const bool at_end = value == std::numeric_limits<std::int64_t>::max();
  return at_end ? value : value + one;
}

}  // namespace

std::string frame_name(Debuggee& debuggee) {
  const Machine& machine = debuggee.machine();
  constexpr std::array glyphs{'>', 'v', '<', '^'};
  std::string name = fmt::format("{} at {},{}", glyphs[static_cast<std::size_t>(machine.direction)],
                                 machine.ip.x, machine.ip.y);
  for (const Region& region : debuggee.session().symbols().regions()) {
    if (region.area.contains(machine.ip)) {
      return name + " in " + cell_name(debuggee.session().symbols(), machine.ip);
    }
  }
  const std::string heading = debuggee.text().heading_above(machine.ip);
  return heading.empty() ? name : name + " in " + heading;
}

Json source_json(const Debuggee& debuggee) {
  return {{"name", debuggee.name()}, {"path", debuggee.path()}};
}

Json live_source_json(const Debuggee& debuggee) {
  return {{"name", debuggee.name() + " (live)"},
          {"sourceReference", live_source},
          {"origin", "the playfield as it is now"}};
}

Json to_json(const ClientBreakpoint& breakpoint, const Debuggee* debuggee,
             const ClientCapabilities& traits) {
  Json json{{"id", breakpoint.id}, {"verified", breakpoint.verified}};
  if (!breakpoint.message.empty()) json["message"] = breakpoint.message;
  if (debuggee != nullptr && breakpoint.verified && breakpoint.at) {
    const bool live = breakpoint.kind == ClientBreakpoint::Kind::live;
    const EditorPosition at = live ? breakpoint.place : *breakpoint.at;
    json["source"] = live ? live_source_json(*debuggee) : source_json(*debuggee);
    json["line"] = to_client_line(at.line, traits);
    json["column"] = to_client_column(at.column, traits);
  } else if (breakpoint.kind == ClientBreakpoint::Kind::source) {
    json["line"] = to_client_line(breakpoint.place.line, traits);
  }
  if (debuggee != nullptr && breakpoint.kind == ClientBreakpoint::Kind::instruction) {
    json["instructionReference"] = format_address(breakpoint.address);
  }
  return json;
}

std::int64_t to_client_line(std::int64_t line, const ClientCapabilities& traits) {
  return traits.lines_start_at_1 ? line : line - 1;
}
std::int64_t to_client_column(std::int64_t column, const ClientCapabilities& traits) {
  return traits.columns_start_at_1 ? column : column - 1;
}
std::int64_t from_client_line(std::int64_t line, const ClientCapabilities& traits) {
  return traits.lines_start_at_1 ? line : plus(line, 1);
}
std::int64_t from_client_column(std::int64_t column, const ClientCapabilities& traits) {
  return traits.columns_start_at_1 ? column : plus(column, 1);
}

}  // namespace fungescope::dap
