#include "base/escape.h"
#include "jit/lift/region.h"
#include "jit/tier/machine_code.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

constexpr std::array micro_names{
#define FUNGESCOPE_MICRO_NAME(name) #name,
    FUNGESCOPE_MICRO_OPS(FUNGESCOPE_MICRO_NAME)
#undef FUNGESCOPE_MICRO_NAME
};

std::string cell_text(std::int64_t index, Size field) {
  return fmt::format("[{},{}]", index % field.width, index / field.width);
}

// Formats the operands of a micro-operation.
std::string operands_of(const MicroOp& op, Size field) {
  const std::string a = cell_text(op.a, field);
  switch (op.code) {
    case MicroOpcode::push_k:
    case MicroOpcode::tuck_k:
    case MicroOpcode::add_k:
    case MicroOpcode::multiply_k:
    case MicroOpcode::divide_k:
    case MicroOpcode::remainder_k:
    case MicroOpcode::greater_k:
      return fmt::format(" {}", op.a);
    case MicroOpcode::push_cell:
    case MicroOpcode::push_digit_or_step:
    case MicroOpcode::add_cell:
    case MicroOpcode::subtract_cell:
    case MicroOpcode::multiply_cell:
    case MicroOpcode::divide_cell:
    case MicroOpcode::remainder_cell:
    case MicroOpcode::greater_cell:
    case MicroOpcode::store:
    case MicroOpcode::branch_cell:
      return " " + a;
    case MicroOpcode::push_cell_add_k:
    case MicroOpcode::store_k:
    case MicroOpcode::branch_cell_greater_k:
    case MicroOpcode::branch_cell_not_equal_k:
      return fmt::format(" {} {}", a, op.b);
    case MicroOpcode::store_cell_add_k: {
      const auto cells = static_cast<std::uint64_t>(op.a);
      return fmt::format(" {} {} {}", cell_text(static_cast<std::int64_t>(cells >> 32U), field),
                         cell_text(static_cast<std::uint32_t>(cells), field), op.b);
    }
    case MicroOpcode::branch_greater_k:
    case MicroOpcode::branch_keep_greater_k:
    case MicroOpcode::branch_not_equal_k:
    case MicroOpcode::branch_keep_not_equal_k:
      return fmt::format(" {}", op.b);
    case MicroOpcode::get_in_row:
    case MicroOpcode::put_in_row:
      return fmt::format(" {}", op.a / field.width);
    default:
      return {};
  }
}

std::string position_of(const Superblock& superblock, Size field) {
  return fmt::format("{} {}{}", cell_text(superblock.cell, field),
                     to_string(superblock.heading.direction()),
                     superblock.heading.string_mode() ? " in a string" : "");
}

std::string edges_of(const RegionNode& node, Size field) {
  std::string text;
  for (const RegionEdge& edge : node.edges) {
    text += text.empty() ? " -> " : ", ";
    if (edge.to == no_node) {
      text += "out to " + position_of(*edge.superblock, field);
    } else {
      text += fmt::format("n{}{}", edge.to, edge.rebase ? " through memory" : "");
    }
  }
  return text;
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
  return text + edges_of(node, field);
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
    const bool joined = node.is_stub && node.edges.empty();
    if (joined) continue;
    text += heading_of(id, node, field) + '\n';
    if (node.is_stub) continue;
    for (const MicroOp& op : node.superblock->ops) {
      text += fmt::format("      {}{}\n", micro_names[static_cast<std::size_t>(op.code)],
                          operands_of(op, field));
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
