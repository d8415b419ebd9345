// Scopes, variables and sources.
#include "base/utf8.h"
#include "dap/protocol/fields.h"
#include "dap/presentation.h"
#include "dap/server.h"
#include "dap/variables.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

// As a text, the field may not be larger.
constexpr std::int64_t most_live_cells = std::int64_t{4} << 20U;

bool hex_format(Fields& fields) {
  Fields format(fields.object("format"));
  return format.flag_or("hex", false);
}

// ---- Variables

Outcome<Answered> scopes(Server& server, const Json& arguments) {
  Fields fields(arguments);
  const std::int64_t frame = fields.number("frameId");
  if (fields.wrong()) return fields.failure();
  if (frame != server.frame()) return refuse_stale();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  VariableWriter writer(**debuggee, server.nodes(), server.monitor(), false);
  return Answered{{{"scopes", writer.scopes()}}};
}

Outcome<Answered> variables(Server& server, const Json& arguments) {
  Fields fields(arguments);
  const std::int64_t reference = fields.number("variablesReference");
  Page page;
  page.start = fields.count_or("start", 0);
  page.count = fields.count_or("count", 0);
  page.hex = hex_format(fields);
  const std::string filter = fields.text_or("filter", "");
  if (fields.wrong()) return fields.failure();
  page.indexed = filter != "named";
  page.named = filter != "indexed";
  const Node* const found = server.nodes().find(reference);
  if (found == nullptr) return refuse_stale();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const Node node = *found;  // the list grows
  Json list;
  const bool done = server.work(Server::Job::looks, "reading variables", [&](Monitor& monitor) {
    VariableWriter writer(**debuggee, server.nodes(), monitor, page.hex);
    list = writer.children(node, page);
  });
  if (!done) return refuse_cancelled();
  return Answered{{{"variables", std::move(list)}}};
}

Outcome<Answered> set_variable(Server& server, const Json& arguments) {
  Fields fields(arguments);
  const std::int64_t reference = fields.number("variablesReference");
  const std::string name = fields.text("name");
  const std::string value = fields.text("value");
  const bool hex = hex_format(fields);
  if (fields.wrong()) return fields.failure();
  const Node* const found = server.nodes().find(reference);
  if (found == nullptr) return refuse_stale();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  const Node node = *found;
  const auto command = set_command(node, name, value, (*debuggee)->machine());
  if (!command) return tl::unexpected(command.error());
  if (auto reply = (*debuggee)->debugger().submit(*command); !reply)
    return refuse_plain(reply.error());
  VariableWriter writer(**debuggee, server.nodes(), server.monitor(), hex);
  Json now{{"value", value}};
  for (const Json& child : writer.children(node, Page{})) {
    if (child["name"] == name) now = child;
  }
  Json body{{"value", now["value"]}, {"variablesReference", 0}};
  if (now.contains("type")) body["type"] = now["type"];
  const bool moves = node.kind == Node::Kind::machine;
  return Answered{std::move(body), [&server, moves] { server.note_edit(moves); }};
}

// ---- Sources

// A row of the field, with what is no visible character as a blank or `?`.
std::string row_of(const Playfield& field, std::int64_t y) {
  std::string row;
  for (std::int64_t x = 0; x < field.size().width; ++x) {
    const std::int64_t value = field.at({x, y});
    const bool visible = value >= ' ' && value < 0x7f;
    row += visible ? static_cast<char>(value) : value == 0 ? ' ' : '?';
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

Outcome<std::string> live_text(const Playfield& field) {
  if (field.size().area() > most_live_cells) {
    return refuse(Failure::Id::refused,
                  fmt::format("the field of {}x{} is too large for a text; use readMemory",
                              field.size().width, field.size().height));
  }
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) text += row_of(field, y) + '\n';
  text.erase(text.find_last_not_of('\n') + 1);
  return text + '\n';
}

Outcome<Answered> source(Server& server, const Json& arguments) {
  Fields fields(arguments);
  Fields source(fields.object("source"));
  const std::int64_t outer = fields.number_or("sourceReference", 0);
  const std::int64_t reference = source.number_or("sourceReference", outer);
  const std::string path = source.text_or("path", "");
  if (fields.wrong()) return fields.failure();
  if (source.wrong()) return source.failure();
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  if (reference == live_source) {
    auto text = live_text((*debuggee)->machine().field);
    if (!text) return tl::unexpected(text.error());
    return Answered{{{"content", *std::move(text)}, {"mimeType", "text/x-befunge"}}};
  }
  if (reference == 0 && (path.empty() || same_file(path, (*debuggee)->path()))) {
    return Answered{{{"content", (*debuggee)->text().decoded()}, {"mimeType", "text/x-befunge"}}};
  }
  return refuse(Failure::Id::wrong_argument, "there is no such source; loadedSources lists them");
}

Outcome<Answered> loaded_sources(Server& server, const Json& /*arguments*/) {
  const auto debuggee = server.debuggee();
  if (!debuggee) return tl::unexpected(debuggee.error());
  Json list = Json::array({source_json(**debuggee)});
  if ((*debuggee)->has_changed_itself()) list.push_back(live_source_json(**debuggee));
  return Answered{{{"sources", std::move(list)}}};
}

}  // namespace

std::span<const RequestKind> data_requests() {
  static constexpr std::array table{
      RequestKind{"scopes", When::stopped, scopes},
      RequestKind{"variables", When::stopped, variables},
      RequestKind{"setVariable", When::stopped, set_variable},
      RequestKind{"source", When::calm, source},
      RequestKind{"loadedSources", When::calm, loaded_sources},
  };
  return table;
}

}  // namespace fungescope::dap
