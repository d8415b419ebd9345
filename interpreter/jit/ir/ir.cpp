#include "jit/ir/ir.h"

#include <array>

#include <fmt/format.h>

namespace fungescope::jit {
namespace {

constexpr std::array op_names{
#define FUNGESCOPE_IR_NAME(name, traits) #name,
    FUNGESCOPE_IR_OPS(FUNGESCOPE_IR_NAME)
#undef FUNGESCOPE_IR_NAME
};

class Writer {
 public:
  explicit Writer(const Graph& graph) : graph_(graph) {}

  std::string graph() const {
    std::string text;
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) {
      if (!graph_.blocks[id].dead) text += block(id, graph_.blocks[id]);
    }
    return text;
  }

  std::string instr(ValueId id) const {
    const Instr& instr = graph_.at(id);
    std::string text = has_value(instr.op) ? value(id) + " = " : "";
    text += name_of(instr.op);
    if (has_trait(instr.op, ir::of_cell)) text += " " + cell(static_cast<CellIndex>(instr.k));
    if (instr.op == IrOp::guard_stack) {
      if (instr.need != unlimited) text += fmt::format(" {} down", instr.need);
      if (instr.reach != unlimited)
        text += fmt::format(" {} up{}", instr.reach, instr.k == 1 ? "" : ", no growth");
    }
    for (const ValueId operand : {instr.a, instr.b, instr.c}) {
      if (operand != no_value) text += " " + value(operand);
    }
    if (has_trait(instr.op, ir::shows_k)) text += fmt::format(" {}", instr.k);
    if (instr.exit != no_exit) text += "  else " + exit(instr.exit);
    return text;
  }

  std::string terminator(const BasicBlock& block) const {
    if (block.terminator == TerminatorKind::branch) {
      const char* const comparison = block.condition == Condition::greater ? ">" : "!=";
      return fmt::format("if {} {} {} {} else {}", value(block.a), comparison, value(block.b),
                         edge(block.edges[1]), edge(block.edges[0]));
    }
    std::string text;
    if (block.terminator == TerminatorKind::quarter) text = "by " + value(block.a);
    for (const Edge& e : block.edges) text += (text.empty() ? "" : " ") + edge(e);
    return text;
  }

  std::string exit(ExitId id) const {
    static constexpr std::array kinds{"leave", "step", "wait", "closed"};
    const Exit& exit = graph_.exits[id];
    return fmt::format("{} at {} {}", kinds[static_cast<std::size_t>(exit.kind)],
                       cell(position_of(exit).cell), stack(exit.stack));
  }

 private:
  std::string block(BlockId id, const BasicBlock& block) const {
    std::string text = fmt::format("b{}:", id);
    if (block.entry != 0) text += "  entry";
    if (block.superblock != nullptr) text += fmt::format("  {}", cell(block.superblock->cell));
    if (block.depth != 0) text += fmt::format("  depth {}", block.depth);
    if (block.header) text += fmt::format("  loop {}", block.loop_depth);
    text += '\n';
    for (const ValueId phi : block.phis) text += fmt::format("    {} = phi\n", value(phi));
    for (const ValueId of : block.code) text += fmt::format("    {}\n", instr(of));
    return text + fmt::format("    {}\n", terminator(block));
  }

  std::string edge(const Edge& edge) const {
    std::string text = "-> ";
    if (edge.to == no_block) return text + exit(edge.exit);
    text += fmt::format("b{}", edge.to);
    std::string args;
    for (const ValueId arg : edge.args) args += (args.empty() ? "" : ", ") + value(arg);
    if (!args.empty()) text += "(" + args + ")";
    if (edge.ticks != 0) text += fmt::format(" {} ticks", edge.ticks);
    if (edge.rebase) text += " stack " + stack(edge.stack);
    return text;
  }

  std::string stack(const StackState& state) const {
    std::string text = fmt::format("{{{:+}", state.depth);
    for (const SlotValue& slot : state.stored) {
      text += fmt::format(" {}:{}", slot.slot, value(slot.value));
    }
    return text + "}";
  }

  [[nodiscard]] std::string value(ValueId id) const {
    if (graph_.is_constant(id)) return fmt::format("{}", graph_.at(id).k);
    const Instr& instr = graph_.at(id);
    if (graph_.is_edge_load(id) && instr.op == IrOp::load_slot)
      return fmt::format("slot {}", instr.k);
    if (graph_.is_edge_load(id)) return cell(static_cast<CellIndex>(instr.k));
    return fmt::format("v{}", id);
  }
  [[nodiscard]] std::string cell(CellIndex index) const {
    return fmt::format("[{},{}]", index % graph_.field.width, index / graph_.field.width);
  }

  const Graph& graph_;
};

}  // namespace

const char* name_of(IrOp op) {
  return op_names[static_cast<std::size_t>(op)];
}

std::string to_text(const Graph& graph) {
  return Writer(graph).graph();
}

std::string value_to_text(const Graph& graph, ValueId value) {
  return Writer(graph).instr(value);
}

std::string terminator_to_text(const Graph& graph, BlockId block) {
  return Writer(graph).terminator(graph.blocks[block]);
}

std::string exit_to_text(const Graph& graph, ExitId exit) {
  return Writer(graph).exit(exit);
}

}  // namespace fungescope::jit
