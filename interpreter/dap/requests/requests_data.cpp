// Handlers for scopes, variables, sources, memory and disassembly.
#include "base/escape.h"
#include "dap/client_breakpoints.h"
#include "dap/presentation.h"
#include "dap/protocol/request.h"
#include "dap/server.h"
#include "dap/variables.h"
#include "lang/instruction.h"
#include "lang/text_cursor.h"
#include "session/recording/link_format.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// The maximum size of a field as a source.
constexpr std::int64_t max_live_cells = std::int64_t{4} << 20U;

// ---- Variables

RequestResult<DapResponse> scopes(Server& server, ArgumentReader& fields) {
  const std::int64_t frame = fields.number("frameId");
  // An earlier frame has the scopes of the present. VS Code asks so after a console command that
  // travels, and would close its tree of variables on an error.
  if (frame < 1 || frame > server.frame()) return stale_reference_error();
  Debuggee& debuggee = server.program();
  return DapResponse{{{"scopes", scopes_to_json(debuggee, server.variables())}}};
}

RequestResult<DapResponse> variables(Server& server, ArgumentReader& fields) {
  const std::int64_t reference = fields.number("variablesReference");
  VariablePage page;
  page.start = fields.count_or("start", 0);
  page.count = fields.count_or("count", 0);
  page.hex = wants_hex(fields);
  const std::string filter = fields.text_or("filter", "");
  page.indexed = filter != "named";
  page.named = filter != "indexed";
  const VariableNode* const found = server.variables().find(reference);
  if (found == nullptr) return stale_reference_error();
  Debuggee& debuggee = server.program();
  const VariableNode node = *found;  // a copy: the table grows
  return DapResponse{{{"variables", children_to_json(debuggee, server.variables(), node, page)}}};
}

std::optional<Direction> direction_of(std::string_view text) {
  for (const Direction direction : all_directions) {
    const Point delta = delta_of(direction);
    if (equal_ignoring_case(text, to_string(direction))) return direction;
    if (text == fmt::format("{},{}", delta.x, delta.y)) return direction;
  }
  return std::nullopt;
}

RequestResult<std::string> pointer_command(const std::string& child, const std::string& value,
                                           const Machine& machine) {
  std::string text;  // without spaces and brackets: "(1, 0)" becomes "1,0"
  std::copy_if(value.begin(), value.end(), std::back_inserter(text),
               [](char c) { return !is_blank(c) && c != '(' && c != ')'; });
  std::string cell = fmt::format("{},{}", machine.ip.x, machine.ip.y);
  std::optional<Direction> direction = machine.direction;
  if (child == "position") {
    cell = text;
  } else if (child == "delta" || child == "direction") {
    direction = direction_of(text);
  } else {
    return refused("{} cannot be set; position and delta can", child);
  }
  if (direction) return set_pointer_command(machine, cell, *direction);
  return refused("this is not a direction; use east, south, west, north, or a delta as 0,1");
}

// Strips the character of a displayed value: "55 '7'" becomes "55".
std::string without_character(const std::string& value) {
  const std::size_t blank = value.find(' ');
  const bool shown = blank != std::string::npos && value.size() == blank + 4 &&
                     value[blank + 1] == '\'' && value.back() == '\'';
  return shown ? value.substr(0, blank) : value;
}

// Formats the value of a board cell as a character literal: 7 becomes '7', and a point ' '.
std::string digit(const std::string& value) {
  const std::string_view text = trim(value);
  if (text.empty() || text == ".") return "' '";
  const bool is_digit = text.size() == 1 && text.front() >= '0' && text.front() <= '9';
  return is_digit ? fmt::format("'{}'", text) : std::string(text);
}

// Returns the session command that sets a child to a value, or an error if it cannot be set.
RequestResult<std::string> set_command(const VariableNode& node, const std::string& child,
                                       const std::string& value, const Machine& machine) {
  if (node.kind == VariableNode::Kind::machine) return pointer_command(child, value, machine);
  const std::string place = value_expression(node, child);
  if (place.empty()) return refused("this cannot be set; unfold it and set a part of it");
  return fmt::format("set {} = {}", place, node.is_board ? digit(value) : without_character(value));
}

RequestResult<DapResponse> set_variable(Server& server, ArgumentReader& fields) {
  const std::int64_t reference = fields.number("variablesReference");
  const std::string name = fields.text("name");
  const std::string value = fields.text("value");
  const bool hex = wants_hex(fields);
  if (fields.failed()) return fields.error();
  const VariableNode* const found = server.variables().find(reference);
  if (found == nullptr) return stale_reference_error();
  Debuggee& debuggee = server.program();
  const VariableNode node = *found;
  const auto command = TRY(set_command(node, name, value, debuggee.machine()));
  TRY(without_location(debuggee.debugger().submit(command)));
  Json body{{"value", value}, {"variablesReference", 0}};
  for (const Json& child : children_to_json(debuggee, server.variables(), node, {.hex = hex})) {
    if (child["name"] == name) body.update({{"value", child["value"]}, {"type", child["type"]}});
  }
  const bool moves = node.kind == VariableNode::Kind::machine;
  return DapResponse{std::move(body), [&server, moves] { server.on_edit(moves); }};
}

// ---- Sources

// Returns the field as lines; 0 becomes a space, and other invisible characters `?`.
RequestResult<std::string> live_text(const Playfield& field) {
  const Size size = field.size();
  if (size.area() > max_live_cells) {
    return refused("the field of {}x{} is too large for a text; use readMemory", size.width,
                   size.height);
  }
  std::string text;
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::int64_t value = field.at({x, y});
      text += is_printable_ascii(value) ? static_cast<char>(value) : value == 0 ? ' ' : '?';
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  text.erase(text.find_last_not_of('\n') + 1);
  return text + '\n';
}

RequestResult<DapResponse> source(Server& server, ArgumentReader& fields) {
  ArgumentReader source(fields, "source");
  const std::int64_t outer = fields.number_or("sourceReference", 0);
  const NamedSource named = read_source(source, outer);
  const auto debuggee = TRY(server.debuggee());
  if (named.live()) {
    auto text = TRY(live_text(debuggee->machine().field));
    return DapResponse{{{"content", std::move(text)}, {"mimeType", "text/x-befunge"}}};
  }
  const bool by_reference = named.reference != 0 && !is_built_in(named.path);
  if (!by_reference && (named.path.empty() || debuggee->has_path(named.path))) {
    return DapResponse{{{"content", debuggee->text().decoded()}, {"mimeType", "text/x-befunge"}}};
  }
  return invalid_argument("there is no such source; loadedSources lists them");
}

RequestResult<DapResponse> loaded_sources(Server& server, ArgumentReader& /*fields*/) {
  const auto debuggee = TRY(server.debuggee());
  Json list = Json::array({source_json(*debuggee)});
  if (debuggee->is_self_modified()) list.push_back(live_source_json(*debuggee));
  return DapResponse{{{"sources", std::move(list)}}};
}

// ---- The field as memory: little-endian cells of 64 bits, row by row, from address 0

constexpr std::int64_t max_bytes = std::int64_t{4} << 20U;  // in one request
constexpr std::int64_t max_instructions = std::int64_t{1} << 16U;

// ---- Base64 (RFC 4648, with padding)

std::string to_base64(std::string_view bytes) {
  std::string text = base64url_encoded(bytes);
  std::replace(text.begin(), text.end(), '-', '+');
  std::replace(text.begin(), text.end(), '_', '/');
  return text.append((4 - text.size() % 4) % 4, '=');
}

// Returns nothing for invalid text; padding may be missing.
std::optional<std::string> from_base64(std::string text) {
  text.erase(text.find_last_not_of('=') + 1);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  DecodedText decoded = base64url_decoded(text);
  return decoded.problem == nullptr ? std::optional(std::move(decoded.bytes)) : std::nullopt;
}

// ---- Reading and writing

// Returns how many bytes the field has from an address on; 0 outside.
std::int64_t bytes_from(std::int64_t address, Size field) {
  const std::int64_t end = field.area() * bytes_per_cell;
  return address >= 0 ? std::max<std::int64_t>(end - address, 0) : 0;
}

unsigned char byte_at(const Playfield& field, std::int64_t address) {
  const auto value =
      static_cast<std::uint64_t>(field.at(static_cast<std::size_t>(address / bytes_per_cell)));
  return static_cast<unsigned char>(value >> 8U * static_cast<unsigned>(address % bytes_per_cell));
}

RequestResult<DapResponse> read_memory(Server& server, ArgumentReader& fields) {
  const auto address = TRY(read_address(fields, "memoryReference"));
  const auto count = static_cast<std::int64_t>(fields.count_or("count", 0));
  Debuggee& debuggee = server.program();
  const Playfield& field = debuggee.machine().field;
  const std::int64_t size = std::min(count, bytes_from(address, field.size()));
  if (size > max_bytes) {
    return invalid_argument("{} bytes are too many; read at most {} at once", size, max_bytes);
  }
  std::string bytes;
  for (std::int64_t i = 0; i < size; ++i) bytes += static_cast<char>(byte_at(field, address + i));
  Json body{{"address", format_address(address)}};
  if (size > 0) body["data"] = to_base64(bytes);
  if (size < count) body["unreadableBytes"] = count - size;
  return DapResponse{std::move(body)};
}

// Returns the cells that writing `bytes` at an address changes; all are inside the field.
std::vector<SetCell> edits_of(const Playfield& field, std::int64_t address,
                              std::string_view bytes) {
  std::vector<SetCell> edits;
  if (bytes.empty()) return edits;  // the address may be outside the field
  const std::int64_t end = address + static_cast<std::int64_t>(bytes.size());
  for (std::int64_t cell = address / bytes_per_cell; cell * bytes_per_cell < end; ++cell) {
    const std::int64_t before = field.at(static_cast<std::size_t>(cell));
    auto value = static_cast<std::uint64_t>(before);
    for (std::int64_t i = 0; i < bytes_per_cell; ++i) {
      const std::int64_t at = cell * bytes_per_cell + i;
      if (at < address || at >= end) continue;
      const auto shift = static_cast<unsigned>(i) * 8U;
      const auto byte = static_cast<unsigned char>(bytes[static_cast<std::size_t>(at - address)]);
      value = (value & ~(std::uint64_t{0xff} << shift)) | std::uint64_t{byte} << shift;
    }
    const auto now = static_cast<std::int64_t>(value);
    const std::int64_t width = field.size().width;
    if (now != before) edits.push_back({{cell % width, cell / width}, now});
  }
  return edits;
}

RequestResult<DapResponse> write_memory(Server& server, ArgumentReader& fields) {
  const auto address = TRY(read_address(fields, "memoryReference"));
  const std::string data = fields.text("data");
  const bool partial = fields.bool_or("allowPartial", false);
  if (fields.failed()) return fields.error();
  auto bytes = from_base64(data);
  if (!bytes) return invalid_argument("the data is not base64");
  Debuggee& debuggee = server.program();
  const Playfield& field = debuggee.machine().field;
  const auto room = static_cast<std::size_t>(bytes_from(address, field.size()));
  if (bytes->size() > room && !partial) {
    return invalid_argument("{} bytes do not lie inside the field, which ends at {}", bytes->size(),
                            format_address(field.size().area() * bytes_per_cell));
  }
  bytes->resize(std::min(bytes->size(), room));
  for (const SetCell& edit : edits_of(field, address, *bytes)) {
    TRY(without_location(debuggee.history().edit(edit)));
  }
  return DapResponse{{{"offset", 0}, {"bytesWritten", bytes->size()}},
                     [&server] { server.on_edit(false); }};
}

// ---- Disassembly

// Returns "+ (add)".
std::string instruction_text(std::int64_t value, const Dialect& dialect) {
  const Op op = decode_op(dialect, value);
  std::string name(instruction(op).name);
  std::replace(name.begin(), name.end(), '_', ' ');
  if (op == Op::blank) return "' ' (blank)";
  return is_visible_ascii(value) ? fmt::format("{} ({})", static_cast<char>(value), name)
                                 : fmt::format("{} ({})", value, name);
}

// Formats eight bytes, lowest first.
std::string bytes_text(const Playfield& field, std::int64_t address) {
  std::string text;
  for (std::int64_t i = 0; i < bytes_per_cell; ++i) {
    text += fmt::format("{}{:02x}", i == 0 ? "" : " ", byte_at(field, address + i));
  }
  return text;
}

Json instruction_json(Debuggee& debuggee, std::int64_t index, bool with_source,
                      const ClientCapabilities& client) {
  const Machine& machine = debuggee.machine();
  const std::int64_t address = index * bytes_per_cell;
  const auto cell = cell_at_address(address, machine.field.size());
  Json json{{"address", format_address(address)}};
  if (!cell) {
    json["instruction"] = "??";
    json["presentationHint"] = "invalid";
    return json;
  }
  json["instructionBytes"] = bytes_text(machine.field, address);
  json["instruction"] = instruction_text(machine.field.at(*cell), machine.dialect);
  const EditorPosition place = to_client(debuggee.text().position_of(*cell), client);
  // Once per line.
  if (with_source || cell->x == 0) json["location"] = source_json(debuggee);
  json["line"] = place.line;
  json["column"] = place.column;
  return json;
}

// Returns an address in instructions, rounded down.
std::int64_t cells_of(std::int64_t address) {
  const std::int64_t cell = address / bytes_per_cell;
  return address % bytes_per_cell < 0 ? cell - 1 : cell;
}

RequestResult<DapResponse> disassemble(Server& server, ArgumentReader& fields) {
  const auto address = TRY(read_address(fields, "memoryReference"));
  const std::int64_t offset = fields.number_or("instructionOffset", 0);
  const auto count = static_cast<std::int64_t>(fields.count_or("instructionCount", 0));
  if (!fields.has("instructionCount")) static_cast<void>(fields.number("instructionCount"));
  if (count > max_instructions) {
    return invalid_argument("{} instructions are too many; ask for at most {}", count,
                            max_instructions);
  }
  Debuggee& debuggee = server.program();
  std::int64_t first = 0;
  // Addresses are 8 times as large and must not overflow either.
  constexpr std::int64_t limit = std::int64_t{1} << 58U;
  if (__builtin_add_overflow(cells_of(address), offset, &first) || first > limit ||
      first < -limit) {
    return invalid_argument("this place is too far away to have an address");
  }
  Json list = Json::array();
  for (std::int64_t i = 0; i < count; ++i) {
    list.push_back(instruction_json(debuggee, first + i, i == 0, server.capabilities()));
  }
  return DapResponse{{{"instructions", std::move(list)}}};
}

}  // namespace

std::span<const RequestHandler> data_handlers() {
  static constexpr std::array table{
      RequestHandler{"scopes", Schedule::stopped, scopes},
      RequestHandler{"variables", Schedule::stopped, variables},
      RequestHandler{"setVariable", Schedule::stopped, set_variable},
      RequestHandler{"source", Schedule::between_slices, source},
      RequestHandler{"loadedSources", Schedule::between_slices, loaded_sources},
      RequestHandler{"readMemory", Schedule::stopped, read_memory},
      RequestHandler{"writeMemory", Schedule::stopped, write_memory},
      RequestHandler{"disassemble", Schedule::stopped, disassemble},
  };
  return table;
}

}  // namespace fungescope::dap
