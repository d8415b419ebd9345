#include "base/escape.h"
#include "jit/lift/region.h"
#include "jit/tier/machine_code.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

constexpr std::array micro_names{
#define FUNGESCOPE_MICRO_NAME(name, operands) #name,
    FUNGESCOPE_MICRO_OPS(FUNGESCOPE_MICRO_NAME)
#undef FUNGESCOPE_MICRO_NAME
};

std::string cell_text(std::int64_t index, Size field) {
  return fmt::format("[{},{}]", index % field.width, index / field.width);
}

// Formats the operands of a micro-operation.
std::string text_of_operands(const MicroOp& op, Size field) {
  const std::string cell = cell_text(op.a, field);
  switch (operands_of(op.code)) {
    case MicroOperands::none:
      return {};
    case MicroOperands::k:
      return fmt::format(" {}", op.a);
    case MicroOperands::cell:
    case MicroOperands::stored:
      return " " + cell;
    case MicroOperands::cell_and_k:
    case MicroOperands::stored_and_k:
      return fmt::format(" {} {}", cell, op.b);
    case MicroOperands::stored_cell_and_k:
      return fmt::format(" {} {} {}", cell_text(static_cast<CellIndex>(op.a >> 32), field),
                         cell_text(static_cast<CellIndex>(op.a), field), op.b);
    case MicroOperands::compared_k:
      return fmt::format(" {}", op.b);
    case MicroOperands::row:
      return fmt::format(" {}", op.a / field.width);
  }
  return {};
}

std::string position_of(const Superblock& superblock, Size field) {
  return fmt::format("{} {}{}", cell_text(superblock.cell, field),
                     to_string(superblock.heading.direction()),
                     superblock.heading.string_mode() ? " in a string" : "");
}

std::string heading_of(NodeId id, const RegionNode& node, Size field) {
  std::string text = fmt::format("n{}  {}", id, position_of(*node.superblock, field));
  if (node.entry) {
    text += "  entry";
  } else if (node.is_stub) {
    text += "  rebase stub";
  } else {
    text += fmt::format("  {} ticks", node.superblock->length);
  }
  if (node.depth != 0) text += fmt::format("  depth {:+}", node.depth);
  if (node.header) text += "  loop";
  const char* separator = " -> ";
  for (const RegionEdge& edge : node.edges) {
    text += std::exchange(separator, ", ");
    text += edge.to == no_node
                ? "out to " + position_of(*edge.superblock, field)
                : fmt::format("n{}{}", edge.to, edge.rebase ? " through memory" : "");
  }
  return text;
}

// "[7,0] '-'"
std::string cell_of(const Instr& instr, const Playfield& field) {
  if (instr.from == no_cell) return {};
  const std::int64_t value = field.at(instr.from);
  const std::string cell = cell_text(instr.from, field.size());
  return is_visible_ascii(value) ? fmt::format("{} '{}'", cell, static_cast<char>(value)) : cell;
}

}  // namespace

std::string to_text(const JitRegion& region, Size field) {
  std::string text;
  for (NodeId id = 0; id < region.nodes.size(); ++id) {
    const RegionNode& node = region.nodes[id];
    if (node.is_stub && node.edges.empty()) continue;  // joined with its target
    text += heading_of(id, node, field) + '\n';
    if (node.is_stub) continue;
    for (const MicroOp& op : node.superblock->ops) {
      text += fmt::format("      {}{}\n", micro_names[static_cast<std::size_t>(op.code)],
                          text_of_operands(op, field));
    }
  }
  return text;
}

std::string to_text(const Listing& listing, const Graph& graph, const Playfield& field) {
  constexpr std::size_t operation_width = 44;
  std::string text;
  const ListingLine* last = nullptr;
  for (const ListingLine& line : listing) {
    std::string cell;
    std::string operation;
    if (last == nullptr || last->of != line.of || last->id != line.id) {
      if (line.of == ListingLine::value) cell = cell_of(graph.at(line.id), field);
      if (line.of == ListingLine::value) operation = value_to_text(graph, line.id);
      if (line.of == ListingLine::end) operation = terminator_to_text(graph, line.id);
      if (line.of == ListingLine::exit) operation = exit_to_text(graph, line.id);
    }
    last = &line;
    // An operation that is too long gets a line of its own.
    if (operation.size() > operation_width) {
      text += fmt::format("  {:<12}  {}\n", std::exchange(cell, {}), std::exchange(operation, {}));
    }
    text += fmt::format("  {:<12}  {:<{}}  {}{}\n", cell, operation, operation_width,
                        line.text.ends_with(':') ? "" : "  ", line.text);
  }
  return text;
}

}  // namespace fungescope::jit
