#include "dap/variables.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "dap/client_breakpoints.h"
#include "lang/value_format.h"
#include "session/commands/run_report.h"
#include "session/expressions/lexer.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::dap {
namespace {

std::string index_name(std::int64_t index) {
  return fmt::format("[{}]", index);
}

// Parses the index of a child named "[12]".
std::optional<std::int64_t> index_in(std::string_view name) {
  if (name.size() < 3 || name.front() != '[' || name.back() != ']') return std::nullopt;
  const auto index = parse_integer<std::int64_t>(name.substr(1, name.size() - 2));
  return index && *index >= 0 ? index : std::nullopt;
}

// Quotes a name for an expression unless it is a word.
std::string as_name(const std::string& name) {
  const Token first = Lexer(name).take();
  const bool is_word = first.kind == Token::Kind::name && first.text.size() == name.size();
  return is_word ? name : double_quoted(name);
}

std::string joined(const std::vector<std::string>& scope) {
  std::string name;
  for (const std::string& part : scope) name += (name.empty() ? "" : "::") + part;
  return name;
}

// "9x9 at (12, 3)"
std::string size_and_place(const Rectangle& area) {
  return fmt::format("{}x{} at {}", area.size.width, area.size.height, to_string(area.corner));
}

// Returns the range of children on a page, out of `total`.
std::pair<std::int64_t, std::int64_t> range_of(const VariablePage& page, std::int64_t total) {
  const auto all = static_cast<std::uint64_t>(total);
  const std::uint64_t begin = std::min(page.start, all);
  const std::uint64_t wanted = page.count == 0 ? VariablePage::max_children
                                               : std::min(page.count, VariablePage::max_children);
  return {static_cast<std::int64_t>(begin),
          static_cast<std::int64_t>(begin + std::min(wanted, all - begin))};
}

class VariableWriter {
 public:
  // The arguments must outlive it.
  VariableWriter(Debuggee& debuggee, HandleTable<VariableNode>& nodes, bool hex)
      : debuggee_(debuggee), nodes_(nodes), hex_(hex) {}

  [[nodiscard]] Json scopes() {
    using Kind = VariableNode::Kind;
    const auto depth = static_cast<std::int64_t>(debuggee_.machine().stack.size());
    const auto table = board();
    Json list = Json::array();
    const auto add = [&](const char* name, const char* hint, VariableNode node,
                         std::int64_t indexed = 0) {
      Json scope{{"name", name}, {"variablesReference", 0}, {"expensive", false}};
      if (hint != nullptr) scope["presentationHint"] = hint;
      add_node(scope, std::move(node), indexed);
      list.push_back(std::move(scope));
    };
    add("Machine", "registers", {Kind::machine});
    add("Stack", nullptr, {Kind::stack}, depth);
    add("Variables", "locals", {Kind::variables});
    add("Regions", nullptr, {Kind::regions, table ? table->region : ""});
    return list;
  }

  [[nodiscard]] Json children(const VariableNode& node, const VariablePage& page) {
    using Kind = VariableNode::Kind;
    const bool is_named = node.kind == Kind::machine || node.kind == Kind::variables ||
                          node.kind == Kind::scope || node.kind == Kind::regions;
    Json list = Json::array();
    if (!(is_named ? page.named : page.indexed)) return list;
    const auto table = node.is_board ? board() : std::nullopt;
    if (node.is_board && !table) return list;
    switch (node.kind) {
      case Kind::stack:
        stack(list, page);
        return list;
      case Kind::region:
        rows(list, node, page, table);
        return list;
      case Kind::row:
        cells(list, node, page, table);
        return list;
      case Kind::machine:
        machine(list);
        break;
      case Kind::variables:
        variables(list, {});
        scopes_of_variables(list);
        break;
      case Kind::scope:
        variables(list, node.name);
        break;
      case Kind::regions:
        regions(list);
        break;
    }
    const auto [begin, end] = range_of(page, static_cast<std::int64_t>(list.size()));
    list.erase(list.begin() + end, list.end());
    list.erase(list.begin(), list.begin() + begin);
    return list;
  }

  // Returns the value of a cell, or an expandable node for a region.
  [[nodiscard]] Json place(const Place& place) {
    if (place.area.size.area() != 1) {
      return region({place.name, place.area, place.encoding.value_or(Encoding{}), {}});
    }
    const std::int64_t value = debuggee_.machine().field.at(place.area.corner);
    std::string text = number(value);
    if (place.type && !hex_) text = format_value(value, *place.type);
    return cell(place.name, place.area.corner, std::move(text),
                place.type ? std::string(to_string(*place.type)) : "int", place.name);
  }

  [[nodiscard]] std::string number(std::int64_t value) const { return format_number(value, hex_); }

 private:
  void machine(Json& list) {
    const Machine& machine = debuggee_.machine();
    const auto add = [&](const char* name, std::string value, const char* type,
                         const char* expression, bool settable = false) {
      list.push_back(leaf(name, std::move(value), type));
      if (*expression != '\0') list.back()["evaluateName"] = expression;
      if (!settable) list.back()["presentationHint"] = {{"attributes", {"readOnly"}}};
    };
    const auto count = [](std::uint64_t value) { return fmt::format("{}", value); };
    const Point delta = delta_of(machine.direction);
    add("tick", count(machine.tick), "tick", "tick");
    add("position", to_string(machine.ip), "cell", "", true);
    add("delta", to_string(delta), "delta", "", true);
    add("direction", std::string(to_string(machine.direction)), "direction", "", true);
    add("instruction", describe_cell(machine.field.at(machine.ip), machine.dialect), "cell", "");
    add("string mode", machine.string_mode ? "1" : "0", "bool", "string_mode");
    add("stack depth", count(machine.stack.size()), "count", "depth");
    add("input position", count(machine.input_position), "count", "input_position");
    add("output size", count(machine.output_size), "count", "output_size");
    add("branch", count(debuggee_.history().branch()), "count", "");
    add("status", std::string(to_string(machine.status)), "status", "");
    if (machine.status == Status::faulted) add("fault", describe(machine.fault), "fault", "");
  }

  void stack(Json& list, const VariablePage& page) {
    const auto values = debuggee_.machine().stack.values();
    const auto [begin, end] = range_of(page, static_cast<std::int64_t>(values.size()));
    for (std::int64_t i = begin; i < end; ++i) {
      Json json = leaf(index_name(i),
                       number(values[values.size() - 1 - static_cast<std::size_t>(i)]), "int");
      json["evaluateName"] = fmt::format("stack({})", i);
      list.push_back(std::move(json));
    }
  }

  void variables(Json& list, const std::string& scope) {
    const Playfield& field = debuggee_.machine().field;
    for (const Watch& variable : debuggee_.session().symbols().variables()) {
      if (joined(variable.scope) != scope || !field.contains(variable.at)) continue;
      const std::int64_t value = field.at(variable.at);
      const std::string expression =
          data_expression({VariableNode::Kind::scope, scope}, variable.name);
      list.push_back(cell(variable.name, variable.at,
                          hex_ ? number(value) : format_value(value, variable.type),
                          std::string(to_string(variable.type)), expression));
    }
  }

  void scopes_of_variables(Json& list) {
    std::vector<std::string> seen{""};
    for (const Watch& variable : debuggee_.session().symbols().variables()) {
      std::string scope = joined(variable.scope);
      if (std::find(seen.begin(), seen.end(), scope) != seen.end()) continue;
      Json json = leaf(scope, "", "scope");
      add_node(json, {VariableNode::Kind::scope, scope});
      list.push_back(std::move(json));
      seen.push_back(std::move(scope));
    }
  }

  void regions(Json& list) {
    if (const auto table = board()) list.push_back(board(*table));
    for (const Region& one : debuggee_.session().symbols().regions()) {
      if (fits_into(one.area, debuggee_.machine().field.size())) list.push_back(region(one));
    }
  }

  // `table` has the texts of a board; a region is formatted in its encoding.
  void rows(Json& list, const VariableNode& whole, const VariablePage& page,
            const std::optional<BoardTable>& table) {
    const auto& [corner, size] = whole.area;
    const auto [begin, end] = range_of(page, size.height);
    for (std::int64_t y = begin; y < end; ++y) {
      VariableNode row = whole;
      row.kind = VariableNode::Kind::row;
      row.row = y;
      Json json = leaf(index_name(y),
                       table ? table->rows[static_cast<std::size_t>(y)] : row_text(row), "row");
      if (!table) json["memoryReference"] = memory_reference({corner.x, corner.y + y});
      add_node(json, std::move(row), size.width);
      list.push_back(std::move(json));
    }
  }

  void cells(Json& list, const VariableNode& row, const VariablePage& page,
             const std::optional<BoardTable>& table) {
    const auto& [corner, size] = row.area;
    const auto [begin, end] = range_of(page, size.width);
    for (std::int64_t x = begin; x < end; ++x) {
      const Point at{corner.x + x, corner.y + row.row};
      list.push_back(cell(index_name(x), at,
                          table ? table->cells[static_cast<std::size_t>(row.row * size.width + x)]
                                : cell_value(debuggee_.machine().field.at(at), row.encoding),
                          table ? "digit" : "int", data_expression(row, index_name(x))));
    }
  }

  [[nodiscard]] Json region(const Region& region) {
    Json json = cell(region.name, region.area.corner, size_and_place(region.area),
                     to_string(region.encoding), as_name(region.name));
    add_node(json, {VariableNode::Kind::region, region.name, region.area, region.encoding},
             region.area.size.height);
    return json;
  }

  [[nodiscard]] std::optional<BoardTable> board() const {
    const Session& session = debuggee_.session();
    const Extension* const extension = extension_of(session.symbols());
    return extension == nullptr ? std::nullopt : std::optional(extension->board.table(session));
  }

  [[nodiscard]] Json board(const BoardTable& table) {
    Json json = leaf("board", size_and_place(table.area), "board");
    add_node(json,
             {.kind = VariableNode::Kind::region,
              .name = table.region,
              .area = table.area,
              .is_board = true},
             table.area.size.height);
    return json;
  }

  [[nodiscard]] std::string row_text(const VariableNode& row) const {
    constexpr std::int64_t max_cells = 200;
    std::string text;
    const std::int64_t end = std::min(row.area.size.width, max_cells);
    for (std::int64_t x = 0; x < end; ++x) {
      const Point at{row.area.corner.x + x, row.area.corner.y + row.row};
      if (x > 0 && is_blank_separated(row.encoding)) text += ' ';
      text += format_cell(debuggee_.machine().field.at(at), row.encoding);
    }
    return end < row.area.size.width ? text + " ..." : text;
  }

  // Formats a cell that holds a character as "55 '7'".
  [[nodiscard]] std::string cell_value(std::int64_t value, const Encoding& encoding) const {
    const bool is_number =
        encoding.kind == Encoding::Kind::decimal || encoding.kind == Encoding::Kind::hex;
    if (is_number || !is_visible_ascii(value)) return number(value);
    return fmt::format("{} '{}'", number(value), static_cast<char>(value));
  }

  [[nodiscard]] Json leaf(const std::string& name, std::string value,
                          const std::string& type) const {
    return {{"name", name}, {"value", std::move(value)}, {"type", type}, {"variablesReference", 0}};
  }

  [[nodiscard]] Json cell(const std::string& name, Point at, std::string value,
                          const std::string& type, const std::string& expression) const {
    Json json = leaf(name, std::move(value), type);
    json["evaluateName"] = expression;
    json["memoryReference"] = memory_reference(at);
    return json;
  }

  [[nodiscard]] std::string memory_reference(Point at) const {
    return format_address(address_of(at, debuggee_.machine().field.size()));
  }

  void add_node(Json& variable, VariableNode node, std::int64_t indexed = 0) {
    variable["variablesReference"] = nodes_.add(std::move(node));
    if (indexed > 0) variable["indexedVariables"] = indexed;
  }

  Debuggee& debuggee_;
  HandleTable<VariableNode>& nodes_;
  bool hex_;
};

}  // namespace

std::string format_number(std::int64_t value, bool hex) {
  if (!hex) return fmt::format("{}", value);
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? fmt::format("-{:#x}", 0 - bits) : fmt::format("{:#x}", bits);
}

Json scopes_to_json(Debuggee& debuggee, HandleTable<VariableNode>& nodes) {
  return VariableWriter(debuggee, nodes, false).scopes();
}

Json children_to_json(Debuggee& debuggee, HandleTable<VariableNode>& nodes,
                      const VariableNode& node, const VariablePage& page) {
  return VariableWriter(debuggee, nodes, page.hex).children(node, page);
}

Json place_to_json(Debuggee& debuggee, HandleTable<VariableNode>& nodes, const Place& place,
                   bool hex) {
  return VariableWriter(debuggee, nodes, hex).place(place);
}

// ---- From the client

std::string data_expression(const VariableNode& node, const std::string& child) {
  const auto index = index_in(child);
  switch (node.kind) {
    case VariableNode::Kind::variables:
    case VariableNode::Kind::scope:
      return node.name + "::" + as_name(child);
    case VariableNode::Kind::regions:
      return child == "board" && !node.name.empty() ? node.name : as_name(child);
    case VariableNode::Kind::row:
      return index ? fmt::format("{}({},{})", as_name(node.name), *index, node.row) : "";
    case VariableNode::Kind::machine:
    case VariableNode::Kind::stack:
    case VariableNode::Kind::region:
      break;
  }
  return {};
}

std::string value_expression(const VariableNode& node, const std::string& child) {
  if (node.kind == VariableNode::Kind::regions) return {};
  if (node.kind != VariableNode::Kind::stack) return data_expression(node, child);
  const auto index = index_in(child);
  return index ? fmt::format("stack({})", *index) : std::string();
}

}  // namespace fungescope::dap
