#include "jit/lift/region.h"
#include "jit/tier/machine_code.h"

#include <algorithm>
#include <array>
#include <string_view>
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

std::string_view name_of(Direction direction) {
  static constexpr std::array<std::string_view, 4> names{"east", "south", "west", "north"};
  return names[static_cast<std::size_t>(direction)];
}

std::string position_of(const Superblock& superblock, Size field) {
  return fmt::format("{} {}{}", cell_text(superblock.cell, field),
                     name_of(superblock.heading.direction()),
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

// ---- Machine code

struct Row {
  std::string cell;
  std::string operation;
};

class CodeWriter {
 public:
  CodeWriter(const Graph& graph, const Playfield& field) : graph_(graph), field_(field) {}

  std::string write(const Listing& listing) {
    const ListingLine* last = nullptr;
    for (const ListingLine& line : listing) {
      const bool first = last == nullptr || last->of != line.of || last->id != line.id;
      add(first ? row_of(line) : Row{}, line.text);
      last = &line;
    }
    return std::move(text_);
  }

 private:
  static constexpr std::size_t operation_width = 44;

  [[nodiscard]] Row row_of(const ListingLine& line) const {
    switch (line.of) {
      case ListingLine::value:
        return {cell_of(graph_.at(line.id)), value_to_text(graph_, line.id)};
      case ListingLine::end:
        return {"", terminator_to_text(graph_, line.id)};
      case ListingLine::exit:
        return {"", exit_to_text(graph_, line.id)};
      default:
        return {};
    }
  }

  // "[7,0] '-'"
  [[nodiscard]] std::string cell_of(const Instr& instr) const {
    if (instr.from == no_cell) return {};
    const std::int64_t value = field_.at(instr.from);
    const bool shows = value > ' ' && value <= '~';
    const std::string cell = cell_text(instr.from, field_.size());
    return shows ? fmt::format("{} '{}'", cell, static_cast<char>(value)) : cell;
  }

  void add(const Row& row, const std::string& instruction) {
    std::string operation = row.operation;
    std::string cell = row.cell;
    // An operation that is too long gets a line of its own.
    if (operation.size() > operation_width) {
      text_ += fmt::format("  {:<12}  {}\n", cell, operation);
      operation.clear();
      cell.clear();
    }
    const bool label = !instruction.empty() && instruction.back() == ':';
    text_ +=
        fmt::format("  {:<12}  {:<44}  {}{}\n", cell, operation, label ? "" : "  ", instruction);
  }

  const Graph& graph_;
  const Playfield& field_;
  std::string text_;
};

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
  return CodeWriter(graph, field).write(listing);
}

}  // namespace fungescope::jit
