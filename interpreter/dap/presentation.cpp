#include "dap/presentation.h"

#include "base/numbers.h"
#include "dap/server.h"
#include "lang/text_cursor.h"
#include "programs/catalogue.h"

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

}  // namespace fungescope::dap
