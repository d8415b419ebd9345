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

  std::string write() {
    for (BlockId id = 0; id < graph_.blocks.size(); ++id) block(id, graph_.blocks[id]);
    return std::move(text_);
  }
  std::string write_instr(ValueId id) {
    instr(id, graph_.at(id));
    return trimmed();
  }
  std::string write_terminator(const BasicBlock& block) {
    end(block);
    return trimmed();
  }
  std::string write_exit(ExitId id) { return exit(id); }

 private:
  // Without the indentation and the line end.
  std::string trimmed() { return text_.substr(4, text_.size() - 5); }

  void block(BlockId id, const BasicBlock& block) {
    if (block.dead) return;
    text_ += fmt::format("b{}:", id);
    if (block.entry != 0) text_ += "  entry";
    if (block.superblock != nullptr) text_ += fmt::format("  {}", cell(block.superblock->cell));
    if (block.depth != 0) text_ += fmt::format("  depth {}", block.depth);
    if (block.header) text_ += fmt::format("  loop {}", block.loop_depth);
    text_ += '\n';
    for (const ValueId phi : block.phis) text_ += fmt::format("    {} = phi\n", value(phi));
    for (const ValueId id_of : block.code) instr(id_of, graph_.at(id_of));
    end(block);
  }

  void instr(ValueId id, const Instr& instr) {
    text_ += "    ";
    if (has_value(instr.op)) text_ += value(id) + " = ";
    text_ += name_of(instr.op);
    switch (instr.op) {
      case IrOp::load_cell:
      case IrOp::store_cell:
      case IrOp::mark_written:
        text_ += " " + cell(static_cast<CellIndex>(instr.k));
        break;
      case IrOp::guard_stack:
        if (instr.need != unlimited) text_ += fmt::format(" {} down", instr.need);
        if (instr.reach != unlimited)
          text_ += fmt::format(" {} up{}", instr.reach, instr.k == 1 ? "" : ", no growth");
        break;
      default:
        break;
    }
    for (const ValueId operand : {instr.a, instr.b, instr.c}) {
      if (operand != no_value) text_ += " " + value(operand);
    }
    if (has_trait(instr.op, ir::shows_k)) text_ += fmt::format(" {}", instr.k);
    if (instr.exit != no_exit) text_ += "  else " + exit(instr.exit);
    text_ += '\n';
  }

  void end(const BasicBlock& block) {
    static constexpr std::array conditions{"{} > {}", "{} != {}"};
    text_ += "    ";
    if (block.terminator == TerminatorKind::branch) {
      const auto* form = conditions[static_cast<std::size_t>(block.condition)];
      text_ += "if " + fmt::format(fmt::runtime(form), value(block.a), value(block.b)) + " ";
      text_ += edge(block.edges[1]) + " else " + edge(block.edges[0]);
    } else {
      if (block.terminator == TerminatorKind::quarter) text_ += "by " + value(block.a) + " ";
      for (const Edge& e : block.edges) text_ += edge(e) + " ";
    }
    while (text_.back() == ' ') text_.pop_back();
    text_ += '\n';
  }

  std::string edge(const Edge& edge) {
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

  std::string exit(ExitId id) {
    static constexpr std::array kinds{"leave", "step", "wait", "closed"};
    const Exit& exit = graph_.exits[id];
    const CellIndex at = exit.kind == ExitKind::before_block ? exit.superblock->cell
                                                             : exit.superblock->ops[exit.op].at;
    return fmt::format("{} at {} {}", kinds[static_cast<std::size_t>(exit.kind)], cell(at),
                       stack(exit.stack));
  }

  std::string stack(const StackState& state) {
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
  std::string text_;
};

}  // namespace

const char* name_of(IrOp op) {
  return op_names[static_cast<std::size_t>(op)];
}

std::string to_text(const Graph& graph) {
  return Writer(graph).write();
}

std::string value_to_text(const Graph& graph, ValueId value) {
  return Writer(graph).write_instr(value);
}

std::string terminator_to_text(const Graph& graph, BlockId block) {
  return Writer(graph).write_terminator(graph.blocks[block]);
}

std::string exit_to_text(const Graph& graph, ExitId exit) {
  return Writer(graph).write_exit(exit);
}

}  // namespace fungescope::jit
