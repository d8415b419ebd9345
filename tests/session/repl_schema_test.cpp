// docs/repl.schema.json against the rows and names of the commands: a member of a row has the type
// and the presence that its column has in C++. Descriptions, ranges and the members that are not
// of rows are written in the file. FUNGESCOPE_ACCEPT_SCHEMA=1 puts what differs into it.
#include "base/rows.h"
#include "session/commands/command.h"
#include "support/test.h"

#include <cstdlib>
#include <fstream>

namespace {

constexpr std::size_t line_width = 100;

// Returns the types that a schema allows: "integer", "null".
std::set<std::string> types_of(const Json& schema, const Json& definitions) {
  if (schema.contains("$ref")) {
    const auto name = schema["$ref"].get<std::string>();
    return types_of(definitions.at(name.substr(name.rfind('/') + 1)), definitions);
  }
  std::set<std::string> types;
  const Json type = schema.value("type", Json::array());
  for (const Json& one : type.is_array() ? type : Json::array({type})) types.insert(one);
  for (const Json& one : schema.value("oneOf", Json::array()))
    types.merge(types_of(one, definitions));
  for (const Json& value : schema.value("enum", Json::array())) types.insert(value.type_name());
  return types;
}

// Returns the schema of a row, without what its types do not say.
Json schema_of(const RegisteredRows& rows) {
  Json schema = {{"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  for (const auto& [key, type] : rows.members) {
    if (type.name.empty()) continue;
    Json& types = schema["properties"][std::string(key)]["type"];
    types = type.name;
    if (type.is_nullable) types = Json::array({type.name, "null"});
    if (type.is_required) schema["required"].push_back(key);
  }
  return schema;
}

// Returns the definition that `rows` requires: `kept`, as far as it agrees.
Json merged(const Json& kept, const Json& rows, const Json& definitions) {
  if (kept.is_null()) return rows;
  Json merged = kept;
  Json& properties = merged["properties"] = Json::object();
  for (const auto& [name, schema] : rows["properties"].items()) {
    const Json present = kept["properties"].value(name, schema);
    const bool agrees = types_of(present, definitions) == types_of(schema, definitions);
    properties[name] = agrees ? present : schema;
  }
  merged["required"] = rows["required"];
  return merged;
}

std::string on_one_line(const Json& json) {
  if (!json.is_structured()) return json.dump();
  std::string text;
  for (const auto& [key, value] : json.items()) {
    if (!text.empty()) text += ", ";
    if (json.is_object()) text += Json(key).dump() + ": ";
    text += on_one_line(value);
  }
  return json.is_object() ? '{' + text + '}' : '[' + text + ']';
}

// Formats JSON as the file is: on one line what fits, after `used` and before `after` bytes, and
// lists of words filled.
std::string format(const Json& json, std::size_t indent, std::size_t used, std::size_t after) {
  std::string line = on_one_line(json);
  if (indent > 0 && used + line.size() + after <= line_width) return line;
  if (!json.is_structured()) return line;
  const std::string blanks(indent + 2, ' ');
  std::string text;
  std::size_t column = 0;  // in a list of words
  std::size_t left = json.size();
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_object() ? Json(key).dump() + ": " : "";
    const std::size_t comma = --left > 0 ? 1 : 0;
    std::string item = name + format(value, indent + 2, blanks.size() + name.size(), comma);
    if (comma > 0) item += ',';
    const bool fills = json.is_array() && !value.is_structured();
    if (fills && column > 0 && column + 1 + item.size() <= line_width) {
      text += ' ' + item;
      column += 1 + item.size();
    } else {
      text += '\n' + blanks + item;
      column = blanks.size() + item.size();
    }
  }
  text += '\n' + std::string(indent, ' ');
  return json.is_object() ? '{' + text + '}' : '[' + text + ']';
}

}  // namespace

TEST_CASE("the schema of the repl has the rows and the names of the commands") {
  const std::string path = data_path("../../docs/repl.schema.json");
  const std::string kept = file_bytes(path);
  Json schema = Json::parse(kept);
  Json& definitions = schema["$defs"];
  for (const RegisteredRows* rows = RegisteredRows::newest; rows != nullptr;
       rows = rows->previous) {
    definitions[rows->name] =
        merged(definitions.value(rows->name, Json()), schema_of(*rows), definitions);
  }
  Json& names = definitions["command_name"]["enum"] = Json::array();
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) names.push_back(command.name);
  }
  const std::string made = format(schema, 0, 0, 0) + '\n';
  if (std::getenv("FUNGESCOPE_ACCEPT_SCHEMA") != nullptr) {
    std::ofstream(path, std::ios::binary) << made;
  }
  CHECK(made == file_bytes(path));
}
